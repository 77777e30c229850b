//! What was expected, in people's words.

use super::grammar::Rule;

/// A token that stands for any value: every value could begin with it.
pub(super) const VALUE: &str = "adv";
/// A token that stands for any operator: every operator could have stood where it could.
pub(super) const OPERATOR: &str = "*";

/// Where in a line the reader stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Nothing stands before it.
    LineStart,
    /// A whole value may end before it.
    AfterValue,
    /// Anywhere else.
    Within,
}

/// What every value could begin with, in words.
const A_VALUE: &str = "a value (a number, dice, a name or a text)";

impl Place {
    /// What usually stands there.
    pub(crate) fn usual(self) -> &'static str {
        match self {
            Place::LineStart => "a value (a number, dice, a name or a text), a statement or a definition",
            Place::AfterValue => "an operator or the end of the line",
            Place::Within => A_VALUE,
        }
    }
}

/// What could have stood somewhere, as a phrase. `None` where nothing helps.
pub(super) fn in_words(tokens: &[String], place: Place, in_dice: bool) -> Option<String> {
    const SHOWN: usize = 5;
    let has = |token: &str| tokens.iter().any(|known| known == token);
    let (value, operator) = (has(VALUE), has(OPERATOR));
    if place == Place::LineStart && (value || tokens.len() > SHOWN) {
        return Some(place.usual().to_owned());
    }
    // Where a value may end, what else could stand there belongs to assignments and modifiers of dice.
    if place == Place::AfterValue && !value && (operator || in_dice) {
        let closers = [")", "]", "}"].into_iter().filter(|closer| has(closer));
        let mut phrases: Vec<String> = closers.map(|closer| format!("`{closer}`")).collect();
        let words = ["then", "else", ":"].into_iter().filter(|word| has(word) && operator);
        phrases.extend(words.map(|word| format!("`{word}`")));
        let ends = if phrases.is_empty() { "the end of the line" } else { "" };
        phrases.insert(0, "an operator".to_owned());
        phrases.extend((!ends.is_empty()).then(|| ends.to_owned()));
        return Some(joined(phrases));
    }
    let mut phrases: Vec<String> = Vec::new();
    if value {
        phrases.push(A_VALUE.to_owned());
    } else if has("_") && !operator {
        phrases.push("a name".to_owned());
    }
    for token in tokens {
        let is_word = token.len() > 1 && token.chars().all(|c| c.is_ascii_lowercase());
        let shown = match token.as_str() {
            ")" | "]" | "}" => true,
            "," | ":" | "=" => !value && !operator,
            _ => {
                is_word
                    && !(value && STARTS_VALUE.contains(&token.as_str()))
                    && !(operator && JOINS.contains(&token.as_str()))
            }
        };
        if shown {
            phrases.push(format!("`{token}`"));
        }
    }
    if has("\"") && !value {
        phrases.push("a text in quotes".to_owned());
    }
    if operator {
        phrases.push("an operator".to_owned());
        let open = has(")") || has("]") || has("}") || has("then") || has("else");
        if !open {
            phrases.push("the end of the line".to_owned());
        }
    }
    phrases.dedup();
    // A long list of words tells less than an example.
    if phrases.is_empty() || phrases.len() > SHOWN { None } else { Some(joined(phrases)) }
}

fn joined(mut phrases: Vec<String>) -> String {
    let last = phrases.pop().unwrap_or_default();
    if phrases.is_empty() { last } else { format!("{} or {last}", phrases.join(", ")) }
}

/// Words that begin a value; one phrase says them all.
const STARTS_VALUE: &[&str] = &["add", "adv", "dis", "groups", "if", "in", "not", "odds", "pick", "sort"];

/// Words that join values; one phrase says them all.
const JOINS: &[&str] = &[
    "after",
    "and",
    "chance",
    "given",
    "has",
    "in",
    "is",
    "mod",
    "not",
    "or",
    "otherwise",
    "times",
    "unique",
    "where",
    "with",
    "within",
];

/// Whether a rule reads a part of dice.
pub(super) fn is_dice(rule: Rule) -> bool {
    setting(rule) == Some("dice")
}

/// What was being read, for the rules whose names help.
pub(super) fn setting(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::let_stmt => "a `let`",
        Rule::rule_line => "what is done when a time or a condition comes",
        Rule::if_line | Rule::if_head_stmt | Rule::else_if_line | Rule::else_if_stmt | Rule::if_head => {
            "a condition"
        }
        Rule::prompt_stmt | Rule::prompt_from | Rule::prompt_default | Rule::prompt_if => {
            "a question to the players"
        }
        Rule::for_stmt | Rule::when_each | Rule::loop_clause => "a `for`",
        Rule::repeat_stmt | Rule::until_part => "a `repeat`",
        Rule::step_stmt => "a `step`",
        Rule::timer_stmt | Rule::timer_owner | Rule::not_while => "a `timer`",
        Rule::every_stmt => "an `every`",
        Rule::when_stmt => "a `when`",
        Rule::with_stmt | Rule::with_dice | Rule::with_die | Rule::with_answers | Rule::bound_answer => {
            "a `with`"
        }
        Rule::end_stmt => "an `end`",
        Rule::return_stmt | Rule::return_part => "a `return`",
        Rule::table_head
        | Rule::change_table
        | Rule::rolls
        | Rule::shift
        | Rule::signed
        | Rule::clamp
        | Rule::table_tags => "the first line of a table",
        Rule::fn_item | Rule::fn_head | Rule::change_fn => "a definition of a function",
        Rule::procedure_head | Rule::change_whole | Rule::takes => "the first line of a procedure",
        Rule::stub_item => "a stub",
        Rule::use_item | Rule::use_as | Rule::use_with | Rule::use_set => "a `use`",
        Rule::option_item | Rule::change_option => "an option",
        Rule::unit_item | Rule::unit_equals => "a unit",
        Rule::scale_item => "a list of words",
        Rule::symbols_item | Rule::symbol => "a list of symbols",
        Rule::keep_item => "a `keep`",
        Rule::sheet_head | Rule::field_def => "a sheet",
        Rule::roster_head => "a roster",
        Rule::change_item
        | Rule::change_procedure
        | Rule::change_rolls
        | Rule::change_row
        | Rule::change_key
        | Rule::change_refused => "a change",
        Rule::policy_item | Rule::policy_entry | Rule::policy_when => "a policy",
        Rule::test_head => "the first line of a test",
        Rule::rules_item | Rule::about_item => "what the file says about itself",
        Rule::params | Rule::param => "parameters",
        Rule::kind | Rule::kind_range | Rule::kind_bound | Rule::any_of | Rule::or_nothing => "a kind",
        Rule::call | Rule::argument | Rule::argument_name => "arguments",
        Rule::list | Rule::index => "a list in brackets",
        Rule::group => "a bracket",
        Rule::braces | Rule::record_part | Rule::faces => "a pool in braces",
        Rule::die
        | Rule::open_die
        | Rule::die_tail
        | Rule::die_plain
        | Rule::face_number
        | Rule::keep_highest
        | Rule::keep_lowest
        | Rule::drop_highest
        | Rule::drop_lowest
        | Rule::at_least
        | Rule::at_most
        | Rule::reroll
        | Rule::reroll_once
        | Rule::count
        | Rule::explosion
        | Rule::limit
        | Rule::condition => "dice",
        Rule::label | Rule::label_text => "a label of dice",
        Rule::row_line
        | Rule::row_guard
        | Rule::row_effects
        | Rule::bullet_line
        | Rule::bullet_weight
        | Rule::number_line
        | Rule::bare_line
        | Rule::quietly
        | Rule::next_modifier
        | Rule::counted_fate
        | Rule::weight_number
        | Rule::row_key
        | Rule::row_text => "a row",
        Rule::effects => "what a row does",
        Rule::sort_form | Rule::sort_key | Rule::down => "a `sort`",
        Rule::groups_form => "`groups of … by …`",
        Rule::binding | Rule::bound => "names bound by `where`",
        Rule::given | Rule::after | Rule::within | Rule::odds_word | Rule::first_turn => {
            "a question about odds"
        }
        Rule::text | Rule::live => "a text",
        Rule::code_tokens
        | Rule::code_token
        | Rule::hue_blank
        | Rule::hue_comment
        | Rule::hue_text
        | Rule::hue_quote
        | Rule::hue_run
        | Rule::hue_escape
        | Rule::hue_live
        | Rule::hue_blank_in
        | Rule::hue_open
        | Rule::hue_close
        | Rule::hue_die
        | Rule::hue_modifier
        | Rule::hue_number
        | Rule::hue_word
        | Rule::hue_sign
        | Rule::hue_other
        | Rule::text_tokens
        | Rule::row_hue_run
        | Rule::prefix_word
        | Rule::item_word
        | Rule::touching
        | Rule::block_stmt
        | Rule::die_start
        | Rule::quick_key
        | Rule::blanks
        | Rule::plain_die_start
        | Rule::fate
        | Rule::EOI
        | Rule::die_sides
        | Rule::face
        | Rule::modifiers
        | Rule::later_modifiers
        | Rule::modifier
        | Rule::spaced_modifier
        | Rule::amount
        | Rule::explode_sign
        | Rule::condition_sign
        | Rule::odd_modifier
        | Rule::expr
        | Rule::chain
        | Rule::step
        | Rule::tail
        | Rule::prefix
        | Rule::chain_end
        | Rule::more
        | Rule::sign
        | Rule::joint
        | Rule::joint_word
        | Rule::no_name
        | Rule::where_word
        | Rule::with_word
        | Rule::with_highest
        | Rule::with_lowest
        | Rule::operand
        | Rule::unique
        | Rule::access
        | Rule::field
        | Rule::unit_tail
        | Rule::named_die
        | Rule::face_symbols
        | Rule::face_symbol
        | Rule::face_blank
        | Rule::unit
        | Rule::chance_word
        | Rule::one_expr
        | Rule::one_binding
        | Rule::question
        | Rule::item
        | Rule::top_line
        | Rule::about_word
        | Rule::scale_word
        | Rule::scale_bar
        | Rule::scale_more
        | Rule::scale_name
        | Rule::procedure_part
        | Rule::stub_kind
        | Rule::kind_atom
        | Rule::change_place
        | Rule::face_range
        | Rule::face_weight
        | Rule::any_condition
        | Rule::within_faces
        | Rule::up_to
        | Rule::live_name
        | Rule::choice
        | Rule::option
        | Rule::option_run
        | Rule::bar
        | Rule::inner_blank
        | Rule::cell_choice
        | Rule::cell_option
        | Rule::cell_option_run
        | Rule::refused_word
        | Rule::refused_rest
        | Rule::quoted_key
        | Rule::field_line
        | Rule::blank_char
        | Rule::comment
        | Rule::blank
        | Rule::gap
        | Rule::name_start
        | Rule::name_char
        | Rule::we
        | Rule::word
        | Rule::name
        | Rule::joining
        | Rule::no_unit
        | Rule::path
        | Rule::digits
        | Rule::number
        | Rule::equals
        | Rule::comma
        | Rule::stmt
        | Rule::simple_stmt
        | Rule::place_stmt
        | Rule::assign_sign
        | Rule::verb_stmt
        | Rule::verb
        | Rule::block_word
        | Rule::plain_word
        | Rule::plain_stmt
        | Rule::stop_stmt
        | Rule::skip_stmt
        | Rule::worsen_stmt
        | Rule::improve_stmt
        | Rule::by_part
        | Rule::advance_stmt
        | Rule::cancel_stmt
        | Rule::add_stmt
        | Rule::made
        | Rule::remove_stmt
        | Rule::reshuffle_stmt
        | Rule::prompt_word
        | Rule::prompt_kind
        | Rule::prompt_part
        | Rule::else_line
        | Rule::else_stmt
        | Rule::body_line
        | Rule::table_kind
        | Rule::table_part
        | Rule::sign_char
        | Rule::key
        | Rule::mark
        | Rule::key_blank
        | Rule::number_key
        | Rule::key_part
        | Rule::key_number
        | Rule::key_sign
        | Rule::key_to
        | Rule::key_dash
        | Rule::key_more
        | Rule::key_fewer
        | Rule::key_below
        | Rule::key_below_sign
        | Rule::key_above
        | Rule::key_above_sign
        | Rule::one_key
        | Rule::pipe_lines
        | Rule::pipe_line
        | Rule::first_cell
        | Rule::cell
        | Rule::cell_blank
        | Rule::one_value
        | Rule::cell_value
        | Rule::value_range
        | Rule::value_sum
        | Rule::value_sign
        | Rule::value_op
        | Rule::value_term
        | Rule::value_modifiers
        | Rule::cell_number
        | Rule::one_effects
        | Rule::plain_run
        | Rule::plain_end
        | Rule::cell_end
        | Rule::escape
        | Rule::bad_live
        | Rule::lone_brace
        | Rule::cell_text
        | Rule::cell_run
        | Rule::bad_cell_live => return None,
    })
}
