#include "tree_sitter/parser.h"

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif

#define LANGUAGE_VERSION 14
#define STATE_COUNT 99
#define LARGE_STATE_COUNT 66
#define SYMBOL_COUNT 169
#define ALIAS_COUNT 1
#define TOKEN_COUNT 137
#define EXTERNAL_TOKEN_COUNT 4
#define FIELD_COUNT 0
#define MAX_ALIAS_SEQUENCE_LENGTH 4
#define PRODUCTION_ID_COUNT 6

enum ts_symbol_identifiers {
  sym_name = 1,
  anon_sym_LF = 2,
  sym_doc = 3,
  sym_comment = 4,
  anon_sym_COLON = 5,
  sym_key = 6,
  sym_bullet = 7,
  anon_sym_EQ_GT = 8,
  anon_sym_PIPE = 9,
  sym_rule = 10,
  sym_key_cell = 11,
  sym_cell_text = 12,
  anon_sym_LBRACE = 13,
  anon_sym_RBRACE = 14,
  anon_sym_BSLASH_PIPE = 15,
  anon_sym_after = 16,
  anon_sym_answers = 17,
  anon_sym_any = 18,
  anon_sym_as = 19,
  anon_sym_before = 20,
  anon_sym_by = 21,
  anon_sym_cancels = 22,
  anon_sym_chance = 23,
  anon_sym_clamp = 24,
  anon_sym_dice = 25,
  anon_sym_down = 26,
  anon_sym_highest = 27,
  anon_sym_lowest = 28,
  anon_sym_of = 29,
  anon_sym_quietly = 30,
  anon_sym_rolls = 31,
  anon_sym_row = 32,
  anon_sym_shift = 33,
  anon_sym_takes = 34,
  anon_sym_unique = 35,
  anon_sym_until = 36,
  anon_sym_while = 37,
  anon_sym_within = 38,
  anon_sym_without = 39,
  anon_sym_add = 40,
  anon_sym_advance = 41,
  anon_sym_apply = 42,
  anon_sym_ask = 43,
  anon_sym_author = 44,
  anon_sym_cancel = 45,
  anon_sym_choose = 46,
  anon_sym_do = 47,
  anon_sym_every = 48,
  anon_sym_expect = 49,
  anon_sym_improve = 50,
  anon_sym_license = 51,
  anon_sym_next = 52,
  anon_sym_note = 53,
  anon_sym_party = 54,
  anon_sym_policy = 55,
  anon_sym_remove = 56,
  anon_sym_repeat = 57,
  anon_sym_reshuffle = 58,
  anon_sym_return = 59,
  anon_sym_roll = 60,
  anon_sym_say = 61,
  anon_sym_show = 62,
  anon_sym_skip = 63,
  anon_sym_source = 64,
  anon_sym_stop = 65,
  anon_sym_tags = 66,
  anon_sym_test = 67,
  anon_sym_use = 68,
  anon_sym_version = 69,
  anon_sym_when = 70,
  anon_sym_worsen = 71,
  anon_sym_chart = 72,
  anon_sym_deck = 73,
  anon_sym_each = 74,
  anon_sym_fn = 75,
  anon_sym_keep = 76,
  anon_sym_ladder = 77,
  anon_sym_option = 78,
  anon_sym_procedure = 79,
  anon_sym_roster = 80,
  anon_sym_rules = 81,
  anon_sym_sheet = 82,
  anon_sym_step = 83,
  anon_sym_symbols = 84,
  anon_sym_table = 85,
  anon_sym_timer = 86,
  anon_sym_unit = 87,
  anon_sym_words = 88,
  anon_sym_change = 89,
  anon_sym_stub = 90,
  anon_sym_adv = 91,
  anon_sym_default = 92,
  anon_sym_dis = 93,
  anon_sym_end = 94,
  anon_sym_for = 95,
  anon_sym_from = 96,
  anon_sym_given = 97,
  anon_sym_has = 98,
  anon_sym_if = 99,
  anon_sym_in = 100,
  anon_sym_is = 101,
  anon_sym_mod = 102,
  anon_sym_not = 103,
  anon_sym_odds = 104,
  anon_sym_or = 105,
  anon_sym_otherwise = 106,
  anon_sym_pick = 107,
  anon_sym_times = 108,
  anon_sym_to = 109,
  anon_sym_where = 110,
  anon_sym_with = 111,
  anon_sym_let = 112,
  anon_sym_and = 113,
  anon_sym_else = 114,
  anon_sym_then = 115,
  anon_sym_SEMI = 116,
  anon_sym_LPAREN = 117,
  anon_sym_COMMA = 118,
  anon_sym_DOT = 119,
  anon_sym_RPAREN = 120,
  anon_sym_LBRACK = 121,
  anon_sym_RBRACK = 122,
  anon_sym_DQUOTE = 123,
  sym_text_run = 124,
  sym_escape = 125,
  anon_sym_no = 126,
  anon_sym_nothing = 127,
  anon_sym_yes = 128,
  sym_dice = 129,
  sym_number = 130,
  sym_operator = 131,
  sym_other = 132,
  sym__code_start = 133,
  sym__row_start = 134,
  sym__bullet_start = 135,
  sym_row_text = 136,
  sym_source_file = 137,
  sym__line = 138,
  sym_row = 139,
  sym_list_row = 140,
  sym__row_text = 141,
  sym__row_part = 142,
  sym__effects = 143,
  sym_pipe_row = 144,
  sym__cell = 145,
  sym__cell_part = 146,
  sym_cell_live = 147,
  sym__open_cell_live = 148,
  sym__escaped_bar = 149,
  sym_code = 150,
  sym__statement = 151,
  sym__bar = 152,
  sym__starting = 153,
  sym__definition = 154,
  sym__piece = 155,
  sym__plain = 156,
  sym_text = 157,
  sym_live = 158,
  sym__open_live = 159,
  sym_literal = 160,
  aux_sym_source_file_repeat1 = 161,
  aux_sym__row_text_repeat1 = 162,
  aux_sym_pipe_row_repeat1 = 163,
  aux_sym__cell_repeat1 = 164,
  aux_sym_cell_live_repeat1 = 165,
  aux_sym__statement_repeat1 = 166,
  aux_sym_text_repeat1 = 167,
  aux_sym_live_repeat1 = 168,
  alias_sym_definition = 169,
};

static const char * const ts_symbol_names[] = {
  [ts_builtin_sym_end] = "end",
  [sym_name] = "name",
  [anon_sym_LF] = "\n",
  [sym_doc] = "doc",
  [sym_comment] = "comment",
  [anon_sym_COLON] = ":",
  [sym_key] = "key",
  [sym_bullet] = "bullet",
  [anon_sym_EQ_GT] = "=>",
  [anon_sym_PIPE] = "|",
  [sym_rule] = "rule",
  [sym_key_cell] = "key",
  [sym_cell_text] = "text_run",
  [anon_sym_LBRACE] = "{",
  [anon_sym_RBRACE] = "}",
  [anon_sym_BSLASH_PIPE] = "operator",
  [anon_sym_after] = "name",
  [anon_sym_answers] = "name",
  [anon_sym_any] = "name",
  [anon_sym_as] = "name",
  [anon_sym_before] = "name",
  [anon_sym_by] = "name",
  [anon_sym_cancels] = "name",
  [anon_sym_chance] = "name",
  [anon_sym_clamp] = "name",
  [anon_sym_dice] = "name",
  [anon_sym_down] = "name",
  [anon_sym_highest] = "name",
  [anon_sym_lowest] = "name",
  [anon_sym_of] = "name",
  [anon_sym_quietly] = "name",
  [anon_sym_rolls] = "name",
  [anon_sym_row] = "name",
  [anon_sym_shift] = "name",
  [anon_sym_takes] = "name",
  [anon_sym_unique] = "name",
  [anon_sym_until] = "name",
  [anon_sym_while] = "name",
  [anon_sym_within] = "name",
  [anon_sym_without] = "name",
  [anon_sym_add] = "keyword",
  [anon_sym_advance] = "keyword",
  [anon_sym_apply] = "keyword",
  [anon_sym_ask] = "keyword",
  [anon_sym_author] = "keyword",
  [anon_sym_cancel] = "keyword",
  [anon_sym_choose] = "keyword",
  [anon_sym_do] = "keyword",
  [anon_sym_every] = "keyword",
  [anon_sym_expect] = "keyword",
  [anon_sym_improve] = "keyword",
  [anon_sym_license] = "keyword",
  [anon_sym_next] = "keyword",
  [anon_sym_note] = "keyword",
  [anon_sym_party] = "keyword",
  [anon_sym_policy] = "keyword",
  [anon_sym_remove] = "keyword",
  [anon_sym_repeat] = "keyword",
  [anon_sym_reshuffle] = "keyword",
  [anon_sym_return] = "keyword",
  [anon_sym_roll] = "keyword",
  [anon_sym_say] = "keyword",
  [anon_sym_show] = "keyword",
  [anon_sym_skip] = "keyword",
  [anon_sym_source] = "keyword",
  [anon_sym_stop] = "keyword",
  [anon_sym_tags] = "keyword",
  [anon_sym_test] = "keyword",
  [anon_sym_use] = "keyword",
  [anon_sym_version] = "keyword",
  [anon_sym_when] = "keyword",
  [anon_sym_worsen] = "keyword",
  [anon_sym_chart] = "keyword",
  [anon_sym_deck] = "keyword",
  [anon_sym_each] = "keyword",
  [anon_sym_fn] = "keyword",
  [anon_sym_keep] = "keyword",
  [anon_sym_ladder] = "keyword",
  [anon_sym_option] = "keyword",
  [anon_sym_procedure] = "keyword",
  [anon_sym_roster] = "keyword",
  [anon_sym_rules] = "keyword",
  [anon_sym_sheet] = "keyword",
  [anon_sym_step] = "keyword",
  [anon_sym_symbols] = "keyword",
  [anon_sym_table] = "keyword",
  [anon_sym_timer] = "keyword",
  [anon_sym_unit] = "keyword",
  [anon_sym_words] = "keyword",
  [anon_sym_change] = "keyword",
  [anon_sym_stub] = "keyword",
  [anon_sym_adv] = "keyword",
  [anon_sym_default] = "keyword",
  [anon_sym_dis] = "keyword",
  [anon_sym_end] = "keyword",
  [anon_sym_for] = "keyword",
  [anon_sym_from] = "keyword",
  [anon_sym_given] = "keyword",
  [anon_sym_has] = "keyword",
  [anon_sym_if] = "keyword",
  [anon_sym_in] = "keyword",
  [anon_sym_is] = "keyword",
  [anon_sym_mod] = "keyword",
  [anon_sym_not] = "keyword",
  [anon_sym_odds] = "keyword",
  [anon_sym_or] = "keyword",
  [anon_sym_otherwise] = "keyword",
  [anon_sym_pick] = "keyword",
  [anon_sym_times] = "keyword",
  [anon_sym_to] = "keyword",
  [anon_sym_where] = "keyword",
  [anon_sym_with] = "keyword",
  [anon_sym_let] = "keyword",
  [anon_sym_and] = "keyword",
  [anon_sym_else] = "keyword",
  [anon_sym_then] = "keyword",
  [anon_sym_SEMI] = ";",
  [anon_sym_LPAREN] = "(",
  [anon_sym_COMMA] = ",",
  [anon_sym_DOT] = ".",
  [anon_sym_RPAREN] = ")",
  [anon_sym_LBRACK] = "[",
  [anon_sym_RBRACK] = "]",
  [anon_sym_DQUOTE] = "\"",
  [sym_text_run] = "text_run",
  [sym_escape] = "escape",
  [anon_sym_no] = "no",
  [anon_sym_nothing] = "nothing",
  [anon_sym_yes] = "yes",
  [sym_dice] = "dice",
  [sym_number] = "number",
  [sym_operator] = "operator",
  [sym_other] = "other",
  [sym__code_start] = "_code_start",
  [sym__row_start] = "_row_start",
  [sym__bullet_start] = "_bullet_start",
  [sym_row_text] = "text_run",
  [sym_source_file] = "source_file",
  [sym__line] = "_line",
  [sym_row] = "row",
  [sym_list_row] = "list_row",
  [sym__row_text] = "_row_text",
  [sym__row_part] = "_row_part",
  [sym__effects] = "_effects",
  [sym_pipe_row] = "pipe_row",
  [sym__cell] = "_cell",
  [sym__cell_part] = "_cell_part",
  [sym_cell_live] = "live",
  [sym__open_cell_live] = "live",
  [sym__escaped_bar] = "_escaped_bar",
  [sym_code] = "code",
  [sym__statement] = "_statement",
  [sym__bar] = "_bar",
  [sym__starting] = "_starting",
  [sym__definition] = "_definition",
  [sym__piece] = "_piece",
  [sym__plain] = "_plain",
  [sym_text] = "text",
  [sym_live] = "live",
  [sym__open_live] = "live",
  [sym_literal] = "literal",
  [aux_sym_source_file_repeat1] = "source_file_repeat1",
  [aux_sym__row_text_repeat1] = "_row_text_repeat1",
  [aux_sym_pipe_row_repeat1] = "pipe_row_repeat1",
  [aux_sym__cell_repeat1] = "_cell_repeat1",
  [aux_sym_cell_live_repeat1] = "cell_live_repeat1",
  [aux_sym__statement_repeat1] = "_statement_repeat1",
  [aux_sym_text_repeat1] = "text_repeat1",
  [aux_sym_live_repeat1] = "live_repeat1",
  [alias_sym_definition] = "definition",
};

static const TSSymbol ts_symbol_map[] = {
  [ts_builtin_sym_end] = ts_builtin_sym_end,
  [sym_name] = sym_name,
  [anon_sym_LF] = anon_sym_LF,
  [sym_doc] = sym_doc,
  [sym_comment] = sym_comment,
  [anon_sym_COLON] = anon_sym_COLON,
  [sym_key] = sym_key,
  [sym_bullet] = sym_bullet,
  [anon_sym_EQ_GT] = anon_sym_EQ_GT,
  [anon_sym_PIPE] = anon_sym_PIPE,
  [sym_rule] = sym_rule,
  [sym_key_cell] = sym_key,
  [sym_cell_text] = sym_text_run,
  [anon_sym_LBRACE] = anon_sym_LBRACE,
  [anon_sym_RBRACE] = anon_sym_RBRACE,
  [anon_sym_BSLASH_PIPE] = sym_operator,
  [anon_sym_after] = sym_name,
  [anon_sym_answers] = sym_name,
  [anon_sym_any] = sym_name,
  [anon_sym_as] = sym_name,
  [anon_sym_before] = sym_name,
  [anon_sym_by] = sym_name,
  [anon_sym_cancels] = sym_name,
  [anon_sym_chance] = sym_name,
  [anon_sym_clamp] = sym_name,
  [anon_sym_dice] = sym_name,
  [anon_sym_down] = sym_name,
  [anon_sym_highest] = sym_name,
  [anon_sym_lowest] = sym_name,
  [anon_sym_of] = sym_name,
  [anon_sym_quietly] = sym_name,
  [anon_sym_rolls] = sym_name,
  [anon_sym_row] = sym_name,
  [anon_sym_shift] = sym_name,
  [anon_sym_takes] = sym_name,
  [anon_sym_unique] = sym_name,
  [anon_sym_until] = sym_name,
  [anon_sym_while] = sym_name,
  [anon_sym_within] = sym_name,
  [anon_sym_without] = sym_name,
  [anon_sym_add] = anon_sym_add,
  [anon_sym_advance] = anon_sym_add,
  [anon_sym_apply] = anon_sym_add,
  [anon_sym_ask] = anon_sym_add,
  [anon_sym_author] = anon_sym_add,
  [anon_sym_cancel] = anon_sym_add,
  [anon_sym_choose] = anon_sym_add,
  [anon_sym_do] = anon_sym_add,
  [anon_sym_every] = anon_sym_add,
  [anon_sym_expect] = anon_sym_add,
  [anon_sym_improve] = anon_sym_add,
  [anon_sym_license] = anon_sym_add,
  [anon_sym_next] = anon_sym_add,
  [anon_sym_note] = anon_sym_add,
  [anon_sym_party] = anon_sym_add,
  [anon_sym_policy] = anon_sym_add,
  [anon_sym_remove] = anon_sym_add,
  [anon_sym_repeat] = anon_sym_add,
  [anon_sym_reshuffle] = anon_sym_add,
  [anon_sym_return] = anon_sym_add,
  [anon_sym_roll] = anon_sym_add,
  [anon_sym_say] = anon_sym_add,
  [anon_sym_show] = anon_sym_add,
  [anon_sym_skip] = anon_sym_add,
  [anon_sym_source] = anon_sym_add,
  [anon_sym_stop] = anon_sym_add,
  [anon_sym_tags] = anon_sym_add,
  [anon_sym_test] = anon_sym_add,
  [anon_sym_use] = anon_sym_add,
  [anon_sym_version] = anon_sym_add,
  [anon_sym_when] = anon_sym_add,
  [anon_sym_worsen] = anon_sym_add,
  [anon_sym_chart] = anon_sym_add,
  [anon_sym_deck] = anon_sym_add,
  [anon_sym_each] = anon_sym_add,
  [anon_sym_fn] = anon_sym_add,
  [anon_sym_keep] = anon_sym_add,
  [anon_sym_ladder] = anon_sym_add,
  [anon_sym_option] = anon_sym_add,
  [anon_sym_procedure] = anon_sym_add,
  [anon_sym_roster] = anon_sym_add,
  [anon_sym_rules] = anon_sym_add,
  [anon_sym_sheet] = anon_sym_add,
  [anon_sym_step] = anon_sym_add,
  [anon_sym_symbols] = anon_sym_add,
  [anon_sym_table] = anon_sym_add,
  [anon_sym_timer] = anon_sym_add,
  [anon_sym_unit] = anon_sym_add,
  [anon_sym_words] = anon_sym_add,
  [anon_sym_change] = anon_sym_add,
  [anon_sym_stub] = anon_sym_add,
  [anon_sym_adv] = anon_sym_add,
  [anon_sym_default] = anon_sym_add,
  [anon_sym_dis] = anon_sym_add,
  [anon_sym_end] = anon_sym_add,
  [anon_sym_for] = anon_sym_add,
  [anon_sym_from] = anon_sym_add,
  [anon_sym_given] = anon_sym_add,
  [anon_sym_has] = anon_sym_add,
  [anon_sym_if] = anon_sym_add,
  [anon_sym_in] = anon_sym_add,
  [anon_sym_is] = anon_sym_add,
  [anon_sym_mod] = anon_sym_add,
  [anon_sym_not] = anon_sym_add,
  [anon_sym_odds] = anon_sym_add,
  [anon_sym_or] = anon_sym_add,
  [anon_sym_otherwise] = anon_sym_add,
  [anon_sym_pick] = anon_sym_add,
  [anon_sym_times] = anon_sym_add,
  [anon_sym_to] = anon_sym_add,
  [anon_sym_where] = anon_sym_add,
  [anon_sym_with] = anon_sym_add,
  [anon_sym_let] = anon_sym_add,
  [anon_sym_and] = anon_sym_add,
  [anon_sym_else] = anon_sym_add,
  [anon_sym_then] = anon_sym_add,
  [anon_sym_SEMI] = anon_sym_SEMI,
  [anon_sym_LPAREN] = anon_sym_LPAREN,
  [anon_sym_COMMA] = anon_sym_COMMA,
  [anon_sym_DOT] = anon_sym_DOT,
  [anon_sym_RPAREN] = anon_sym_RPAREN,
  [anon_sym_LBRACK] = anon_sym_LBRACK,
  [anon_sym_RBRACK] = anon_sym_RBRACK,
  [anon_sym_DQUOTE] = anon_sym_DQUOTE,
  [sym_text_run] = sym_text_run,
  [sym_escape] = sym_escape,
  [anon_sym_no] = anon_sym_no,
  [anon_sym_nothing] = anon_sym_nothing,
  [anon_sym_yes] = anon_sym_yes,
  [sym_dice] = sym_dice,
  [sym_number] = sym_number,
  [sym_operator] = sym_operator,
  [sym_other] = sym_other,
  [sym__code_start] = sym__code_start,
  [sym__row_start] = sym__row_start,
  [sym__bullet_start] = sym__bullet_start,
  [sym_row_text] = sym_text_run,
  [sym_source_file] = sym_source_file,
  [sym__line] = sym__line,
  [sym_row] = sym_row,
  [sym_list_row] = sym_list_row,
  [sym__row_text] = sym__row_text,
  [sym__row_part] = sym__row_part,
  [sym__effects] = sym__effects,
  [sym_pipe_row] = sym_pipe_row,
  [sym__cell] = sym__cell,
  [sym__cell_part] = sym__cell_part,
  [sym_cell_live] = sym_live,
  [sym__open_cell_live] = sym_live,
  [sym__escaped_bar] = sym__escaped_bar,
  [sym_code] = sym_code,
  [sym__statement] = sym__statement,
  [sym__bar] = sym__bar,
  [sym__starting] = sym__starting,
  [sym__definition] = sym__definition,
  [sym__piece] = sym__piece,
  [sym__plain] = sym__plain,
  [sym_text] = sym_text,
  [sym_live] = sym_live,
  [sym__open_live] = sym_live,
  [sym_literal] = sym_literal,
  [aux_sym_source_file_repeat1] = aux_sym_source_file_repeat1,
  [aux_sym__row_text_repeat1] = aux_sym__row_text_repeat1,
  [aux_sym_pipe_row_repeat1] = aux_sym_pipe_row_repeat1,
  [aux_sym__cell_repeat1] = aux_sym__cell_repeat1,
  [aux_sym_cell_live_repeat1] = aux_sym_cell_live_repeat1,
  [aux_sym__statement_repeat1] = aux_sym__statement_repeat1,
  [aux_sym_text_repeat1] = aux_sym_text_repeat1,
  [aux_sym_live_repeat1] = aux_sym_live_repeat1,
  [alias_sym_definition] = alias_sym_definition,
};

static const TSSymbolMetadata ts_symbol_metadata[] = {
  [ts_builtin_sym_end] = {
    .visible = false,
    .named = true,
  },
  [sym_name] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_LF] = {
    .visible = true,
    .named = false,
  },
  [sym_doc] = {
    .visible = true,
    .named = true,
  },
  [sym_comment] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_COLON] = {
    .visible = true,
    .named = false,
  },
  [sym_key] = {
    .visible = true,
    .named = true,
  },
  [sym_bullet] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_EQ_GT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_PIPE] = {
    .visible = true,
    .named = false,
  },
  [sym_rule] = {
    .visible = true,
    .named = true,
  },
  [sym_key_cell] = {
    .visible = true,
    .named = true,
  },
  [sym_cell_text] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_LBRACE] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_RBRACE] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_BSLASH_PIPE] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_after] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_answers] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_any] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_as] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_before] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_by] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_cancels] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_chance] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_clamp] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_dice] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_down] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_highest] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_lowest] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_of] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_quietly] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_rolls] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_row] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_shift] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_takes] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_unique] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_until] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_while] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_within] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_without] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_add] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_advance] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_apply] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_ask] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_author] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_cancel] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_choose] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_do] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_every] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_expect] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_improve] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_license] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_next] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_note] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_party] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_policy] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_remove] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_repeat] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_reshuffle] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_return] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_roll] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_say] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_show] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_skip] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_source] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_stop] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_tags] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_test] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_use] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_version] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_when] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_worsen] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_chart] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_deck] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_each] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_fn] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_keep] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_ladder] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_option] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_procedure] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_roster] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_rules] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_sheet] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_step] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_symbols] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_table] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_timer] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_unit] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_words] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_change] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_stub] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_adv] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_default] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_dis] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_end] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_for] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_from] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_given] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_has] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_if] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_in] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_is] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_mod] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_not] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_odds] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_or] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_otherwise] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_pick] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_times] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_to] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_where] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_with] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_let] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_and] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_else] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_then] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_SEMI] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LPAREN] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_COMMA] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_RPAREN] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LBRACK] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_RBRACK] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DQUOTE] = {
    .visible = true,
    .named = false,
  },
  [sym_text_run] = {
    .visible = true,
    .named = true,
  },
  [sym_escape] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_no] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_nothing] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_yes] = {
    .visible = true,
    .named = false,
  },
  [sym_dice] = {
    .visible = true,
    .named = true,
  },
  [sym_number] = {
    .visible = true,
    .named = true,
  },
  [sym_operator] = {
    .visible = true,
    .named = true,
  },
  [sym_other] = {
    .visible = true,
    .named = true,
  },
  [sym__code_start] = {
    .visible = false,
    .named = true,
  },
  [sym__row_start] = {
    .visible = false,
    .named = true,
  },
  [sym__bullet_start] = {
    .visible = false,
    .named = true,
  },
  [sym_row_text] = {
    .visible = true,
    .named = true,
  },
  [sym_source_file] = {
    .visible = true,
    .named = true,
  },
  [sym__line] = {
    .visible = false,
    .named = true,
  },
  [sym_row] = {
    .visible = true,
    .named = true,
  },
  [sym_list_row] = {
    .visible = true,
    .named = true,
  },
  [sym__row_text] = {
    .visible = false,
    .named = true,
  },
  [sym__row_part] = {
    .visible = false,
    .named = true,
  },
  [sym__effects] = {
    .visible = false,
    .named = true,
  },
  [sym_pipe_row] = {
    .visible = true,
    .named = true,
  },
  [sym__cell] = {
    .visible = false,
    .named = true,
  },
  [sym__cell_part] = {
    .visible = false,
    .named = true,
  },
  [sym_cell_live] = {
    .visible = true,
    .named = true,
  },
  [sym__open_cell_live] = {
    .visible = true,
    .named = true,
  },
  [sym__escaped_bar] = {
    .visible = false,
    .named = true,
  },
  [sym_code] = {
    .visible = true,
    .named = true,
  },
  [sym__statement] = {
    .visible = false,
    .named = true,
  },
  [sym__bar] = {
    .visible = false,
    .named = true,
  },
  [sym__starting] = {
    .visible = false,
    .named = true,
  },
  [sym__definition] = {
    .visible = false,
    .named = true,
  },
  [sym__piece] = {
    .visible = false,
    .named = true,
  },
  [sym__plain] = {
    .visible = false,
    .named = true,
  },
  [sym_text] = {
    .visible = true,
    .named = true,
  },
  [sym_live] = {
    .visible = true,
    .named = true,
  },
  [sym__open_live] = {
    .visible = true,
    .named = true,
  },
  [sym_literal] = {
    .visible = true,
    .named = true,
  },
  [aux_sym_source_file_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym__row_text_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_pipe_row_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym__cell_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_cell_live_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym__statement_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_text_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_live_repeat1] = {
    .visible = false,
    .named = false,
  },
  [alias_sym_definition] = {
    .visible = true,
    .named = true,
  },
};

static const TSSymbol ts_alias_sequences[PRODUCTION_ID_COUNT][MAX_ALIAS_SEQUENCE_LENGTH] = {
  [0] = {0},
  [1] = {
    [0] = sym_operator,
  },
  [2] = {
    [0] = anon_sym_add,
  },
  [3] = {
    [0] = alias_sym_definition,
  },
  [4] = {
    [1] = sym_name,
  },
  [5] = {
    [1] = sym_code,
  },
};

static const uint16_t ts_non_terminal_alias_map[] = {
  sym__statement, 2,
    sym__statement,
    sym_code,
  0,
};

static const TSStateId ts_primary_state_ids[STATE_COUNT] = {
  [0] = 0,
  [1] = 1,
  [2] = 2,
  [3] = 3,
  [4] = 4,
  [5] = 5,
  [6] = 4,
  [7] = 5,
  [8] = 8,
  [9] = 9,
  [10] = 10,
  [11] = 11,
  [12] = 12,
  [13] = 13,
  [14] = 14,
  [15] = 15,
  [16] = 13,
  [17] = 17,
  [18] = 12,
  [19] = 19,
  [20] = 11,
  [21] = 12,
  [22] = 22,
  [23] = 13,
  [24] = 19,
  [25] = 22,
  [26] = 26,
  [27] = 27,
  [28] = 27,
  [29] = 29,
  [30] = 26,
  [31] = 31,
  [32] = 29,
  [33] = 33,
  [34] = 27,
  [35] = 29,
  [36] = 36,
  [37] = 37,
  [38] = 37,
  [39] = 39,
  [40] = 40,
  [41] = 36,
  [42] = 42,
  [43] = 43,
  [44] = 44,
  [45] = 45,
  [46] = 46,
  [47] = 47,
  [48] = 48,
  [49] = 49,
  [50] = 50,
  [51] = 51,
  [52] = 52,
  [53] = 39,
  [54] = 40,
  [55] = 45,
  [56] = 49,
  [57] = 43,
  [58] = 44,
  [59] = 50,
  [60] = 47,
  [61] = 52,
  [62] = 42,
  [63] = 51,
  [64] = 48,
  [65] = 46,
  [66] = 66,
  [67] = 67,
  [68] = 68,
  [69] = 69,
  [70] = 70,
  [71] = 71,
  [72] = 72,
  [73] = 73,
  [74] = 74,
  [75] = 75,
  [76] = 76,
  [77] = 77,
  [78] = 36,
  [79] = 37,
  [80] = 80,
  [81] = 81,
  [82] = 82,
  [83] = 83,
  [84] = 84,
  [85] = 85,
  [86] = 86,
  [87] = 87,
  [88] = 88,
  [89] = 89,
  [90] = 90,
  [91] = 91,
  [92] = 92,
  [93] = 93,
  [94] = 94,
  [95] = 95,
  [96] = 96,
  [97] = 97,
  [98] = 98,
};

static TSCharacterRange extras_character_set_1[] = {
  {'\t', '\t'}, {0x0b, '\r'}, {' ', ' '}, {0x85, 0x85}, {0xa0, 0xa0}, {0x1680, 0x1680}, {0x2000, 0x200a}, {0x2028, 0x2029},
  {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000},
};

static TSCharacterRange sym_name_character_set_1[] = {
  {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xaa, 0xaa}, {0xb5, 0xb5}, {0xba, 0xba}, {0xc0, 0xd6}, {0xd8, 0xf6},
  {0xf8, 0x2c1}, {0x2c6, 0x2d1}, {0x2e0, 0x2e4}, {0x2ec, 0x2ec}, {0x2ee, 0x2ee}, {0x370, 0x374}, {0x376, 0x377}, {0x37a, 0x37d},
  {0x37f, 0x37f}, {0x386, 0x386}, {0x388, 0x38a}, {0x38c, 0x38c}, {0x38e, 0x3a1}, {0x3a3, 0x3f5}, {0x3f7, 0x481}, {0x48a, 0x52f},
  {0x531, 0x556}, {0x559, 0x559}, {0x560, 0x588}, {0x5d0, 0x5ea}, {0x5ef, 0x5f2}, {0x620, 0x64a}, {0x66e, 0x66f}, {0x671, 0x6d3},
  {0x6d5, 0x6d5}, {0x6e5, 0x6e6}, {0x6ee, 0x6ef}, {0x6fa, 0x6fc}, {0x6ff, 0x6ff}, {0x710, 0x710}, {0x712, 0x72f}, {0x74d, 0x7a5},
  {0x7b1, 0x7b1}, {0x7ca, 0x7ea}, {0x7f4, 0x7f5}, {0x7fa, 0x7fa}, {0x800, 0x815}, {0x81a, 0x81a}, {0x824, 0x824}, {0x828, 0x828},
  {0x840, 0x858}, {0x860, 0x86a}, {0x870, 0x887}, {0x889, 0x88e}, {0x8a0, 0x8c9}, {0x904, 0x939}, {0x93d, 0x93d}, {0x950, 0x950},
  {0x958, 0x961}, {0x971, 0x980}, {0x985, 0x98c}, {0x98f, 0x990}, {0x993, 0x9a8}, {0x9aa, 0x9b0}, {0x9b2, 0x9b2}, {0x9b6, 0x9b9},
  {0x9bd, 0x9bd}, {0x9ce, 0x9ce}, {0x9dc, 0x9dd}, {0x9df, 0x9e1}, {0x9f0, 0x9f1}, {0x9fc, 0x9fc}, {0xa05, 0xa0a}, {0xa0f, 0xa10},
  {0xa13, 0xa28}, {0xa2a, 0xa30}, {0xa32, 0xa33}, {0xa35, 0xa36}, {0xa38, 0xa39}, {0xa59, 0xa5c}, {0xa5e, 0xa5e}, {0xa72, 0xa74},
  {0xa85, 0xa8d}, {0xa8f, 0xa91}, {0xa93, 0xaa8}, {0xaaa, 0xab0}, {0xab2, 0xab3}, {0xab5, 0xab9}, {0xabd, 0xabd}, {0xad0, 0xad0},
  {0xae0, 0xae1}, {0xaf9, 0xaf9}, {0xb05, 0xb0c}, {0xb0f, 0xb10}, {0xb13, 0xb28}, {0xb2a, 0xb30}, {0xb32, 0xb33}, {0xb35, 0xb39},
  {0xb3d, 0xb3d}, {0xb5c, 0xb5d}, {0xb5f, 0xb61}, {0xb71, 0xb71}, {0xb83, 0xb83}, {0xb85, 0xb8a}, {0xb8e, 0xb90}, {0xb92, 0xb95},
  {0xb99, 0xb9a}, {0xb9c, 0xb9c}, {0xb9e, 0xb9f}, {0xba3, 0xba4}, {0xba8, 0xbaa}, {0xbae, 0xbb9}, {0xbd0, 0xbd0}, {0xc05, 0xc0c},
  {0xc0e, 0xc10}, {0xc12, 0xc28}, {0xc2a, 0xc39}, {0xc3d, 0xc3d}, {0xc58, 0xc5a}, {0xc5d, 0xc5d}, {0xc60, 0xc61}, {0xc80, 0xc80},
  {0xc85, 0xc8c}, {0xc8e, 0xc90}, {0xc92, 0xca8}, {0xcaa, 0xcb3}, {0xcb5, 0xcb9}, {0xcbd, 0xcbd}, {0xcdd, 0xcde}, {0xce0, 0xce1},
  {0xcf1, 0xcf2}, {0xd04, 0xd0c}, {0xd0e, 0xd10}, {0xd12, 0xd3a}, {0xd3d, 0xd3d}, {0xd4e, 0xd4e}, {0xd54, 0xd56}, {0xd5f, 0xd61},
  {0xd7a, 0xd7f}, {0xd85, 0xd96}, {0xd9a, 0xdb1}, {0xdb3, 0xdbb}, {0xdbd, 0xdbd}, {0xdc0, 0xdc6}, {0xe01, 0xe30}, {0xe32, 0xe33},
  {0xe40, 0xe46}, {0xe81, 0xe82}, {0xe84, 0xe84}, {0xe86, 0xe8a}, {0xe8c, 0xea3}, {0xea5, 0xea5}, {0xea7, 0xeb0}, {0xeb2, 0xeb3},
  {0xebd, 0xebd}, {0xec0, 0xec4}, {0xec6, 0xec6}, {0xedc, 0xedf}, {0xf00, 0xf00}, {0xf40, 0xf47}, {0xf49, 0xf6c}, {0xf88, 0xf8c},
  {0x1000, 0x102a}, {0x103f, 0x103f}, {0x1050, 0x1055}, {0x105a, 0x105d}, {0x1061, 0x1061}, {0x1065, 0x1066}, {0x106e, 0x1070}, {0x1075, 0x1081},
  {0x108e, 0x108e}, {0x10a0, 0x10c5}, {0x10c7, 0x10c7}, {0x10cd, 0x10cd}, {0x10d0, 0x10fa}, {0x10fc, 0x1248}, {0x124a, 0x124d}, {0x1250, 0x1256},
  {0x1258, 0x1258}, {0x125a, 0x125d}, {0x1260, 0x1288}, {0x128a, 0x128d}, {0x1290, 0x12b0}, {0x12b2, 0x12b5}, {0x12b8, 0x12be}, {0x12c0, 0x12c0},
  {0x12c2, 0x12c5}, {0x12c8, 0x12d6}, {0x12d8, 0x1310}, {0x1312, 0x1315}, {0x1318, 0x135a}, {0x1380, 0x138f}, {0x13a0, 0x13f5}, {0x13f8, 0x13fd},
  {0x1401, 0x166c}, {0x166f, 0x167f}, {0x1681, 0x169a}, {0x16a0, 0x16ea}, {0x16f1, 0x16f8}, {0x1700, 0x1711}, {0x171f, 0x1731}, {0x1740, 0x1751},
  {0x1760, 0x176c}, {0x176e, 0x1770}, {0x1780, 0x17b3}, {0x17d7, 0x17d7}, {0x17dc, 0x17dc}, {0x1820, 0x1878}, {0x1880, 0x1884}, {0x1887, 0x18a8},
  {0x18aa, 0x18aa}, {0x18b0, 0x18f5}, {0x1900, 0x191e}, {0x1950, 0x196d}, {0x1970, 0x1974}, {0x1980, 0x19ab}, {0x19b0, 0x19c9}, {0x1a00, 0x1a16},
  {0x1a20, 0x1a54}, {0x1aa7, 0x1aa7}, {0x1b05, 0x1b33}, {0x1b45, 0x1b4c}, {0x1b83, 0x1ba0}, {0x1bae, 0x1baf}, {0x1bba, 0x1be5}, {0x1c00, 0x1c23},
  {0x1c4d, 0x1c4f}, {0x1c5a, 0x1c7d}, {0x1c80, 0x1c88}, {0x1c90, 0x1cba}, {0x1cbd, 0x1cbf}, {0x1ce9, 0x1cec}, {0x1cee, 0x1cf3}, {0x1cf5, 0x1cf6},
  {0x1cfa, 0x1cfa}, {0x1d00, 0x1dbf}, {0x1e00, 0x1f15}, {0x1f18, 0x1f1d}, {0x1f20, 0x1f45}, {0x1f48, 0x1f4d}, {0x1f50, 0x1f57}, {0x1f59, 0x1f59},
  {0x1f5b, 0x1f5b}, {0x1f5d, 0x1f5d}, {0x1f5f, 0x1f7d}, {0x1f80, 0x1fb4}, {0x1fb6, 0x1fbc}, {0x1fbe, 0x1fbe}, {0x1fc2, 0x1fc4}, {0x1fc6, 0x1fcc},
  {0x1fd0, 0x1fd3}, {0x1fd6, 0x1fdb}, {0x1fe0, 0x1fec}, {0x1ff2, 0x1ff4}, {0x1ff6, 0x1ffc}, {0x2071, 0x2071}, {0x207f, 0x207f}, {0x2090, 0x209c},
  {0x2102, 0x2102}, {0x2107, 0x2107}, {0x210a, 0x2113}, {0x2115, 0x2115}, {0x2119, 0x211d}, {0x2124, 0x2124}, {0x2126, 0x2126}, {0x2128, 0x2128},
  {0x212a, 0x212d}, {0x212f, 0x2139}, {0x213c, 0x213f}, {0x2145, 0x2149}, {0x214e, 0x214e}, {0x2183, 0x2184}, {0x2c00, 0x2ce4}, {0x2ceb, 0x2cee},
  {0x2cf2, 0x2cf3}, {0x2d00, 0x2d25}, {0x2d27, 0x2d27}, {0x2d2d, 0x2d2d}, {0x2d30, 0x2d67}, {0x2d6f, 0x2d6f}, {0x2d80, 0x2d96}, {0x2da0, 0x2da6},
  {0x2da8, 0x2dae}, {0x2db0, 0x2db6}, {0x2db8, 0x2dbe}, {0x2dc0, 0x2dc6}, {0x2dc8, 0x2dce}, {0x2dd0, 0x2dd6}, {0x2dd8, 0x2dde}, {0x2e2f, 0x2e2f},
  {0x3005, 0x3006}, {0x3031, 0x3035}, {0x303b, 0x303c}, {0x3041, 0x3096}, {0x309d, 0x309f}, {0x30a1, 0x30fa}, {0x30fc, 0x30ff}, {0x3105, 0x312f},
  {0x3131, 0x318e}, {0x31a0, 0x31bf}, {0x31f0, 0x31ff}, {0x3400, 0x3400}, {0x4dbf, 0x4dbf}, {0x4e00, 0x4e00}, {0x9fff, 0xa48c}, {0xa4d0, 0xa4fd},
  {0xa500, 0xa60c}, {0xa610, 0xa61f}, {0xa62a, 0xa62b}, {0xa640, 0xa66e}, {0xa67f, 0xa69d}, {0xa6a0, 0xa6e5}, {0xa717, 0xa71f}, {0xa722, 0xa788},
  {0xa78b, 0xa7ca}, {0xa7d0, 0xa7d1}, {0xa7d3, 0xa7d3}, {0xa7d5, 0xa7d9}, {0xa7f2, 0xa801}, {0xa803, 0xa805}, {0xa807, 0xa80a}, {0xa80c, 0xa822},
  {0xa840, 0xa873}, {0xa882, 0xa8b3}, {0xa8f2, 0xa8f7}, {0xa8fb, 0xa8fb}, {0xa8fd, 0xa8fe}, {0xa90a, 0xa925}, {0xa930, 0xa946}, {0xa960, 0xa97c},
  {0xa984, 0xa9b2}, {0xa9cf, 0xa9cf}, {0xa9e0, 0xa9e4}, {0xa9e6, 0xa9ef}, {0xa9fa, 0xa9fe}, {0xaa00, 0xaa28}, {0xaa40, 0xaa42}, {0xaa44, 0xaa4b},
  {0xaa60, 0xaa76}, {0xaa7a, 0xaa7a}, {0xaa7e, 0xaaaf}, {0xaab1, 0xaab1}, {0xaab5, 0xaab6}, {0xaab9, 0xaabd}, {0xaac0, 0xaac0}, {0xaac2, 0xaac2},
  {0xaadb, 0xaadd}, {0xaae0, 0xaaea}, {0xaaf2, 0xaaf4}, {0xab01, 0xab06}, {0xab09, 0xab0e}, {0xab11, 0xab16}, {0xab20, 0xab26}, {0xab28, 0xab2e},
  {0xab30, 0xab5a}, {0xab5c, 0xab69}, {0xab70, 0xabe2}, {0xac00, 0xac00}, {0xd7a3, 0xd7a3}, {0xd7b0, 0xd7c6}, {0xd7cb, 0xd7fb}, {0xf900, 0xfa6d},
  {0xfa70, 0xfad9}, {0xfb00, 0xfb06}, {0xfb13, 0xfb17}, {0xfb1d, 0xfb1d}, {0xfb1f, 0xfb28}, {0xfb2a, 0xfb36}, {0xfb38, 0xfb3c}, {0xfb3e, 0xfb3e},
  {0xfb40, 0xfb41}, {0xfb43, 0xfb44}, {0xfb46, 0xfbb1}, {0xfbd3, 0xfd3d}, {0xfd50, 0xfd8f}, {0xfd92, 0xfdc7}, {0xfdf0, 0xfdfb}, {0xfe70, 0xfe74},
  {0xfe76, 0xfefc}, {0xff21, 0xff3a}, {0xff41, 0xff5a}, {0xff66, 0xffbe}, {0xffc2, 0xffc7}, {0xffca, 0xffcf}, {0xffd2, 0xffd7}, {0xffda, 0xffdc},
  {0x10000, 0x1000b}, {0x1000d, 0x10026}, {0x10028, 0x1003a}, {0x1003c, 0x1003d}, {0x1003f, 0x1004d}, {0x10050, 0x1005d}, {0x10080, 0x100fa}, {0x10280, 0x1029c},
  {0x102a0, 0x102d0}, {0x10300, 0x1031f}, {0x1032d, 0x10340}, {0x10342, 0x10349}, {0x10350, 0x10375}, {0x10380, 0x1039d}, {0x103a0, 0x103c3}, {0x103c8, 0x103cf},
  {0x10400, 0x1049d}, {0x104b0, 0x104d3}, {0x104d8, 0x104fb}, {0x10500, 0x10527}, {0x10530, 0x10563}, {0x10570, 0x1057a}, {0x1057c, 0x1058a}, {0x1058c, 0x10592},
  {0x10594, 0x10595}, {0x10597, 0x105a1}, {0x105a3, 0x105b1}, {0x105b3, 0x105b9}, {0x105bb, 0x105bc}, {0x10600, 0x10736}, {0x10740, 0x10755}, {0x10760, 0x10767},
  {0x10780, 0x10785}, {0x10787, 0x107b0}, {0x107b2, 0x107ba}, {0x10800, 0x10805}, {0x10808, 0x10808}, {0x1080a, 0x10835}, {0x10837, 0x10838}, {0x1083c, 0x1083c},
  {0x1083f, 0x10855}, {0x10860, 0x10876}, {0x10880, 0x1089e}, {0x108e0, 0x108f2}, {0x108f4, 0x108f5}, {0x10900, 0x10915}, {0x10920, 0x1092b},
};

static TSCharacterRange sym_name_character_set_2[] = {
  {'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xaa, 0xaa}, {0xb2, 0xb3}, {0xb5, 0xb5}, {0xb9, 0xba},
  {0xbc, 0xbe}, {0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0x2c1}, {0x2c6, 0x2d1}, {0x2e0, 0x2e4}, {0x2ec, 0x2ec}, {0x2ee, 0x2ee},
  {0x300, 0x374}, {0x376, 0x377}, {0x37a, 0x37d}, {0x37f, 0x37f}, {0x386, 0x386}, {0x388, 0x38a}, {0x38c, 0x38c}, {0x38e, 0x3a1},
  {0x3a3, 0x3f5}, {0x3f7, 0x481}, {0x483, 0x52f}, {0x531, 0x556}, {0x559, 0x559}, {0x560, 0x588}, {0x591, 0x5bd}, {0x5bf, 0x5bf},
  {0x5c1, 0x5c2}, {0x5c4, 0x5c5}, {0x5c7, 0x5c7}, {0x5d0, 0x5ea}, {0x5ef, 0x5f2}, {0x610, 0x61a}, {0x620, 0x669}, {0x66e, 0x6d3},
  {0x6d5, 0x6dc}, {0x6df, 0x6e8}, {0x6ea, 0x6fc}, {0x6ff, 0x6ff}, {0x710, 0x74a}, {0x74d, 0x7b1}, {0x7c0, 0x7f5}, {0x7fa, 0x7fa},
  {0x7fd, 0x7fd}, {0x800, 0x82d}, {0x840, 0x85b}, {0x860, 0x86a}, {0x870, 0x887}, {0x889, 0x88e}, {0x898, 0x8e1}, {0x8e3, 0x963},
  {0x966, 0x96f}, {0x971, 0x983}, {0x985, 0x98c}, {0x98f, 0x990}, {0x993, 0x9a8}, {0x9aa, 0x9b0}, {0x9b2, 0x9b2}, {0x9b6, 0x9b9},
  {0x9bc, 0x9c4}, {0x9c7, 0x9c8}, {0x9cb, 0x9ce}, {0x9d7, 0x9d7}, {0x9dc, 0x9dd}, {0x9df, 0x9e3}, {0x9e6, 0x9f1}, {0x9f4, 0x9f9},
  {0x9fc, 0x9fc}, {0x9fe, 0x9fe}, {0xa01, 0xa03}, {0xa05, 0xa0a}, {0xa0f, 0xa10}, {0xa13, 0xa28}, {0xa2a, 0xa30}, {0xa32, 0xa33},
  {0xa35, 0xa36}, {0xa38, 0xa39}, {0xa3c, 0xa3c}, {0xa3e, 0xa42}, {0xa47, 0xa48}, {0xa4b, 0xa4d}, {0xa51, 0xa51}, {0xa59, 0xa5c},
  {0xa5e, 0xa5e}, {0xa66, 0xa75}, {0xa81, 0xa83}, {0xa85, 0xa8d}, {0xa8f, 0xa91}, {0xa93, 0xaa8}, {0xaaa, 0xab0}, {0xab2, 0xab3},
  {0xab5, 0xab9}, {0xabc, 0xac5}, {0xac7, 0xac9}, {0xacb, 0xacd}, {0xad0, 0xad0}, {0xae0, 0xae3}, {0xae6, 0xaef}, {0xaf9, 0xaff},
  {0xb01, 0xb03}, {0xb05, 0xb0c}, {0xb0f, 0xb10}, {0xb13, 0xb28}, {0xb2a, 0xb30}, {0xb32, 0xb33}, {0xb35, 0xb39}, {0xb3c, 0xb44},
  {0xb47, 0xb48}, {0xb4b, 0xb4d}, {0xb55, 0xb57}, {0xb5c, 0xb5d}, {0xb5f, 0xb63}, {0xb66, 0xb6f}, {0xb71, 0xb77}, {0xb82, 0xb83},
  {0xb85, 0xb8a}, {0xb8e, 0xb90}, {0xb92, 0xb95}, {0xb99, 0xb9a}, {0xb9c, 0xb9c}, {0xb9e, 0xb9f}, {0xba3, 0xba4}, {0xba8, 0xbaa},
  {0xbae, 0xbb9}, {0xbbe, 0xbc2}, {0xbc6, 0xbc8}, {0xbca, 0xbcd}, {0xbd0, 0xbd0}, {0xbd7, 0xbd7}, {0xbe6, 0xbf2}, {0xc00, 0xc0c},
  {0xc0e, 0xc10}, {0xc12, 0xc28}, {0xc2a, 0xc39}, {0xc3c, 0xc44}, {0xc46, 0xc48}, {0xc4a, 0xc4d}, {0xc55, 0xc56}, {0xc58, 0xc5a},
  {0xc5d, 0xc5d}, {0xc60, 0xc63}, {0xc66, 0xc6f}, {0xc78, 0xc7e}, {0xc80, 0xc83}, {0xc85, 0xc8c}, {0xc8e, 0xc90}, {0xc92, 0xca8},
  {0xcaa, 0xcb3}, {0xcb5, 0xcb9}, {0xcbc, 0xcc4}, {0xcc6, 0xcc8}, {0xcca, 0xccd}, {0xcd5, 0xcd6}, {0xcdd, 0xcde}, {0xce0, 0xce3},
  {0xce6, 0xcef}, {0xcf1, 0xcf2}, {0xd00, 0xd0c}, {0xd0e, 0xd10}, {0xd12, 0xd44}, {0xd46, 0xd48}, {0xd4a, 0xd4e}, {0xd54, 0xd63},
  {0xd66, 0xd78}, {0xd7a, 0xd7f}, {0xd81, 0xd83}, {0xd85, 0xd96}, {0xd9a, 0xdb1}, {0xdb3, 0xdbb}, {0xdbd, 0xdbd}, {0xdc0, 0xdc6},
  {0xdca, 0xdca}, {0xdcf, 0xdd4}, {0xdd6, 0xdd6}, {0xdd8, 0xddf}, {0xde6, 0xdef}, {0xdf2, 0xdf3}, {0xe01, 0xe3a}, {0xe40, 0xe4e},
  {0xe50, 0xe59}, {0xe81, 0xe82}, {0xe84, 0xe84}, {0xe86, 0xe8a}, {0xe8c, 0xea3}, {0xea5, 0xea5}, {0xea7, 0xebd}, {0xec0, 0xec4},
  {0xec6, 0xec6}, {0xec8, 0xecd}, {0xed0, 0xed9}, {0xedc, 0xedf}, {0xf00, 0xf00}, {0xf18, 0xf19}, {0xf20, 0xf33}, {0xf35, 0xf35},
  {0xf37, 0xf37}, {0xf39, 0xf39}, {0xf3e, 0xf47}, {0xf49, 0xf6c}, {0xf71, 0xf84}, {0xf86, 0xf97}, {0xf99, 0xfbc}, {0xfc6, 0xfc6},
  {0x1000, 0x1049}, {0x1050, 0x109d}, {0x10a0, 0x10c5}, {0x10c7, 0x10c7}, {0x10cd, 0x10cd}, {0x10d0, 0x10fa}, {0x10fc, 0x1248}, {0x124a, 0x124d},
  {0x1250, 0x1256}, {0x1258, 0x1258}, {0x125a, 0x125d}, {0x1260, 0x1288}, {0x128a, 0x128d}, {0x1290, 0x12b0}, {0x12b2, 0x12b5}, {0x12b8, 0x12be},
  {0x12c0, 0x12c0}, {0x12c2, 0x12c5}, {0x12c8, 0x12d6}, {0x12d8, 0x1310}, {0x1312, 0x1315}, {0x1318, 0x135a}, {0x135d, 0x135f}, {0x1369, 0x137c},
  {0x1380, 0x138f}, {0x13a0, 0x13f5}, {0x13f8, 0x13fd}, {0x1401, 0x166c}, {0x166f, 0x167f}, {0x1681, 0x169a}, {0x16a0, 0x16ea}, {0x16ee, 0x16f8},
  {0x1700, 0x1715}, {0x171f, 0x1734}, {0x1740, 0x1753}, {0x1760, 0x176c}, {0x176e, 0x1770}, {0x1772, 0x1773}, {0x1780, 0x17d3}, {0x17d7, 0x17d7},
  {0x17dc, 0x17dd}, {0x17e0, 0x17e9}, {0x17f0, 0x17f9}, {0x180b, 0x180d}, {0x180f, 0x1819}, {0x1820, 0x1878}, {0x1880, 0x18aa}, {0x18b0, 0x18f5},
  {0x1900, 0x191e}, {0x1920, 0x192b}, {0x1930, 0x193b}, {0x1946, 0x196d}, {0x1970, 0x1974}, {0x1980, 0x19ab}, {0x19b0, 0x19c9}, {0x19d0, 0x19da},
  {0x1a00, 0x1a1b}, {0x1a20, 0x1a5e}, {0x1a60, 0x1a7c}, {0x1a7f, 0x1a89}, {0x1a90, 0x1a99}, {0x1aa7, 0x1aa7}, {0x1ab0, 0x1ace}, {0x1b00, 0x1b4c},
  {0x1b50, 0x1b59}, {0x1b6b, 0x1b73}, {0x1b80, 0x1bf3}, {0x1c00, 0x1c37}, {0x1c40, 0x1c49}, {0x1c4d, 0x1c7d}, {0x1c80, 0x1c88}, {0x1c90, 0x1cba},
  {0x1cbd, 0x1cbf}, {0x1cd0, 0x1cd2}, {0x1cd4, 0x1cfa}, {0x1d00, 0x1f15}, {0x1f18, 0x1f1d}, {0x1f20, 0x1f45}, {0x1f48, 0x1f4d}, {0x1f50, 0x1f57},
  {0x1f59, 0x1f59}, {0x1f5b, 0x1f5b}, {0x1f5d, 0x1f5d}, {0x1f5f, 0x1f7d}, {0x1f80, 0x1fb4}, {0x1fb6, 0x1fbc}, {0x1fbe, 0x1fbe}, {0x1fc2, 0x1fc4},
  {0x1fc6, 0x1fcc}, {0x1fd0, 0x1fd3}, {0x1fd6, 0x1fdb}, {0x1fe0, 0x1fec}, {0x1ff2, 0x1ff4}, {0x1ff6, 0x1ffc}, {0x2070, 0x2071}, {0x2074, 0x2079},
  {0x207f, 0x2089}, {0x2090, 0x209c}, {0x20d0, 0x20f0}, {0x2102, 0x2102}, {0x2107, 0x2107}, {0x210a, 0x2113}, {0x2115, 0x2115}, {0x2119, 0x211d},
  {0x2124, 0x2124}, {0x2126, 0x2126}, {0x2128, 0x2128}, {0x212a, 0x212d}, {0x212f, 0x2139}, {0x213c, 0x213f}, {0x2145, 0x2149}, {0x214e, 0x214e},
  {0x2150, 0x2189}, {0x2460, 0x249b}, {0x24ea, 0x24ff}, {0x2776, 0x2793}, {0x2c00, 0x2ce4}, {0x2ceb, 0x2cf3}, {0x2cfd, 0x2cfd}, {0x2d00, 0x2d25},
  {0x2d27, 0x2d27}, {0x2d2d, 0x2d2d}, {0x2d30, 0x2d67}, {0x2d6f, 0x2d6f}, {0x2d7f, 0x2d96}, {0x2da0, 0x2da6}, {0x2da8, 0x2dae}, {0x2db0, 0x2db6},
  {0x2db8, 0x2dbe}, {0x2dc0, 0x2dc6}, {0x2dc8, 0x2dce}, {0x2dd0, 0x2dd6}, {0x2dd8, 0x2dde}, {0x2de0, 0x2dff}, {0x2e2f, 0x2e2f}, {0x3005, 0x3007},
  {0x3021, 0x302f}, {0x3031, 0x3035}, {0x3038, 0x303c}, {0x3041, 0x3096}, {0x3099, 0x309a}, {0x309d, 0x309f}, {0x30a1, 0x30fa}, {0x30fc, 0x30ff},
  {0x3105, 0x312f}, {0x3131, 0x318e}, {0x3192, 0x3195}, {0x31a0, 0x31bf}, {0x31f0, 0x31ff}, {0x3220, 0x3229}, {0x3248, 0x324f}, {0x3251, 0x325f},
  {0x3280, 0x3289}, {0x32b1, 0x32bf}, {0x3400, 0x3400}, {0x4dbf, 0x4dbf}, {0x4e00, 0x4e00}, {0x9fff, 0xa48c}, {0xa4d0, 0xa4fd}, {0xa500, 0xa60c},
  {0xa610, 0xa62b}, {0xa640, 0xa672}, {0xa674, 0xa67d}, {0xa67f, 0xa6f1}, {0xa717, 0xa71f}, {0xa722, 0xa788}, {0xa78b, 0xa7ca}, {0xa7d0, 0xa7d1},
  {0xa7d3, 0xa7d3}, {0xa7d5, 0xa7d9}, {0xa7f2, 0xa827}, {0xa82c, 0xa82c}, {0xa830, 0xa835}, {0xa840, 0xa873}, {0xa880, 0xa8c5}, {0xa8d0, 0xa8d9},
  {0xa8e0, 0xa8f7}, {0xa8fb, 0xa8fb}, {0xa8fd, 0xa92d}, {0xa930, 0xa953}, {0xa960, 0xa97c}, {0xa980, 0xa9c0}, {0xa9cf, 0xa9d9}, {0xa9e0, 0xa9fe},
  {0xaa00, 0xaa36}, {0xaa40, 0xaa4d}, {0xaa50, 0xaa59}, {0xaa60, 0xaa76}, {0xaa7a, 0xaac2}, {0xaadb, 0xaadd}, {0xaae0, 0xaaef}, {0xaaf2, 0xaaf6},
  {0xab01, 0xab06}, {0xab09, 0xab0e}, {0xab11, 0xab16}, {0xab20, 0xab26}, {0xab28, 0xab2e}, {0xab30, 0xab5a}, {0xab5c, 0xab69}, {0xab70, 0xabea},
  {0xabec, 0xabed}, {0xabf0, 0xabf9}, {0xac00, 0xac00}, {0xd7a3, 0xd7a3}, {0xd7b0, 0xd7c6}, {0xd7cb, 0xd7fb}, {0xf900, 0xfa6d}, {0xfa70, 0xfad9},
  {0xfb00, 0xfb06}, {0xfb13, 0xfb17}, {0xfb1d, 0xfb28}, {0xfb2a, 0xfb36}, {0xfb38, 0xfb3c}, {0xfb3e, 0xfb3e}, {0xfb40, 0xfb41}, {0xfb43, 0xfb44},
  {0xfb46, 0xfbb1}, {0xfbd3, 0xfd3d}, {0xfd50, 0xfd8f}, {0xfd92, 0xfdc7}, {0xfdf0, 0xfdfb}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfe70, 0xfe74},
  {0xfe76, 0xfefc}, {0xff10, 0xff19}, {0xff21, 0xff3a}, {0xff41, 0xff5a}, {0xff66, 0xffbe}, {0xffc2, 0xffc7}, {0xffca, 0xffcf}, {0xffd2, 0xffd7},
  {0xffda, 0xffdc}, {0x10000, 0x1000b}, {0x1000d, 0x10026}, {0x10028, 0x1003a}, {0x1003c, 0x1003d}, {0x1003f, 0x1004d}, {0x10050, 0x1005d}, {0x10080, 0x100fa},
  {0x10107, 0x10133}, {0x10140, 0x10178}, {0x1018a, 0x1018b}, {0x101fd, 0x101fd}, {0x10280, 0x1029c}, {0x102a0, 0x102d0}, {0x102e0, 0x102fb}, {0x10300, 0x10323},
  {0x1032d, 0x1034a}, {0x10350, 0x1037a}, {0x10380, 0x1039d}, {0x103a0, 0x103c3}, {0x103c8, 0x103cf}, {0x103d1, 0x103d5}, {0x10400, 0x1049d}, {0x104a0, 0x104a9},
  {0x104b0, 0x104d3}, {0x104d8, 0x104fb}, {0x10500, 0x10527}, {0x10530, 0x10563}, {0x10570, 0x1057a}, {0x1057c, 0x1058a}, {0x1058c, 0x10592}, {0x10594, 0x10595},
  {0x10597, 0x105a1}, {0x105a3, 0x105b1}, {0x105b3, 0x105b9}, {0x105bb, 0x105bc}, {0x10600, 0x10736}, {0x10740, 0x10755}, {0x10760, 0x10767}, {0x10780, 0x10785},
  {0x10787, 0x107b0}, {0x107b2, 0x107ba}, {0x10800, 0x10805}, {0x10808, 0x10808}, {0x1080a, 0x10835}, {0x10837, 0x10838}, {0x1083c, 0x1083c}, {0x1083f, 0x10855},
  {0x10858, 0x10876}, {0x10879, 0x1089e}, {0x108a7, 0x108af}, {0x108e0, 0x108f2}, {0x108f4, 0x108f5}, {0x108fb, 0x1091b}, {0x10920, 0x1092b},
};

static TSCharacterRange sym_operator_character_set_1[] = {
  {'!', '!'}, {'*', '+'}, {'-', '/'}, {'<', '>'}, {0xd7, 0xd7}, {0x2013, 0x2013}, {0x2212, 0x2212}, {0x2260, 0x2260},
  {0x2264, 0x2265},
};

static TSCharacterRange sym_other_character_set_1[] = {
  {0, 0x08}, {0x0e, 0x1f}, {'$', '\''}, {'?', '@'}, {'\\', '\\'}, {'^', '^'}, {'`', '`'}, {'~', 0x84},
  {0x86, 0x9f}, {0xa1, 0xa9}, {0xab, 0xb4}, {0xb6, 0xb9}, {0xbb, 0xbf}, {0xf7, 0xf7}, {0x2c2, 0x2c5}, {0x2d2, 0x2df},
  {0x2e5, 0x2eb}, {0x2ed, 0x2ed}, {0x2ef, 0x36f}, {0x375, 0x375}, {0x378, 0x379}, {0x37e, 0x37e}, {0x380, 0x385}, {0x387, 0x387},
  {0x38b, 0x38b}, {0x38d, 0x38d}, {0x3a2, 0x3a2}, {0x3f6, 0x3f6}, {0x482, 0x489}, {0x530, 0x530}, {0x557, 0x558}, {0x55a, 0x55f},
  {0x589, 0x5cf}, {0x5eb, 0x5ee}, {0x5f3, 0x61f}, {0x64b, 0x66d}, {0x670, 0x670}, {0x6d4, 0x6d4}, {0x6d6, 0x6e4}, {0x6e7, 0x6ed},
  {0x6f0, 0x6f9}, {0x6fd, 0x6fe}, {0x700, 0x70f}, {0x711, 0x711}, {0x730, 0x74c}, {0x7a6, 0x7b0}, {0x7b2, 0x7c9}, {0x7eb, 0x7f3},
  {0x7f6, 0x7f9}, {0x7fb, 0x7ff}, {0x816, 0x819}, {0x81b, 0x823}, {0x825, 0x827}, {0x829, 0x83f}, {0x859, 0x85f}, {0x86b, 0x86f},
  {0x888, 0x888}, {0x88f, 0x89f}, {0x8ca, 0x903}, {0x93a, 0x93c}, {0x93e, 0x94f}, {0x951, 0x957}, {0x962, 0x970}, {0x981, 0x984},
  {0x98d, 0x98e}, {0x991, 0x992}, {0x9a9, 0x9a9}, {0x9b1, 0x9b1}, {0x9b3, 0x9b5}, {0x9ba, 0x9bc}, {0x9be, 0x9cd}, {0x9cf, 0x9db},
  {0x9de, 0x9de}, {0x9e2, 0x9ef}, {0x9f2, 0x9fb}, {0x9fd, 0xa04}, {0xa0b, 0xa0e}, {0xa11, 0xa12}, {0xa29, 0xa29}, {0xa31, 0xa31},
  {0xa34, 0xa34}, {0xa37, 0xa37}, {0xa3a, 0xa58}, {0xa5d, 0xa5d}, {0xa5f, 0xa71}, {0xa75, 0xa84}, {0xa8e, 0xa8e}, {0xa92, 0xa92},
  {0xaa9, 0xaa9}, {0xab1, 0xab1}, {0xab4, 0xab4}, {0xaba, 0xabc}, {0xabe, 0xacf}, {0xad1, 0xadf}, {0xae2, 0xaf8}, {0xafa, 0xb04},
  {0xb0d, 0xb0e}, {0xb11, 0xb12}, {0xb29, 0xb29}, {0xb31, 0xb31}, {0xb34, 0xb34}, {0xb3a, 0xb3c}, {0xb3e, 0xb5b}, {0xb5e, 0xb5e},
  {0xb62, 0xb70}, {0xb72, 0xb82}, {0xb84, 0xb84}, {0xb8b, 0xb8d}, {0xb91, 0xb91}, {0xb96, 0xb98}, {0xb9b, 0xb9b}, {0xb9d, 0xb9d},
  {0xba0, 0xba2}, {0xba5, 0xba7}, {0xbab, 0xbad}, {0xbba, 0xbcf}, {0xbd1, 0xc04}, {0xc0d, 0xc0d}, {0xc11, 0xc11}, {0xc29, 0xc29},
  {0xc3a, 0xc3c}, {0xc3e, 0xc57}, {0xc5b, 0xc5c}, {0xc5e, 0xc5f}, {0xc62, 0xc7f}, {0xc81, 0xc84}, {0xc8d, 0xc8d}, {0xc91, 0xc91},
  {0xca9, 0xca9}, {0xcb4, 0xcb4}, {0xcba, 0xcbc}, {0xcbe, 0xcdc}, {0xcdf, 0xcdf}, {0xce2, 0xcf0}, {0xcf3, 0xd03}, {0xd0d, 0xd0d},
  {0xd11, 0xd11}, {0xd3b, 0xd3c}, {0xd3e, 0xd4d}, {0xd4f, 0xd53}, {0xd57, 0xd5e}, {0xd62, 0xd79}, {0xd80, 0xd84}, {0xd97, 0xd99},
  {0xdb2, 0xdb2}, {0xdbc, 0xdbc}, {0xdbe, 0xdbf}, {0xdc7, 0xe00}, {0xe31, 0xe31}, {0xe34, 0xe3f}, {0xe47, 0xe80}, {0xe83, 0xe83},
  {0xe85, 0xe85}, {0xe8b, 0xe8b}, {0xea4, 0xea4}, {0xea6, 0xea6}, {0xeb1, 0xeb1}, {0xeb4, 0xebc}, {0xebe, 0xebf}, {0xec5, 0xec5},
  {0xec7, 0xedb}, {0xee0, 0xeff}, {0xf01, 0xf3f}, {0xf48, 0xf48}, {0xf6d, 0xf87}, {0xf8d, 0xfff}, {0x102b, 0x103e}, {0x1040, 0x104f},
  {0x1056, 0x1059}, {0x105e, 0x1060}, {0x1062, 0x1064}, {0x1067, 0x106d}, {0x1071, 0x1074}, {0x1082, 0x108d}, {0x108f, 0x109f}, {0x10c6, 0x10c6},
  {0x10c8, 0x10cc}, {0x10ce, 0x10cf}, {0x10fb, 0x10fb}, {0x1249, 0x1249}, {0x124e, 0x124f}, {0x1257, 0x1257}, {0x1259, 0x1259}, {0x125e, 0x125f},
  {0x1289, 0x1289}, {0x128e, 0x128f}, {0x12b1, 0x12b1}, {0x12b6, 0x12b7}, {0x12bf, 0x12bf}, {0x12c1, 0x12c1}, {0x12c6, 0x12c7}, {0x12d7, 0x12d7},
  {0x1311, 0x1311}, {0x1316, 0x1317}, {0x135b, 0x137f}, {0x1390, 0x139f}, {0x13f6, 0x13f7}, {0x13fe, 0x1400}, {0x166d, 0x166e}, {0x169b, 0x169f},
  {0x16eb, 0x16f0}, {0x16f9, 0x16ff}, {0x1712, 0x171e}, {0x1732, 0x173f}, {0x1752, 0x175f}, {0x176d, 0x176d}, {0x1771, 0x177f}, {0x17b4, 0x17d6},
  {0x17d8, 0x17db}, {0x17dd, 0x181f}, {0x1879, 0x187f}, {0x1885, 0x1886}, {0x18a9, 0x18a9}, {0x18ab, 0x18af}, {0x18f6, 0x18ff}, {0x191f, 0x194f},
  {0x196e, 0x196f}, {0x1975, 0x197f}, {0x19ac, 0x19af}, {0x19ca, 0x19ff}, {0x1a17, 0x1a1f}, {0x1a55, 0x1aa6}, {0x1aa8, 0x1b04}, {0x1b34, 0x1b44},
  {0x1b4d, 0x1b82}, {0x1ba1, 0x1bad}, {0x1bb0, 0x1bb9}, {0x1be6, 0x1bff}, {0x1c24, 0x1c4c}, {0x1c50, 0x1c59}, {0x1c7e, 0x1c7f}, {0x1c89, 0x1c8f},
  {0x1cbb, 0x1cbc}, {0x1cc0, 0x1ce8}, {0x1ced, 0x1ced}, {0x1cf4, 0x1cf4}, {0x1cf7, 0x1cf9}, {0x1cfb, 0x1cff}, {0x1dc0, 0x1dff}, {0x1f16, 0x1f17},
  {0x1f1e, 0x1f1f}, {0x1f46, 0x1f47}, {0x1f4e, 0x1f4f}, {0x1f58, 0x1f58}, {0x1f5a, 0x1f5a}, {0x1f5c, 0x1f5c}, {0x1f5e, 0x1f5e}, {0x1f7e, 0x1f7f},
  {0x1fb5, 0x1fb5}, {0x1fbd, 0x1fbd}, {0x1fbf, 0x1fc1}, {0x1fc5, 0x1fc5}, {0x1fcd, 0x1fcf}, {0x1fd4, 0x1fd5}, {0x1fdc, 0x1fdf}, {0x1fed, 0x1ff1},
  {0x1ff5, 0x1ff5}, {0x1ffd, 0x1fff}, {0x200b, 0x2012}, {0x2014, 0x2027}, {0x202a, 0x202e}, {0x2030, 0x205e}, {0x2060, 0x2070}, {0x2072, 0x207e},
  {0x2080, 0x208f}, {0x209d, 0x2101}, {0x2103, 0x2106}, {0x2108, 0x2109}, {0x2114, 0x2114}, {0x2116, 0x2118}, {0x211e, 0x2123}, {0x2125, 0x2125},
  {0x2127, 0x2127}, {0x2129, 0x2129}, {0x212e, 0x212e}, {0x213a, 0x213b}, {0x2140, 0x2144}, {0x214a, 0x214d}, {0x214f, 0x2182}, {0x2185, 0x2211},
  {0x2213, 0x225f}, {0x2261, 0x2263}, {0x2266, 0x2bff}, {0x2ce5, 0x2cea}, {0x2cef, 0x2cf1}, {0x2cf4, 0x2cff}, {0x2d26, 0x2d26}, {0x2d28, 0x2d2c},
  {0x2d2e, 0x2d2f}, {0x2d68, 0x2d6e}, {0x2d70, 0x2d7f}, {0x2d97, 0x2d9f}, {0x2da7, 0x2da7}, {0x2daf, 0x2daf}, {0x2db7, 0x2db7}, {0x2dbf, 0x2dbf},
  {0x2dc7, 0x2dc7}, {0x2dcf, 0x2dcf}, {0x2dd7, 0x2dd7}, {0x2ddf, 0x2e2e}, {0x2e30, 0x2fff}, {0x3001, 0x3004}, {0x3007, 0x3030}, {0x3036, 0x303a},
  {0x303d, 0x3040}, {0x3097, 0x309c}, {0x30a0, 0x30a0}, {0x30fb, 0x30fb}, {0x3100, 0x3104}, {0x3130, 0x3130}, {0x318f, 0x319f}, {0x31c0, 0x31ef},
  {0x3200, 0x33ff}, {0x3401, 0x4dbe}, {0x4dc0, 0x4dff}, {0x4e01, 0x9ffe}, {0xa48d, 0xa4cf}, {0xa4fe, 0xa4ff}, {0xa60d, 0xa60f}, {0xa620, 0xa629},
  {0xa62c, 0xa63f}, {0xa66f, 0xa67e}, {0xa69e, 0xa69f}, {0xa6e6, 0xa716}, {0xa720, 0xa721}, {0xa789, 0xa78a}, {0xa7cb, 0xa7cf}, {0xa7d2, 0xa7d2},
  {0xa7d4, 0xa7d4}, {0xa7da, 0xa7f1}, {0xa802, 0xa802}, {0xa806, 0xa806}, {0xa80b, 0xa80b}, {0xa823, 0xa83f}, {0xa874, 0xa881}, {0xa8b4, 0xa8f1},
  {0xa8f8, 0xa8fa}, {0xa8fc, 0xa8fc}, {0xa8ff, 0xa909}, {0xa926, 0xa92f}, {0xa947, 0xa95f}, {0xa97d, 0xa983}, {0xa9b3, 0xa9ce}, {0xa9d0, 0xa9df},
  {0xa9e5, 0xa9e5}, {0xa9f0, 0xa9f9}, {0xa9ff, 0xa9ff}, {0xaa29, 0xaa3f}, {0xaa43, 0xaa43}, {0xaa4c, 0xaa5f}, {0xaa77, 0xaa79}, {0xaa7b, 0xaa7d},
  {0xaab0, 0xaab0}, {0xaab2, 0xaab4}, {0xaab7, 0xaab8}, {0xaabe, 0xaabf}, {0xaac1, 0xaac1}, {0xaac3, 0xaada}, {0xaade, 0xaadf}, {0xaaeb, 0xaaf1},
  {0xaaf5, 0xab00}, {0xab07, 0xab08}, {0xab0f, 0xab10}, {0xab17, 0xab1f}, {0xab27, 0xab27}, {0xab2f, 0xab2f}, {0xab5b, 0xab5b}, {0xab6a, 0xab6f},
  {0xabe3, 0xabff}, {0xac01, 0xd7a2}, {0xd7a4, 0xd7af}, {0xd7c7, 0xd7ca}, {0xd7fc, 0xf8ff}, {0xfa6e, 0xfa6f}, {0xfada, 0xfaff}, {0xfb07, 0xfb12},
  {0xfb18, 0xfb1c}, {0xfb1e, 0xfb1e}, {0xfb29, 0xfb29}, {0xfb37, 0xfb37}, {0xfb3d, 0xfb3d}, {0xfb3f, 0xfb3f}, {0xfb42, 0xfb42}, {0xfb45, 0xfb45},
  {0xfbb2, 0xfbd2}, {0xfd3e, 0xfd4f}, {0xfd90, 0xfd91}, {0xfdc8, 0xfdef}, {0xfdfc, 0xfe6f}, {0xfe75, 0xfe75}, {0xfefd, 0xff20}, {0xff3b, 0xff40},
  {0xff5b, 0xff65}, {0xffbf, 0xffc1}, {0xffc8, 0xffc9}, {0xffd0, 0xffd1}, {0xffd8, 0xffd9}, {0xffdd, 0xffff}, {0x1000c, 0x1000c}, {0x10027, 0x10027},
  {0x1003b, 0x1003b}, {0x1003e, 0x1003e}, {0x1004e, 0x1004f}, {0x1005e, 0x1007f}, {0x100fb, 0x1027f}, {0x1029d, 0x1029f}, {0x102d1, 0x102ff}, {0x10320, 0x1032c},
  {0x10341, 0x10341}, {0x1034a, 0x1034f}, {0x10376, 0x1037f}, {0x1039e, 0x1039f}, {0x103c4, 0x103c7}, {0x103d0, 0x103ff}, {0x1049e, 0x104af}, {0x104d4, 0x104d7},
  {0x104fc, 0x104ff}, {0x10528, 0x1052f}, {0x10564, 0x1056f}, {0x1057b, 0x1057b}, {0x1058b, 0x1058b}, {0x10593, 0x10593}, {0x10596, 0x10596}, {0x105a2, 0x105a2},
  {0x105b2, 0x105b2}, {0x105ba, 0x105ba}, {0x105bd, 0x105ff}, {0x10737, 0x1073f}, {0x10756, 0x1075f}, {0x10768, 0x1077f}, {0x10786, 0x10786}, {0x107b1, 0x107b1},
  {0x107bb, 0x107ff}, {0x10806, 0x10807}, {0x10809, 0x10809}, {0x10836, 0x10836}, {0x10839, 0x1083b}, {0x1083d, 0x1083e}, {0x10856, 0x1085f}, {0x10877, 0x1087f},
  {0x1089f, 0x108df}, {0x108f3, 0x108f3}, {0x108f6, 0x108ff}, {0x10916, 0x1091f}, {0x1092c, 0x10ffff},
};

static bool ts_lex(TSLexer *lexer, TSStateId state) {
  START_LEXER();
  eof = lexer->eof(lexer);
  switch (state) {
    case 0:
      if (eof) ADVANCE(16);
      ADVANCE_MAP(
        '\n', 17,
        '"', 43,
        '#', 19,
        '(', 36,
        ')', 40,
        ',', 37,
        '.', 38,
        ':', 21,
        ';', 35,
        '=', 2,
        '[', 41,
        '\\', 59,
        ']', 42,
        '{', 32,
        '|', 25,
        '}', 33,
        '*', 23,
        '-', 23,
        'D', 68,
        'd', 68,
      );
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(66);
      if (set_contains(extras_character_set_1, 11, lookahead)) SKIP(0);
      if (set_contains(sym_name_character_set_1, 431, lookahead)) ADVANCE(69);
      if ((!eof && set_contains(sym_other_character_set_1, 445, lookahead))) ADVANCE(71);
      END_STATE();
    case 1:
      if (lookahead == '.') ADVANCE(70);
      END_STATE();
    case 2:
      if (lookahead == '>') ADVANCE(24);
      END_STATE();
    case 3:
      if (lookahead == '\\') ADVANCE(30);
      if (set_contains(extras_character_set_1, 11, lookahead)) ADVANCE(3);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead) &&
          lookahead != '|') ADVANCE(29);
      END_STATE();
    case 4:
      if (lookahead == 'f') ADVANCE(61);
      if (lookahead == '%' ||
          lookahead == 'F') ADVANCE(62);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(62);
      END_STATE();
    case 5:
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(67);
      END_STATE();
    case 6:
      if (set_contains(extras_character_set_1, 11, lookahead)) ADVANCE(6);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead) &&
          lookahead != '\\' &&
          lookahead != '{' &&
          lookahead != '|') ADVANCE(31);
      END_STATE();
    case 7:
      if (set_contains(extras_character_set_1, 11, lookahead)) SKIP(7);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead) &&
          lookahead != ':') ADVANCE(22);
      END_STATE();
    case 8:
      if (set_contains(extras_character_set_1, 11, lookahead)) ADVANCE(8);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead) &&
          lookahead != ':') ADVANCE(22);
      END_STATE();
    case 9:
      if (eof) ADVANCE(16);
      ADVANCE_MAP(
        '\n', 17,
        '"', 43,
        '#', 20,
        '(', 36,
        ')', 40,
        ',', 37,
        '.', 39,
        ':', 21,
        ';', 35,
        '[', 41,
        '\\', 72,
        ']', 42,
        '{', 32,
        '|', 25,
        '}', 33,
        'D', 68,
        'd', 68,
      );
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(66);
      if (lookahead == '!' ||
          ('*' <= lookahead && lookahead <= '>') ||
          lookahead == 0xd7 ||
          lookahead == 0x2013 ||
          lookahead == 0x2212 ||
          lookahead == 0x2260 ||
          lookahead == 0x2264 ||
          lookahead == 0x2265) ADVANCE(70);
      if (set_contains(extras_character_set_1, 11, lookahead)) SKIP(9);
      if (set_contains(sym_name_character_set_1, 431, lookahead)) ADVANCE(69);
      if (lookahead != 0) ADVANCE(71);
      END_STATE();
    case 10:
      if (eof) ADVANCE(16);
      ADVANCE_MAP(
        '\n', 17,
        '"', 43,
        '#', 20,
        '(', 36,
        ')', 40,
        ',', 37,
        '.', 39,
        ':', 21,
        ';', 35,
        '[', 41,
        ']', 42,
        '{', 32,
        '|', 25,
        '}', 33,
        'D', 68,
        'd', 68,
      );
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(66);
      if (lookahead == '!' ||
          ('*' <= lookahead && lookahead <= '>') ||
          lookahead == 0xd7 ||
          lookahead == 0x2013 ||
          lookahead == 0x2212 ||
          lookahead == 0x2260 ||
          lookahead == 0x2264 ||
          lookahead == 0x2265) ADVANCE(70);
      if (set_contains(extras_character_set_1, 11, lookahead)) SKIP(10);
      if (set_contains(sym_name_character_set_1, 431, lookahead)) ADVANCE(69);
      if (lookahead != 0) ADVANCE(71);
      END_STATE();
    case 11:
      if (eof) ADVANCE(16);
      ADVANCE_MAP(
        '\n', 17,
        '"', 43,
        '#', 57,
        '(', 57,
        ')', 57,
        ',', 57,
        '.', 53,
        ':', 57,
        ';', 57,
        '[', 57,
        '\\', 59,
        ']', 57,
        '{', 32,
        '|', 57,
        '}', 57,
        'D', 51,
        'd', 51,
      );
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(49);
      if (lookahead == '!' ||
          ('*' <= lookahead && lookahead <= '>') ||
          lookahead == 0xd7 ||
          lookahead == 0x2013 ||
          lookahead == 0x2212 ||
          lookahead == 0x2260 ||
          lookahead == 0x2264 ||
          lookahead == 0x2265) ADVANCE(52);
      if (set_contains(extras_character_set_1, 11, lookahead)) ADVANCE(48);
      if (set_contains(sym_name_character_set_1, 431, lookahead)) ADVANCE(56);
      if (lookahead != 0) ADVANCE(57);
      END_STATE();
    case 12:
      if (eof) ADVANCE(16);
      ADVANCE_MAP(
        '\n', 17,
        '"', 43,
        '#', 57,
        '(', 57,
        ')', 57,
        ',', 57,
        '.', 53,
        ':', 57,
        ';', 57,
        '[', 57,
        '\\', 60,
        ']', 57,
        '{', 32,
        '|', 57,
        '}', 57,
        'D', 51,
        'd', 51,
      );
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(49);
      if (lookahead == '!' ||
          ('*' <= lookahead && lookahead <= '>') ||
          lookahead == 0xd7 ||
          lookahead == 0x2013 ||
          lookahead == 0x2212 ||
          lookahead == 0x2260 ||
          lookahead == 0x2264 ||
          lookahead == 0x2265) ADVANCE(52);
      if (set_contains(extras_character_set_1, 11, lookahead)) ADVANCE(48);
      if (set_contains(sym_name_character_set_1, 431, lookahead)) ADVANCE(56);
      if (lookahead != 0) ADVANCE(57);
      END_STATE();
    case 13:
      if (eof) ADVANCE(16);
      if (lookahead == '\n') ADVANCE(17);
      if (lookahead == '=') ADVANCE(2);
      if (lookahead == '\\') ADVANCE(60);
      if (lookahead == '{') ADVANCE(32);
      if (set_contains(extras_character_set_1, 11, lookahead)) SKIP(13);
      END_STATE();
    case 14:
      if (eof) ADVANCE(16);
      if (lookahead == '\n') ADVANCE(17);
      if (lookahead == '\\') ADVANCE(60);
      if (lookahead == '{') ADVANCE(32);
      if (lookahead == '|') ADVANCE(25);
      if (lookahead == '-' ||
          lookahead == ':') ADVANCE(27);
      if (set_contains(extras_character_set_1, 11, lookahead)) SKIP(14);
      if (lookahead != 0) ADVANCE(31);
      END_STATE();
    case 15:
      if (eof) ADVANCE(16);
      if (lookahead == '\n') ADVANCE(17);
      if (lookahead == '\\') ADVANCE(28);
      if (lookahead == '|') ADVANCE(25);
      if (lookahead == '-' ||
          lookahead == ':') ADVANCE(26);
      if (set_contains(extras_character_set_1, 11, lookahead)) SKIP(15);
      if (lookahead != 0) ADVANCE(29);
      END_STATE();
    case 16:
      ACCEPT_TOKEN(ts_builtin_sym_end);
      END_STATE();
    case 17:
      ACCEPT_TOKEN(anon_sym_LF);
      END_STATE();
    case 18:
      ACCEPT_TOKEN(sym_doc);
      if (lookahead != 0 &&
          lookahead != '\n') ADVANCE(18);
      END_STATE();
    case 19:
      ACCEPT_TOKEN(sym_comment);
      if (lookahead == '#') ADVANCE(18);
      if (lookahead != 0 &&
          lookahead != '\n') ADVANCE(20);
      END_STATE();
    case 20:
      ACCEPT_TOKEN(sym_comment);
      if (lookahead != 0 &&
          lookahead != '\n') ADVANCE(20);
      END_STATE();
    case 21:
      ACCEPT_TOKEN(anon_sym_COLON);
      END_STATE();
    case 22:
      ACCEPT_TOKEN(sym_key);
      if (set_contains(extras_character_set_1, 11, lookahead)) ADVANCE(8);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead) &&
          lookahead != ':') ADVANCE(22);
      END_STATE();
    case 23:
      ACCEPT_TOKEN(sym_bullet);
      END_STATE();
    case 24:
      ACCEPT_TOKEN(anon_sym_EQ_GT);
      END_STATE();
    case 25:
      ACCEPT_TOKEN(anon_sym_PIPE);
      END_STATE();
    case 26:
      ACCEPT_TOKEN(sym_rule);
      if (lookahead == '\\') ADVANCE(30);
      if (lookahead == '-' ||
          lookahead == ':') ADVANCE(26);
      if (set_contains(extras_character_set_1, 11, lookahead)) ADVANCE(3);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead) &&
          lookahead != '|') ADVANCE(29);
      END_STATE();
    case 27:
      ACCEPT_TOKEN(sym_rule);
      if (lookahead == '-' ||
          lookahead == ':') ADVANCE(27);
      if (set_contains(extras_character_set_1, 11, lookahead)) ADVANCE(6);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead) &&
          lookahead != '\\' &&
          lookahead != '{' &&
          lookahead != '|') ADVANCE(31);
      END_STATE();
    case 28:
      ACCEPT_TOKEN(sym_key_cell);
      if (lookahead == '\\') ADVANCE(30);
      if (lookahead == '|') ADVANCE(29);
      if (set_contains(extras_character_set_1, 11, lookahead)) ADVANCE(29);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead)) ADVANCE(29);
      END_STATE();
    case 29:
      ACCEPT_TOKEN(sym_key_cell);
      if (lookahead == '\\') ADVANCE(30);
      if (set_contains(extras_character_set_1, 11, lookahead)) ADVANCE(3);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead) &&
          lookahead != '|') ADVANCE(29);
      END_STATE();
    case 30:
      ACCEPT_TOKEN(sym_key_cell);
      if (lookahead == '\\') ADVANCE(30);
      if (lookahead != 0 &&
          lookahead != '\n') ADVANCE(29);
      END_STATE();
    case 31:
      ACCEPT_TOKEN(sym_cell_text);
      if (set_contains(extras_character_set_1, 11, lookahead)) ADVANCE(6);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead) &&
          lookahead != '\\' &&
          lookahead != '{' &&
          lookahead != '|') ADVANCE(31);
      END_STATE();
    case 32:
      ACCEPT_TOKEN(anon_sym_LBRACE);
      END_STATE();
    case 33:
      ACCEPT_TOKEN(anon_sym_RBRACE);
      END_STATE();
    case 34:
      ACCEPT_TOKEN(anon_sym_BSLASH_PIPE);
      END_STATE();
    case 35:
      ACCEPT_TOKEN(anon_sym_SEMI);
      END_STATE();
    case 36:
      ACCEPT_TOKEN(anon_sym_LPAREN);
      END_STATE();
    case 37:
      ACCEPT_TOKEN(anon_sym_COMMA);
      END_STATE();
    case 38:
      ACCEPT_TOKEN(anon_sym_DOT);
      END_STATE();
    case 39:
      ACCEPT_TOKEN(anon_sym_DOT);
      if (lookahead == '.') ADVANCE(70);
      END_STATE();
    case 40:
      ACCEPT_TOKEN(anon_sym_RPAREN);
      END_STATE();
    case 41:
      ACCEPT_TOKEN(anon_sym_LBRACK);
      END_STATE();
    case 42:
      ACCEPT_TOKEN(anon_sym_RBRACK);
      END_STATE();
    case 43:
      ACCEPT_TOKEN(anon_sym_DQUOTE);
      END_STATE();
    case 44:
      ACCEPT_TOKEN(sym_text_run);
      if (lookahead == '!') ADVANCE(44);
      if (lookahead == '=') ADVANCE(44);
      if (('<' <= lookahead && lookahead <= '>')) ADVANCE(44);
      if (lookahead == 0x2260 ||
          lookahead == 0x2264 ||
          lookahead == 0x2265) ADVANCE(44);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(44);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(44);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '!' &&
          lookahead != '"' &&
          lookahead != '\\' &&
          (lookahead < 'a' || '{' < lookahead)) ADVANCE(57);
      END_STATE();
    case 45:
      ACCEPT_TOKEN(sym_text_run);
      if (lookahead == '!') ADVANCE(44);
      if (lookahead == '=') ADVANCE(44);
      if (('<' <= lookahead && lookahead <= '>')) ADVANCE(44);
      if (lookahead == 0x2260 ||
          lookahead == 0x2264 ||
          lookahead == 0x2265) ADVANCE(44);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(45);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(45);
      if (set_contains(sym_name_character_set_2, 495, lookahead)) ADVANCE(56);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '!' &&
          lookahead != '"' &&
          lookahead != '\\' &&
          (lookahead < 'a' || '{' < lookahead)) ADVANCE(57);
      END_STATE();
    case 46:
      ACCEPT_TOKEN(sym_text_run);
      if (lookahead == '!') ADVANCE(44);
      if (lookahead == '=') ADVANCE(44);
      if (('<' <= lookahead && lookahead <= '>')) ADVANCE(44);
      if (lookahead == 0x2260 ||
          lookahead == 0x2264 ||
          lookahead == 0x2265) ADVANCE(44);
      if (set_contains(sym_name_character_set_2, 495, lookahead)) ADVANCE(56);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '!' &&
          lookahead != '"' &&
          lookahead != '\\' &&
          (lookahead < 'a' || '{' < lookahead)) ADVANCE(57);
      END_STATE();
    case 47:
      ACCEPT_TOKEN(sym_text_run);
      if (lookahead == '!') ADVANCE(44);
      if (lookahead == '=') ADVANCE(44);
      if (('<' <= lookahead && lookahead <= '>')) ADVANCE(44);
      if (lookahead == 0x2260 ||
          lookahead == 0x2264 ||
          lookahead == 0x2265) ADVANCE(44);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '!' &&
          lookahead != '"' &&
          lookahead != '\\' &&
          lookahead != '{') ADVANCE(57);
      END_STATE();
    case 48:
      ACCEPT_TOKEN(sym_text_run);
      ADVANCE_MAP(
        '#', 57,
        '(', 57,
        ')', 57,
        ',', 57,
        '.', 53,
        ':', 57,
        ';', 57,
        '[', 57,
        ']', 57,
        '|', 57,
        '}', 57,
        'D', 51,
        'd', 51,
      );
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(49);
      if (lookahead == '!' ||
          ('*' <= lookahead && lookahead <= '>') ||
          lookahead == 0xd7 ||
          lookahead == 0x2013 ||
          lookahead == 0x2212 ||
          lookahead == 0x2260 ||
          lookahead == 0x2264 ||
          lookahead == 0x2265) ADVANCE(52);
      if (set_contains(extras_character_set_1, 11, lookahead)) ADVANCE(48);
      if (set_contains(sym_name_character_set_1, 431, lookahead)) ADVANCE(56);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead) &&
          (lookahead < ' ' || '#' < lookahead) &&
          (lookahead < 'A' || ']' < lookahead) &&
          (lookahead < 'a' || '}' < lookahead)) ADVANCE(57);
      END_STATE();
    case 49:
      ACCEPT_TOKEN(sym_text_run);
      if (lookahead == '%') ADVANCE(57);
      if (lookahead == '.') ADVANCE(55);
      if (lookahead == 'D' ||
          lookahead == 'd') ADVANCE(54);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(49);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '"' &&
          lookahead != '\\' &&
          lookahead != '{') ADVANCE(57);
      END_STATE();
    case 50:
      ACCEPT_TOKEN(sym_text_run);
      if (lookahead == '%') ADVANCE(57);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(50);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '"' &&
          lookahead != '\\' &&
          lookahead != '{') ADVANCE(57);
      END_STATE();
    case 51:
      ACCEPT_TOKEN(sym_text_run);
      if (lookahead == '%') ADVANCE(44);
      if (lookahead == 'F') ADVANCE(45);
      if (lookahead == 'f') ADVANCE(46);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(45);
      if (set_contains(sym_name_character_set_2, 495, lookahead)) ADVANCE(56);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '"' &&
          lookahead != '\\' &&
          (lookahead < 'a' || '{' < lookahead)) ADVANCE(57);
      END_STATE();
    case 52:
      ACCEPT_TOKEN(sym_text_run);
      if (lookahead == '.') ADVANCE(53);
      if (set_contains(sym_operator_character_set_1, 9, lookahead)) ADVANCE(52);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '!' &&
          lookahead != '"' &&
          lookahead != '\\' &&
          lookahead != '{') ADVANCE(57);
      END_STATE();
    case 53:
      ACCEPT_TOKEN(sym_text_run);
      if (lookahead == '.') ADVANCE(52);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '"' &&
          lookahead != '\\' &&
          lookahead != '{') ADVANCE(57);
      END_STATE();
    case 54:
      ACCEPT_TOKEN(sym_text_run);
      if (lookahead == 'f') ADVANCE(47);
      if (lookahead == '%' ||
          lookahead == 'F') ADVANCE(44);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(44);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '"' &&
          lookahead != '\\' &&
          lookahead != '{') ADVANCE(57);
      END_STATE();
    case 55:
      ACCEPT_TOKEN(sym_text_run);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(50);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '"' &&
          lookahead != '\\' &&
          lookahead != '{') ADVANCE(57);
      END_STATE();
    case 56:
      ACCEPT_TOKEN(sym_text_run);
      if (set_contains(sym_name_character_set_2, 495, lookahead)) ADVANCE(56);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '"' &&
          lookahead != '\\' &&
          (lookahead < 'a' || '{' < lookahead)) ADVANCE(57);
      END_STATE();
    case 57:
      ACCEPT_TOKEN(sym_text_run);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '"' &&
          lookahead != '\\' &&
          lookahead != '{') ADVANCE(57);
      END_STATE();
    case 58:
      ACCEPT_TOKEN(sym_escape);
      END_STATE();
    case 59:
      ACCEPT_TOKEN(sym_escape);
      if (lookahead == '|') ADVANCE(34);
      if (lookahead != 0 &&
          lookahead != '\n') ADVANCE(58);
      END_STATE();
    case 60:
      ACCEPT_TOKEN(sym_escape);
      if (lookahead != 0 &&
          lookahead != '\n') ADVANCE(58);
      END_STATE();
    case 61:
      ACCEPT_TOKEN(sym_dice);
      if (lookahead == '!') ADVANCE(62);
      if (lookahead == '=') ADVANCE(62);
      if (('<' <= lookahead && lookahead <= '>')) ADVANCE(62);
      if (lookahead == 0x2260 ||
          lookahead == 0x2264 ||
          lookahead == 0x2265) ADVANCE(62);
      END_STATE();
    case 62:
      ACCEPT_TOKEN(sym_dice);
      if (lookahead == '!') ADVANCE(62);
      if (lookahead == '=') ADVANCE(62);
      if (('<' <= lookahead && lookahead <= '>')) ADVANCE(62);
      if (lookahead == 0x2260 ||
          lookahead == 0x2264 ||
          lookahead == 0x2265) ADVANCE(62);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(62);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(62);
      END_STATE();
    case 63:
      ACCEPT_TOKEN(sym_dice);
      if (lookahead == '!') ADVANCE(62);
      if (lookahead == '=') ADVANCE(62);
      if (('<' <= lookahead && lookahead <= '>')) ADVANCE(62);
      if (lookahead == 0x2260 ||
          lookahead == 0x2264 ||
          lookahead == 0x2265) ADVANCE(62);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(63);
      if (('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(63);
      if (set_contains(sym_name_character_set_2, 495, lookahead)) ADVANCE(69);
      END_STATE();
    case 64:
      ACCEPT_TOKEN(sym_dice);
      if (lookahead == '!') ADVANCE(62);
      if (lookahead == '=') ADVANCE(62);
      if (('<' <= lookahead && lookahead <= '>')) ADVANCE(62);
      if (lookahead == 0x2260 ||
          lookahead == 0x2264 ||
          lookahead == 0x2265) ADVANCE(62);
      if (set_contains(sym_name_character_set_2, 495, lookahead)) ADVANCE(69);
      END_STATE();
    case 65:
      ACCEPT_TOKEN(sym_number);
      END_STATE();
    case 66:
      ACCEPT_TOKEN(sym_number);
      if (lookahead == '%') ADVANCE(65);
      if (lookahead == '.') ADVANCE(5);
      if (lookahead == 'D' ||
          lookahead == 'd') ADVANCE(4);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(66);
      END_STATE();
    case 67:
      ACCEPT_TOKEN(sym_number);
      if (lookahead == '%') ADVANCE(65);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(67);
      END_STATE();
    case 68:
      ACCEPT_TOKEN(sym_name);
      if (lookahead == '%') ADVANCE(62);
      if (lookahead == 'F') ADVANCE(63);
      if (lookahead == 'f') ADVANCE(64);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(63);
      if (set_contains(sym_name_character_set_2, 495, lookahead)) ADVANCE(69);
      END_STATE();
    case 69:
      ACCEPT_TOKEN(sym_name);
      if (set_contains(sym_name_character_set_2, 495, lookahead)) ADVANCE(69);
      END_STATE();
    case 70:
      ACCEPT_TOKEN(sym_operator);
      if (lookahead == '.') ADVANCE(1);
      if (set_contains(sym_operator_character_set_1, 9, lookahead)) ADVANCE(70);
      END_STATE();
    case 71:
      ACCEPT_TOKEN(sym_other);
      END_STATE();
    case 72:
      ACCEPT_TOKEN(sym_other);
      if (lookahead == '|') ADVANCE(34);
      END_STATE();
    default:
      return false;
  }
}

static bool ts_lex_keywords(TSLexer *lexer, TSStateId state) {
  START_LEXER();
  eof = lexer->eof(lexer);
  switch (state) {
    case 0:
      ADVANCE_MAP(
        'a', 1,
        'b', 2,
        'c', 3,
        'd', 4,
        'e', 5,
        'f', 6,
        'g', 7,
        'h', 8,
        'i', 9,
        'k', 10,
        'l', 11,
        'm', 12,
        'n', 13,
        'o', 14,
        'p', 15,
        'q', 16,
        'r', 17,
        's', 18,
        't', 19,
        'u', 20,
        'v', 21,
        'w', 22,
        'y', 23,
      );
      if (set_contains(extras_character_set_1, 11, lookahead)) SKIP(0);
      END_STATE();
    case 1:
      if (lookahead == 'd') ADVANCE(24);
      if (lookahead == 'f') ADVANCE(25);
      if (lookahead == 'n') ADVANCE(26);
      if (lookahead == 'p') ADVANCE(27);
      if (lookahead == 's') ADVANCE(28);
      if (lookahead == 'u') ADVANCE(29);
      END_STATE();
    case 2:
      if (lookahead == 'e') ADVANCE(30);
      if (lookahead == 'y') ADVANCE(31);
      END_STATE();
    case 3:
      if (lookahead == 'a') ADVANCE(32);
      if (lookahead == 'h') ADVANCE(33);
      if (lookahead == 'l') ADVANCE(34);
      END_STATE();
    case 4:
      if (lookahead == 'e') ADVANCE(35);
      if (lookahead == 'i') ADVANCE(36);
      if (lookahead == 'o') ADVANCE(37);
      END_STATE();
    case 5:
      if (lookahead == 'a') ADVANCE(38);
      if (lookahead == 'l') ADVANCE(39);
      if (lookahead == 'n') ADVANCE(40);
      if (lookahead == 'v') ADVANCE(41);
      if (lookahead == 'x') ADVANCE(42);
      END_STATE();
    case 6:
      if (lookahead == 'n') ADVANCE(43);
      if (lookahead == 'o') ADVANCE(44);
      if (lookahead == 'r') ADVANCE(45);
      END_STATE();
    case 7:
      if (lookahead == 'i') ADVANCE(46);
      END_STATE();
    case 8:
      if (lookahead == 'a') ADVANCE(47);
      if (lookahead == 'i') ADVANCE(48);
      END_STATE();
    case 9:
      if (lookahead == 'f') ADVANCE(49);
      if (lookahead == 'm') ADVANCE(50);
      if (lookahead == 'n') ADVANCE(51);
      if (lookahead == 's') ADVANCE(52);
      END_STATE();
    case 10:
      if (lookahead == 'e') ADVANCE(53);
      END_STATE();
    case 11:
      if (lookahead == 'a') ADVANCE(54);
      if (lookahead == 'e') ADVANCE(55);
      if (lookahead == 'i') ADVANCE(56);
      if (lookahead == 'o') ADVANCE(57);
      END_STATE();
    case 12:
      if (lookahead == 'o') ADVANCE(58);
      END_STATE();
    case 13:
      if (lookahead == 'e') ADVANCE(59);
      if (lookahead == 'o') ADVANCE(60);
      END_STATE();
    case 14:
      if (lookahead == 'd') ADVANCE(61);
      if (lookahead == 'f') ADVANCE(62);
      if (lookahead == 'p') ADVANCE(63);
      if (lookahead == 'r') ADVANCE(64);
      if (lookahead == 't') ADVANCE(65);
      END_STATE();
    case 15:
      if (lookahead == 'a') ADVANCE(66);
      if (lookahead == 'i') ADVANCE(67);
      if (lookahead == 'o') ADVANCE(68);
      if (lookahead == 'r') ADVANCE(69);
      END_STATE();
    case 16:
      if (lookahead == 'u') ADVANCE(70);
      END_STATE();
    case 17:
      if (lookahead == 'e') ADVANCE(71);
      if (lookahead == 'o') ADVANCE(72);
      if (lookahead == 'u') ADVANCE(73);
      END_STATE();
    case 18:
      if (lookahead == 'a') ADVANCE(74);
      if (lookahead == 'h') ADVANCE(75);
      if (lookahead == 'k') ADVANCE(76);
      if (lookahead == 'o') ADVANCE(77);
      if (lookahead == 't') ADVANCE(78);
      if (lookahead == 'y') ADVANCE(79);
      END_STATE();
    case 19:
      if (lookahead == 'a') ADVANCE(80);
      if (lookahead == 'e') ADVANCE(81);
      if (lookahead == 'h') ADVANCE(82);
      if (lookahead == 'i') ADVANCE(83);
      if (lookahead == 'o') ADVANCE(84);
      END_STATE();
    case 20:
      if (lookahead == 'n') ADVANCE(85);
      if (lookahead == 's') ADVANCE(86);
      END_STATE();
    case 21:
      if (lookahead == 'e') ADVANCE(87);
      END_STATE();
    case 22:
      if (lookahead == 'h') ADVANCE(88);
      if (lookahead == 'i') ADVANCE(89);
      if (lookahead == 'o') ADVANCE(90);
      END_STATE();
    case 23:
      if (lookahead == 'e') ADVANCE(91);
      END_STATE();
    case 24:
      if (lookahead == 'd') ADVANCE(92);
      if (lookahead == 'v') ADVANCE(93);
      END_STATE();
    case 25:
      if (lookahead == 't') ADVANCE(94);
      END_STATE();
    case 26:
      if (lookahead == 'd') ADVANCE(95);
      if (lookahead == 's') ADVANCE(96);
      if (lookahead == 'y') ADVANCE(97);
      END_STATE();
    case 27:
      if (lookahead == 'p') ADVANCE(98);
      END_STATE();
    case 28:
      ACCEPT_TOKEN(anon_sym_as);
      if (lookahead == 'k') ADVANCE(99);
      END_STATE();
    case 29:
      if (lookahead == 't') ADVANCE(100);
      END_STATE();
    case 30:
      if (lookahead == 'f') ADVANCE(101);
      END_STATE();
    case 31:
      ACCEPT_TOKEN(anon_sym_by);
      END_STATE();
    case 32:
      if (lookahead == 'n') ADVANCE(102);
      END_STATE();
    case 33:
      if (lookahead == 'a') ADVANCE(103);
      if (lookahead == 'o') ADVANCE(104);
      END_STATE();
    case 34:
      if (lookahead == 'a') ADVANCE(105);
      END_STATE();
    case 35:
      if (lookahead == 'c') ADVANCE(106);
      if (lookahead == 'f') ADVANCE(107);
      END_STATE();
    case 36:
      if (lookahead == 'c') ADVANCE(108);
      if (lookahead == 's') ADVANCE(109);
      END_STATE();
    case 37:
      ACCEPT_TOKEN(anon_sym_do);
      if (lookahead == 'w') ADVANCE(110);
      END_STATE();
    case 38:
      if (lookahead == 'c') ADVANCE(111);
      END_STATE();
    case 39:
      if (lookahead == 's') ADVANCE(112);
      END_STATE();
    case 40:
      if (lookahead == 'd') ADVANCE(113);
      END_STATE();
    case 41:
      if (lookahead == 'e') ADVANCE(114);
      END_STATE();
    case 42:
      if (lookahead == 'p') ADVANCE(115);
      END_STATE();
    case 43:
      ACCEPT_TOKEN(anon_sym_fn);
      END_STATE();
    case 44:
      if (lookahead == 'r') ADVANCE(116);
      END_STATE();
    case 45:
      if (lookahead == 'o') ADVANCE(117);
      END_STATE();
    case 46:
      if (lookahead == 'v') ADVANCE(118);
      END_STATE();
    case 47:
      if (lookahead == 's') ADVANCE(119);
      END_STATE();
    case 48:
      if (lookahead == 'g') ADVANCE(120);
      END_STATE();
    case 49:
      ACCEPT_TOKEN(anon_sym_if);
      END_STATE();
    case 50:
      if (lookahead == 'p') ADVANCE(121);
      END_STATE();
    case 51:
      ACCEPT_TOKEN(anon_sym_in);
      END_STATE();
    case 52:
      ACCEPT_TOKEN(anon_sym_is);
      END_STATE();
    case 53:
      if (lookahead == 'e') ADVANCE(122);
      END_STATE();
    case 54:
      if (lookahead == 'd') ADVANCE(123);
      END_STATE();
    case 55:
      if (lookahead == 't') ADVANCE(124);
      END_STATE();
    case 56:
      if (lookahead == 'c') ADVANCE(125);
      END_STATE();
    case 57:
      if (lookahead == 'w') ADVANCE(126);
      END_STATE();
    case 58:
      if (lookahead == 'd') ADVANCE(127);
      END_STATE();
    case 59:
      if (lookahead == 'x') ADVANCE(128);
      END_STATE();
    case 60:
      ACCEPT_TOKEN(anon_sym_no);
      if (lookahead == 't') ADVANCE(129);
      END_STATE();
    case 61:
      if (lookahead == 'd') ADVANCE(130);
      END_STATE();
    case 62:
      ACCEPT_TOKEN(anon_sym_of);
      END_STATE();
    case 63:
      if (lookahead == 't') ADVANCE(131);
      END_STATE();
    case 64:
      ACCEPT_TOKEN(anon_sym_or);
      END_STATE();
    case 65:
      if (lookahead == 'h') ADVANCE(132);
      END_STATE();
    case 66:
      if (lookahead == 'r') ADVANCE(133);
      END_STATE();
    case 67:
      if (lookahead == 'c') ADVANCE(134);
      END_STATE();
    case 68:
      if (lookahead == 'l') ADVANCE(135);
      END_STATE();
    case 69:
      if (lookahead == 'o') ADVANCE(136);
      END_STATE();
    case 70:
      if (lookahead == 'i') ADVANCE(137);
      END_STATE();
    case 71:
      if (lookahead == 'm') ADVANCE(138);
      if (lookahead == 'p') ADVANCE(139);
      if (lookahead == 's') ADVANCE(140);
      if (lookahead == 't') ADVANCE(141);
      END_STATE();
    case 72:
      if (lookahead == 'l') ADVANCE(142);
      if (lookahead == 's') ADVANCE(143);
      if (lookahead == 'w') ADVANCE(144);
      END_STATE();
    case 73:
      if (lookahead == 'l') ADVANCE(145);
      END_STATE();
    case 74:
      if (lookahead == 'y') ADVANCE(146);
      END_STATE();
    case 75:
      if (lookahead == 'e') ADVANCE(147);
      if (lookahead == 'i') ADVANCE(148);
      if (lookahead == 'o') ADVANCE(149);
      END_STATE();
    case 76:
      if (lookahead == 'i') ADVANCE(150);
      END_STATE();
    case 77:
      if (lookahead == 'u') ADVANCE(151);
      END_STATE();
    case 78:
      if (lookahead == 'e') ADVANCE(152);
      if (lookahead == 'o') ADVANCE(153);
      if (lookahead == 'u') ADVANCE(154);
      END_STATE();
    case 79:
      if (lookahead == 'm') ADVANCE(155);
      END_STATE();
    case 80:
      if (lookahead == 'b') ADVANCE(156);
      if (lookahead == 'g') ADVANCE(157);
      if (lookahead == 'k') ADVANCE(158);
      END_STATE();
    case 81:
      if (lookahead == 's') ADVANCE(159);
      END_STATE();
    case 82:
      if (lookahead == 'e') ADVANCE(160);
      END_STATE();
    case 83:
      if (lookahead == 'm') ADVANCE(161);
      END_STATE();
    case 84:
      ACCEPT_TOKEN(anon_sym_to);
      END_STATE();
    case 85:
      if (lookahead == 'i') ADVANCE(162);
      if (lookahead == 't') ADVANCE(163);
      END_STATE();
    case 86:
      if (lookahead == 'e') ADVANCE(164);
      END_STATE();
    case 87:
      if (lookahead == 'r') ADVANCE(165);
      END_STATE();
    case 88:
      if (lookahead == 'e') ADVANCE(166);
      if (lookahead == 'i') ADVANCE(167);
      END_STATE();
    case 89:
      if (lookahead == 't') ADVANCE(168);
      END_STATE();
    case 90:
      if (lookahead == 'r') ADVANCE(169);
      END_STATE();
    case 91:
      if (lookahead == 's') ADVANCE(170);
      END_STATE();
    case 92:
      ACCEPT_TOKEN(anon_sym_add);
      END_STATE();
    case 93:
      ACCEPT_TOKEN(anon_sym_adv);
      if (lookahead == 'a') ADVANCE(171);
      END_STATE();
    case 94:
      if (lookahead == 'e') ADVANCE(172);
      END_STATE();
    case 95:
      ACCEPT_TOKEN(anon_sym_and);
      END_STATE();
    case 96:
      if (lookahead == 'w') ADVANCE(173);
      END_STATE();
    case 97:
      ACCEPT_TOKEN(anon_sym_any);
      END_STATE();
    case 98:
      if (lookahead == 'l') ADVANCE(174);
      END_STATE();
    case 99:
      ACCEPT_TOKEN(anon_sym_ask);
      END_STATE();
    case 100:
      if (lookahead == 'h') ADVANCE(175);
      END_STATE();
    case 101:
      if (lookahead == 'o') ADVANCE(176);
      END_STATE();
    case 102:
      if (lookahead == 'c') ADVANCE(177);
      END_STATE();
    case 103:
      if (lookahead == 'n') ADVANCE(178);
      if (lookahead == 'r') ADVANCE(179);
      END_STATE();
    case 104:
      if (lookahead == 'o') ADVANCE(180);
      END_STATE();
    case 105:
      if (lookahead == 'm') ADVANCE(181);
      END_STATE();
    case 106:
      if (lookahead == 'k') ADVANCE(182);
      END_STATE();
    case 107:
      if (lookahead == 'a') ADVANCE(183);
      END_STATE();
    case 108:
      if (lookahead == 'e') ADVANCE(184);
      END_STATE();
    case 109:
      ACCEPT_TOKEN(anon_sym_dis);
      END_STATE();
    case 110:
      if (lookahead == 'n') ADVANCE(185);
      END_STATE();
    case 111:
      if (lookahead == 'h') ADVANCE(186);
      END_STATE();
    case 112:
      if (lookahead == 'e') ADVANCE(187);
      END_STATE();
    case 113:
      ACCEPT_TOKEN(anon_sym_end);
      END_STATE();
    case 114:
      if (lookahead == 'r') ADVANCE(188);
      END_STATE();
    case 115:
      if (lookahead == 'e') ADVANCE(189);
      END_STATE();
    case 116:
      ACCEPT_TOKEN(anon_sym_for);
      END_STATE();
    case 117:
      if (lookahead == 'm') ADVANCE(190);
      END_STATE();
    case 118:
      if (lookahead == 'e') ADVANCE(191);
      END_STATE();
    case 119:
      ACCEPT_TOKEN(anon_sym_has);
      END_STATE();
    case 120:
      if (lookahead == 'h') ADVANCE(192);
      END_STATE();
    case 121:
      if (lookahead == 'r') ADVANCE(193);
      END_STATE();
    case 122:
      if (lookahead == 'p') ADVANCE(194);
      END_STATE();
    case 123:
      if (lookahead == 'd') ADVANCE(195);
      END_STATE();
    case 124:
      ACCEPT_TOKEN(anon_sym_let);
      END_STATE();
    case 125:
      if (lookahead == 'e') ADVANCE(196);
      END_STATE();
    case 126:
      if (lookahead == 'e') ADVANCE(197);
      END_STATE();
    case 127:
      ACCEPT_TOKEN(anon_sym_mod);
      END_STATE();
    case 128:
      if (lookahead == 't') ADVANCE(198);
      END_STATE();
    case 129:
      ACCEPT_TOKEN(anon_sym_not);
      if (lookahead == 'e') ADVANCE(199);
      if (lookahead == 'h') ADVANCE(200);
      END_STATE();
    case 130:
      if (lookahead == 's') ADVANCE(201);
      END_STATE();
    case 131:
      if (lookahead == 'i') ADVANCE(202);
      END_STATE();
    case 132:
      if (lookahead == 'e') ADVANCE(203);
      END_STATE();
    case 133:
      if (lookahead == 't') ADVANCE(204);
      END_STATE();
    case 134:
      if (lookahead == 'k') ADVANCE(205);
      END_STATE();
    case 135:
      if (lookahead == 'i') ADVANCE(206);
      END_STATE();
    case 136:
      if (lookahead == 'c') ADVANCE(207);
      END_STATE();
    case 137:
      if (lookahead == 'e') ADVANCE(208);
      END_STATE();
    case 138:
      if (lookahead == 'o') ADVANCE(209);
      END_STATE();
    case 139:
      if (lookahead == 'e') ADVANCE(210);
      END_STATE();
    case 140:
      if (lookahead == 'h') ADVANCE(211);
      END_STATE();
    case 141:
      if (lookahead == 'u') ADVANCE(212);
      END_STATE();
    case 142:
      if (lookahead == 'l') ADVANCE(213);
      END_STATE();
    case 143:
      if (lookahead == 't') ADVANCE(214);
      END_STATE();
    case 144:
      ACCEPT_TOKEN(anon_sym_row);
      END_STATE();
    case 145:
      if (lookahead == 'e') ADVANCE(215);
      END_STATE();
    case 146:
      ACCEPT_TOKEN(anon_sym_say);
      END_STATE();
    case 147:
      if (lookahead == 'e') ADVANCE(216);
      END_STATE();
    case 148:
      if (lookahead == 'f') ADVANCE(217);
      END_STATE();
    case 149:
      if (lookahead == 'w') ADVANCE(218);
      END_STATE();
    case 150:
      if (lookahead == 'p') ADVANCE(219);
      END_STATE();
    case 151:
      if (lookahead == 'r') ADVANCE(220);
      END_STATE();
    case 152:
      if (lookahead == 'p') ADVANCE(221);
      END_STATE();
    case 153:
      if (lookahead == 'p') ADVANCE(222);
      END_STATE();
    case 154:
      if (lookahead == 'b') ADVANCE(223);
      END_STATE();
    case 155:
      if (lookahead == 'b') ADVANCE(224);
      END_STATE();
    case 156:
      if (lookahead == 'l') ADVANCE(225);
      END_STATE();
    case 157:
      if (lookahead == 's') ADVANCE(226);
      END_STATE();
    case 158:
      if (lookahead == 'e') ADVANCE(227);
      END_STATE();
    case 159:
      if (lookahead == 't') ADVANCE(228);
      END_STATE();
    case 160:
      if (lookahead == 'n') ADVANCE(229);
      END_STATE();
    case 161:
      if (lookahead == 'e') ADVANCE(230);
      END_STATE();
    case 162:
      if (lookahead == 'q') ADVANCE(231);
      if (lookahead == 't') ADVANCE(232);
      END_STATE();
    case 163:
      if (lookahead == 'i') ADVANCE(233);
      END_STATE();
    case 164:
      ACCEPT_TOKEN(anon_sym_use);
      END_STATE();
    case 165:
      if (lookahead == 's') ADVANCE(234);
      END_STATE();
    case 166:
      if (lookahead == 'n') ADVANCE(235);
      if (lookahead == 'r') ADVANCE(236);
      END_STATE();
    case 167:
      if (lookahead == 'l') ADVANCE(237);
      END_STATE();
    case 168:
      if (lookahead == 'h') ADVANCE(238);
      END_STATE();
    case 169:
      if (lookahead == 'd') ADVANCE(239);
      if (lookahead == 's') ADVANCE(240);
      END_STATE();
    case 170:
      ACCEPT_TOKEN(anon_sym_yes);
      END_STATE();
    case 171:
      if (lookahead == 'n') ADVANCE(241);
      END_STATE();
    case 172:
      if (lookahead == 'r') ADVANCE(242);
      END_STATE();
    case 173:
      if (lookahead == 'e') ADVANCE(243);
      END_STATE();
    case 174:
      if (lookahead == 'y') ADVANCE(244);
      END_STATE();
    case 175:
      if (lookahead == 'o') ADVANCE(245);
      END_STATE();
    case 176:
      if (lookahead == 'r') ADVANCE(246);
      END_STATE();
    case 177:
      if (lookahead == 'e') ADVANCE(247);
      END_STATE();
    case 178:
      if (lookahead == 'c') ADVANCE(248);
      if (lookahead == 'g') ADVANCE(249);
      END_STATE();
    case 179:
      if (lookahead == 't') ADVANCE(250);
      END_STATE();
    case 180:
      if (lookahead == 's') ADVANCE(251);
      END_STATE();
    case 181:
      if (lookahead == 'p') ADVANCE(252);
      END_STATE();
    case 182:
      ACCEPT_TOKEN(anon_sym_deck);
      END_STATE();
    case 183:
      if (lookahead == 'u') ADVANCE(253);
      END_STATE();
    case 184:
      ACCEPT_TOKEN(anon_sym_dice);
      END_STATE();
    case 185:
      ACCEPT_TOKEN(anon_sym_down);
      END_STATE();
    case 186:
      ACCEPT_TOKEN(anon_sym_each);
      END_STATE();
    case 187:
      ACCEPT_TOKEN(anon_sym_else);
      END_STATE();
    case 188:
      if (lookahead == 'y') ADVANCE(254);
      END_STATE();
    case 189:
      if (lookahead == 'c') ADVANCE(255);
      END_STATE();
    case 190:
      ACCEPT_TOKEN(anon_sym_from);
      END_STATE();
    case 191:
      if (lookahead == 'n') ADVANCE(256);
      END_STATE();
    case 192:
      if (lookahead == 'e') ADVANCE(257);
      END_STATE();
    case 193:
      if (lookahead == 'o') ADVANCE(258);
      END_STATE();
    case 194:
      ACCEPT_TOKEN(anon_sym_keep);
      END_STATE();
    case 195:
      if (lookahead == 'e') ADVANCE(259);
      END_STATE();
    case 196:
      if (lookahead == 'n') ADVANCE(260);
      END_STATE();
    case 197:
      if (lookahead == 's') ADVANCE(261);
      END_STATE();
    case 198:
      ACCEPT_TOKEN(anon_sym_next);
      END_STATE();
    case 199:
      ACCEPT_TOKEN(anon_sym_note);
      END_STATE();
    case 200:
      if (lookahead == 'i') ADVANCE(262);
      END_STATE();
    case 201:
      ACCEPT_TOKEN(anon_sym_odds);
      END_STATE();
    case 202:
      if (lookahead == 'o') ADVANCE(263);
      END_STATE();
    case 203:
      if (lookahead == 'r') ADVANCE(264);
      END_STATE();
    case 204:
      if (lookahead == 'y') ADVANCE(265);
      END_STATE();
    case 205:
      ACCEPT_TOKEN(anon_sym_pick);
      END_STATE();
    case 206:
      if (lookahead == 'c') ADVANCE(266);
      END_STATE();
    case 207:
      if (lookahead == 'e') ADVANCE(267);
      END_STATE();
    case 208:
      if (lookahead == 't') ADVANCE(268);
      END_STATE();
    case 209:
      if (lookahead == 'v') ADVANCE(269);
      END_STATE();
    case 210:
      if (lookahead == 'a') ADVANCE(270);
      END_STATE();
    case 211:
      if (lookahead == 'u') ADVANCE(271);
      END_STATE();
    case 212:
      if (lookahead == 'r') ADVANCE(272);
      END_STATE();
    case 213:
      ACCEPT_TOKEN(anon_sym_roll);
      if (lookahead == 's') ADVANCE(273);
      END_STATE();
    case 214:
      if (lookahead == 'e') ADVANCE(274);
      END_STATE();
    case 215:
      if (lookahead == 's') ADVANCE(275);
      END_STATE();
    case 216:
      if (lookahead == 't') ADVANCE(276);
      END_STATE();
    case 217:
      if (lookahead == 't') ADVANCE(277);
      END_STATE();
    case 218:
      ACCEPT_TOKEN(anon_sym_show);
      END_STATE();
    case 219:
      ACCEPT_TOKEN(anon_sym_skip);
      END_STATE();
    case 220:
      if (lookahead == 'c') ADVANCE(278);
      END_STATE();
    case 221:
      ACCEPT_TOKEN(anon_sym_step);
      END_STATE();
    case 222:
      ACCEPT_TOKEN(anon_sym_stop);
      END_STATE();
    case 223:
      ACCEPT_TOKEN(anon_sym_stub);
      END_STATE();
    case 224:
      if (lookahead == 'o') ADVANCE(279);
      END_STATE();
    case 225:
      if (lookahead == 'e') ADVANCE(280);
      END_STATE();
    case 226:
      ACCEPT_TOKEN(anon_sym_tags);
      END_STATE();
    case 227:
      if (lookahead == 's') ADVANCE(281);
      END_STATE();
    case 228:
      ACCEPT_TOKEN(anon_sym_test);
      END_STATE();
    case 229:
      ACCEPT_TOKEN(anon_sym_then);
      END_STATE();
    case 230:
      if (lookahead == 'r') ADVANCE(282);
      if (lookahead == 's') ADVANCE(283);
      END_STATE();
    case 231:
      if (lookahead == 'u') ADVANCE(284);
      END_STATE();
    case 232:
      ACCEPT_TOKEN(anon_sym_unit);
      END_STATE();
    case 233:
      if (lookahead == 'l') ADVANCE(285);
      END_STATE();
    case 234:
      if (lookahead == 'i') ADVANCE(286);
      END_STATE();
    case 235:
      ACCEPT_TOKEN(anon_sym_when);
      END_STATE();
    case 236:
      if (lookahead == 'e') ADVANCE(287);
      END_STATE();
    case 237:
      if (lookahead == 'e') ADVANCE(288);
      END_STATE();
    case 238:
      ACCEPT_TOKEN(anon_sym_with);
      if (lookahead == 'i') ADVANCE(289);
      if (lookahead == 'o') ADVANCE(290);
      END_STATE();
    case 239:
      if (lookahead == 's') ADVANCE(291);
      END_STATE();
    case 240:
      if (lookahead == 'e') ADVANCE(292);
      END_STATE();
    case 241:
      if (lookahead == 'c') ADVANCE(293);
      END_STATE();
    case 242:
      ACCEPT_TOKEN(anon_sym_after);
      END_STATE();
    case 243:
      if (lookahead == 'r') ADVANCE(294);
      END_STATE();
    case 244:
      ACCEPT_TOKEN(anon_sym_apply);
      END_STATE();
    case 245:
      if (lookahead == 'r') ADVANCE(295);
      END_STATE();
    case 246:
      if (lookahead == 'e') ADVANCE(296);
      END_STATE();
    case 247:
      if (lookahead == 'l') ADVANCE(297);
      END_STATE();
    case 248:
      if (lookahead == 'e') ADVANCE(298);
      END_STATE();
    case 249:
      if (lookahead == 'e') ADVANCE(299);
      END_STATE();
    case 250:
      ACCEPT_TOKEN(anon_sym_chart);
      END_STATE();
    case 251:
      if (lookahead == 'e') ADVANCE(300);
      END_STATE();
    case 252:
      ACCEPT_TOKEN(anon_sym_clamp);
      END_STATE();
    case 253:
      if (lookahead == 'l') ADVANCE(301);
      END_STATE();
    case 254:
      ACCEPT_TOKEN(anon_sym_every);
      END_STATE();
    case 255:
      if (lookahead == 't') ADVANCE(302);
      END_STATE();
    case 256:
      ACCEPT_TOKEN(anon_sym_given);
      END_STATE();
    case 257:
      if (lookahead == 's') ADVANCE(303);
      END_STATE();
    case 258:
      if (lookahead == 'v') ADVANCE(304);
      END_STATE();
    case 259:
      if (lookahead == 'r') ADVANCE(305);
      END_STATE();
    case 260:
      if (lookahead == 's') ADVANCE(306);
      END_STATE();
    case 261:
      if (lookahead == 't') ADVANCE(307);
      END_STATE();
    case 262:
      if (lookahead == 'n') ADVANCE(308);
      END_STATE();
    case 263:
      if (lookahead == 'n') ADVANCE(309);
      END_STATE();
    case 264:
      if (lookahead == 'w') ADVANCE(310);
      END_STATE();
    case 265:
      ACCEPT_TOKEN(anon_sym_party);
      END_STATE();
    case 266:
      if (lookahead == 'y') ADVANCE(311);
      END_STATE();
    case 267:
      if (lookahead == 'd') ADVANCE(312);
      END_STATE();
    case 268:
      if (lookahead == 'l') ADVANCE(313);
      END_STATE();
    case 269:
      if (lookahead == 'e') ADVANCE(314);
      END_STATE();
    case 270:
      if (lookahead == 't') ADVANCE(315);
      END_STATE();
    case 271:
      if (lookahead == 'f') ADVANCE(316);
      END_STATE();
    case 272:
      if (lookahead == 'n') ADVANCE(317);
      END_STATE();
    case 273:
      ACCEPT_TOKEN(anon_sym_rolls);
      END_STATE();
    case 274:
      if (lookahead == 'r') ADVANCE(318);
      END_STATE();
    case 275:
      ACCEPT_TOKEN(anon_sym_rules);
      END_STATE();
    case 276:
      ACCEPT_TOKEN(anon_sym_sheet);
      END_STATE();
    case 277:
      ACCEPT_TOKEN(anon_sym_shift);
      END_STATE();
    case 278:
      if (lookahead == 'e') ADVANCE(319);
      END_STATE();
    case 279:
      if (lookahead == 'l') ADVANCE(320);
      END_STATE();
    case 280:
      ACCEPT_TOKEN(anon_sym_table);
      END_STATE();
    case 281:
      ACCEPT_TOKEN(anon_sym_takes);
      END_STATE();
    case 282:
      ACCEPT_TOKEN(anon_sym_timer);
      END_STATE();
    case 283:
      ACCEPT_TOKEN(anon_sym_times);
      END_STATE();
    case 284:
      if (lookahead == 'e') ADVANCE(321);
      END_STATE();
    case 285:
      ACCEPT_TOKEN(anon_sym_until);
      END_STATE();
    case 286:
      if (lookahead == 'o') ADVANCE(322);
      END_STATE();
    case 287:
      ACCEPT_TOKEN(anon_sym_where);
      END_STATE();
    case 288:
      ACCEPT_TOKEN(anon_sym_while);
      END_STATE();
    case 289:
      if (lookahead == 'n') ADVANCE(323);
      END_STATE();
    case 290:
      if (lookahead == 'u') ADVANCE(324);
      END_STATE();
    case 291:
      ACCEPT_TOKEN(anon_sym_words);
      END_STATE();
    case 292:
      if (lookahead == 'n') ADVANCE(325);
      END_STATE();
    case 293:
      if (lookahead == 'e') ADVANCE(326);
      END_STATE();
    case 294:
      if (lookahead == 's') ADVANCE(327);
      END_STATE();
    case 295:
      ACCEPT_TOKEN(anon_sym_author);
      END_STATE();
    case 296:
      ACCEPT_TOKEN(anon_sym_before);
      END_STATE();
    case 297:
      ACCEPT_TOKEN(anon_sym_cancel);
      if (lookahead == 's') ADVANCE(328);
      END_STATE();
    case 298:
      ACCEPT_TOKEN(anon_sym_chance);
      END_STATE();
    case 299:
      ACCEPT_TOKEN(anon_sym_change);
      END_STATE();
    case 300:
      ACCEPT_TOKEN(anon_sym_choose);
      END_STATE();
    case 301:
      if (lookahead == 't') ADVANCE(329);
      END_STATE();
    case 302:
      ACCEPT_TOKEN(anon_sym_expect);
      END_STATE();
    case 303:
      if (lookahead == 't') ADVANCE(330);
      END_STATE();
    case 304:
      if (lookahead == 'e') ADVANCE(331);
      END_STATE();
    case 305:
      ACCEPT_TOKEN(anon_sym_ladder);
      END_STATE();
    case 306:
      if (lookahead == 'e') ADVANCE(332);
      END_STATE();
    case 307:
      ACCEPT_TOKEN(anon_sym_lowest);
      END_STATE();
    case 308:
      if (lookahead == 'g') ADVANCE(333);
      END_STATE();
    case 309:
      ACCEPT_TOKEN(anon_sym_option);
      END_STATE();
    case 310:
      if (lookahead == 'i') ADVANCE(334);
      END_STATE();
    case 311:
      ACCEPT_TOKEN(anon_sym_policy);
      END_STATE();
    case 312:
      if (lookahead == 'u') ADVANCE(335);
      END_STATE();
    case 313:
      if (lookahead == 'y') ADVANCE(336);
      END_STATE();
    case 314:
      ACCEPT_TOKEN(anon_sym_remove);
      END_STATE();
    case 315:
      ACCEPT_TOKEN(anon_sym_repeat);
      END_STATE();
    case 316:
      if (lookahead == 'f') ADVANCE(337);
      END_STATE();
    case 317:
      ACCEPT_TOKEN(anon_sym_return);
      END_STATE();
    case 318:
      ACCEPT_TOKEN(anon_sym_roster);
      END_STATE();
    case 319:
      ACCEPT_TOKEN(anon_sym_source);
      END_STATE();
    case 320:
      if (lookahead == 's') ADVANCE(338);
      END_STATE();
    case 321:
      ACCEPT_TOKEN(anon_sym_unique);
      END_STATE();
    case 322:
      if (lookahead == 'n') ADVANCE(339);
      END_STATE();
    case 323:
      ACCEPT_TOKEN(anon_sym_within);
      END_STATE();
    case 324:
      if (lookahead == 't') ADVANCE(340);
      END_STATE();
    case 325:
      ACCEPT_TOKEN(anon_sym_worsen);
      END_STATE();
    case 326:
      ACCEPT_TOKEN(anon_sym_advance);
      END_STATE();
    case 327:
      ACCEPT_TOKEN(anon_sym_answers);
      END_STATE();
    case 328:
      ACCEPT_TOKEN(anon_sym_cancels);
      END_STATE();
    case 329:
      ACCEPT_TOKEN(anon_sym_default);
      END_STATE();
    case 330:
      ACCEPT_TOKEN(anon_sym_highest);
      END_STATE();
    case 331:
      ACCEPT_TOKEN(anon_sym_improve);
      END_STATE();
    case 332:
      ACCEPT_TOKEN(anon_sym_license);
      END_STATE();
    case 333:
      ACCEPT_TOKEN(anon_sym_nothing);
      END_STATE();
    case 334:
      if (lookahead == 's') ADVANCE(341);
      END_STATE();
    case 335:
      if (lookahead == 'r') ADVANCE(342);
      END_STATE();
    case 336:
      ACCEPT_TOKEN(anon_sym_quietly);
      END_STATE();
    case 337:
      if (lookahead == 'l') ADVANCE(343);
      END_STATE();
    case 338:
      ACCEPT_TOKEN(anon_sym_symbols);
      END_STATE();
    case 339:
      ACCEPT_TOKEN(anon_sym_version);
      END_STATE();
    case 340:
      ACCEPT_TOKEN(anon_sym_without);
      END_STATE();
    case 341:
      if (lookahead == 'e') ADVANCE(344);
      END_STATE();
    case 342:
      if (lookahead == 'e') ADVANCE(345);
      END_STATE();
    case 343:
      if (lookahead == 'e') ADVANCE(346);
      END_STATE();
    case 344:
      ACCEPT_TOKEN(anon_sym_otherwise);
      END_STATE();
    case 345:
      ACCEPT_TOKEN(anon_sym_procedure);
      END_STATE();
    case 346:
      ACCEPT_TOKEN(anon_sym_reshuffle);
      END_STATE();
    default:
      return false;
  }
}

static const TSLexMode ts_lex_modes[STATE_COUNT] = {
  [0] = {.lex_state = 0, .external_lex_state = 1},
  [1] = {.lex_state = 0, .external_lex_state = 2},
  [2] = {.lex_state = 10},
  [3] = {.lex_state = 10},
  [4] = {.lex_state = 9},
  [5] = {.lex_state = 9},
  [6] = {.lex_state = 10},
  [7] = {.lex_state = 10},
  [8] = {.lex_state = 9},
  [9] = {.lex_state = 9},
  [10] = {.lex_state = 9},
  [11] = {.lex_state = 9},
  [12] = {.lex_state = 9},
  [13] = {.lex_state = 9},
  [14] = {.lex_state = 10},
  [15] = {.lex_state = 10},
  [16] = {.lex_state = 10},
  [17] = {.lex_state = 10},
  [18] = {.lex_state = 10},
  [19] = {.lex_state = 11},
  [20] = {.lex_state = 10},
  [21] = {.lex_state = 10},
  [22] = {.lex_state = 11},
  [23] = {.lex_state = 10},
  [24] = {.lex_state = 12},
  [25] = {.lex_state = 12},
  [26] = {.lex_state = 11},
  [27] = {.lex_state = 10},
  [28] = {.lex_state = 10},
  [29] = {.lex_state = 10},
  [30] = {.lex_state = 12},
  [31] = {.lex_state = 9},
  [32] = {.lex_state = 10},
  [33] = {.lex_state = 9},
  [34] = {.lex_state = 10},
  [35] = {.lex_state = 10},
  [36] = {.lex_state = 11},
  [37] = {.lex_state = 11},
  [38] = {.lex_state = 12},
  [39] = {.lex_state = 9},
  [40] = {.lex_state = 9},
  [41] = {.lex_state = 12},
  [42] = {.lex_state = 9},
  [43] = {.lex_state = 9},
  [44] = {.lex_state = 9},
  [45] = {.lex_state = 9},
  [46] = {.lex_state = 9},
  [47] = {.lex_state = 9},
  [48] = {.lex_state = 9},
  [49] = {.lex_state = 9},
  [50] = {.lex_state = 9},
  [51] = {.lex_state = 9},
  [52] = {.lex_state = 9},
  [53] = {.lex_state = 10},
  [54] = {.lex_state = 10},
  [55] = {.lex_state = 10},
  [56] = {.lex_state = 10},
  [57] = {.lex_state = 10},
  [58] = {.lex_state = 10},
  [59] = {.lex_state = 10},
  [60] = {.lex_state = 10},
  [61] = {.lex_state = 10},
  [62] = {.lex_state = 10},
  [63] = {.lex_state = 10},
  [64] = {.lex_state = 10},
  [65] = {.lex_state = 10},
  [66] = {.lex_state = 0, .external_lex_state = 2},
  [67] = {.lex_state = 0, .external_lex_state = 2},
  [68] = {.lex_state = 14},
  [69] = {.lex_state = 13, .external_lex_state = 3},
  [70] = {.lex_state = 13, .external_lex_state = 3},
  [71] = {.lex_state = 14},
  [72] = {.lex_state = 13, .external_lex_state = 3},
  [73] = {.lex_state = 14},
  [74] = {.lex_state = 13, .external_lex_state = 3},
  [75] = {.lex_state = 0, .external_lex_state = 2},
  [76] = {.lex_state = 14},
  [77] = {.lex_state = 14},
  [78] = {.lex_state = 13, .external_lex_state = 3},
  [79] = {.lex_state = 13, .external_lex_state = 3},
  [80] = {.lex_state = 15},
  [81] = {.lex_state = 0},
  [82] = {.lex_state = 0},
  [83] = {.lex_state = 0},
  [84] = {.lex_state = 0},
  [85] = {.lex_state = 0},
  [86] = {.lex_state = 0},
  [87] = {.lex_state = 0},
  [88] = {.lex_state = 0},
  [89] = {.lex_state = 0},
  [90] = {.lex_state = 0},
  [91] = {.lex_state = 0},
  [92] = {.lex_state = 0},
  [93] = {.lex_state = 0},
  [94] = {.lex_state = 0},
  [95] = {.lex_state = 7},
  [96] = {.lex_state = 0},
  [97] = {.lex_state = 0},
  [98] = {.lex_state = 0},
};

static const uint16_t ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT] = {
  [0] = {
    [ts_builtin_sym_end] = ACTIONS(1),
    [sym_name] = ACTIONS(1),
    [anon_sym_LF] = ACTIONS(1),
    [sym_doc] = ACTIONS(1),
    [sym_comment] = ACTIONS(1),
    [anon_sym_COLON] = ACTIONS(1),
    [sym_bullet] = ACTIONS(1),
    [anon_sym_EQ_GT] = ACTIONS(1),
    [anon_sym_PIPE] = ACTIONS(1),
    [anon_sym_LBRACE] = ACTIONS(1),
    [anon_sym_RBRACE] = ACTIONS(1),
    [anon_sym_BSLASH_PIPE] = ACTIONS(1),
    [anon_sym_after] = ACTIONS(1),
    [anon_sym_answers] = ACTIONS(1),
    [anon_sym_any] = ACTIONS(1),
    [anon_sym_as] = ACTIONS(1),
    [anon_sym_before] = ACTIONS(1),
    [anon_sym_by] = ACTIONS(1),
    [anon_sym_cancels] = ACTIONS(1),
    [anon_sym_chance] = ACTIONS(1),
    [anon_sym_clamp] = ACTIONS(1),
    [anon_sym_dice] = ACTIONS(1),
    [anon_sym_down] = ACTIONS(1),
    [anon_sym_highest] = ACTIONS(1),
    [anon_sym_lowest] = ACTIONS(1),
    [anon_sym_of] = ACTIONS(1),
    [anon_sym_quietly] = ACTIONS(1),
    [anon_sym_rolls] = ACTIONS(1),
    [anon_sym_row] = ACTIONS(1),
    [anon_sym_shift] = ACTIONS(1),
    [anon_sym_takes] = ACTIONS(1),
    [anon_sym_unique] = ACTIONS(1),
    [anon_sym_until] = ACTIONS(1),
    [anon_sym_while] = ACTIONS(1),
    [anon_sym_within] = ACTIONS(1),
    [anon_sym_without] = ACTIONS(1),
    [anon_sym_add] = ACTIONS(1),
    [anon_sym_advance] = ACTIONS(1),
    [anon_sym_apply] = ACTIONS(1),
    [anon_sym_ask] = ACTIONS(1),
    [anon_sym_author] = ACTIONS(1),
    [anon_sym_cancel] = ACTIONS(1),
    [anon_sym_choose] = ACTIONS(1),
    [anon_sym_do] = ACTIONS(1),
    [anon_sym_every] = ACTIONS(1),
    [anon_sym_expect] = ACTIONS(1),
    [anon_sym_improve] = ACTIONS(1),
    [anon_sym_license] = ACTIONS(1),
    [anon_sym_next] = ACTIONS(1),
    [anon_sym_note] = ACTIONS(1),
    [anon_sym_party] = ACTIONS(1),
    [anon_sym_policy] = ACTIONS(1),
    [anon_sym_remove] = ACTIONS(1),
    [anon_sym_repeat] = ACTIONS(1),
    [anon_sym_reshuffle] = ACTIONS(1),
    [anon_sym_return] = ACTIONS(1),
    [anon_sym_roll] = ACTIONS(1),
    [anon_sym_say] = ACTIONS(1),
    [anon_sym_show] = ACTIONS(1),
    [anon_sym_skip] = ACTIONS(1),
    [anon_sym_source] = ACTIONS(1),
    [anon_sym_stop] = ACTIONS(1),
    [anon_sym_tags] = ACTIONS(1),
    [anon_sym_test] = ACTIONS(1),
    [anon_sym_use] = ACTIONS(1),
    [anon_sym_version] = ACTIONS(1),
    [anon_sym_when] = ACTIONS(1),
    [anon_sym_worsen] = ACTIONS(1),
    [anon_sym_chart] = ACTIONS(1),
    [anon_sym_deck] = ACTIONS(1),
    [anon_sym_each] = ACTIONS(1),
    [anon_sym_fn] = ACTIONS(1),
    [anon_sym_keep] = ACTIONS(1),
    [anon_sym_ladder] = ACTIONS(1),
    [anon_sym_option] = ACTIONS(1),
    [anon_sym_procedure] = ACTIONS(1),
    [anon_sym_roster] = ACTIONS(1),
    [anon_sym_rules] = ACTIONS(1),
    [anon_sym_sheet] = ACTIONS(1),
    [anon_sym_step] = ACTIONS(1),
    [anon_sym_symbols] = ACTIONS(1),
    [anon_sym_table] = ACTIONS(1),
    [anon_sym_timer] = ACTIONS(1),
    [anon_sym_unit] = ACTIONS(1),
    [anon_sym_words] = ACTIONS(1),
    [anon_sym_change] = ACTIONS(1),
    [anon_sym_stub] = ACTIONS(1),
    [anon_sym_adv] = ACTIONS(1),
    [anon_sym_default] = ACTIONS(1),
    [anon_sym_dis] = ACTIONS(1),
    [anon_sym_end] = ACTIONS(1),
    [anon_sym_for] = ACTIONS(1),
    [anon_sym_from] = ACTIONS(1),
    [anon_sym_given] = ACTIONS(1),
    [anon_sym_has] = ACTIONS(1),
    [anon_sym_if] = ACTIONS(1),
    [anon_sym_in] = ACTIONS(1),
    [anon_sym_is] = ACTIONS(1),
    [anon_sym_mod] = ACTIONS(1),
    [anon_sym_not] = ACTIONS(1),
    [anon_sym_odds] = ACTIONS(1),
    [anon_sym_or] = ACTIONS(1),
    [anon_sym_otherwise] = ACTIONS(1),
    [anon_sym_pick] = ACTIONS(1),
    [anon_sym_times] = ACTIONS(1),
    [anon_sym_to] = ACTIONS(1),
    [anon_sym_where] = ACTIONS(1),
    [anon_sym_with] = ACTIONS(1),
    [anon_sym_let] = ACTIONS(1),
    [anon_sym_and] = ACTIONS(1),
    [anon_sym_else] = ACTIONS(1),
    [anon_sym_then] = ACTIONS(1),
    [anon_sym_SEMI] = ACTIONS(1),
    [anon_sym_LPAREN] = ACTIONS(1),
    [anon_sym_COMMA] = ACTIONS(1),
    [anon_sym_DOT] = ACTIONS(1),
    [anon_sym_RPAREN] = ACTIONS(1),
    [anon_sym_LBRACK] = ACTIONS(1),
    [anon_sym_RBRACK] = ACTIONS(1),
    [anon_sym_DQUOTE] = ACTIONS(1),
    [sym_escape] = ACTIONS(1),
    [anon_sym_no] = ACTIONS(1),
    [anon_sym_nothing] = ACTIONS(1),
    [anon_sym_yes] = ACTIONS(1),
    [sym_dice] = ACTIONS(1),
    [sym_number] = ACTIONS(1),
    [sym_other] = ACTIONS(1),
    [sym__code_start] = ACTIONS(1),
    [sym__row_start] = ACTIONS(1),
    [sym__bullet_start] = ACTIONS(1),
    [sym_row_text] = ACTIONS(1),
  },
  [1] = {
    [sym_source_file] = STATE(94),
    [sym__line] = STATE(90),
    [sym_row] = STATE(90),
    [sym_list_row] = STATE(90),
    [sym_pipe_row] = STATE(90),
    [sym_code] = STATE(90),
    [aux_sym_source_file_repeat1] = STATE(67),
    [ts_builtin_sym_end] = ACTIONS(3),
    [anon_sym_LF] = ACTIONS(5),
    [sym_doc] = ACTIONS(7),
    [sym_comment] = ACTIONS(9),
    [anon_sym_PIPE] = ACTIONS(11),
    [sym__code_start] = ACTIONS(13),
    [sym__row_start] = ACTIONS(15),
    [sym__bullet_start] = ACTIONS(17),
  },
  [2] = {
    [sym__statement] = STATE(87),
    [sym__bar] = STATE(14),
    [sym__starting] = STATE(14),
    [sym__plain] = STATE(14),
    [sym_text] = STATE(14),
    [sym_literal] = STATE(14),
    [sym_name] = ACTIONS(19),
    [sym_comment] = ACTIONS(21),
    [anon_sym_COLON] = ACTIONS(21),
    [anon_sym_PIPE] = ACTIONS(23),
    [anon_sym_LBRACE] = ACTIONS(21),
    [anon_sym_RBRACE] = ACTIONS(21),
    [anon_sym_after] = ACTIONS(19),
    [anon_sym_answers] = ACTIONS(19),
    [anon_sym_any] = ACTIONS(19),
    [anon_sym_as] = ACTIONS(19),
    [anon_sym_before] = ACTIONS(19),
    [anon_sym_by] = ACTIONS(19),
    [anon_sym_cancels] = ACTIONS(19),
    [anon_sym_chance] = ACTIONS(19),
    [anon_sym_clamp] = ACTIONS(19),
    [anon_sym_dice] = ACTIONS(19),
    [anon_sym_down] = ACTIONS(19),
    [anon_sym_highest] = ACTIONS(19),
    [anon_sym_lowest] = ACTIONS(19),
    [anon_sym_of] = ACTIONS(19),
    [anon_sym_quietly] = ACTIONS(19),
    [anon_sym_rolls] = ACTIONS(19),
    [anon_sym_row] = ACTIONS(19),
    [anon_sym_shift] = ACTIONS(19),
    [anon_sym_takes] = ACTIONS(19),
    [anon_sym_unique] = ACTIONS(19),
    [anon_sym_until] = ACTIONS(19),
    [anon_sym_while] = ACTIONS(19),
    [anon_sym_within] = ACTIONS(19),
    [anon_sym_without] = ACTIONS(19),
    [anon_sym_add] = ACTIONS(19),
    [anon_sym_advance] = ACTIONS(19),
    [anon_sym_apply] = ACTIONS(19),
    [anon_sym_ask] = ACTIONS(19),
    [anon_sym_author] = ACTIONS(19),
    [anon_sym_cancel] = ACTIONS(19),
    [anon_sym_choose] = ACTIONS(19),
    [anon_sym_do] = ACTIONS(19),
    [anon_sym_every] = ACTIONS(19),
    [anon_sym_expect] = ACTIONS(19),
    [anon_sym_improve] = ACTIONS(19),
    [anon_sym_license] = ACTIONS(19),
    [anon_sym_next] = ACTIONS(19),
    [anon_sym_note] = ACTIONS(19),
    [anon_sym_party] = ACTIONS(19),
    [anon_sym_policy] = ACTIONS(19),
    [anon_sym_remove] = ACTIONS(19),
    [anon_sym_repeat] = ACTIONS(19),
    [anon_sym_reshuffle] = ACTIONS(19),
    [anon_sym_return] = ACTIONS(19),
    [anon_sym_roll] = ACTIONS(19),
    [anon_sym_say] = ACTIONS(19),
    [anon_sym_show] = ACTIONS(19),
    [anon_sym_skip] = ACTIONS(19),
    [anon_sym_source] = ACTIONS(19),
    [anon_sym_stop] = ACTIONS(19),
    [anon_sym_tags] = ACTIONS(19),
    [anon_sym_test] = ACTIONS(19),
    [anon_sym_use] = ACTIONS(19),
    [anon_sym_version] = ACTIONS(19),
    [anon_sym_when] = ACTIONS(19),
    [anon_sym_worsen] = ACTIONS(19),
    [anon_sym_chart] = ACTIONS(25),
    [anon_sym_deck] = ACTIONS(25),
    [anon_sym_each] = ACTIONS(25),
    [anon_sym_fn] = ACTIONS(25),
    [anon_sym_keep] = ACTIONS(25),
    [anon_sym_ladder] = ACTIONS(25),
    [anon_sym_option] = ACTIONS(25),
    [anon_sym_procedure] = ACTIONS(25),
    [anon_sym_roster] = ACTIONS(25),
    [anon_sym_rules] = ACTIONS(25),
    [anon_sym_sheet] = ACTIONS(25),
    [anon_sym_step] = ACTIONS(25),
    [anon_sym_symbols] = ACTIONS(25),
    [anon_sym_table] = ACTIONS(25),
    [anon_sym_timer] = ACTIONS(25),
    [anon_sym_unit] = ACTIONS(25),
    [anon_sym_words] = ACTIONS(25),
    [anon_sym_change] = ACTIONS(27),
    [anon_sym_stub] = ACTIONS(27),
    [anon_sym_adv] = ACTIONS(19),
    [anon_sym_default] = ACTIONS(19),
    [anon_sym_dis] = ACTIONS(19),
    [anon_sym_end] = ACTIONS(19),
    [anon_sym_for] = ACTIONS(19),
    [anon_sym_from] = ACTIONS(19),
    [anon_sym_given] = ACTIONS(19),
    [anon_sym_has] = ACTIONS(19),
    [anon_sym_if] = ACTIONS(19),
    [anon_sym_in] = ACTIONS(19),
    [anon_sym_is] = ACTIONS(19),
    [anon_sym_mod] = ACTIONS(19),
    [anon_sym_not] = ACTIONS(19),
    [anon_sym_odds] = ACTIONS(19),
    [anon_sym_or] = ACTIONS(19),
    [anon_sym_otherwise] = ACTIONS(19),
    [anon_sym_pick] = ACTIONS(19),
    [anon_sym_times] = ACTIONS(19),
    [anon_sym_to] = ACTIONS(19),
    [anon_sym_where] = ACTIONS(19),
    [anon_sym_with] = ACTIONS(19),
    [anon_sym_let] = ACTIONS(29),
    [anon_sym_and] = ACTIONS(31),
    [anon_sym_else] = ACTIONS(31),
    [anon_sym_then] = ACTIONS(31),
    [anon_sym_SEMI] = ACTIONS(33),
    [anon_sym_LPAREN] = ACTIONS(35),
    [anon_sym_COMMA] = ACTIONS(35),
    [anon_sym_DOT] = ACTIONS(37),
    [anon_sym_RPAREN] = ACTIONS(21),
    [anon_sym_LBRACK] = ACTIONS(21),
    [anon_sym_RBRACK] = ACTIONS(21),
    [anon_sym_DQUOTE] = ACTIONS(39),
    [anon_sym_no] = ACTIONS(41),
    [anon_sym_nothing] = ACTIONS(41),
    [anon_sym_yes] = ACTIONS(41),
    [sym_dice] = ACTIONS(19),
    [sym_number] = ACTIONS(19),
    [sym_operator] = ACTIONS(21),
    [sym_other] = ACTIONS(21),
  },
  [3] = {
    [sym__statement] = STATE(92),
    [sym__bar] = STATE(14),
    [sym__starting] = STATE(14),
    [sym__plain] = STATE(14),
    [sym_text] = STATE(14),
    [sym_literal] = STATE(14),
    [sym_name] = ACTIONS(19),
    [sym_comment] = ACTIONS(21),
    [anon_sym_COLON] = ACTIONS(21),
    [anon_sym_PIPE] = ACTIONS(23),
    [anon_sym_LBRACE] = ACTIONS(21),
    [anon_sym_RBRACE] = ACTIONS(21),
    [anon_sym_after] = ACTIONS(19),
    [anon_sym_answers] = ACTIONS(19),
    [anon_sym_any] = ACTIONS(19),
    [anon_sym_as] = ACTIONS(19),
    [anon_sym_before] = ACTIONS(19),
    [anon_sym_by] = ACTIONS(19),
    [anon_sym_cancels] = ACTIONS(19),
    [anon_sym_chance] = ACTIONS(19),
    [anon_sym_clamp] = ACTIONS(19),
    [anon_sym_dice] = ACTIONS(19),
    [anon_sym_down] = ACTIONS(19),
    [anon_sym_highest] = ACTIONS(19),
    [anon_sym_lowest] = ACTIONS(19),
    [anon_sym_of] = ACTIONS(19),
    [anon_sym_quietly] = ACTIONS(19),
    [anon_sym_rolls] = ACTIONS(19),
    [anon_sym_row] = ACTIONS(19),
    [anon_sym_shift] = ACTIONS(19),
    [anon_sym_takes] = ACTIONS(19),
    [anon_sym_unique] = ACTIONS(19),
    [anon_sym_until] = ACTIONS(19),
    [anon_sym_while] = ACTIONS(19),
    [anon_sym_within] = ACTIONS(19),
    [anon_sym_without] = ACTIONS(19),
    [anon_sym_add] = ACTIONS(19),
    [anon_sym_advance] = ACTIONS(19),
    [anon_sym_apply] = ACTIONS(19),
    [anon_sym_ask] = ACTIONS(19),
    [anon_sym_author] = ACTIONS(19),
    [anon_sym_cancel] = ACTIONS(19),
    [anon_sym_choose] = ACTIONS(19),
    [anon_sym_do] = ACTIONS(19),
    [anon_sym_every] = ACTIONS(19),
    [anon_sym_expect] = ACTIONS(19),
    [anon_sym_improve] = ACTIONS(19),
    [anon_sym_license] = ACTIONS(19),
    [anon_sym_next] = ACTIONS(19),
    [anon_sym_note] = ACTIONS(19),
    [anon_sym_party] = ACTIONS(19),
    [anon_sym_policy] = ACTIONS(19),
    [anon_sym_remove] = ACTIONS(19),
    [anon_sym_repeat] = ACTIONS(19),
    [anon_sym_reshuffle] = ACTIONS(19),
    [anon_sym_return] = ACTIONS(19),
    [anon_sym_roll] = ACTIONS(19),
    [anon_sym_say] = ACTIONS(19),
    [anon_sym_show] = ACTIONS(19),
    [anon_sym_skip] = ACTIONS(19),
    [anon_sym_source] = ACTIONS(19),
    [anon_sym_stop] = ACTIONS(19),
    [anon_sym_tags] = ACTIONS(19),
    [anon_sym_test] = ACTIONS(19),
    [anon_sym_use] = ACTIONS(19),
    [anon_sym_version] = ACTIONS(19),
    [anon_sym_when] = ACTIONS(19),
    [anon_sym_worsen] = ACTIONS(19),
    [anon_sym_chart] = ACTIONS(25),
    [anon_sym_deck] = ACTIONS(25),
    [anon_sym_each] = ACTIONS(25),
    [anon_sym_fn] = ACTIONS(25),
    [anon_sym_keep] = ACTIONS(25),
    [anon_sym_ladder] = ACTIONS(25),
    [anon_sym_option] = ACTIONS(25),
    [anon_sym_procedure] = ACTIONS(25),
    [anon_sym_roster] = ACTIONS(25),
    [anon_sym_rules] = ACTIONS(25),
    [anon_sym_sheet] = ACTIONS(25),
    [anon_sym_step] = ACTIONS(25),
    [anon_sym_symbols] = ACTIONS(25),
    [anon_sym_table] = ACTIONS(25),
    [anon_sym_timer] = ACTIONS(25),
    [anon_sym_unit] = ACTIONS(25),
    [anon_sym_words] = ACTIONS(25),
    [anon_sym_change] = ACTIONS(27),
    [anon_sym_stub] = ACTIONS(27),
    [anon_sym_adv] = ACTIONS(19),
    [anon_sym_default] = ACTIONS(19),
    [anon_sym_dis] = ACTIONS(19),
    [anon_sym_end] = ACTIONS(19),
    [anon_sym_for] = ACTIONS(19),
    [anon_sym_from] = ACTIONS(19),
    [anon_sym_given] = ACTIONS(19),
    [anon_sym_has] = ACTIONS(19),
    [anon_sym_if] = ACTIONS(19),
    [anon_sym_in] = ACTIONS(19),
    [anon_sym_is] = ACTIONS(19),
    [anon_sym_mod] = ACTIONS(19),
    [anon_sym_not] = ACTIONS(19),
    [anon_sym_odds] = ACTIONS(19),
    [anon_sym_or] = ACTIONS(19),
    [anon_sym_otherwise] = ACTIONS(19),
    [anon_sym_pick] = ACTIONS(19),
    [anon_sym_times] = ACTIONS(19),
    [anon_sym_to] = ACTIONS(19),
    [anon_sym_where] = ACTIONS(19),
    [anon_sym_with] = ACTIONS(19),
    [anon_sym_let] = ACTIONS(29),
    [anon_sym_and] = ACTIONS(31),
    [anon_sym_else] = ACTIONS(31),
    [anon_sym_then] = ACTIONS(31),
    [anon_sym_SEMI] = ACTIONS(33),
    [anon_sym_LPAREN] = ACTIONS(35),
    [anon_sym_COMMA] = ACTIONS(35),
    [anon_sym_DOT] = ACTIONS(37),
    [anon_sym_RPAREN] = ACTIONS(21),
    [anon_sym_LBRACK] = ACTIONS(21),
    [anon_sym_RBRACK] = ACTIONS(21),
    [anon_sym_DQUOTE] = ACTIONS(39),
    [anon_sym_no] = ACTIONS(41),
    [anon_sym_nothing] = ACTIONS(41),
    [anon_sym_yes] = ACTIONS(41),
    [sym_dice] = ACTIONS(19),
    [sym_number] = ACTIONS(19),
    [sym_operator] = ACTIONS(21),
    [sym_other] = ACTIONS(21),
  },
  [4] = {
    [sym__starting] = STATE(49),
    [ts_builtin_sym_end] = ACTIONS(43),
    [sym_name] = ACTIONS(45),
    [anon_sym_LF] = ACTIONS(43),
    [sym_comment] = ACTIONS(43),
    [anon_sym_COLON] = ACTIONS(43),
    [anon_sym_PIPE] = ACTIONS(43),
    [anon_sym_LBRACE] = ACTIONS(43),
    [anon_sym_RBRACE] = ACTIONS(43),
    [anon_sym_BSLASH_PIPE] = ACTIONS(43),
    [anon_sym_after] = ACTIONS(45),
    [anon_sym_answers] = ACTIONS(45),
    [anon_sym_any] = ACTIONS(45),
    [anon_sym_as] = ACTIONS(45),
    [anon_sym_before] = ACTIONS(45),
    [anon_sym_by] = ACTIONS(45),
    [anon_sym_cancels] = ACTIONS(45),
    [anon_sym_chance] = ACTIONS(45),
    [anon_sym_clamp] = ACTIONS(45),
    [anon_sym_dice] = ACTIONS(45),
    [anon_sym_down] = ACTIONS(45),
    [anon_sym_highest] = ACTIONS(45),
    [anon_sym_lowest] = ACTIONS(45),
    [anon_sym_of] = ACTIONS(45),
    [anon_sym_quietly] = ACTIONS(45),
    [anon_sym_rolls] = ACTIONS(45),
    [anon_sym_row] = ACTIONS(45),
    [anon_sym_shift] = ACTIONS(45),
    [anon_sym_takes] = ACTIONS(45),
    [anon_sym_unique] = ACTIONS(45),
    [anon_sym_until] = ACTIONS(45),
    [anon_sym_while] = ACTIONS(45),
    [anon_sym_within] = ACTIONS(45),
    [anon_sym_without] = ACTIONS(45),
    [anon_sym_add] = ACTIONS(47),
    [anon_sym_advance] = ACTIONS(47),
    [anon_sym_apply] = ACTIONS(47),
    [anon_sym_ask] = ACTIONS(47),
    [anon_sym_author] = ACTIONS(47),
    [anon_sym_cancel] = ACTIONS(47),
    [anon_sym_choose] = ACTIONS(47),
    [anon_sym_do] = ACTIONS(47),
    [anon_sym_every] = ACTIONS(47),
    [anon_sym_expect] = ACTIONS(47),
    [anon_sym_improve] = ACTIONS(47),
    [anon_sym_license] = ACTIONS(47),
    [anon_sym_next] = ACTIONS(47),
    [anon_sym_note] = ACTIONS(47),
    [anon_sym_party] = ACTIONS(47),
    [anon_sym_policy] = ACTIONS(47),
    [anon_sym_remove] = ACTIONS(47),
    [anon_sym_repeat] = ACTIONS(47),
    [anon_sym_reshuffle] = ACTIONS(47),
    [anon_sym_return] = ACTIONS(47),
    [anon_sym_roll] = ACTIONS(47),
    [anon_sym_say] = ACTIONS(47),
    [anon_sym_show] = ACTIONS(47),
    [anon_sym_skip] = ACTIONS(47),
    [anon_sym_source] = ACTIONS(47),
    [anon_sym_stop] = ACTIONS(47),
    [anon_sym_tags] = ACTIONS(47),
    [anon_sym_test] = ACTIONS(47),
    [anon_sym_use] = ACTIONS(47),
    [anon_sym_version] = ACTIONS(47),
    [anon_sym_when] = ACTIONS(47),
    [anon_sym_worsen] = ACTIONS(47),
    [anon_sym_chart] = ACTIONS(49),
    [anon_sym_deck] = ACTIONS(49),
    [anon_sym_each] = ACTIONS(49),
    [anon_sym_fn] = ACTIONS(49),
    [anon_sym_keep] = ACTIONS(49),
    [anon_sym_ladder] = ACTIONS(49),
    [anon_sym_option] = ACTIONS(49),
    [anon_sym_procedure] = ACTIONS(49),
    [anon_sym_roster] = ACTIONS(49),
    [anon_sym_rules] = ACTIONS(49),
    [anon_sym_sheet] = ACTIONS(49),
    [anon_sym_step] = ACTIONS(49),
    [anon_sym_symbols] = ACTIONS(49),
    [anon_sym_table] = ACTIONS(49),
    [anon_sym_timer] = ACTIONS(49),
    [anon_sym_unit] = ACTIONS(49),
    [anon_sym_words] = ACTIONS(49),
    [anon_sym_change] = ACTIONS(51),
    [anon_sym_stub] = ACTIONS(51),
    [anon_sym_adv] = ACTIONS(45),
    [anon_sym_default] = ACTIONS(45),
    [anon_sym_dis] = ACTIONS(45),
    [anon_sym_end] = ACTIONS(45),
    [anon_sym_for] = ACTIONS(45),
    [anon_sym_from] = ACTIONS(45),
    [anon_sym_given] = ACTIONS(45),
    [anon_sym_has] = ACTIONS(45),
    [anon_sym_if] = ACTIONS(45),
    [anon_sym_in] = ACTIONS(45),
    [anon_sym_is] = ACTIONS(45),
    [anon_sym_mod] = ACTIONS(45),
    [anon_sym_not] = ACTIONS(45),
    [anon_sym_odds] = ACTIONS(45),
    [anon_sym_or] = ACTIONS(45),
    [anon_sym_otherwise] = ACTIONS(45),
    [anon_sym_pick] = ACTIONS(45),
    [anon_sym_times] = ACTIONS(45),
    [anon_sym_to] = ACTIONS(45),
    [anon_sym_where] = ACTIONS(45),
    [anon_sym_with] = ACTIONS(45),
    [anon_sym_let] = ACTIONS(45),
    [anon_sym_and] = ACTIONS(45),
    [anon_sym_else] = ACTIONS(45),
    [anon_sym_then] = ACTIONS(45),
    [anon_sym_SEMI] = ACTIONS(43),
    [anon_sym_LPAREN] = ACTIONS(43),
    [anon_sym_COMMA] = ACTIONS(43),
    [anon_sym_DOT] = ACTIONS(45),
    [anon_sym_RPAREN] = ACTIONS(43),
    [anon_sym_LBRACK] = ACTIONS(43),
    [anon_sym_RBRACK] = ACTIONS(43),
    [anon_sym_DQUOTE] = ACTIONS(43),
    [anon_sym_no] = ACTIONS(45),
    [anon_sym_nothing] = ACTIONS(45),
    [anon_sym_yes] = ACTIONS(45),
    [sym_dice] = ACTIONS(45),
    [sym_number] = ACTIONS(45),
    [sym_operator] = ACTIONS(43),
    [sym_other] = ACTIONS(45),
  },
  [5] = {
    [sym__starting] = STATE(50),
    [ts_builtin_sym_end] = ACTIONS(53),
    [sym_name] = ACTIONS(55),
    [anon_sym_LF] = ACTIONS(53),
    [sym_comment] = ACTIONS(53),
    [anon_sym_COLON] = ACTIONS(53),
    [anon_sym_PIPE] = ACTIONS(53),
    [anon_sym_LBRACE] = ACTIONS(53),
    [anon_sym_RBRACE] = ACTIONS(53),
    [anon_sym_BSLASH_PIPE] = ACTIONS(53),
    [anon_sym_after] = ACTIONS(55),
    [anon_sym_answers] = ACTIONS(55),
    [anon_sym_any] = ACTIONS(55),
    [anon_sym_as] = ACTIONS(55),
    [anon_sym_before] = ACTIONS(55),
    [anon_sym_by] = ACTIONS(55),
    [anon_sym_cancels] = ACTIONS(55),
    [anon_sym_chance] = ACTIONS(55),
    [anon_sym_clamp] = ACTIONS(55),
    [anon_sym_dice] = ACTIONS(55),
    [anon_sym_down] = ACTIONS(55),
    [anon_sym_highest] = ACTIONS(55),
    [anon_sym_lowest] = ACTIONS(55),
    [anon_sym_of] = ACTIONS(55),
    [anon_sym_quietly] = ACTIONS(55),
    [anon_sym_rolls] = ACTIONS(55),
    [anon_sym_row] = ACTIONS(55),
    [anon_sym_shift] = ACTIONS(55),
    [anon_sym_takes] = ACTIONS(55),
    [anon_sym_unique] = ACTIONS(55),
    [anon_sym_until] = ACTIONS(55),
    [anon_sym_while] = ACTIONS(55),
    [anon_sym_within] = ACTIONS(55),
    [anon_sym_without] = ACTIONS(55),
    [anon_sym_add] = ACTIONS(57),
    [anon_sym_advance] = ACTIONS(57),
    [anon_sym_apply] = ACTIONS(57),
    [anon_sym_ask] = ACTIONS(57),
    [anon_sym_author] = ACTIONS(57),
    [anon_sym_cancel] = ACTIONS(57),
    [anon_sym_choose] = ACTIONS(57),
    [anon_sym_do] = ACTIONS(57),
    [anon_sym_every] = ACTIONS(57),
    [anon_sym_expect] = ACTIONS(57),
    [anon_sym_improve] = ACTIONS(57),
    [anon_sym_license] = ACTIONS(57),
    [anon_sym_next] = ACTIONS(57),
    [anon_sym_note] = ACTIONS(57),
    [anon_sym_party] = ACTIONS(57),
    [anon_sym_policy] = ACTIONS(57),
    [anon_sym_remove] = ACTIONS(57),
    [anon_sym_repeat] = ACTIONS(57),
    [anon_sym_reshuffle] = ACTIONS(57),
    [anon_sym_return] = ACTIONS(57),
    [anon_sym_roll] = ACTIONS(57),
    [anon_sym_say] = ACTIONS(57),
    [anon_sym_show] = ACTIONS(57),
    [anon_sym_skip] = ACTIONS(57),
    [anon_sym_source] = ACTIONS(57),
    [anon_sym_stop] = ACTIONS(57),
    [anon_sym_tags] = ACTIONS(57),
    [anon_sym_test] = ACTIONS(57),
    [anon_sym_use] = ACTIONS(57),
    [anon_sym_version] = ACTIONS(57),
    [anon_sym_when] = ACTIONS(57),
    [anon_sym_worsen] = ACTIONS(57),
    [anon_sym_chart] = ACTIONS(49),
    [anon_sym_deck] = ACTIONS(49),
    [anon_sym_each] = ACTIONS(49),
    [anon_sym_fn] = ACTIONS(49),
    [anon_sym_keep] = ACTIONS(49),
    [anon_sym_ladder] = ACTIONS(49),
    [anon_sym_option] = ACTIONS(49),
    [anon_sym_procedure] = ACTIONS(49),
    [anon_sym_roster] = ACTIONS(49),
    [anon_sym_rules] = ACTIONS(49),
    [anon_sym_sheet] = ACTIONS(49),
    [anon_sym_step] = ACTIONS(49),
    [anon_sym_symbols] = ACTIONS(49),
    [anon_sym_table] = ACTIONS(49),
    [anon_sym_timer] = ACTIONS(49),
    [anon_sym_unit] = ACTIONS(49),
    [anon_sym_words] = ACTIONS(49),
    [anon_sym_change] = ACTIONS(51),
    [anon_sym_stub] = ACTIONS(51),
    [anon_sym_adv] = ACTIONS(55),
    [anon_sym_default] = ACTIONS(55),
    [anon_sym_dis] = ACTIONS(55),
    [anon_sym_end] = ACTIONS(55),
    [anon_sym_for] = ACTIONS(55),
    [anon_sym_from] = ACTIONS(55),
    [anon_sym_given] = ACTIONS(55),
    [anon_sym_has] = ACTIONS(55),
    [anon_sym_if] = ACTIONS(55),
    [anon_sym_in] = ACTIONS(55),
    [anon_sym_is] = ACTIONS(55),
    [anon_sym_mod] = ACTIONS(55),
    [anon_sym_not] = ACTIONS(55),
    [anon_sym_odds] = ACTIONS(55),
    [anon_sym_or] = ACTIONS(55),
    [anon_sym_otherwise] = ACTIONS(55),
    [anon_sym_pick] = ACTIONS(55),
    [anon_sym_times] = ACTIONS(55),
    [anon_sym_to] = ACTIONS(55),
    [anon_sym_where] = ACTIONS(55),
    [anon_sym_with] = ACTIONS(55),
    [anon_sym_let] = ACTIONS(55),
    [anon_sym_and] = ACTIONS(55),
    [anon_sym_else] = ACTIONS(55),
    [anon_sym_then] = ACTIONS(55),
    [anon_sym_SEMI] = ACTIONS(53),
    [anon_sym_LPAREN] = ACTIONS(53),
    [anon_sym_COMMA] = ACTIONS(53),
    [anon_sym_DOT] = ACTIONS(55),
    [anon_sym_RPAREN] = ACTIONS(53),
    [anon_sym_LBRACK] = ACTIONS(53),
    [anon_sym_RBRACK] = ACTIONS(53),
    [anon_sym_DQUOTE] = ACTIONS(53),
    [anon_sym_no] = ACTIONS(55),
    [anon_sym_nothing] = ACTIONS(55),
    [anon_sym_yes] = ACTIONS(55),
    [sym_dice] = ACTIONS(55),
    [sym_number] = ACTIONS(55),
    [sym_operator] = ACTIONS(53),
    [sym_other] = ACTIONS(55),
  },
  [6] = {
    [sym__starting] = STATE(56),
    [ts_builtin_sym_end] = ACTIONS(43),
    [sym_name] = ACTIONS(45),
    [anon_sym_LF] = ACTIONS(43),
    [sym_comment] = ACTIONS(43),
    [anon_sym_COLON] = ACTIONS(43),
    [anon_sym_PIPE] = ACTIONS(43),
    [anon_sym_LBRACE] = ACTIONS(43),
    [anon_sym_RBRACE] = ACTIONS(43),
    [anon_sym_after] = ACTIONS(45),
    [anon_sym_answers] = ACTIONS(45),
    [anon_sym_any] = ACTIONS(45),
    [anon_sym_as] = ACTIONS(45),
    [anon_sym_before] = ACTIONS(45),
    [anon_sym_by] = ACTIONS(45),
    [anon_sym_cancels] = ACTIONS(45),
    [anon_sym_chance] = ACTIONS(45),
    [anon_sym_clamp] = ACTIONS(45),
    [anon_sym_dice] = ACTIONS(45),
    [anon_sym_down] = ACTIONS(45),
    [anon_sym_highest] = ACTIONS(45),
    [anon_sym_lowest] = ACTIONS(45),
    [anon_sym_of] = ACTIONS(45),
    [anon_sym_quietly] = ACTIONS(45),
    [anon_sym_rolls] = ACTIONS(45),
    [anon_sym_row] = ACTIONS(45),
    [anon_sym_shift] = ACTIONS(45),
    [anon_sym_takes] = ACTIONS(45),
    [anon_sym_unique] = ACTIONS(45),
    [anon_sym_until] = ACTIONS(45),
    [anon_sym_while] = ACTIONS(45),
    [anon_sym_within] = ACTIONS(45),
    [anon_sym_without] = ACTIONS(45),
    [anon_sym_add] = ACTIONS(59),
    [anon_sym_advance] = ACTIONS(59),
    [anon_sym_apply] = ACTIONS(59),
    [anon_sym_ask] = ACTIONS(59),
    [anon_sym_author] = ACTIONS(59),
    [anon_sym_cancel] = ACTIONS(59),
    [anon_sym_choose] = ACTIONS(59),
    [anon_sym_do] = ACTIONS(59),
    [anon_sym_every] = ACTIONS(59),
    [anon_sym_expect] = ACTIONS(59),
    [anon_sym_improve] = ACTIONS(59),
    [anon_sym_license] = ACTIONS(59),
    [anon_sym_next] = ACTIONS(59),
    [anon_sym_note] = ACTIONS(59),
    [anon_sym_party] = ACTIONS(59),
    [anon_sym_policy] = ACTIONS(59),
    [anon_sym_remove] = ACTIONS(59),
    [anon_sym_repeat] = ACTIONS(59),
    [anon_sym_reshuffle] = ACTIONS(59),
    [anon_sym_return] = ACTIONS(59),
    [anon_sym_roll] = ACTIONS(59),
    [anon_sym_say] = ACTIONS(59),
    [anon_sym_show] = ACTIONS(59),
    [anon_sym_skip] = ACTIONS(59),
    [anon_sym_source] = ACTIONS(59),
    [anon_sym_stop] = ACTIONS(59),
    [anon_sym_tags] = ACTIONS(59),
    [anon_sym_test] = ACTIONS(59),
    [anon_sym_use] = ACTIONS(59),
    [anon_sym_version] = ACTIONS(59),
    [anon_sym_when] = ACTIONS(59),
    [anon_sym_worsen] = ACTIONS(59),
    [anon_sym_chart] = ACTIONS(25),
    [anon_sym_deck] = ACTIONS(25),
    [anon_sym_each] = ACTIONS(25),
    [anon_sym_fn] = ACTIONS(25),
    [anon_sym_keep] = ACTIONS(25),
    [anon_sym_ladder] = ACTIONS(25),
    [anon_sym_option] = ACTIONS(25),
    [anon_sym_procedure] = ACTIONS(25),
    [anon_sym_roster] = ACTIONS(25),
    [anon_sym_rules] = ACTIONS(25),
    [anon_sym_sheet] = ACTIONS(25),
    [anon_sym_step] = ACTIONS(25),
    [anon_sym_symbols] = ACTIONS(25),
    [anon_sym_table] = ACTIONS(25),
    [anon_sym_timer] = ACTIONS(25),
    [anon_sym_unit] = ACTIONS(25),
    [anon_sym_words] = ACTIONS(25),
    [anon_sym_change] = ACTIONS(27),
    [anon_sym_stub] = ACTIONS(27),
    [anon_sym_adv] = ACTIONS(45),
    [anon_sym_default] = ACTIONS(45),
    [anon_sym_dis] = ACTIONS(45),
    [anon_sym_end] = ACTIONS(45),
    [anon_sym_for] = ACTIONS(45),
    [anon_sym_from] = ACTIONS(45),
    [anon_sym_given] = ACTIONS(45),
    [anon_sym_has] = ACTIONS(45),
    [anon_sym_if] = ACTIONS(45),
    [anon_sym_in] = ACTIONS(45),
    [anon_sym_is] = ACTIONS(45),
    [anon_sym_mod] = ACTIONS(45),
    [anon_sym_not] = ACTIONS(45),
    [anon_sym_odds] = ACTIONS(45),
    [anon_sym_or] = ACTIONS(45),
    [anon_sym_otherwise] = ACTIONS(45),
    [anon_sym_pick] = ACTIONS(45),
    [anon_sym_times] = ACTIONS(45),
    [anon_sym_to] = ACTIONS(45),
    [anon_sym_where] = ACTIONS(45),
    [anon_sym_with] = ACTIONS(45),
    [anon_sym_let] = ACTIONS(45),
    [anon_sym_and] = ACTIONS(45),
    [anon_sym_else] = ACTIONS(45),
    [anon_sym_then] = ACTIONS(45),
    [anon_sym_SEMI] = ACTIONS(43),
    [anon_sym_LPAREN] = ACTIONS(43),
    [anon_sym_COMMA] = ACTIONS(43),
    [anon_sym_DOT] = ACTIONS(45),
    [anon_sym_RPAREN] = ACTIONS(43),
    [anon_sym_LBRACK] = ACTIONS(43),
    [anon_sym_RBRACK] = ACTIONS(43),
    [anon_sym_DQUOTE] = ACTIONS(43),
    [anon_sym_no] = ACTIONS(45),
    [anon_sym_nothing] = ACTIONS(45),
    [anon_sym_yes] = ACTIONS(45),
    [sym_dice] = ACTIONS(45),
    [sym_number] = ACTIONS(45),
    [sym_operator] = ACTIONS(43),
    [sym_other] = ACTIONS(43),
  },
  [7] = {
    [sym__starting] = STATE(59),
    [ts_builtin_sym_end] = ACTIONS(53),
    [sym_name] = ACTIONS(55),
    [anon_sym_LF] = ACTIONS(53),
    [sym_comment] = ACTIONS(53),
    [anon_sym_COLON] = ACTIONS(53),
    [anon_sym_PIPE] = ACTIONS(53),
    [anon_sym_LBRACE] = ACTIONS(53),
    [anon_sym_RBRACE] = ACTIONS(53),
    [anon_sym_after] = ACTIONS(55),
    [anon_sym_answers] = ACTIONS(55),
    [anon_sym_any] = ACTIONS(55),
    [anon_sym_as] = ACTIONS(55),
    [anon_sym_before] = ACTIONS(55),
    [anon_sym_by] = ACTIONS(55),
    [anon_sym_cancels] = ACTIONS(55),
    [anon_sym_chance] = ACTIONS(55),
    [anon_sym_clamp] = ACTIONS(55),
    [anon_sym_dice] = ACTIONS(55),
    [anon_sym_down] = ACTIONS(55),
    [anon_sym_highest] = ACTIONS(55),
    [anon_sym_lowest] = ACTIONS(55),
    [anon_sym_of] = ACTIONS(55),
    [anon_sym_quietly] = ACTIONS(55),
    [anon_sym_rolls] = ACTIONS(55),
    [anon_sym_row] = ACTIONS(55),
    [anon_sym_shift] = ACTIONS(55),
    [anon_sym_takes] = ACTIONS(55),
    [anon_sym_unique] = ACTIONS(55),
    [anon_sym_until] = ACTIONS(55),
    [anon_sym_while] = ACTIONS(55),
    [anon_sym_within] = ACTIONS(55),
    [anon_sym_without] = ACTIONS(55),
    [anon_sym_add] = ACTIONS(61),
    [anon_sym_advance] = ACTIONS(61),
    [anon_sym_apply] = ACTIONS(61),
    [anon_sym_ask] = ACTIONS(61),
    [anon_sym_author] = ACTIONS(61),
    [anon_sym_cancel] = ACTIONS(61),
    [anon_sym_choose] = ACTIONS(61),
    [anon_sym_do] = ACTIONS(61),
    [anon_sym_every] = ACTIONS(61),
    [anon_sym_expect] = ACTIONS(61),
    [anon_sym_improve] = ACTIONS(61),
    [anon_sym_license] = ACTIONS(61),
    [anon_sym_next] = ACTIONS(61),
    [anon_sym_note] = ACTIONS(61),
    [anon_sym_party] = ACTIONS(61),
    [anon_sym_policy] = ACTIONS(61),
    [anon_sym_remove] = ACTIONS(61),
    [anon_sym_repeat] = ACTIONS(61),
    [anon_sym_reshuffle] = ACTIONS(61),
    [anon_sym_return] = ACTIONS(61),
    [anon_sym_roll] = ACTIONS(61),
    [anon_sym_say] = ACTIONS(61),
    [anon_sym_show] = ACTIONS(61),
    [anon_sym_skip] = ACTIONS(61),
    [anon_sym_source] = ACTIONS(61),
    [anon_sym_stop] = ACTIONS(61),
    [anon_sym_tags] = ACTIONS(61),
    [anon_sym_test] = ACTIONS(61),
    [anon_sym_use] = ACTIONS(61),
    [anon_sym_version] = ACTIONS(61),
    [anon_sym_when] = ACTIONS(61),
    [anon_sym_worsen] = ACTIONS(61),
    [anon_sym_chart] = ACTIONS(25),
    [anon_sym_deck] = ACTIONS(25),
    [anon_sym_each] = ACTIONS(25),
    [anon_sym_fn] = ACTIONS(25),
    [anon_sym_keep] = ACTIONS(25),
    [anon_sym_ladder] = ACTIONS(25),
    [anon_sym_option] = ACTIONS(25),
    [anon_sym_procedure] = ACTIONS(25),
    [anon_sym_roster] = ACTIONS(25),
    [anon_sym_rules] = ACTIONS(25),
    [anon_sym_sheet] = ACTIONS(25),
    [anon_sym_step] = ACTIONS(25),
    [anon_sym_symbols] = ACTIONS(25),
    [anon_sym_table] = ACTIONS(25),
    [anon_sym_timer] = ACTIONS(25),
    [anon_sym_unit] = ACTIONS(25),
    [anon_sym_words] = ACTIONS(25),
    [anon_sym_change] = ACTIONS(27),
    [anon_sym_stub] = ACTIONS(27),
    [anon_sym_adv] = ACTIONS(55),
    [anon_sym_default] = ACTIONS(55),
    [anon_sym_dis] = ACTIONS(55),
    [anon_sym_end] = ACTIONS(55),
    [anon_sym_for] = ACTIONS(55),
    [anon_sym_from] = ACTIONS(55),
    [anon_sym_given] = ACTIONS(55),
    [anon_sym_has] = ACTIONS(55),
    [anon_sym_if] = ACTIONS(55),
    [anon_sym_in] = ACTIONS(55),
    [anon_sym_is] = ACTIONS(55),
    [anon_sym_mod] = ACTIONS(55),
    [anon_sym_not] = ACTIONS(55),
    [anon_sym_odds] = ACTIONS(55),
    [anon_sym_or] = ACTIONS(55),
    [anon_sym_otherwise] = ACTIONS(55),
    [anon_sym_pick] = ACTIONS(55),
    [anon_sym_times] = ACTIONS(55),
    [anon_sym_to] = ACTIONS(55),
    [anon_sym_where] = ACTIONS(55),
    [anon_sym_with] = ACTIONS(55),
    [anon_sym_let] = ACTIONS(55),
    [anon_sym_and] = ACTIONS(55),
    [anon_sym_else] = ACTIONS(55),
    [anon_sym_then] = ACTIONS(55),
    [anon_sym_SEMI] = ACTIONS(53),
    [anon_sym_LPAREN] = ACTIONS(53),
    [anon_sym_COMMA] = ACTIONS(53),
    [anon_sym_DOT] = ACTIONS(55),
    [anon_sym_RPAREN] = ACTIONS(53),
    [anon_sym_LBRACK] = ACTIONS(53),
    [anon_sym_RBRACK] = ACTIONS(53),
    [anon_sym_DQUOTE] = ACTIONS(53),
    [anon_sym_no] = ACTIONS(55),
    [anon_sym_nothing] = ACTIONS(55),
    [anon_sym_yes] = ACTIONS(55),
    [sym_dice] = ACTIONS(55),
    [sym_number] = ACTIONS(55),
    [sym_operator] = ACTIONS(53),
    [sym_other] = ACTIONS(53),
  },
  [8] = {
    [sym__escaped_bar] = STATE(10),
    [sym__piece] = STATE(10),
    [sym__plain] = STATE(10),
    [sym_text] = STATE(10),
    [sym_literal] = STATE(10),
    [aux_sym_cell_live_repeat1] = STATE(10),
    [ts_builtin_sym_end] = ACTIONS(63),
    [sym_name] = ACTIONS(65),
    [anon_sym_LF] = ACTIONS(63),
    [sym_comment] = ACTIONS(67),
    [anon_sym_COLON] = ACTIONS(67),
    [anon_sym_PIPE] = ACTIONS(63),
    [anon_sym_LBRACE] = ACTIONS(67),
    [anon_sym_RBRACE] = ACTIONS(69),
    [anon_sym_BSLASH_PIPE] = ACTIONS(67),
    [anon_sym_after] = ACTIONS(71),
    [anon_sym_answers] = ACTIONS(71),
    [anon_sym_any] = ACTIONS(71),
    [anon_sym_as] = ACTIONS(71),
    [anon_sym_before] = ACTIONS(71),
    [anon_sym_by] = ACTIONS(71),
    [anon_sym_cancels] = ACTIONS(71),
    [anon_sym_chance] = ACTIONS(71),
    [anon_sym_clamp] = ACTIONS(71),
    [anon_sym_dice] = ACTIONS(71),
    [anon_sym_down] = ACTIONS(71),
    [anon_sym_highest] = ACTIONS(71),
    [anon_sym_lowest] = ACTIONS(71),
    [anon_sym_of] = ACTIONS(71),
    [anon_sym_quietly] = ACTIONS(71),
    [anon_sym_rolls] = ACTIONS(71),
    [anon_sym_row] = ACTIONS(71),
    [anon_sym_shift] = ACTIONS(71),
    [anon_sym_takes] = ACTIONS(71),
    [anon_sym_unique] = ACTIONS(71),
    [anon_sym_until] = ACTIONS(71),
    [anon_sym_while] = ACTIONS(71),
    [anon_sym_within] = ACTIONS(71),
    [anon_sym_without] = ACTIONS(71),
    [anon_sym_adv] = ACTIONS(65),
    [anon_sym_default] = ACTIONS(65),
    [anon_sym_dis] = ACTIONS(65),
    [anon_sym_end] = ACTIONS(65),
    [anon_sym_for] = ACTIONS(65),
    [anon_sym_from] = ACTIONS(65),
    [anon_sym_given] = ACTIONS(65),
    [anon_sym_has] = ACTIONS(65),
    [anon_sym_if] = ACTIONS(65),
    [anon_sym_in] = ACTIONS(65),
    [anon_sym_is] = ACTIONS(65),
    [anon_sym_mod] = ACTIONS(65),
    [anon_sym_not] = ACTIONS(65),
    [anon_sym_odds] = ACTIONS(65),
    [anon_sym_or] = ACTIONS(65),
    [anon_sym_otherwise] = ACTIONS(65),
    [anon_sym_pick] = ACTIONS(65),
    [anon_sym_times] = ACTIONS(65),
    [anon_sym_to] = ACTIONS(65),
    [anon_sym_where] = ACTIONS(65),
    [anon_sym_with] = ACTIONS(65),
    [anon_sym_let] = ACTIONS(73),
    [anon_sym_and] = ACTIONS(75),
    [anon_sym_else] = ACTIONS(75),
    [anon_sym_then] = ACTIONS(75),
    [anon_sym_SEMI] = ACTIONS(77),
    [anon_sym_LPAREN] = ACTIONS(79),
    [anon_sym_COMMA] = ACTIONS(79),
    [anon_sym_DOT] = ACTIONS(81),
    [anon_sym_RPAREN] = ACTIONS(67),
    [anon_sym_LBRACK] = ACTIONS(67),
    [anon_sym_RBRACK] = ACTIONS(67),
    [anon_sym_DQUOTE] = ACTIONS(83),
    [anon_sym_no] = ACTIONS(85),
    [anon_sym_nothing] = ACTIONS(85),
    [anon_sym_yes] = ACTIONS(85),
    [sym_dice] = ACTIONS(65),
    [sym_number] = ACTIONS(65),
    [sym_operator] = ACTIONS(67),
    [sym_other] = ACTIONS(65),
  },
  [9] = {
    [sym__escaped_bar] = STATE(9),
    [sym__piece] = STATE(9),
    [sym__plain] = STATE(9),
    [sym_text] = STATE(9),
    [sym_literal] = STATE(9),
    [aux_sym_cell_live_repeat1] = STATE(9),
    [ts_builtin_sym_end] = ACTIONS(87),
    [sym_name] = ACTIONS(89),
    [anon_sym_LF] = ACTIONS(87),
    [sym_comment] = ACTIONS(92),
    [anon_sym_COLON] = ACTIONS(92),
    [anon_sym_PIPE] = ACTIONS(87),
    [anon_sym_LBRACE] = ACTIONS(92),
    [anon_sym_RBRACE] = ACTIONS(87),
    [anon_sym_BSLASH_PIPE] = ACTIONS(92),
    [anon_sym_after] = ACTIONS(95),
    [anon_sym_answers] = ACTIONS(95),
    [anon_sym_any] = ACTIONS(95),
    [anon_sym_as] = ACTIONS(95),
    [anon_sym_before] = ACTIONS(95),
    [anon_sym_by] = ACTIONS(95),
    [anon_sym_cancels] = ACTIONS(95),
    [anon_sym_chance] = ACTIONS(95),
    [anon_sym_clamp] = ACTIONS(95),
    [anon_sym_dice] = ACTIONS(95),
    [anon_sym_down] = ACTIONS(95),
    [anon_sym_highest] = ACTIONS(95),
    [anon_sym_lowest] = ACTIONS(95),
    [anon_sym_of] = ACTIONS(95),
    [anon_sym_quietly] = ACTIONS(95),
    [anon_sym_rolls] = ACTIONS(95),
    [anon_sym_row] = ACTIONS(95),
    [anon_sym_shift] = ACTIONS(95),
    [anon_sym_takes] = ACTIONS(95),
    [anon_sym_unique] = ACTIONS(95),
    [anon_sym_until] = ACTIONS(95),
    [anon_sym_while] = ACTIONS(95),
    [anon_sym_within] = ACTIONS(95),
    [anon_sym_without] = ACTIONS(95),
    [anon_sym_adv] = ACTIONS(89),
    [anon_sym_default] = ACTIONS(89),
    [anon_sym_dis] = ACTIONS(89),
    [anon_sym_end] = ACTIONS(89),
    [anon_sym_for] = ACTIONS(89),
    [anon_sym_from] = ACTIONS(89),
    [anon_sym_given] = ACTIONS(89),
    [anon_sym_has] = ACTIONS(89),
    [anon_sym_if] = ACTIONS(89),
    [anon_sym_in] = ACTIONS(89),
    [anon_sym_is] = ACTIONS(89),
    [anon_sym_mod] = ACTIONS(89),
    [anon_sym_not] = ACTIONS(89),
    [anon_sym_odds] = ACTIONS(89),
    [anon_sym_or] = ACTIONS(89),
    [anon_sym_otherwise] = ACTIONS(89),
    [anon_sym_pick] = ACTIONS(89),
    [anon_sym_times] = ACTIONS(89),
    [anon_sym_to] = ACTIONS(89),
    [anon_sym_where] = ACTIONS(89),
    [anon_sym_with] = ACTIONS(89),
    [anon_sym_let] = ACTIONS(98),
    [anon_sym_and] = ACTIONS(101),
    [anon_sym_else] = ACTIONS(101),
    [anon_sym_then] = ACTIONS(101),
    [anon_sym_SEMI] = ACTIONS(104),
    [anon_sym_LPAREN] = ACTIONS(107),
    [anon_sym_COMMA] = ACTIONS(107),
    [anon_sym_DOT] = ACTIONS(110),
    [anon_sym_RPAREN] = ACTIONS(92),
    [anon_sym_LBRACK] = ACTIONS(92),
    [anon_sym_RBRACK] = ACTIONS(92),
    [anon_sym_DQUOTE] = ACTIONS(113),
    [anon_sym_no] = ACTIONS(116),
    [anon_sym_nothing] = ACTIONS(116),
    [anon_sym_yes] = ACTIONS(116),
    [sym_dice] = ACTIONS(89),
    [sym_number] = ACTIONS(89),
    [sym_operator] = ACTIONS(92),
    [sym_other] = ACTIONS(89),
  },
  [10] = {
    [sym__escaped_bar] = STATE(9),
    [sym__piece] = STATE(9),
    [sym__plain] = STATE(9),
    [sym_text] = STATE(9),
    [sym_literal] = STATE(9),
    [aux_sym_cell_live_repeat1] = STATE(9),
    [ts_builtin_sym_end] = ACTIONS(119),
    [sym_name] = ACTIONS(121),
    [anon_sym_LF] = ACTIONS(119),
    [sym_comment] = ACTIONS(123),
    [anon_sym_COLON] = ACTIONS(123),
    [anon_sym_PIPE] = ACTIONS(119),
    [anon_sym_LBRACE] = ACTIONS(123),
    [anon_sym_RBRACE] = ACTIONS(125),
    [anon_sym_BSLASH_PIPE] = ACTIONS(123),
    [anon_sym_after] = ACTIONS(71),
    [anon_sym_answers] = ACTIONS(71),
    [anon_sym_any] = ACTIONS(71),
    [anon_sym_as] = ACTIONS(71),
    [anon_sym_before] = ACTIONS(71),
    [anon_sym_by] = ACTIONS(71),
    [anon_sym_cancels] = ACTIONS(71),
    [anon_sym_chance] = ACTIONS(71),
    [anon_sym_clamp] = ACTIONS(71),
    [anon_sym_dice] = ACTIONS(71),
    [anon_sym_down] = ACTIONS(71),
    [anon_sym_highest] = ACTIONS(71),
    [anon_sym_lowest] = ACTIONS(71),
    [anon_sym_of] = ACTIONS(71),
    [anon_sym_quietly] = ACTIONS(71),
    [anon_sym_rolls] = ACTIONS(71),
    [anon_sym_row] = ACTIONS(71),
    [anon_sym_shift] = ACTIONS(71),
    [anon_sym_takes] = ACTIONS(71),
    [anon_sym_unique] = ACTIONS(71),
    [anon_sym_until] = ACTIONS(71),
    [anon_sym_while] = ACTIONS(71),
    [anon_sym_within] = ACTIONS(71),
    [anon_sym_without] = ACTIONS(71),
    [anon_sym_adv] = ACTIONS(121),
    [anon_sym_default] = ACTIONS(121),
    [anon_sym_dis] = ACTIONS(121),
    [anon_sym_end] = ACTIONS(121),
    [anon_sym_for] = ACTIONS(121),
    [anon_sym_from] = ACTIONS(121),
    [anon_sym_given] = ACTIONS(121),
    [anon_sym_has] = ACTIONS(121),
    [anon_sym_if] = ACTIONS(121),
    [anon_sym_in] = ACTIONS(121),
    [anon_sym_is] = ACTIONS(121),
    [anon_sym_mod] = ACTIONS(121),
    [anon_sym_not] = ACTIONS(121),
    [anon_sym_odds] = ACTIONS(121),
    [anon_sym_or] = ACTIONS(121),
    [anon_sym_otherwise] = ACTIONS(121),
    [anon_sym_pick] = ACTIONS(121),
    [anon_sym_times] = ACTIONS(121),
    [anon_sym_to] = ACTIONS(121),
    [anon_sym_where] = ACTIONS(121),
    [anon_sym_with] = ACTIONS(121),
    [anon_sym_let] = ACTIONS(73),
    [anon_sym_and] = ACTIONS(75),
    [anon_sym_else] = ACTIONS(75),
    [anon_sym_then] = ACTIONS(75),
    [anon_sym_SEMI] = ACTIONS(77),
    [anon_sym_LPAREN] = ACTIONS(79),
    [anon_sym_COMMA] = ACTIONS(79),
    [anon_sym_DOT] = ACTIONS(81),
    [anon_sym_RPAREN] = ACTIONS(123),
    [anon_sym_LBRACK] = ACTIONS(123),
    [anon_sym_RBRACK] = ACTIONS(123),
    [anon_sym_DQUOTE] = ACTIONS(83),
    [anon_sym_no] = ACTIONS(85),
    [anon_sym_nothing] = ACTIONS(85),
    [anon_sym_yes] = ACTIONS(85),
    [sym_dice] = ACTIONS(121),
    [sym_number] = ACTIONS(121),
    [sym_operator] = ACTIONS(123),
    [sym_other] = ACTIONS(121),
  },
  [11] = {
    [sym__bar] = STATE(11),
    [sym__piece] = STATE(11),
    [sym__plain] = STATE(11),
    [sym_text] = STATE(11),
    [sym_literal] = STATE(11),
    [aux_sym_live_repeat1] = STATE(11),
    [ts_builtin_sym_end] = ACTIONS(127),
    [sym_name] = ACTIONS(129),
    [anon_sym_LF] = ACTIONS(127),
    [sym_comment] = ACTIONS(132),
    [anon_sym_COLON] = ACTIONS(132),
    [anon_sym_PIPE] = ACTIONS(135),
    [anon_sym_LBRACE] = ACTIONS(132),
    [anon_sym_RBRACE] = ACTIONS(127),
    [anon_sym_BSLASH_PIPE] = ACTIONS(127),
    [anon_sym_after] = ACTIONS(138),
    [anon_sym_answers] = ACTIONS(138),
    [anon_sym_any] = ACTIONS(138),
    [anon_sym_as] = ACTIONS(138),
    [anon_sym_before] = ACTIONS(138),
    [anon_sym_by] = ACTIONS(138),
    [anon_sym_cancels] = ACTIONS(138),
    [anon_sym_chance] = ACTIONS(138),
    [anon_sym_clamp] = ACTIONS(138),
    [anon_sym_dice] = ACTIONS(138),
    [anon_sym_down] = ACTIONS(138),
    [anon_sym_highest] = ACTIONS(138),
    [anon_sym_lowest] = ACTIONS(138),
    [anon_sym_of] = ACTIONS(138),
    [anon_sym_quietly] = ACTIONS(138),
    [anon_sym_rolls] = ACTIONS(138),
    [anon_sym_row] = ACTIONS(138),
    [anon_sym_shift] = ACTIONS(138),
    [anon_sym_takes] = ACTIONS(138),
    [anon_sym_unique] = ACTIONS(138),
    [anon_sym_until] = ACTIONS(138),
    [anon_sym_while] = ACTIONS(138),
    [anon_sym_within] = ACTIONS(138),
    [anon_sym_without] = ACTIONS(138),
    [anon_sym_adv] = ACTIONS(129),
    [anon_sym_default] = ACTIONS(129),
    [anon_sym_dis] = ACTIONS(129),
    [anon_sym_end] = ACTIONS(129),
    [anon_sym_for] = ACTIONS(129),
    [anon_sym_from] = ACTIONS(129),
    [anon_sym_given] = ACTIONS(129),
    [anon_sym_has] = ACTIONS(129),
    [anon_sym_if] = ACTIONS(129),
    [anon_sym_in] = ACTIONS(129),
    [anon_sym_is] = ACTIONS(129),
    [anon_sym_mod] = ACTIONS(129),
    [anon_sym_not] = ACTIONS(129),
    [anon_sym_odds] = ACTIONS(129),
    [anon_sym_or] = ACTIONS(129),
    [anon_sym_otherwise] = ACTIONS(129),
    [anon_sym_pick] = ACTIONS(129),
    [anon_sym_times] = ACTIONS(129),
    [anon_sym_to] = ACTIONS(129),
    [anon_sym_where] = ACTIONS(129),
    [anon_sym_with] = ACTIONS(129),
    [anon_sym_let] = ACTIONS(141),
    [anon_sym_and] = ACTIONS(144),
    [anon_sym_else] = ACTIONS(144),
    [anon_sym_then] = ACTIONS(144),
    [anon_sym_SEMI] = ACTIONS(147),
    [anon_sym_LPAREN] = ACTIONS(150),
    [anon_sym_COMMA] = ACTIONS(150),
    [anon_sym_DOT] = ACTIONS(153),
    [anon_sym_RPAREN] = ACTIONS(132),
    [anon_sym_LBRACK] = ACTIONS(132),
    [anon_sym_RBRACK] = ACTIONS(132),
    [anon_sym_DQUOTE] = ACTIONS(156),
    [anon_sym_no] = ACTIONS(159),
    [anon_sym_nothing] = ACTIONS(159),
    [anon_sym_yes] = ACTIONS(159),
    [sym_dice] = ACTIONS(129),
    [sym_number] = ACTIONS(129),
    [sym_operator] = ACTIONS(132),
    [sym_other] = ACTIONS(129),
  },
  [12] = {
    [sym__bar] = STATE(13),
    [sym__piece] = STATE(13),
    [sym__plain] = STATE(13),
    [sym_text] = STATE(13),
    [sym_literal] = STATE(13),
    [aux_sym_live_repeat1] = STATE(13),
    [ts_builtin_sym_end] = ACTIONS(162),
    [sym_name] = ACTIONS(164),
    [anon_sym_LF] = ACTIONS(162),
    [sym_comment] = ACTIONS(166),
    [anon_sym_COLON] = ACTIONS(166),
    [anon_sym_PIPE] = ACTIONS(168),
    [anon_sym_LBRACE] = ACTIONS(166),
    [anon_sym_RBRACE] = ACTIONS(170),
    [anon_sym_BSLASH_PIPE] = ACTIONS(162),
    [anon_sym_after] = ACTIONS(71),
    [anon_sym_answers] = ACTIONS(71),
    [anon_sym_any] = ACTIONS(71),
    [anon_sym_as] = ACTIONS(71),
    [anon_sym_before] = ACTIONS(71),
    [anon_sym_by] = ACTIONS(71),
    [anon_sym_cancels] = ACTIONS(71),
    [anon_sym_chance] = ACTIONS(71),
    [anon_sym_clamp] = ACTIONS(71),
    [anon_sym_dice] = ACTIONS(71),
    [anon_sym_down] = ACTIONS(71),
    [anon_sym_highest] = ACTIONS(71),
    [anon_sym_lowest] = ACTIONS(71),
    [anon_sym_of] = ACTIONS(71),
    [anon_sym_quietly] = ACTIONS(71),
    [anon_sym_rolls] = ACTIONS(71),
    [anon_sym_row] = ACTIONS(71),
    [anon_sym_shift] = ACTIONS(71),
    [anon_sym_takes] = ACTIONS(71),
    [anon_sym_unique] = ACTIONS(71),
    [anon_sym_until] = ACTIONS(71),
    [anon_sym_while] = ACTIONS(71),
    [anon_sym_within] = ACTIONS(71),
    [anon_sym_without] = ACTIONS(71),
    [anon_sym_adv] = ACTIONS(164),
    [anon_sym_default] = ACTIONS(164),
    [anon_sym_dis] = ACTIONS(164),
    [anon_sym_end] = ACTIONS(164),
    [anon_sym_for] = ACTIONS(164),
    [anon_sym_from] = ACTIONS(164),
    [anon_sym_given] = ACTIONS(164),
    [anon_sym_has] = ACTIONS(164),
    [anon_sym_if] = ACTIONS(164),
    [anon_sym_in] = ACTIONS(164),
    [anon_sym_is] = ACTIONS(164),
    [anon_sym_mod] = ACTIONS(164),
    [anon_sym_not] = ACTIONS(164),
    [anon_sym_odds] = ACTIONS(164),
    [anon_sym_or] = ACTIONS(164),
    [anon_sym_otherwise] = ACTIONS(164),
    [anon_sym_pick] = ACTIONS(164),
    [anon_sym_times] = ACTIONS(164),
    [anon_sym_to] = ACTIONS(164),
    [anon_sym_where] = ACTIONS(164),
    [anon_sym_with] = ACTIONS(164),
    [anon_sym_let] = ACTIONS(73),
    [anon_sym_and] = ACTIONS(75),
    [anon_sym_else] = ACTIONS(75),
    [anon_sym_then] = ACTIONS(75),
    [anon_sym_SEMI] = ACTIONS(77),
    [anon_sym_LPAREN] = ACTIONS(79),
    [anon_sym_COMMA] = ACTIONS(79),
    [anon_sym_DOT] = ACTIONS(81),
    [anon_sym_RPAREN] = ACTIONS(166),
    [anon_sym_LBRACK] = ACTIONS(166),
    [anon_sym_RBRACK] = ACTIONS(166),
    [anon_sym_DQUOTE] = ACTIONS(83),
    [anon_sym_no] = ACTIONS(85),
    [anon_sym_nothing] = ACTIONS(85),
    [anon_sym_yes] = ACTIONS(85),
    [sym_dice] = ACTIONS(164),
    [sym_number] = ACTIONS(164),
    [sym_operator] = ACTIONS(166),
    [sym_other] = ACTIONS(164),
  },
  [13] = {
    [sym__bar] = STATE(11),
    [sym__piece] = STATE(11),
    [sym__plain] = STATE(11),
    [sym_text] = STATE(11),
    [sym_literal] = STATE(11),
    [aux_sym_live_repeat1] = STATE(11),
    [ts_builtin_sym_end] = ACTIONS(172),
    [sym_name] = ACTIONS(174),
    [anon_sym_LF] = ACTIONS(172),
    [sym_comment] = ACTIONS(176),
    [anon_sym_COLON] = ACTIONS(176),
    [anon_sym_PIPE] = ACTIONS(168),
    [anon_sym_LBRACE] = ACTIONS(176),
    [anon_sym_RBRACE] = ACTIONS(178),
    [anon_sym_BSLASH_PIPE] = ACTIONS(172),
    [anon_sym_after] = ACTIONS(71),
    [anon_sym_answers] = ACTIONS(71),
    [anon_sym_any] = ACTIONS(71),
    [anon_sym_as] = ACTIONS(71),
    [anon_sym_before] = ACTIONS(71),
    [anon_sym_by] = ACTIONS(71),
    [anon_sym_cancels] = ACTIONS(71),
    [anon_sym_chance] = ACTIONS(71),
    [anon_sym_clamp] = ACTIONS(71),
    [anon_sym_dice] = ACTIONS(71),
    [anon_sym_down] = ACTIONS(71),
    [anon_sym_highest] = ACTIONS(71),
    [anon_sym_lowest] = ACTIONS(71),
    [anon_sym_of] = ACTIONS(71),
    [anon_sym_quietly] = ACTIONS(71),
    [anon_sym_rolls] = ACTIONS(71),
    [anon_sym_row] = ACTIONS(71),
    [anon_sym_shift] = ACTIONS(71),
    [anon_sym_takes] = ACTIONS(71),
    [anon_sym_unique] = ACTIONS(71),
    [anon_sym_until] = ACTIONS(71),
    [anon_sym_while] = ACTIONS(71),
    [anon_sym_within] = ACTIONS(71),
    [anon_sym_without] = ACTIONS(71),
    [anon_sym_adv] = ACTIONS(174),
    [anon_sym_default] = ACTIONS(174),
    [anon_sym_dis] = ACTIONS(174),
    [anon_sym_end] = ACTIONS(174),
    [anon_sym_for] = ACTIONS(174),
    [anon_sym_from] = ACTIONS(174),
    [anon_sym_given] = ACTIONS(174),
    [anon_sym_has] = ACTIONS(174),
    [anon_sym_if] = ACTIONS(174),
    [anon_sym_in] = ACTIONS(174),
    [anon_sym_is] = ACTIONS(174),
    [anon_sym_mod] = ACTIONS(174),
    [anon_sym_not] = ACTIONS(174),
    [anon_sym_odds] = ACTIONS(174),
    [anon_sym_or] = ACTIONS(174),
    [anon_sym_otherwise] = ACTIONS(174),
    [anon_sym_pick] = ACTIONS(174),
    [anon_sym_times] = ACTIONS(174),
    [anon_sym_to] = ACTIONS(174),
    [anon_sym_where] = ACTIONS(174),
    [anon_sym_with] = ACTIONS(174),
    [anon_sym_let] = ACTIONS(73),
    [anon_sym_and] = ACTIONS(75),
    [anon_sym_else] = ACTIONS(75),
    [anon_sym_then] = ACTIONS(75),
    [anon_sym_SEMI] = ACTIONS(77),
    [anon_sym_LPAREN] = ACTIONS(79),
    [anon_sym_COMMA] = ACTIONS(79),
    [anon_sym_DOT] = ACTIONS(81),
    [anon_sym_RPAREN] = ACTIONS(176),
    [anon_sym_LBRACK] = ACTIONS(176),
    [anon_sym_RBRACK] = ACTIONS(176),
    [anon_sym_DQUOTE] = ACTIONS(83),
    [anon_sym_no] = ACTIONS(85),
    [anon_sym_nothing] = ACTIONS(85),
    [anon_sym_yes] = ACTIONS(85),
    [sym_dice] = ACTIONS(174),
    [sym_number] = ACTIONS(174),
    [sym_operator] = ACTIONS(176),
    [sym_other] = ACTIONS(174),
  },
  [14] = {
    [sym__bar] = STATE(15),
    [sym__piece] = STATE(15),
    [sym__plain] = STATE(15),
    [sym_text] = STATE(15),
    [sym_literal] = STATE(15),
    [aux_sym__statement_repeat1] = STATE(15),
    [ts_builtin_sym_end] = ACTIONS(180),
    [sym_name] = ACTIONS(182),
    [anon_sym_LF] = ACTIONS(180),
    [sym_comment] = ACTIONS(184),
    [anon_sym_COLON] = ACTIONS(184),
    [anon_sym_PIPE] = ACTIONS(23),
    [anon_sym_LBRACE] = ACTIONS(184),
    [anon_sym_RBRACE] = ACTIONS(184),
    [anon_sym_after] = ACTIONS(186),
    [anon_sym_answers] = ACTIONS(186),
    [anon_sym_any] = ACTIONS(186),
    [anon_sym_as] = ACTIONS(186),
    [anon_sym_before] = ACTIONS(186),
    [anon_sym_by] = ACTIONS(186),
    [anon_sym_cancels] = ACTIONS(186),
    [anon_sym_chance] = ACTIONS(186),
    [anon_sym_clamp] = ACTIONS(186),
    [anon_sym_dice] = ACTIONS(186),
    [anon_sym_down] = ACTIONS(186),
    [anon_sym_highest] = ACTIONS(186),
    [anon_sym_lowest] = ACTIONS(186),
    [anon_sym_of] = ACTIONS(186),
    [anon_sym_quietly] = ACTIONS(186),
    [anon_sym_rolls] = ACTIONS(186),
    [anon_sym_row] = ACTIONS(186),
    [anon_sym_shift] = ACTIONS(186),
    [anon_sym_takes] = ACTIONS(186),
    [anon_sym_unique] = ACTIONS(186),
    [anon_sym_until] = ACTIONS(186),
    [anon_sym_while] = ACTIONS(186),
    [anon_sym_within] = ACTIONS(186),
    [anon_sym_without] = ACTIONS(186),
    [anon_sym_adv] = ACTIONS(182),
    [anon_sym_default] = ACTIONS(182),
    [anon_sym_dis] = ACTIONS(182),
    [anon_sym_end] = ACTIONS(182),
    [anon_sym_for] = ACTIONS(182),
    [anon_sym_from] = ACTIONS(182),
    [anon_sym_given] = ACTIONS(182),
    [anon_sym_has] = ACTIONS(182),
    [anon_sym_if] = ACTIONS(182),
    [anon_sym_in] = ACTIONS(182),
    [anon_sym_is] = ACTIONS(182),
    [anon_sym_mod] = ACTIONS(182),
    [anon_sym_not] = ACTIONS(182),
    [anon_sym_odds] = ACTIONS(182),
    [anon_sym_or] = ACTIONS(182),
    [anon_sym_otherwise] = ACTIONS(182),
    [anon_sym_pick] = ACTIONS(182),
    [anon_sym_times] = ACTIONS(182),
    [anon_sym_to] = ACTIONS(182),
    [anon_sym_where] = ACTIONS(182),
    [anon_sym_with] = ACTIONS(182),
    [anon_sym_let] = ACTIONS(29),
    [anon_sym_and] = ACTIONS(31),
    [anon_sym_else] = ACTIONS(31),
    [anon_sym_then] = ACTIONS(31),
    [anon_sym_SEMI] = ACTIONS(33),
    [anon_sym_LPAREN] = ACTIONS(35),
    [anon_sym_COMMA] = ACTIONS(35),
    [anon_sym_DOT] = ACTIONS(37),
    [anon_sym_RPAREN] = ACTIONS(184),
    [anon_sym_LBRACK] = ACTIONS(184),
    [anon_sym_RBRACK] = ACTIONS(184),
    [anon_sym_DQUOTE] = ACTIONS(39),
    [anon_sym_no] = ACTIONS(41),
    [anon_sym_nothing] = ACTIONS(41),
    [anon_sym_yes] = ACTIONS(41),
    [sym_dice] = ACTIONS(182),
    [sym_number] = ACTIONS(182),
    [sym_operator] = ACTIONS(184),
    [sym_other] = ACTIONS(184),
  },
  [15] = {
    [sym__bar] = STATE(17),
    [sym__piece] = STATE(17),
    [sym__plain] = STATE(17),
    [sym_text] = STATE(17),
    [sym_literal] = STATE(17),
    [aux_sym__statement_repeat1] = STATE(17),
    [ts_builtin_sym_end] = ACTIONS(188),
    [sym_name] = ACTIONS(190),
    [anon_sym_LF] = ACTIONS(188),
    [sym_comment] = ACTIONS(192),
    [anon_sym_COLON] = ACTIONS(192),
    [anon_sym_PIPE] = ACTIONS(23),
    [anon_sym_LBRACE] = ACTIONS(192),
    [anon_sym_RBRACE] = ACTIONS(192),
    [anon_sym_after] = ACTIONS(186),
    [anon_sym_answers] = ACTIONS(186),
    [anon_sym_any] = ACTIONS(186),
    [anon_sym_as] = ACTIONS(186),
    [anon_sym_before] = ACTIONS(186),
    [anon_sym_by] = ACTIONS(186),
    [anon_sym_cancels] = ACTIONS(186),
    [anon_sym_chance] = ACTIONS(186),
    [anon_sym_clamp] = ACTIONS(186),
    [anon_sym_dice] = ACTIONS(186),
    [anon_sym_down] = ACTIONS(186),
    [anon_sym_highest] = ACTIONS(186),
    [anon_sym_lowest] = ACTIONS(186),
    [anon_sym_of] = ACTIONS(186),
    [anon_sym_quietly] = ACTIONS(186),
    [anon_sym_rolls] = ACTIONS(186),
    [anon_sym_row] = ACTIONS(186),
    [anon_sym_shift] = ACTIONS(186),
    [anon_sym_takes] = ACTIONS(186),
    [anon_sym_unique] = ACTIONS(186),
    [anon_sym_until] = ACTIONS(186),
    [anon_sym_while] = ACTIONS(186),
    [anon_sym_within] = ACTIONS(186),
    [anon_sym_without] = ACTIONS(186),
    [anon_sym_adv] = ACTIONS(190),
    [anon_sym_default] = ACTIONS(190),
    [anon_sym_dis] = ACTIONS(190),
    [anon_sym_end] = ACTIONS(190),
    [anon_sym_for] = ACTIONS(190),
    [anon_sym_from] = ACTIONS(190),
    [anon_sym_given] = ACTIONS(190),
    [anon_sym_has] = ACTIONS(190),
    [anon_sym_if] = ACTIONS(190),
    [anon_sym_in] = ACTIONS(190),
    [anon_sym_is] = ACTIONS(190),
    [anon_sym_mod] = ACTIONS(190),
    [anon_sym_not] = ACTIONS(190),
    [anon_sym_odds] = ACTIONS(190),
    [anon_sym_or] = ACTIONS(190),
    [anon_sym_otherwise] = ACTIONS(190),
    [anon_sym_pick] = ACTIONS(190),
    [anon_sym_times] = ACTIONS(190),
    [anon_sym_to] = ACTIONS(190),
    [anon_sym_where] = ACTIONS(190),
    [anon_sym_with] = ACTIONS(190),
    [anon_sym_let] = ACTIONS(29),
    [anon_sym_and] = ACTIONS(31),
    [anon_sym_else] = ACTIONS(31),
    [anon_sym_then] = ACTIONS(31),
    [anon_sym_SEMI] = ACTIONS(33),
    [anon_sym_LPAREN] = ACTIONS(35),
    [anon_sym_COMMA] = ACTIONS(35),
    [anon_sym_DOT] = ACTIONS(37),
    [anon_sym_RPAREN] = ACTIONS(192),
    [anon_sym_LBRACK] = ACTIONS(192),
    [anon_sym_RBRACK] = ACTIONS(192),
    [anon_sym_DQUOTE] = ACTIONS(39),
    [anon_sym_no] = ACTIONS(41),
    [anon_sym_nothing] = ACTIONS(41),
    [anon_sym_yes] = ACTIONS(41),
    [sym_dice] = ACTIONS(190),
    [sym_number] = ACTIONS(190),
    [sym_operator] = ACTIONS(192),
    [sym_other] = ACTIONS(192),
  },
  [16] = {
    [sym__bar] = STATE(20),
    [sym__piece] = STATE(20),
    [sym__plain] = STATE(20),
    [sym_text] = STATE(20),
    [sym_literal] = STATE(20),
    [aux_sym_live_repeat1] = STATE(20),
    [ts_builtin_sym_end] = ACTIONS(172),
    [sym_name] = ACTIONS(194),
    [anon_sym_LF] = ACTIONS(172),
    [sym_comment] = ACTIONS(196),
    [anon_sym_COLON] = ACTIONS(196),
    [anon_sym_PIPE] = ACTIONS(23),
    [anon_sym_LBRACE] = ACTIONS(196),
    [anon_sym_RBRACE] = ACTIONS(198),
    [anon_sym_after] = ACTIONS(186),
    [anon_sym_answers] = ACTIONS(186),
    [anon_sym_any] = ACTIONS(186),
    [anon_sym_as] = ACTIONS(186),
    [anon_sym_before] = ACTIONS(186),
    [anon_sym_by] = ACTIONS(186),
    [anon_sym_cancels] = ACTIONS(186),
    [anon_sym_chance] = ACTIONS(186),
    [anon_sym_clamp] = ACTIONS(186),
    [anon_sym_dice] = ACTIONS(186),
    [anon_sym_down] = ACTIONS(186),
    [anon_sym_highest] = ACTIONS(186),
    [anon_sym_lowest] = ACTIONS(186),
    [anon_sym_of] = ACTIONS(186),
    [anon_sym_quietly] = ACTIONS(186),
    [anon_sym_rolls] = ACTIONS(186),
    [anon_sym_row] = ACTIONS(186),
    [anon_sym_shift] = ACTIONS(186),
    [anon_sym_takes] = ACTIONS(186),
    [anon_sym_unique] = ACTIONS(186),
    [anon_sym_until] = ACTIONS(186),
    [anon_sym_while] = ACTIONS(186),
    [anon_sym_within] = ACTIONS(186),
    [anon_sym_without] = ACTIONS(186),
    [anon_sym_adv] = ACTIONS(194),
    [anon_sym_default] = ACTIONS(194),
    [anon_sym_dis] = ACTIONS(194),
    [anon_sym_end] = ACTIONS(194),
    [anon_sym_for] = ACTIONS(194),
    [anon_sym_from] = ACTIONS(194),
    [anon_sym_given] = ACTIONS(194),
    [anon_sym_has] = ACTIONS(194),
    [anon_sym_if] = ACTIONS(194),
    [anon_sym_in] = ACTIONS(194),
    [anon_sym_is] = ACTIONS(194),
    [anon_sym_mod] = ACTIONS(194),
    [anon_sym_not] = ACTIONS(194),
    [anon_sym_odds] = ACTIONS(194),
    [anon_sym_or] = ACTIONS(194),
    [anon_sym_otherwise] = ACTIONS(194),
    [anon_sym_pick] = ACTIONS(194),
    [anon_sym_times] = ACTIONS(194),
    [anon_sym_to] = ACTIONS(194),
    [anon_sym_where] = ACTIONS(194),
    [anon_sym_with] = ACTIONS(194),
    [anon_sym_let] = ACTIONS(29),
    [anon_sym_and] = ACTIONS(31),
    [anon_sym_else] = ACTIONS(31),
    [anon_sym_then] = ACTIONS(31),
    [anon_sym_SEMI] = ACTIONS(33),
    [anon_sym_LPAREN] = ACTIONS(35),
    [anon_sym_COMMA] = ACTIONS(35),
    [anon_sym_DOT] = ACTIONS(37),
    [anon_sym_RPAREN] = ACTIONS(196),
    [anon_sym_LBRACK] = ACTIONS(196),
    [anon_sym_RBRACK] = ACTIONS(196),
    [anon_sym_DQUOTE] = ACTIONS(39),
    [anon_sym_no] = ACTIONS(41),
    [anon_sym_nothing] = ACTIONS(41),
    [anon_sym_yes] = ACTIONS(41),
    [sym_dice] = ACTIONS(194),
    [sym_number] = ACTIONS(194),
    [sym_operator] = ACTIONS(196),
    [sym_other] = ACTIONS(196),
  },
  [17] = {
    [sym__bar] = STATE(17),
    [sym__piece] = STATE(17),
    [sym__plain] = STATE(17),
    [sym_text] = STATE(17),
    [sym_literal] = STATE(17),
    [aux_sym__statement_repeat1] = STATE(17),
    [ts_builtin_sym_end] = ACTIONS(200),
    [sym_name] = ACTIONS(202),
    [anon_sym_LF] = ACTIONS(200),
    [sym_comment] = ACTIONS(205),
    [anon_sym_COLON] = ACTIONS(205),
    [anon_sym_PIPE] = ACTIONS(208),
    [anon_sym_LBRACE] = ACTIONS(205),
    [anon_sym_RBRACE] = ACTIONS(205),
    [anon_sym_after] = ACTIONS(211),
    [anon_sym_answers] = ACTIONS(211),
    [anon_sym_any] = ACTIONS(211),
    [anon_sym_as] = ACTIONS(211),
    [anon_sym_before] = ACTIONS(211),
    [anon_sym_by] = ACTIONS(211),
    [anon_sym_cancels] = ACTIONS(211),
    [anon_sym_chance] = ACTIONS(211),
    [anon_sym_clamp] = ACTIONS(211),
    [anon_sym_dice] = ACTIONS(211),
    [anon_sym_down] = ACTIONS(211),
    [anon_sym_highest] = ACTIONS(211),
    [anon_sym_lowest] = ACTIONS(211),
    [anon_sym_of] = ACTIONS(211),
    [anon_sym_quietly] = ACTIONS(211),
    [anon_sym_rolls] = ACTIONS(211),
    [anon_sym_row] = ACTIONS(211),
    [anon_sym_shift] = ACTIONS(211),
    [anon_sym_takes] = ACTIONS(211),
    [anon_sym_unique] = ACTIONS(211),
    [anon_sym_until] = ACTIONS(211),
    [anon_sym_while] = ACTIONS(211),
    [anon_sym_within] = ACTIONS(211),
    [anon_sym_without] = ACTIONS(211),
    [anon_sym_adv] = ACTIONS(202),
    [anon_sym_default] = ACTIONS(202),
    [anon_sym_dis] = ACTIONS(202),
    [anon_sym_end] = ACTIONS(202),
    [anon_sym_for] = ACTIONS(202),
    [anon_sym_from] = ACTIONS(202),
    [anon_sym_given] = ACTIONS(202),
    [anon_sym_has] = ACTIONS(202),
    [anon_sym_if] = ACTIONS(202),
    [anon_sym_in] = ACTIONS(202),
    [anon_sym_is] = ACTIONS(202),
    [anon_sym_mod] = ACTIONS(202),
    [anon_sym_not] = ACTIONS(202),
    [anon_sym_odds] = ACTIONS(202),
    [anon_sym_or] = ACTIONS(202),
    [anon_sym_otherwise] = ACTIONS(202),
    [anon_sym_pick] = ACTIONS(202),
    [anon_sym_times] = ACTIONS(202),
    [anon_sym_to] = ACTIONS(202),
    [anon_sym_where] = ACTIONS(202),
    [anon_sym_with] = ACTIONS(202),
    [anon_sym_let] = ACTIONS(214),
    [anon_sym_and] = ACTIONS(217),
    [anon_sym_else] = ACTIONS(217),
    [anon_sym_then] = ACTIONS(217),
    [anon_sym_SEMI] = ACTIONS(220),
    [anon_sym_LPAREN] = ACTIONS(223),
    [anon_sym_COMMA] = ACTIONS(223),
    [anon_sym_DOT] = ACTIONS(226),
    [anon_sym_RPAREN] = ACTIONS(205),
    [anon_sym_LBRACK] = ACTIONS(205),
    [anon_sym_RBRACK] = ACTIONS(205),
    [anon_sym_DQUOTE] = ACTIONS(229),
    [anon_sym_no] = ACTIONS(232),
    [anon_sym_nothing] = ACTIONS(232),
    [anon_sym_yes] = ACTIONS(232),
    [sym_dice] = ACTIONS(202),
    [sym_number] = ACTIONS(202),
    [sym_operator] = ACTIONS(205),
    [sym_other] = ACTIONS(205),
  },
  [18] = {
    [sym__bar] = STATE(16),
    [sym__piece] = STATE(16),
    [sym__plain] = STATE(16),
    [sym_text] = STATE(16),
    [sym_literal] = STATE(16),
    [aux_sym_live_repeat1] = STATE(16),
    [ts_builtin_sym_end] = ACTIONS(162),
    [sym_name] = ACTIONS(235),
    [anon_sym_LF] = ACTIONS(162),
    [sym_comment] = ACTIONS(237),
    [anon_sym_COLON] = ACTIONS(237),
    [anon_sym_PIPE] = ACTIONS(23),
    [anon_sym_LBRACE] = ACTIONS(237),
    [anon_sym_RBRACE] = ACTIONS(239),
    [anon_sym_after] = ACTIONS(186),
    [anon_sym_answers] = ACTIONS(186),
    [anon_sym_any] = ACTIONS(186),
    [anon_sym_as] = ACTIONS(186),
    [anon_sym_before] = ACTIONS(186),
    [anon_sym_by] = ACTIONS(186),
    [anon_sym_cancels] = ACTIONS(186),
    [anon_sym_chance] = ACTIONS(186),
    [anon_sym_clamp] = ACTIONS(186),
    [anon_sym_dice] = ACTIONS(186),
    [anon_sym_down] = ACTIONS(186),
    [anon_sym_highest] = ACTIONS(186),
    [anon_sym_lowest] = ACTIONS(186),
    [anon_sym_of] = ACTIONS(186),
    [anon_sym_quietly] = ACTIONS(186),
    [anon_sym_rolls] = ACTIONS(186),
    [anon_sym_row] = ACTIONS(186),
    [anon_sym_shift] = ACTIONS(186),
    [anon_sym_takes] = ACTIONS(186),
    [anon_sym_unique] = ACTIONS(186),
    [anon_sym_until] = ACTIONS(186),
    [anon_sym_while] = ACTIONS(186),
    [anon_sym_within] = ACTIONS(186),
    [anon_sym_without] = ACTIONS(186),
    [anon_sym_adv] = ACTIONS(235),
    [anon_sym_default] = ACTIONS(235),
    [anon_sym_dis] = ACTIONS(235),
    [anon_sym_end] = ACTIONS(235),
    [anon_sym_for] = ACTIONS(235),
    [anon_sym_from] = ACTIONS(235),
    [anon_sym_given] = ACTIONS(235),
    [anon_sym_has] = ACTIONS(235),
    [anon_sym_if] = ACTIONS(235),
    [anon_sym_in] = ACTIONS(235),
    [anon_sym_is] = ACTIONS(235),
    [anon_sym_mod] = ACTIONS(235),
    [anon_sym_not] = ACTIONS(235),
    [anon_sym_odds] = ACTIONS(235),
    [anon_sym_or] = ACTIONS(235),
    [anon_sym_otherwise] = ACTIONS(235),
    [anon_sym_pick] = ACTIONS(235),
    [anon_sym_times] = ACTIONS(235),
    [anon_sym_to] = ACTIONS(235),
    [anon_sym_where] = ACTIONS(235),
    [anon_sym_with] = ACTIONS(235),
    [anon_sym_let] = ACTIONS(29),
    [anon_sym_and] = ACTIONS(31),
    [anon_sym_else] = ACTIONS(31),
    [anon_sym_then] = ACTIONS(31),
    [anon_sym_SEMI] = ACTIONS(33),
    [anon_sym_LPAREN] = ACTIONS(35),
    [anon_sym_COMMA] = ACTIONS(35),
    [anon_sym_DOT] = ACTIONS(37),
    [anon_sym_RPAREN] = ACTIONS(237),
    [anon_sym_LBRACK] = ACTIONS(237),
    [anon_sym_RBRACK] = ACTIONS(237),
    [anon_sym_DQUOTE] = ACTIONS(39),
    [anon_sym_no] = ACTIONS(41),
    [anon_sym_nothing] = ACTIONS(41),
    [anon_sym_yes] = ACTIONS(41),
    [sym_dice] = ACTIONS(235),
    [sym_number] = ACTIONS(235),
    [sym_operator] = ACTIONS(237),
    [sym_other] = ACTIONS(237),
  },
  [19] = {
    [sym_live] = STATE(26),
    [sym__open_live] = STATE(42),
    [aux_sym_text_repeat1] = STATE(26),
    [ts_builtin_sym_end] = ACTIONS(241),
    [sym_name] = ACTIONS(243),
    [anon_sym_LF] = ACTIONS(243),
    [sym_comment] = ACTIONS(243),
    [anon_sym_COLON] = ACTIONS(243),
    [anon_sym_PIPE] = ACTIONS(243),
    [anon_sym_LBRACE] = ACTIONS(245),
    [anon_sym_RBRACE] = ACTIONS(243),
    [anon_sym_BSLASH_PIPE] = ACTIONS(243),
    [anon_sym_after] = ACTIONS(243),
    [anon_sym_answers] = ACTIONS(243),
    [anon_sym_any] = ACTIONS(243),
    [anon_sym_as] = ACTIONS(243),
    [anon_sym_before] = ACTIONS(243),
    [anon_sym_by] = ACTIONS(243),
    [anon_sym_cancels] = ACTIONS(243),
    [anon_sym_chance] = ACTIONS(243),
    [anon_sym_clamp] = ACTIONS(243),
    [anon_sym_dice] = ACTIONS(243),
    [anon_sym_down] = ACTIONS(243),
    [anon_sym_highest] = ACTIONS(243),
    [anon_sym_lowest] = ACTIONS(243),
    [anon_sym_of] = ACTIONS(243),
    [anon_sym_quietly] = ACTIONS(243),
    [anon_sym_rolls] = ACTIONS(243),
    [anon_sym_row] = ACTIONS(243),
    [anon_sym_shift] = ACTIONS(243),
    [anon_sym_takes] = ACTIONS(243),
    [anon_sym_unique] = ACTIONS(243),
    [anon_sym_until] = ACTIONS(243),
    [anon_sym_while] = ACTIONS(243),
    [anon_sym_within] = ACTIONS(243),
    [anon_sym_without] = ACTIONS(243),
    [anon_sym_adv] = ACTIONS(243),
    [anon_sym_default] = ACTIONS(243),
    [anon_sym_dis] = ACTIONS(243),
    [anon_sym_end] = ACTIONS(243),
    [anon_sym_for] = ACTIONS(243),
    [anon_sym_from] = ACTIONS(243),
    [anon_sym_given] = ACTIONS(243),
    [anon_sym_has] = ACTIONS(243),
    [anon_sym_if] = ACTIONS(243),
    [anon_sym_in] = ACTIONS(243),
    [anon_sym_is] = ACTIONS(243),
    [anon_sym_mod] = ACTIONS(243),
    [anon_sym_not] = ACTIONS(243),
    [anon_sym_odds] = ACTIONS(243),
    [anon_sym_or] = ACTIONS(243),
    [anon_sym_otherwise] = ACTIONS(243),
    [anon_sym_pick] = ACTIONS(243),
    [anon_sym_times] = ACTIONS(243),
    [anon_sym_to] = ACTIONS(243),
    [anon_sym_where] = ACTIONS(243),
    [anon_sym_with] = ACTIONS(243),
    [anon_sym_let] = ACTIONS(243),
    [anon_sym_and] = ACTIONS(243),
    [anon_sym_else] = ACTIONS(243),
    [anon_sym_then] = ACTIONS(243),
    [anon_sym_SEMI] = ACTIONS(243),
    [anon_sym_LPAREN] = ACTIONS(243),
    [anon_sym_COMMA] = ACTIONS(243),
    [anon_sym_DOT] = ACTIONS(243),
    [anon_sym_RPAREN] = ACTIONS(243),
    [anon_sym_LBRACK] = ACTIONS(243),
    [anon_sym_RBRACK] = ACTIONS(243),
    [anon_sym_DQUOTE] = ACTIONS(247),
    [sym_text_run] = ACTIONS(249),
    [sym_escape] = ACTIONS(251),
    [anon_sym_no] = ACTIONS(243),
    [anon_sym_nothing] = ACTIONS(243),
    [anon_sym_yes] = ACTIONS(243),
    [sym_dice] = ACTIONS(243),
    [sym_number] = ACTIONS(243),
    [sym_operator] = ACTIONS(243),
    [sym_other] = ACTIONS(243),
  },
  [20] = {
    [sym__bar] = STATE(20),
    [sym__piece] = STATE(20),
    [sym__plain] = STATE(20),
    [sym_text] = STATE(20),
    [sym_literal] = STATE(20),
    [aux_sym_live_repeat1] = STATE(20),
    [ts_builtin_sym_end] = ACTIONS(127),
    [sym_name] = ACTIONS(253),
    [anon_sym_LF] = ACTIONS(127),
    [sym_comment] = ACTIONS(256),
    [anon_sym_COLON] = ACTIONS(256),
    [anon_sym_PIPE] = ACTIONS(259),
    [anon_sym_LBRACE] = ACTIONS(256),
    [anon_sym_RBRACE] = ACTIONS(127),
    [anon_sym_after] = ACTIONS(262),
    [anon_sym_answers] = ACTIONS(262),
    [anon_sym_any] = ACTIONS(262),
    [anon_sym_as] = ACTIONS(262),
    [anon_sym_before] = ACTIONS(262),
    [anon_sym_by] = ACTIONS(262),
    [anon_sym_cancels] = ACTIONS(262),
    [anon_sym_chance] = ACTIONS(262),
    [anon_sym_clamp] = ACTIONS(262),
    [anon_sym_dice] = ACTIONS(262),
    [anon_sym_down] = ACTIONS(262),
    [anon_sym_highest] = ACTIONS(262),
    [anon_sym_lowest] = ACTIONS(262),
    [anon_sym_of] = ACTIONS(262),
    [anon_sym_quietly] = ACTIONS(262),
    [anon_sym_rolls] = ACTIONS(262),
    [anon_sym_row] = ACTIONS(262),
    [anon_sym_shift] = ACTIONS(262),
    [anon_sym_takes] = ACTIONS(262),
    [anon_sym_unique] = ACTIONS(262),
    [anon_sym_until] = ACTIONS(262),
    [anon_sym_while] = ACTIONS(262),
    [anon_sym_within] = ACTIONS(262),
    [anon_sym_without] = ACTIONS(262),
    [anon_sym_adv] = ACTIONS(253),
    [anon_sym_default] = ACTIONS(253),
    [anon_sym_dis] = ACTIONS(253),
    [anon_sym_end] = ACTIONS(253),
    [anon_sym_for] = ACTIONS(253),
    [anon_sym_from] = ACTIONS(253),
    [anon_sym_given] = ACTIONS(253),
    [anon_sym_has] = ACTIONS(253),
    [anon_sym_if] = ACTIONS(253),
    [anon_sym_in] = ACTIONS(253),
    [anon_sym_is] = ACTIONS(253),
    [anon_sym_mod] = ACTIONS(253),
    [anon_sym_not] = ACTIONS(253),
    [anon_sym_odds] = ACTIONS(253),
    [anon_sym_or] = ACTIONS(253),
    [anon_sym_otherwise] = ACTIONS(253),
    [anon_sym_pick] = ACTIONS(253),
    [anon_sym_times] = ACTIONS(253),
    [anon_sym_to] = ACTIONS(253),
    [anon_sym_where] = ACTIONS(253),
    [anon_sym_with] = ACTIONS(253),
    [anon_sym_let] = ACTIONS(265),
    [anon_sym_and] = ACTIONS(268),
    [anon_sym_else] = ACTIONS(268),
    [anon_sym_then] = ACTIONS(268),
    [anon_sym_SEMI] = ACTIONS(271),
    [anon_sym_LPAREN] = ACTIONS(274),
    [anon_sym_COMMA] = ACTIONS(274),
    [anon_sym_DOT] = ACTIONS(277),
    [anon_sym_RPAREN] = ACTIONS(256),
    [anon_sym_LBRACK] = ACTIONS(256),
    [anon_sym_RBRACK] = ACTIONS(256),
    [anon_sym_DQUOTE] = ACTIONS(280),
    [anon_sym_no] = ACTIONS(283),
    [anon_sym_nothing] = ACTIONS(283),
    [anon_sym_yes] = ACTIONS(283),
    [sym_dice] = ACTIONS(253),
    [sym_number] = ACTIONS(253),
    [sym_operator] = ACTIONS(256),
    [sym_other] = ACTIONS(256),
  },
  [21] = {
    [sym__bar] = STATE(23),
    [sym__piece] = STATE(23),
    [sym__plain] = STATE(23),
    [sym_text] = STATE(23),
    [sym_literal] = STATE(23),
    [aux_sym_live_repeat1] = STATE(23),
    [ts_builtin_sym_end] = ACTIONS(162),
    [sym_name] = ACTIONS(286),
    [anon_sym_LF] = ACTIONS(162),
    [sym_comment] = ACTIONS(288),
    [anon_sym_COLON] = ACTIONS(288),
    [anon_sym_PIPE] = ACTIONS(23),
    [anon_sym_LBRACE] = ACTIONS(288),
    [anon_sym_RBRACE] = ACTIONS(290),
    [anon_sym_after] = ACTIONS(186),
    [anon_sym_answers] = ACTIONS(186),
    [anon_sym_any] = ACTIONS(186),
    [anon_sym_as] = ACTIONS(186),
    [anon_sym_before] = ACTIONS(186),
    [anon_sym_by] = ACTIONS(186),
    [anon_sym_cancels] = ACTIONS(186),
    [anon_sym_chance] = ACTIONS(186),
    [anon_sym_clamp] = ACTIONS(186),
    [anon_sym_dice] = ACTIONS(186),
    [anon_sym_down] = ACTIONS(186),
    [anon_sym_highest] = ACTIONS(186),
    [anon_sym_lowest] = ACTIONS(186),
    [anon_sym_of] = ACTIONS(186),
    [anon_sym_quietly] = ACTIONS(186),
    [anon_sym_rolls] = ACTIONS(186),
    [anon_sym_row] = ACTIONS(186),
    [anon_sym_shift] = ACTIONS(186),
    [anon_sym_takes] = ACTIONS(186),
    [anon_sym_unique] = ACTIONS(186),
    [anon_sym_until] = ACTIONS(186),
    [anon_sym_while] = ACTIONS(186),
    [anon_sym_within] = ACTIONS(186),
    [anon_sym_without] = ACTIONS(186),
    [anon_sym_adv] = ACTIONS(286),
    [anon_sym_default] = ACTIONS(286),
    [anon_sym_dis] = ACTIONS(286),
    [anon_sym_end] = ACTIONS(286),
    [anon_sym_for] = ACTIONS(286),
    [anon_sym_from] = ACTIONS(286),
    [anon_sym_given] = ACTIONS(286),
    [anon_sym_has] = ACTIONS(286),
    [anon_sym_if] = ACTIONS(286),
    [anon_sym_in] = ACTIONS(286),
    [anon_sym_is] = ACTIONS(286),
    [anon_sym_mod] = ACTIONS(286),
    [anon_sym_not] = ACTIONS(286),
    [anon_sym_odds] = ACTIONS(286),
    [anon_sym_or] = ACTIONS(286),
    [anon_sym_otherwise] = ACTIONS(286),
    [anon_sym_pick] = ACTIONS(286),
    [anon_sym_times] = ACTIONS(286),
    [anon_sym_to] = ACTIONS(286),
    [anon_sym_where] = ACTIONS(286),
    [anon_sym_with] = ACTIONS(286),
    [anon_sym_let] = ACTIONS(29),
    [anon_sym_and] = ACTIONS(31),
    [anon_sym_else] = ACTIONS(31),
    [anon_sym_then] = ACTIONS(31),
    [anon_sym_SEMI] = ACTIONS(33),
    [anon_sym_LPAREN] = ACTIONS(35),
    [anon_sym_COMMA] = ACTIONS(35),
    [anon_sym_DOT] = ACTIONS(37),
    [anon_sym_RPAREN] = ACTIONS(288),
    [anon_sym_LBRACK] = ACTIONS(288),
    [anon_sym_RBRACK] = ACTIONS(288),
    [anon_sym_DQUOTE] = ACTIONS(39),
    [anon_sym_no] = ACTIONS(41),
    [anon_sym_nothing] = ACTIONS(41),
    [anon_sym_yes] = ACTIONS(41),
    [sym_dice] = ACTIONS(286),
    [sym_number] = ACTIONS(286),
    [sym_operator] = ACTIONS(288),
    [sym_other] = ACTIONS(288),
  },
  [22] = {
    [sym_live] = STATE(19),
    [sym__open_live] = STATE(52),
    [aux_sym_text_repeat1] = STATE(19),
    [ts_builtin_sym_end] = ACTIONS(292),
    [sym_name] = ACTIONS(294),
    [anon_sym_LF] = ACTIONS(294),
    [sym_comment] = ACTIONS(294),
    [anon_sym_COLON] = ACTIONS(294),
    [anon_sym_PIPE] = ACTIONS(294),
    [anon_sym_LBRACE] = ACTIONS(245),
    [anon_sym_RBRACE] = ACTIONS(294),
    [anon_sym_BSLASH_PIPE] = ACTIONS(294),
    [anon_sym_after] = ACTIONS(294),
    [anon_sym_answers] = ACTIONS(294),
    [anon_sym_any] = ACTIONS(294),
    [anon_sym_as] = ACTIONS(294),
    [anon_sym_before] = ACTIONS(294),
    [anon_sym_by] = ACTIONS(294),
    [anon_sym_cancels] = ACTIONS(294),
    [anon_sym_chance] = ACTIONS(294),
    [anon_sym_clamp] = ACTIONS(294),
    [anon_sym_dice] = ACTIONS(294),
    [anon_sym_down] = ACTIONS(294),
    [anon_sym_highest] = ACTIONS(294),
    [anon_sym_lowest] = ACTIONS(294),
    [anon_sym_of] = ACTIONS(294),
    [anon_sym_quietly] = ACTIONS(294),
    [anon_sym_rolls] = ACTIONS(294),
    [anon_sym_row] = ACTIONS(294),
    [anon_sym_shift] = ACTIONS(294),
    [anon_sym_takes] = ACTIONS(294),
    [anon_sym_unique] = ACTIONS(294),
    [anon_sym_until] = ACTIONS(294),
    [anon_sym_while] = ACTIONS(294),
    [anon_sym_within] = ACTIONS(294),
    [anon_sym_without] = ACTIONS(294),
    [anon_sym_adv] = ACTIONS(294),
    [anon_sym_default] = ACTIONS(294),
    [anon_sym_dis] = ACTIONS(294),
    [anon_sym_end] = ACTIONS(294),
    [anon_sym_for] = ACTIONS(294),
    [anon_sym_from] = ACTIONS(294),
    [anon_sym_given] = ACTIONS(294),
    [anon_sym_has] = ACTIONS(294),
    [anon_sym_if] = ACTIONS(294),
    [anon_sym_in] = ACTIONS(294),
    [anon_sym_is] = ACTIONS(294),
    [anon_sym_mod] = ACTIONS(294),
    [anon_sym_not] = ACTIONS(294),
    [anon_sym_odds] = ACTIONS(294),
    [anon_sym_or] = ACTIONS(294),
    [anon_sym_otherwise] = ACTIONS(294),
    [anon_sym_pick] = ACTIONS(294),
    [anon_sym_times] = ACTIONS(294),
    [anon_sym_to] = ACTIONS(294),
    [anon_sym_where] = ACTIONS(294),
    [anon_sym_with] = ACTIONS(294),
    [anon_sym_let] = ACTIONS(294),
    [anon_sym_and] = ACTIONS(294),
    [anon_sym_else] = ACTIONS(294),
    [anon_sym_then] = ACTIONS(294),
    [anon_sym_SEMI] = ACTIONS(294),
    [anon_sym_LPAREN] = ACTIONS(294),
    [anon_sym_COMMA] = ACTIONS(294),
    [anon_sym_DOT] = ACTIONS(294),
    [anon_sym_RPAREN] = ACTIONS(294),
    [anon_sym_LBRACK] = ACTIONS(294),
    [anon_sym_RBRACK] = ACTIONS(294),
    [anon_sym_DQUOTE] = ACTIONS(296),
    [sym_text_run] = ACTIONS(298),
    [sym_escape] = ACTIONS(300),
    [anon_sym_no] = ACTIONS(294),
    [anon_sym_nothing] = ACTIONS(294),
    [anon_sym_yes] = ACTIONS(294),
    [sym_dice] = ACTIONS(294),
    [sym_number] = ACTIONS(294),
    [sym_operator] = ACTIONS(294),
    [sym_other] = ACTIONS(294),
  },
  [23] = {
    [sym__bar] = STATE(20),
    [sym__piece] = STATE(20),
    [sym__plain] = STATE(20),
    [sym_text] = STATE(20),
    [sym_literal] = STATE(20),
    [aux_sym_live_repeat1] = STATE(20),
    [ts_builtin_sym_end] = ACTIONS(172),
    [sym_name] = ACTIONS(194),
    [anon_sym_LF] = ACTIONS(172),
    [sym_comment] = ACTIONS(196),
    [anon_sym_COLON] = ACTIONS(196),
    [anon_sym_PIPE] = ACTIONS(23),
    [anon_sym_LBRACE] = ACTIONS(196),
    [anon_sym_RBRACE] = ACTIONS(302),
    [anon_sym_after] = ACTIONS(186),
    [anon_sym_answers] = ACTIONS(186),
    [anon_sym_any] = ACTIONS(186),
    [anon_sym_as] = ACTIONS(186),
    [anon_sym_before] = ACTIONS(186),
    [anon_sym_by] = ACTIONS(186),
    [anon_sym_cancels] = ACTIONS(186),
    [anon_sym_chance] = ACTIONS(186),
    [anon_sym_clamp] = ACTIONS(186),
    [anon_sym_dice] = ACTIONS(186),
    [anon_sym_down] = ACTIONS(186),
    [anon_sym_highest] = ACTIONS(186),
    [anon_sym_lowest] = ACTIONS(186),
    [anon_sym_of] = ACTIONS(186),
    [anon_sym_quietly] = ACTIONS(186),
    [anon_sym_rolls] = ACTIONS(186),
    [anon_sym_row] = ACTIONS(186),
    [anon_sym_shift] = ACTIONS(186),
    [anon_sym_takes] = ACTIONS(186),
    [anon_sym_unique] = ACTIONS(186),
    [anon_sym_until] = ACTIONS(186),
    [anon_sym_while] = ACTIONS(186),
    [anon_sym_within] = ACTIONS(186),
    [anon_sym_without] = ACTIONS(186),
    [anon_sym_adv] = ACTIONS(194),
    [anon_sym_default] = ACTIONS(194),
    [anon_sym_dis] = ACTIONS(194),
    [anon_sym_end] = ACTIONS(194),
    [anon_sym_for] = ACTIONS(194),
    [anon_sym_from] = ACTIONS(194),
    [anon_sym_given] = ACTIONS(194),
    [anon_sym_has] = ACTIONS(194),
    [anon_sym_if] = ACTIONS(194),
    [anon_sym_in] = ACTIONS(194),
    [anon_sym_is] = ACTIONS(194),
    [anon_sym_mod] = ACTIONS(194),
    [anon_sym_not] = ACTIONS(194),
    [anon_sym_odds] = ACTIONS(194),
    [anon_sym_or] = ACTIONS(194),
    [anon_sym_otherwise] = ACTIONS(194),
    [anon_sym_pick] = ACTIONS(194),
    [anon_sym_times] = ACTIONS(194),
    [anon_sym_to] = ACTIONS(194),
    [anon_sym_where] = ACTIONS(194),
    [anon_sym_with] = ACTIONS(194),
    [anon_sym_let] = ACTIONS(29),
    [anon_sym_and] = ACTIONS(31),
    [anon_sym_else] = ACTIONS(31),
    [anon_sym_then] = ACTIONS(31),
    [anon_sym_SEMI] = ACTIONS(33),
    [anon_sym_LPAREN] = ACTIONS(35),
    [anon_sym_COMMA] = ACTIONS(35),
    [anon_sym_DOT] = ACTIONS(37),
    [anon_sym_RPAREN] = ACTIONS(196),
    [anon_sym_LBRACK] = ACTIONS(196),
    [anon_sym_RBRACK] = ACTIONS(196),
    [anon_sym_DQUOTE] = ACTIONS(39),
    [anon_sym_no] = ACTIONS(41),
    [anon_sym_nothing] = ACTIONS(41),
    [anon_sym_yes] = ACTIONS(41),
    [sym_dice] = ACTIONS(194),
    [sym_number] = ACTIONS(194),
    [sym_operator] = ACTIONS(196),
    [sym_other] = ACTIONS(196),
  },
  [24] = {
    [sym_live] = STATE(30),
    [sym__open_live] = STATE(62),
    [aux_sym_text_repeat1] = STATE(30),
    [ts_builtin_sym_end] = ACTIONS(241),
    [sym_name] = ACTIONS(243),
    [anon_sym_LF] = ACTIONS(243),
    [sym_comment] = ACTIONS(243),
    [anon_sym_COLON] = ACTIONS(243),
    [anon_sym_PIPE] = ACTIONS(243),
    [anon_sym_LBRACE] = ACTIONS(304),
    [anon_sym_RBRACE] = ACTIONS(243),
    [anon_sym_after] = ACTIONS(243),
    [anon_sym_answers] = ACTIONS(243),
    [anon_sym_any] = ACTIONS(243),
    [anon_sym_as] = ACTIONS(243),
    [anon_sym_before] = ACTIONS(243),
    [anon_sym_by] = ACTIONS(243),
    [anon_sym_cancels] = ACTIONS(243),
    [anon_sym_chance] = ACTIONS(243),
    [anon_sym_clamp] = ACTIONS(243),
    [anon_sym_dice] = ACTIONS(243),
    [anon_sym_down] = ACTIONS(243),
    [anon_sym_highest] = ACTIONS(243),
    [anon_sym_lowest] = ACTIONS(243),
    [anon_sym_of] = ACTIONS(243),
    [anon_sym_quietly] = ACTIONS(243),
    [anon_sym_rolls] = ACTIONS(243),
    [anon_sym_row] = ACTIONS(243),
    [anon_sym_shift] = ACTIONS(243),
    [anon_sym_takes] = ACTIONS(243),
    [anon_sym_unique] = ACTIONS(243),
    [anon_sym_until] = ACTIONS(243),
    [anon_sym_while] = ACTIONS(243),
    [anon_sym_within] = ACTIONS(243),
    [anon_sym_without] = ACTIONS(243),
    [anon_sym_adv] = ACTIONS(243),
    [anon_sym_default] = ACTIONS(243),
    [anon_sym_dis] = ACTIONS(243),
    [anon_sym_end] = ACTIONS(243),
    [anon_sym_for] = ACTIONS(243),
    [anon_sym_from] = ACTIONS(243),
    [anon_sym_given] = ACTIONS(243),
    [anon_sym_has] = ACTIONS(243),
    [anon_sym_if] = ACTIONS(243),
    [anon_sym_in] = ACTIONS(243),
    [anon_sym_is] = ACTIONS(243),
    [anon_sym_mod] = ACTIONS(243),
    [anon_sym_not] = ACTIONS(243),
    [anon_sym_odds] = ACTIONS(243),
    [anon_sym_or] = ACTIONS(243),
    [anon_sym_otherwise] = ACTIONS(243),
    [anon_sym_pick] = ACTIONS(243),
    [anon_sym_times] = ACTIONS(243),
    [anon_sym_to] = ACTIONS(243),
    [anon_sym_where] = ACTIONS(243),
    [anon_sym_with] = ACTIONS(243),
    [anon_sym_let] = ACTIONS(243),
    [anon_sym_and] = ACTIONS(243),
    [anon_sym_else] = ACTIONS(243),
    [anon_sym_then] = ACTIONS(243),
    [anon_sym_SEMI] = ACTIONS(243),
    [anon_sym_LPAREN] = ACTIONS(243),
    [anon_sym_COMMA] = ACTIONS(243),
    [anon_sym_DOT] = ACTIONS(243),
    [anon_sym_RPAREN] = ACTIONS(243),
    [anon_sym_LBRACK] = ACTIONS(243),
    [anon_sym_RBRACK] = ACTIONS(243),
    [anon_sym_DQUOTE] = ACTIONS(306),
    [sym_text_run] = ACTIONS(308),
    [sym_escape] = ACTIONS(310),
    [anon_sym_no] = ACTIONS(243),
    [anon_sym_nothing] = ACTIONS(243),
    [anon_sym_yes] = ACTIONS(243),
    [sym_dice] = ACTIONS(243),
    [sym_number] = ACTIONS(243),
    [sym_operator] = ACTIONS(243),
    [sym_other] = ACTIONS(243),
  },
  [25] = {
    [sym_live] = STATE(24),
    [sym__open_live] = STATE(61),
    [aux_sym_text_repeat1] = STATE(24),
    [ts_builtin_sym_end] = ACTIONS(292),
    [sym_name] = ACTIONS(294),
    [anon_sym_LF] = ACTIONS(294),
    [sym_comment] = ACTIONS(294),
    [anon_sym_COLON] = ACTIONS(294),
    [anon_sym_PIPE] = ACTIONS(294),
    [anon_sym_LBRACE] = ACTIONS(304),
    [anon_sym_RBRACE] = ACTIONS(294),
    [anon_sym_after] = ACTIONS(294),
    [anon_sym_answers] = ACTIONS(294),
    [anon_sym_any] = ACTIONS(294),
    [anon_sym_as] = ACTIONS(294),
    [anon_sym_before] = ACTIONS(294),
    [anon_sym_by] = ACTIONS(294),
    [anon_sym_cancels] = ACTIONS(294),
    [anon_sym_chance] = ACTIONS(294),
    [anon_sym_clamp] = ACTIONS(294),
    [anon_sym_dice] = ACTIONS(294),
    [anon_sym_down] = ACTIONS(294),
    [anon_sym_highest] = ACTIONS(294),
    [anon_sym_lowest] = ACTIONS(294),
    [anon_sym_of] = ACTIONS(294),
    [anon_sym_quietly] = ACTIONS(294),
    [anon_sym_rolls] = ACTIONS(294),
    [anon_sym_row] = ACTIONS(294),
    [anon_sym_shift] = ACTIONS(294),
    [anon_sym_takes] = ACTIONS(294),
    [anon_sym_unique] = ACTIONS(294),
    [anon_sym_until] = ACTIONS(294),
    [anon_sym_while] = ACTIONS(294),
    [anon_sym_within] = ACTIONS(294),
    [anon_sym_without] = ACTIONS(294),
    [anon_sym_adv] = ACTIONS(294),
    [anon_sym_default] = ACTIONS(294),
    [anon_sym_dis] = ACTIONS(294),
    [anon_sym_end] = ACTIONS(294),
    [anon_sym_for] = ACTIONS(294),
    [anon_sym_from] = ACTIONS(294),
    [anon_sym_given] = ACTIONS(294),
    [anon_sym_has] = ACTIONS(294),
    [anon_sym_if] = ACTIONS(294),
    [anon_sym_in] = ACTIONS(294),
    [anon_sym_is] = ACTIONS(294),
    [anon_sym_mod] = ACTIONS(294),
    [anon_sym_not] = ACTIONS(294),
    [anon_sym_odds] = ACTIONS(294),
    [anon_sym_or] = ACTIONS(294),
    [anon_sym_otherwise] = ACTIONS(294),
    [anon_sym_pick] = ACTIONS(294),
    [anon_sym_times] = ACTIONS(294),
    [anon_sym_to] = ACTIONS(294),
    [anon_sym_where] = ACTIONS(294),
    [anon_sym_with] = ACTIONS(294),
    [anon_sym_let] = ACTIONS(294),
    [anon_sym_and] = ACTIONS(294),
    [anon_sym_else] = ACTIONS(294),
    [anon_sym_then] = ACTIONS(294),
    [anon_sym_SEMI] = ACTIONS(294),
    [anon_sym_LPAREN] = ACTIONS(294),
    [anon_sym_COMMA] = ACTIONS(294),
    [anon_sym_DOT] = ACTIONS(294),
    [anon_sym_RPAREN] = ACTIONS(294),
    [anon_sym_LBRACK] = ACTIONS(294),
    [anon_sym_RBRACK] = ACTIONS(294),
    [anon_sym_DQUOTE] = ACTIONS(312),
    [sym_text_run] = ACTIONS(314),
    [sym_escape] = ACTIONS(316),
    [anon_sym_no] = ACTIONS(294),
    [anon_sym_nothing] = ACTIONS(294),
    [anon_sym_yes] = ACTIONS(294),
    [sym_dice] = ACTIONS(294),
    [sym_number] = ACTIONS(294),
    [sym_operator] = ACTIONS(294),
    [sym_other] = ACTIONS(294),
  },
  [26] = {
    [sym_live] = STATE(26),
    [aux_sym_text_repeat1] = STATE(26),
    [ts_builtin_sym_end] = ACTIONS(318),
    [sym_name] = ACTIONS(320),
    [anon_sym_LF] = ACTIONS(320),
    [sym_comment] = ACTIONS(320),
    [anon_sym_COLON] = ACTIONS(320),
    [anon_sym_PIPE] = ACTIONS(320),
    [anon_sym_LBRACE] = ACTIONS(322),
    [anon_sym_RBRACE] = ACTIONS(320),
    [anon_sym_BSLASH_PIPE] = ACTIONS(320),
    [anon_sym_after] = ACTIONS(320),
    [anon_sym_answers] = ACTIONS(320),
    [anon_sym_any] = ACTIONS(320),
    [anon_sym_as] = ACTIONS(320),
    [anon_sym_before] = ACTIONS(320),
    [anon_sym_by] = ACTIONS(320),
    [anon_sym_cancels] = ACTIONS(320),
    [anon_sym_chance] = ACTIONS(320),
    [anon_sym_clamp] = ACTIONS(320),
    [anon_sym_dice] = ACTIONS(320),
    [anon_sym_down] = ACTIONS(320),
    [anon_sym_highest] = ACTIONS(320),
    [anon_sym_lowest] = ACTIONS(320),
    [anon_sym_of] = ACTIONS(320),
    [anon_sym_quietly] = ACTIONS(320),
    [anon_sym_rolls] = ACTIONS(320),
    [anon_sym_row] = ACTIONS(320),
    [anon_sym_shift] = ACTIONS(320),
    [anon_sym_takes] = ACTIONS(320),
    [anon_sym_unique] = ACTIONS(320),
    [anon_sym_until] = ACTIONS(320),
    [anon_sym_while] = ACTIONS(320),
    [anon_sym_within] = ACTIONS(320),
    [anon_sym_without] = ACTIONS(320),
    [anon_sym_adv] = ACTIONS(320),
    [anon_sym_default] = ACTIONS(320),
    [anon_sym_dis] = ACTIONS(320),
    [anon_sym_end] = ACTIONS(320),
    [anon_sym_for] = ACTIONS(320),
    [anon_sym_from] = ACTIONS(320),
    [anon_sym_given] = ACTIONS(320),
    [anon_sym_has] = ACTIONS(320),
    [anon_sym_if] = ACTIONS(320),
    [anon_sym_in] = ACTIONS(320),
    [anon_sym_is] = ACTIONS(320),
    [anon_sym_mod] = ACTIONS(320),
    [anon_sym_not] = ACTIONS(320),
    [anon_sym_odds] = ACTIONS(320),
    [anon_sym_or] = ACTIONS(320),
    [anon_sym_otherwise] = ACTIONS(320),
    [anon_sym_pick] = ACTIONS(320),
    [anon_sym_times] = ACTIONS(320),
    [anon_sym_to] = ACTIONS(320),
    [anon_sym_where] = ACTIONS(320),
    [anon_sym_with] = ACTIONS(320),
    [anon_sym_let] = ACTIONS(320),
    [anon_sym_and] = ACTIONS(320),
    [anon_sym_else] = ACTIONS(320),
    [anon_sym_then] = ACTIONS(320),
    [anon_sym_SEMI] = ACTIONS(320),
    [anon_sym_LPAREN] = ACTIONS(320),
    [anon_sym_COMMA] = ACTIONS(320),
    [anon_sym_DOT] = ACTIONS(320),
    [anon_sym_RPAREN] = ACTIONS(320),
    [anon_sym_LBRACK] = ACTIONS(320),
    [anon_sym_RBRACK] = ACTIONS(320),
    [anon_sym_DQUOTE] = ACTIONS(320),
    [sym_text_run] = ACTIONS(325),
    [sym_escape] = ACTIONS(328),
    [anon_sym_no] = ACTIONS(320),
    [anon_sym_nothing] = ACTIONS(320),
    [anon_sym_yes] = ACTIONS(320),
    [sym_dice] = ACTIONS(320),
    [sym_number] = ACTIONS(320),
    [sym_operator] = ACTIONS(320),
    [sym_other] = ACTIONS(320),
  },
  [27] = {
    [sym__bar] = STATE(20),
    [sym__piece] = STATE(20),
    [sym__plain] = STATE(20),
    [sym_text] = STATE(20),
    [sym_literal] = STATE(20),
    [aux_sym_live_repeat1] = STATE(20),
    [sym_name] = ACTIONS(194),
    [sym_comment] = ACTIONS(196),
    [anon_sym_COLON] = ACTIONS(196),
    [anon_sym_PIPE] = ACTIONS(23),
    [anon_sym_LBRACE] = ACTIONS(196),
    [anon_sym_RBRACE] = ACTIONS(302),
    [anon_sym_after] = ACTIONS(186),
    [anon_sym_answers] = ACTIONS(186),
    [anon_sym_any] = ACTIONS(186),
    [anon_sym_as] = ACTIONS(186),
    [anon_sym_before] = ACTIONS(186),
    [anon_sym_by] = ACTIONS(186),
    [anon_sym_cancels] = ACTIONS(186),
    [anon_sym_chance] = ACTIONS(186),
    [anon_sym_clamp] = ACTIONS(186),
    [anon_sym_dice] = ACTIONS(186),
    [anon_sym_down] = ACTIONS(186),
    [anon_sym_highest] = ACTIONS(186),
    [anon_sym_lowest] = ACTIONS(186),
    [anon_sym_of] = ACTIONS(186),
    [anon_sym_quietly] = ACTIONS(186),
    [anon_sym_rolls] = ACTIONS(186),
    [anon_sym_row] = ACTIONS(186),
    [anon_sym_shift] = ACTIONS(186),
    [anon_sym_takes] = ACTIONS(186),
    [anon_sym_unique] = ACTIONS(186),
    [anon_sym_until] = ACTIONS(186),
    [anon_sym_while] = ACTIONS(186),
    [anon_sym_within] = ACTIONS(186),
    [anon_sym_without] = ACTIONS(186),
    [anon_sym_adv] = ACTIONS(194),
    [anon_sym_default] = ACTIONS(194),
    [anon_sym_dis] = ACTIONS(194),
    [anon_sym_end] = ACTIONS(194),
    [anon_sym_for] = ACTIONS(194),
    [anon_sym_from] = ACTIONS(194),
    [anon_sym_given] = ACTIONS(194),
    [anon_sym_has] = ACTIONS(194),
    [anon_sym_if] = ACTIONS(194),
    [anon_sym_in] = ACTIONS(194),
    [anon_sym_is] = ACTIONS(194),
    [anon_sym_mod] = ACTIONS(194),
    [anon_sym_not] = ACTIONS(194),
    [anon_sym_odds] = ACTIONS(194),
    [anon_sym_or] = ACTIONS(194),
    [anon_sym_otherwise] = ACTIONS(194),
    [anon_sym_pick] = ACTIONS(194),
    [anon_sym_times] = ACTIONS(194),
    [anon_sym_to] = ACTIONS(194),
    [anon_sym_where] = ACTIONS(194),
    [anon_sym_with] = ACTIONS(194),
    [anon_sym_let] = ACTIONS(29),
    [anon_sym_and] = ACTIONS(31),
    [anon_sym_else] = ACTIONS(31),
    [anon_sym_then] = ACTIONS(31),
    [anon_sym_SEMI] = ACTIONS(33),
    [anon_sym_LPAREN] = ACTIONS(35),
    [anon_sym_COMMA] = ACTIONS(35),
    [anon_sym_DOT] = ACTIONS(37),
    [anon_sym_RPAREN] = ACTIONS(196),
    [anon_sym_LBRACK] = ACTIONS(196),
    [anon_sym_RBRACK] = ACTIONS(196),
    [anon_sym_DQUOTE] = ACTIONS(39),
    [anon_sym_no] = ACTIONS(41),
    [anon_sym_nothing] = ACTIONS(41),
    [anon_sym_yes] = ACTIONS(41),
    [sym_dice] = ACTIONS(194),
    [sym_number] = ACTIONS(194),
    [sym_operator] = ACTIONS(196),
    [sym_other] = ACTIONS(196),
  },
  [28] = {
    [sym__bar] = STATE(20),
    [sym__piece] = STATE(20),
    [sym__plain] = STATE(20),
    [sym_text] = STATE(20),
    [sym_literal] = STATE(20),
    [aux_sym_live_repeat1] = STATE(20),
    [sym_name] = ACTIONS(194),
    [sym_comment] = ACTIONS(196),
    [anon_sym_COLON] = ACTIONS(196),
    [anon_sym_PIPE] = ACTIONS(23),
    [anon_sym_LBRACE] = ACTIONS(196),
    [anon_sym_RBRACE] = ACTIONS(178),
    [anon_sym_after] = ACTIONS(186),
    [anon_sym_answers] = ACTIONS(186),
    [anon_sym_any] = ACTIONS(186),
    [anon_sym_as] = ACTIONS(186),
    [anon_sym_before] = ACTIONS(186),
    [anon_sym_by] = ACTIONS(186),
    [anon_sym_cancels] = ACTIONS(186),
    [anon_sym_chance] = ACTIONS(186),
    [anon_sym_clamp] = ACTIONS(186),
    [anon_sym_dice] = ACTIONS(186),
    [anon_sym_down] = ACTIONS(186),
    [anon_sym_highest] = ACTIONS(186),
    [anon_sym_lowest] = ACTIONS(186),
    [anon_sym_of] = ACTIONS(186),
    [anon_sym_quietly] = ACTIONS(186),
    [anon_sym_rolls] = ACTIONS(186),
    [anon_sym_row] = ACTIONS(186),
    [anon_sym_shift] = ACTIONS(186),
    [anon_sym_takes] = ACTIONS(186),
    [anon_sym_unique] = ACTIONS(186),
    [anon_sym_until] = ACTIONS(186),
    [anon_sym_while] = ACTIONS(186),
    [anon_sym_within] = ACTIONS(186),
    [anon_sym_without] = ACTIONS(186),
    [anon_sym_adv] = ACTIONS(194),
    [anon_sym_default] = ACTIONS(194),
    [anon_sym_dis] = ACTIONS(194),
    [anon_sym_end] = ACTIONS(194),
    [anon_sym_for] = ACTIONS(194),
    [anon_sym_from] = ACTIONS(194),
    [anon_sym_given] = ACTIONS(194),
    [anon_sym_has] = ACTIONS(194),
    [anon_sym_if] = ACTIONS(194),
    [anon_sym_in] = ACTIONS(194),
    [anon_sym_is] = ACTIONS(194),
    [anon_sym_mod] = ACTIONS(194),
    [anon_sym_not] = ACTIONS(194),
    [anon_sym_odds] = ACTIONS(194),
    [anon_sym_or] = ACTIONS(194),
    [anon_sym_otherwise] = ACTIONS(194),
    [anon_sym_pick] = ACTIONS(194),
    [anon_sym_times] = ACTIONS(194),
    [anon_sym_to] = ACTIONS(194),
    [anon_sym_where] = ACTIONS(194),
    [anon_sym_with] = ACTIONS(194),
    [anon_sym_let] = ACTIONS(29),
    [anon_sym_and] = ACTIONS(31),
    [anon_sym_else] = ACTIONS(31),
    [anon_sym_then] = ACTIONS(31),
    [anon_sym_SEMI] = ACTIONS(33),
    [anon_sym_LPAREN] = ACTIONS(35),
    [anon_sym_COMMA] = ACTIONS(35),
    [anon_sym_DOT] = ACTIONS(37),
    [anon_sym_RPAREN] = ACTIONS(196),
    [anon_sym_LBRACK] = ACTIONS(196),
    [anon_sym_RBRACK] = ACTIONS(196),
    [anon_sym_DQUOTE] = ACTIONS(39),
    [anon_sym_no] = ACTIONS(41),
    [anon_sym_nothing] = ACTIONS(41),
    [anon_sym_yes] = ACTIONS(41),
    [sym_dice] = ACTIONS(194),
    [sym_number] = ACTIONS(194),
    [sym_operator] = ACTIONS(196),
    [sym_other] = ACTIONS(196),
  },
  [29] = {
    [sym__bar] = STATE(27),
    [sym__piece] = STATE(27),
    [sym__plain] = STATE(27),
    [sym_text] = STATE(27),
    [sym_literal] = STATE(27),
    [aux_sym_live_repeat1] = STATE(27),
    [sym_name] = ACTIONS(331),
    [sym_comment] = ACTIONS(333),
    [anon_sym_COLON] = ACTIONS(333),
    [anon_sym_PIPE] = ACTIONS(23),
    [anon_sym_LBRACE] = ACTIONS(333),
    [anon_sym_RBRACE] = ACTIONS(290),
    [anon_sym_after] = ACTIONS(186),
    [anon_sym_answers] = ACTIONS(186),
    [anon_sym_any] = ACTIONS(186),
    [anon_sym_as] = ACTIONS(186),
    [anon_sym_before] = ACTIONS(186),
    [anon_sym_by] = ACTIONS(186),
    [anon_sym_cancels] = ACTIONS(186),
    [anon_sym_chance] = ACTIONS(186),
    [anon_sym_clamp] = ACTIONS(186),
    [anon_sym_dice] = ACTIONS(186),
    [anon_sym_down] = ACTIONS(186),
    [anon_sym_highest] = ACTIONS(186),
    [anon_sym_lowest] = ACTIONS(186),
    [anon_sym_of] = ACTIONS(186),
    [anon_sym_quietly] = ACTIONS(186),
    [anon_sym_rolls] = ACTIONS(186),
    [anon_sym_row] = ACTIONS(186),
    [anon_sym_shift] = ACTIONS(186),
    [anon_sym_takes] = ACTIONS(186),
    [anon_sym_unique] = ACTIONS(186),
    [anon_sym_until] = ACTIONS(186),
    [anon_sym_while] = ACTIONS(186),
    [anon_sym_within] = ACTIONS(186),
    [anon_sym_without] = ACTIONS(186),
    [anon_sym_adv] = ACTIONS(331),
    [anon_sym_default] = ACTIONS(331),
    [anon_sym_dis] = ACTIONS(331),
    [anon_sym_end] = ACTIONS(331),
    [anon_sym_for] = ACTIONS(331),
    [anon_sym_from] = ACTIONS(331),
    [anon_sym_given] = ACTIONS(331),
    [anon_sym_has] = ACTIONS(331),
    [anon_sym_if] = ACTIONS(331),
    [anon_sym_in] = ACTIONS(331),
    [anon_sym_is] = ACTIONS(331),
    [anon_sym_mod] = ACTIONS(331),
    [anon_sym_not] = ACTIONS(331),
    [anon_sym_odds] = ACTIONS(331),
    [anon_sym_or] = ACTIONS(331),
    [anon_sym_otherwise] = ACTIONS(331),
    [anon_sym_pick] = ACTIONS(331),
    [anon_sym_times] = ACTIONS(331),
    [anon_sym_to] = ACTIONS(331),
    [anon_sym_where] = ACTIONS(331),
    [anon_sym_with] = ACTIONS(331),
    [anon_sym_let] = ACTIONS(29),
    [anon_sym_and] = ACTIONS(31),
    [anon_sym_else] = ACTIONS(31),
    [anon_sym_then] = ACTIONS(31),
    [anon_sym_SEMI] = ACTIONS(33),
    [anon_sym_LPAREN] = ACTIONS(35),
    [anon_sym_COMMA] = ACTIONS(35),
    [anon_sym_DOT] = ACTIONS(37),
    [anon_sym_RPAREN] = ACTIONS(333),
    [anon_sym_LBRACK] = ACTIONS(333),
    [anon_sym_RBRACK] = ACTIONS(333),
    [anon_sym_DQUOTE] = ACTIONS(39),
    [anon_sym_no] = ACTIONS(41),
    [anon_sym_nothing] = ACTIONS(41),
    [anon_sym_yes] = ACTIONS(41),
    [sym_dice] = ACTIONS(331),
    [sym_number] = ACTIONS(331),
    [sym_operator] = ACTIONS(333),
    [sym_other] = ACTIONS(333),
  },
  [30] = {
    [sym_live] = STATE(30),
    [aux_sym_text_repeat1] = STATE(30),
    [ts_builtin_sym_end] = ACTIONS(318),
    [sym_name] = ACTIONS(320),
    [anon_sym_LF] = ACTIONS(320),
    [sym_comment] = ACTIONS(320),
    [anon_sym_COLON] = ACTIONS(320),
    [anon_sym_PIPE] = ACTIONS(320),
    [anon_sym_LBRACE] = ACTIONS(335),
    [anon_sym_RBRACE] = ACTIONS(320),
    [anon_sym_after] = ACTIONS(320),
    [anon_sym_answers] = ACTIONS(320),
    [anon_sym_any] = ACTIONS(320),
    [anon_sym_as] = ACTIONS(320),
    [anon_sym_before] = ACTIONS(320),
    [anon_sym_by] = ACTIONS(320),
    [anon_sym_cancels] = ACTIONS(320),
    [anon_sym_chance] = ACTIONS(320),
    [anon_sym_clamp] = ACTIONS(320),
    [anon_sym_dice] = ACTIONS(320),
    [anon_sym_down] = ACTIONS(320),
    [anon_sym_highest] = ACTIONS(320),
    [anon_sym_lowest] = ACTIONS(320),
    [anon_sym_of] = ACTIONS(320),
    [anon_sym_quietly] = ACTIONS(320),
    [anon_sym_rolls] = ACTIONS(320),
    [anon_sym_row] = ACTIONS(320),
    [anon_sym_shift] = ACTIONS(320),
    [anon_sym_takes] = ACTIONS(320),
    [anon_sym_unique] = ACTIONS(320),
    [anon_sym_until] = ACTIONS(320),
    [anon_sym_while] = ACTIONS(320),
    [anon_sym_within] = ACTIONS(320),
    [anon_sym_without] = ACTIONS(320),
    [anon_sym_adv] = ACTIONS(320),
    [anon_sym_default] = ACTIONS(320),
    [anon_sym_dis] = ACTIONS(320),
    [anon_sym_end] = ACTIONS(320),
    [anon_sym_for] = ACTIONS(320),
    [anon_sym_from] = ACTIONS(320),
    [anon_sym_given] = ACTIONS(320),
    [anon_sym_has] = ACTIONS(320),
    [anon_sym_if] = ACTIONS(320),
    [anon_sym_in] = ACTIONS(320),
    [anon_sym_is] = ACTIONS(320),
    [anon_sym_mod] = ACTIONS(320),
    [anon_sym_not] = ACTIONS(320),
    [anon_sym_odds] = ACTIONS(320),
    [anon_sym_or] = ACTIONS(320),
    [anon_sym_otherwise] = ACTIONS(320),
    [anon_sym_pick] = ACTIONS(320),
    [anon_sym_times] = ACTIONS(320),
    [anon_sym_to] = ACTIONS(320),
    [anon_sym_where] = ACTIONS(320),
    [anon_sym_with] = ACTIONS(320),
    [anon_sym_let] = ACTIONS(320),
    [anon_sym_and] = ACTIONS(320),
    [anon_sym_else] = ACTIONS(320),
    [anon_sym_then] = ACTIONS(320),
    [anon_sym_SEMI] = ACTIONS(320),
    [anon_sym_LPAREN] = ACTIONS(320),
    [anon_sym_COMMA] = ACTIONS(320),
    [anon_sym_DOT] = ACTIONS(320),
    [anon_sym_RPAREN] = ACTIONS(320),
    [anon_sym_LBRACK] = ACTIONS(320),
    [anon_sym_RBRACK] = ACTIONS(320),
    [anon_sym_DQUOTE] = ACTIONS(320),
    [sym_text_run] = ACTIONS(338),
    [sym_escape] = ACTIONS(341),
    [anon_sym_no] = ACTIONS(320),
    [anon_sym_nothing] = ACTIONS(320),
    [anon_sym_yes] = ACTIONS(320),
    [sym_dice] = ACTIONS(320),
    [sym_number] = ACTIONS(320),
    [sym_operator] = ACTIONS(320),
    [sym_other] = ACTIONS(320),
  },
  [31] = {
    [sym__escaped_bar] = STATE(9),
    [sym__piece] = STATE(9),
    [sym__plain] = STATE(9),
    [sym_text] = STATE(9),
    [sym_literal] = STATE(9),
    [aux_sym_cell_live_repeat1] = STATE(9),
    [sym_name] = ACTIONS(121),
    [sym_comment] = ACTIONS(123),
    [anon_sym_COLON] = ACTIONS(123),
    [anon_sym_LBRACE] = ACTIONS(123),
    [anon_sym_RBRACE] = ACTIONS(125),
    [anon_sym_BSLASH_PIPE] = ACTIONS(123),
    [anon_sym_after] = ACTIONS(71),
    [anon_sym_answers] = ACTIONS(71),
    [anon_sym_any] = ACTIONS(71),
    [anon_sym_as] = ACTIONS(71),
    [anon_sym_before] = ACTIONS(71),
    [anon_sym_by] = ACTIONS(71),
    [anon_sym_cancels] = ACTIONS(71),
    [anon_sym_chance] = ACTIONS(71),
    [anon_sym_clamp] = ACTIONS(71),
    [anon_sym_dice] = ACTIONS(71),
    [anon_sym_down] = ACTIONS(71),
    [anon_sym_highest] = ACTIONS(71),
    [anon_sym_lowest] = ACTIONS(71),
    [anon_sym_of] = ACTIONS(71),
    [anon_sym_quietly] = ACTIONS(71),
    [anon_sym_rolls] = ACTIONS(71),
    [anon_sym_row] = ACTIONS(71),
    [anon_sym_shift] = ACTIONS(71),
    [anon_sym_takes] = ACTIONS(71),
    [anon_sym_unique] = ACTIONS(71),
    [anon_sym_until] = ACTIONS(71),
    [anon_sym_while] = ACTIONS(71),
    [anon_sym_within] = ACTIONS(71),
    [anon_sym_without] = ACTIONS(71),
    [anon_sym_adv] = ACTIONS(121),
    [anon_sym_default] = ACTIONS(121),
    [anon_sym_dis] = ACTIONS(121),
    [anon_sym_end] = ACTIONS(121),
    [anon_sym_for] = ACTIONS(121),
    [anon_sym_from] = ACTIONS(121),
    [anon_sym_given] = ACTIONS(121),
    [anon_sym_has] = ACTIONS(121),
    [anon_sym_if] = ACTIONS(121),
    [anon_sym_in] = ACTIONS(121),
    [anon_sym_is] = ACTIONS(121),
    [anon_sym_mod] = ACTIONS(121),
    [anon_sym_not] = ACTIONS(121),
    [anon_sym_odds] = ACTIONS(121),
    [anon_sym_or] = ACTIONS(121),
    [anon_sym_otherwise] = ACTIONS(121),
    [anon_sym_pick] = ACTIONS(121),
    [anon_sym_times] = ACTIONS(121),
    [anon_sym_to] = ACTIONS(121),
    [anon_sym_where] = ACTIONS(121),
    [anon_sym_with] = ACTIONS(121),
    [anon_sym_let] = ACTIONS(73),
    [anon_sym_and] = ACTIONS(75),
    [anon_sym_else] = ACTIONS(75),
    [anon_sym_then] = ACTIONS(75),
    [anon_sym_SEMI] = ACTIONS(77),
    [anon_sym_LPAREN] = ACTIONS(79),
    [anon_sym_COMMA] = ACTIONS(79),
    [anon_sym_DOT] = ACTIONS(81),
    [anon_sym_RPAREN] = ACTIONS(123),
    [anon_sym_LBRACK] = ACTIONS(123),
    [anon_sym_RBRACK] = ACTIONS(123),
    [anon_sym_DQUOTE] = ACTIONS(83),
    [anon_sym_no] = ACTIONS(85),
    [anon_sym_nothing] = ACTIONS(85),
    [anon_sym_yes] = ACTIONS(85),
    [sym_dice] = ACTIONS(121),
    [sym_number] = ACTIONS(121),
    [sym_operator] = ACTIONS(123),
    [sym_other] = ACTIONS(121),
  },
  [32] = {
    [sym__bar] = STATE(34),
    [sym__piece] = STATE(34),
    [sym__plain] = STATE(34),
    [sym_text] = STATE(34),
    [sym_literal] = STATE(34),
    [aux_sym_live_repeat1] = STATE(34),
    [sym_name] = ACTIONS(344),
    [sym_comment] = ACTIONS(346),
    [anon_sym_COLON] = ACTIONS(346),
    [anon_sym_PIPE] = ACTIONS(23),
    [anon_sym_LBRACE] = ACTIONS(346),
    [anon_sym_RBRACE] = ACTIONS(239),
    [anon_sym_after] = ACTIONS(186),
    [anon_sym_answers] = ACTIONS(186),
    [anon_sym_any] = ACTIONS(186),
    [anon_sym_as] = ACTIONS(186),
    [anon_sym_before] = ACTIONS(186),
    [anon_sym_by] = ACTIONS(186),
    [anon_sym_cancels] = ACTIONS(186),
    [anon_sym_chance] = ACTIONS(186),
    [anon_sym_clamp] = ACTIONS(186),
    [anon_sym_dice] = ACTIONS(186),
    [anon_sym_down] = ACTIONS(186),
    [anon_sym_highest] = ACTIONS(186),
    [anon_sym_lowest] = ACTIONS(186),
    [anon_sym_of] = ACTIONS(186),
    [anon_sym_quietly] = ACTIONS(186),
    [anon_sym_rolls] = ACTIONS(186),
    [anon_sym_row] = ACTIONS(186),
    [anon_sym_shift] = ACTIONS(186),
    [anon_sym_takes] = ACTIONS(186),
    [anon_sym_unique] = ACTIONS(186),
    [anon_sym_until] = ACTIONS(186),
    [anon_sym_while] = ACTIONS(186),
    [anon_sym_within] = ACTIONS(186),
    [anon_sym_without] = ACTIONS(186),
    [anon_sym_adv] = ACTIONS(344),
    [anon_sym_default] = ACTIONS(344),
    [anon_sym_dis] = ACTIONS(344),
    [anon_sym_end] = ACTIONS(344),
    [anon_sym_for] = ACTIONS(344),
    [anon_sym_from] = ACTIONS(344),
    [anon_sym_given] = ACTIONS(344),
    [anon_sym_has] = ACTIONS(344),
    [anon_sym_if] = ACTIONS(344),
    [anon_sym_in] = ACTIONS(344),
    [anon_sym_is] = ACTIONS(344),
    [anon_sym_mod] = ACTIONS(344),
    [anon_sym_not] = ACTIONS(344),
    [anon_sym_odds] = ACTIONS(344),
    [anon_sym_or] = ACTIONS(344),
    [anon_sym_otherwise] = ACTIONS(344),
    [anon_sym_pick] = ACTIONS(344),
    [anon_sym_times] = ACTIONS(344),
    [anon_sym_to] = ACTIONS(344),
    [anon_sym_where] = ACTIONS(344),
    [anon_sym_with] = ACTIONS(344),
    [anon_sym_let] = ACTIONS(29),
    [anon_sym_and] = ACTIONS(31),
    [anon_sym_else] = ACTIONS(31),
    [anon_sym_then] = ACTIONS(31),
    [anon_sym_SEMI] = ACTIONS(33),
    [anon_sym_LPAREN] = ACTIONS(35),
    [anon_sym_COMMA] = ACTIONS(35),
    [anon_sym_DOT] = ACTIONS(37),
    [anon_sym_RPAREN] = ACTIONS(346),
    [anon_sym_LBRACK] = ACTIONS(346),
    [anon_sym_RBRACK] = ACTIONS(346),
    [anon_sym_DQUOTE] = ACTIONS(39),
    [anon_sym_no] = ACTIONS(41),
    [anon_sym_nothing] = ACTIONS(41),
    [anon_sym_yes] = ACTIONS(41),
    [sym_dice] = ACTIONS(344),
    [sym_number] = ACTIONS(344),
    [sym_operator] = ACTIONS(346),
    [sym_other] = ACTIONS(346),
  },
  [33] = {
    [sym__escaped_bar] = STATE(31),
    [sym__piece] = STATE(31),
    [sym__plain] = STATE(31),
    [sym_text] = STATE(31),
    [sym_literal] = STATE(31),
    [aux_sym_cell_live_repeat1] = STATE(31),
    [sym_name] = ACTIONS(348),
    [sym_comment] = ACTIONS(350),
    [anon_sym_COLON] = ACTIONS(350),
    [anon_sym_LBRACE] = ACTIONS(350),
    [anon_sym_RBRACE] = ACTIONS(69),
    [anon_sym_BSLASH_PIPE] = ACTIONS(350),
    [anon_sym_after] = ACTIONS(71),
    [anon_sym_answers] = ACTIONS(71),
    [anon_sym_any] = ACTIONS(71),
    [anon_sym_as] = ACTIONS(71),
    [anon_sym_before] = ACTIONS(71),
    [anon_sym_by] = ACTIONS(71),
    [anon_sym_cancels] = ACTIONS(71),
    [anon_sym_chance] = ACTIONS(71),
    [anon_sym_clamp] = ACTIONS(71),
    [anon_sym_dice] = ACTIONS(71),
    [anon_sym_down] = ACTIONS(71),
    [anon_sym_highest] = ACTIONS(71),
    [anon_sym_lowest] = ACTIONS(71),
    [anon_sym_of] = ACTIONS(71),
    [anon_sym_quietly] = ACTIONS(71),
    [anon_sym_rolls] = ACTIONS(71),
    [anon_sym_row] = ACTIONS(71),
    [anon_sym_shift] = ACTIONS(71),
    [anon_sym_takes] = ACTIONS(71),
    [anon_sym_unique] = ACTIONS(71),
    [anon_sym_until] = ACTIONS(71),
    [anon_sym_while] = ACTIONS(71),
    [anon_sym_within] = ACTIONS(71),
    [anon_sym_without] = ACTIONS(71),
    [anon_sym_adv] = ACTIONS(348),
    [anon_sym_default] = ACTIONS(348),
    [anon_sym_dis] = ACTIONS(348),
    [anon_sym_end] = ACTIONS(348),
    [anon_sym_for] = ACTIONS(348),
    [anon_sym_from] = ACTIONS(348),
    [anon_sym_given] = ACTIONS(348),
    [anon_sym_has] = ACTIONS(348),
    [anon_sym_if] = ACTIONS(348),
    [anon_sym_in] = ACTIONS(348),
    [anon_sym_is] = ACTIONS(348),
    [anon_sym_mod] = ACTIONS(348),
    [anon_sym_not] = ACTIONS(348),
    [anon_sym_odds] = ACTIONS(348),
    [anon_sym_or] = ACTIONS(348),
    [anon_sym_otherwise] = ACTIONS(348),
    [anon_sym_pick] = ACTIONS(348),
    [anon_sym_times] = ACTIONS(348),
    [anon_sym_to] = ACTIONS(348),
    [anon_sym_where] = ACTIONS(348),
    [anon_sym_with] = ACTIONS(348),
    [anon_sym_let] = ACTIONS(73),
    [anon_sym_and] = ACTIONS(75),
    [anon_sym_else] = ACTIONS(75),
    [anon_sym_then] = ACTIONS(75),
    [anon_sym_SEMI] = ACTIONS(77),
    [anon_sym_LPAREN] = ACTIONS(79),
    [anon_sym_COMMA] = ACTIONS(79),
    [anon_sym_DOT] = ACTIONS(81),
    [anon_sym_RPAREN] = ACTIONS(350),
    [anon_sym_LBRACK] = ACTIONS(350),
    [anon_sym_RBRACK] = ACTIONS(350),
    [anon_sym_DQUOTE] = ACTIONS(83),
    [anon_sym_no] = ACTIONS(85),
    [anon_sym_nothing] = ACTIONS(85),
    [anon_sym_yes] = ACTIONS(85),
    [sym_dice] = ACTIONS(348),
    [sym_number] = ACTIONS(348),
    [sym_operator] = ACTIONS(350),
    [sym_other] = ACTIONS(348),
  },
  [34] = {
    [sym__bar] = STATE(20),
    [sym__piece] = STATE(20),
    [sym__plain] = STATE(20),
    [sym_text] = STATE(20),
    [sym_literal] = STATE(20),
    [aux_sym_live_repeat1] = STATE(20),
    [sym_name] = ACTIONS(194),
    [sym_comment] = ACTIONS(196),
    [anon_sym_COLON] = ACTIONS(196),
    [anon_sym_PIPE] = ACTIONS(23),
    [anon_sym_LBRACE] = ACTIONS(196),
    [anon_sym_RBRACE] = ACTIONS(198),
    [anon_sym_after] = ACTIONS(186),
    [anon_sym_answers] = ACTIONS(186),
    [anon_sym_any] = ACTIONS(186),
    [anon_sym_as] = ACTIONS(186),
    [anon_sym_before] = ACTIONS(186),
    [anon_sym_by] = ACTIONS(186),
    [anon_sym_cancels] = ACTIONS(186),
    [anon_sym_chance] = ACTIONS(186),
    [anon_sym_clamp] = ACTIONS(186),
    [anon_sym_dice] = ACTIONS(186),
    [anon_sym_down] = ACTIONS(186),
    [anon_sym_highest] = ACTIONS(186),
    [anon_sym_lowest] = ACTIONS(186),
    [anon_sym_of] = ACTIONS(186),
    [anon_sym_quietly] = ACTIONS(186),
    [anon_sym_rolls] = ACTIONS(186),
    [anon_sym_row] = ACTIONS(186),
    [anon_sym_shift] = ACTIONS(186),
    [anon_sym_takes] = ACTIONS(186),
    [anon_sym_unique] = ACTIONS(186),
    [anon_sym_until] = ACTIONS(186),
    [anon_sym_while] = ACTIONS(186),
    [anon_sym_within] = ACTIONS(186),
    [anon_sym_without] = ACTIONS(186),
    [anon_sym_adv] = ACTIONS(194),
    [anon_sym_default] = ACTIONS(194),
    [anon_sym_dis] = ACTIONS(194),
    [anon_sym_end] = ACTIONS(194),
    [anon_sym_for] = ACTIONS(194),
    [anon_sym_from] = ACTIONS(194),
    [anon_sym_given] = ACTIONS(194),
    [anon_sym_has] = ACTIONS(194),
    [anon_sym_if] = ACTIONS(194),
    [anon_sym_in] = ACTIONS(194),
    [anon_sym_is] = ACTIONS(194),
    [anon_sym_mod] = ACTIONS(194),
    [anon_sym_not] = ACTIONS(194),
    [anon_sym_odds] = ACTIONS(194),
    [anon_sym_or] = ACTIONS(194),
    [anon_sym_otherwise] = ACTIONS(194),
    [anon_sym_pick] = ACTIONS(194),
    [anon_sym_times] = ACTIONS(194),
    [anon_sym_to] = ACTIONS(194),
    [anon_sym_where] = ACTIONS(194),
    [anon_sym_with] = ACTIONS(194),
    [anon_sym_let] = ACTIONS(29),
    [anon_sym_and] = ACTIONS(31),
    [anon_sym_else] = ACTIONS(31),
    [anon_sym_then] = ACTIONS(31),
    [anon_sym_SEMI] = ACTIONS(33),
    [anon_sym_LPAREN] = ACTIONS(35),
    [anon_sym_COMMA] = ACTIONS(35),
    [anon_sym_DOT] = ACTIONS(37),
    [anon_sym_RPAREN] = ACTIONS(196),
    [anon_sym_LBRACK] = ACTIONS(196),
    [anon_sym_RBRACK] = ACTIONS(196),
    [anon_sym_DQUOTE] = ACTIONS(39),
    [anon_sym_no] = ACTIONS(41),
    [anon_sym_nothing] = ACTIONS(41),
    [anon_sym_yes] = ACTIONS(41),
    [sym_dice] = ACTIONS(194),
    [sym_number] = ACTIONS(194),
    [sym_operator] = ACTIONS(196),
    [sym_other] = ACTIONS(196),
  },
  [35] = {
    [sym__bar] = STATE(28),
    [sym__piece] = STATE(28),
    [sym__plain] = STATE(28),
    [sym_text] = STATE(28),
    [sym_literal] = STATE(28),
    [aux_sym_live_repeat1] = STATE(28),
    [sym_name] = ACTIONS(352),
    [sym_comment] = ACTIONS(354),
    [anon_sym_COLON] = ACTIONS(354),
    [anon_sym_PIPE] = ACTIONS(23),
    [anon_sym_LBRACE] = ACTIONS(354),
    [anon_sym_RBRACE] = ACTIONS(170),
    [anon_sym_after] = ACTIONS(186),
    [anon_sym_answers] = ACTIONS(186),
    [anon_sym_any] = ACTIONS(186),
    [anon_sym_as] = ACTIONS(186),
    [anon_sym_before] = ACTIONS(186),
    [anon_sym_by] = ACTIONS(186),
    [anon_sym_cancels] = ACTIONS(186),
    [anon_sym_chance] = ACTIONS(186),
    [anon_sym_clamp] = ACTIONS(186),
    [anon_sym_dice] = ACTIONS(186),
    [anon_sym_down] = ACTIONS(186),
    [anon_sym_highest] = ACTIONS(186),
    [anon_sym_lowest] = ACTIONS(186),
    [anon_sym_of] = ACTIONS(186),
    [anon_sym_quietly] = ACTIONS(186),
    [anon_sym_rolls] = ACTIONS(186),
    [anon_sym_row] = ACTIONS(186),
    [anon_sym_shift] = ACTIONS(186),
    [anon_sym_takes] = ACTIONS(186),
    [anon_sym_unique] = ACTIONS(186),
    [anon_sym_until] = ACTIONS(186),
    [anon_sym_while] = ACTIONS(186),
    [anon_sym_within] = ACTIONS(186),
    [anon_sym_without] = ACTIONS(186),
    [anon_sym_adv] = ACTIONS(352),
    [anon_sym_default] = ACTIONS(352),
    [anon_sym_dis] = ACTIONS(352),
    [anon_sym_end] = ACTIONS(352),
    [anon_sym_for] = ACTIONS(352),
    [anon_sym_from] = ACTIONS(352),
    [anon_sym_given] = ACTIONS(352),
    [anon_sym_has] = ACTIONS(352),
    [anon_sym_if] = ACTIONS(352),
    [anon_sym_in] = ACTIONS(352),
    [anon_sym_is] = ACTIONS(352),
    [anon_sym_mod] = ACTIONS(352),
    [anon_sym_not] = ACTIONS(352),
    [anon_sym_odds] = ACTIONS(352),
    [anon_sym_or] = ACTIONS(352),
    [anon_sym_otherwise] = ACTIONS(352),
    [anon_sym_pick] = ACTIONS(352),
    [anon_sym_times] = ACTIONS(352),
    [anon_sym_to] = ACTIONS(352),
    [anon_sym_where] = ACTIONS(352),
    [anon_sym_with] = ACTIONS(352),
    [anon_sym_let] = ACTIONS(29),
    [anon_sym_and] = ACTIONS(31),
    [anon_sym_else] = ACTIONS(31),
    [anon_sym_then] = ACTIONS(31),
    [anon_sym_SEMI] = ACTIONS(33),
    [anon_sym_LPAREN] = ACTIONS(35),
    [anon_sym_COMMA] = ACTIONS(35),
    [anon_sym_DOT] = ACTIONS(37),
    [anon_sym_RPAREN] = ACTIONS(354),
    [anon_sym_LBRACK] = ACTIONS(354),
    [anon_sym_RBRACK] = ACTIONS(354),
    [anon_sym_DQUOTE] = ACTIONS(39),
    [anon_sym_no] = ACTIONS(41),
    [anon_sym_nothing] = ACTIONS(41),
    [anon_sym_yes] = ACTIONS(41),
    [sym_dice] = ACTIONS(352),
    [sym_number] = ACTIONS(352),
    [sym_operator] = ACTIONS(354),
    [sym_other] = ACTIONS(354),
  },
  [36] = {
    [ts_builtin_sym_end] = ACTIONS(356),
    [sym_name] = ACTIONS(358),
    [anon_sym_LF] = ACTIONS(358),
    [sym_comment] = ACTIONS(358),
    [anon_sym_COLON] = ACTIONS(358),
    [anon_sym_PIPE] = ACTIONS(358),
    [anon_sym_LBRACE] = ACTIONS(358),
    [anon_sym_RBRACE] = ACTIONS(358),
    [anon_sym_BSLASH_PIPE] = ACTIONS(358),
    [anon_sym_after] = ACTIONS(358),
    [anon_sym_answers] = ACTIONS(358),
    [anon_sym_any] = ACTIONS(358),
    [anon_sym_as] = ACTIONS(358),
    [anon_sym_before] = ACTIONS(358),
    [anon_sym_by] = ACTIONS(358),
    [anon_sym_cancels] = ACTIONS(358),
    [anon_sym_chance] = ACTIONS(358),
    [anon_sym_clamp] = ACTIONS(358),
    [anon_sym_dice] = ACTIONS(358),
    [anon_sym_down] = ACTIONS(358),
    [anon_sym_highest] = ACTIONS(358),
    [anon_sym_lowest] = ACTIONS(358),
    [anon_sym_of] = ACTIONS(358),
    [anon_sym_quietly] = ACTIONS(358),
    [anon_sym_rolls] = ACTIONS(358),
    [anon_sym_row] = ACTIONS(358),
    [anon_sym_shift] = ACTIONS(358),
    [anon_sym_takes] = ACTIONS(358),
    [anon_sym_unique] = ACTIONS(358),
    [anon_sym_until] = ACTIONS(358),
    [anon_sym_while] = ACTIONS(358),
    [anon_sym_within] = ACTIONS(358),
    [anon_sym_without] = ACTIONS(358),
    [anon_sym_adv] = ACTIONS(358),
    [anon_sym_default] = ACTIONS(358),
    [anon_sym_dis] = ACTIONS(358),
    [anon_sym_end] = ACTIONS(358),
    [anon_sym_for] = ACTIONS(358),
    [anon_sym_from] = ACTIONS(358),
    [anon_sym_given] = ACTIONS(358),
    [anon_sym_has] = ACTIONS(358),
    [anon_sym_if] = ACTIONS(358),
    [anon_sym_in] = ACTIONS(358),
    [anon_sym_is] = ACTIONS(358),
    [anon_sym_mod] = ACTIONS(358),
    [anon_sym_not] = ACTIONS(358),
    [anon_sym_odds] = ACTIONS(358),
    [anon_sym_or] = ACTIONS(358),
    [anon_sym_otherwise] = ACTIONS(358),
    [anon_sym_pick] = ACTIONS(358),
    [anon_sym_times] = ACTIONS(358),
    [anon_sym_to] = ACTIONS(358),
    [anon_sym_where] = ACTIONS(358),
    [anon_sym_with] = ACTIONS(358),
    [anon_sym_let] = ACTIONS(358),
    [anon_sym_and] = ACTIONS(358),
    [anon_sym_else] = ACTIONS(358),
    [anon_sym_then] = ACTIONS(358),
    [anon_sym_SEMI] = ACTIONS(358),
    [anon_sym_LPAREN] = ACTIONS(358),
    [anon_sym_COMMA] = ACTIONS(358),
    [anon_sym_DOT] = ACTIONS(358),
    [anon_sym_RPAREN] = ACTIONS(358),
    [anon_sym_LBRACK] = ACTIONS(358),
    [anon_sym_RBRACK] = ACTIONS(358),
    [anon_sym_DQUOTE] = ACTIONS(358),
    [sym_text_run] = ACTIONS(356),
    [sym_escape] = ACTIONS(358),
    [anon_sym_no] = ACTIONS(358),
    [anon_sym_nothing] = ACTIONS(358),
    [anon_sym_yes] = ACTIONS(358),
    [sym_dice] = ACTIONS(358),
    [sym_number] = ACTIONS(358),
    [sym_operator] = ACTIONS(358),
    [sym_other] = ACTIONS(358),
  },
  [37] = {
    [ts_builtin_sym_end] = ACTIONS(360),
    [sym_name] = ACTIONS(362),
    [anon_sym_LF] = ACTIONS(362),
    [sym_comment] = ACTIONS(362),
    [anon_sym_COLON] = ACTIONS(362),
    [anon_sym_PIPE] = ACTIONS(362),
    [anon_sym_LBRACE] = ACTIONS(362),
    [anon_sym_RBRACE] = ACTIONS(362),
    [anon_sym_BSLASH_PIPE] = ACTIONS(362),
    [anon_sym_after] = ACTIONS(362),
    [anon_sym_answers] = ACTIONS(362),
    [anon_sym_any] = ACTIONS(362),
    [anon_sym_as] = ACTIONS(362),
    [anon_sym_before] = ACTIONS(362),
    [anon_sym_by] = ACTIONS(362),
    [anon_sym_cancels] = ACTIONS(362),
    [anon_sym_chance] = ACTIONS(362),
    [anon_sym_clamp] = ACTIONS(362),
    [anon_sym_dice] = ACTIONS(362),
    [anon_sym_down] = ACTIONS(362),
    [anon_sym_highest] = ACTIONS(362),
    [anon_sym_lowest] = ACTIONS(362),
    [anon_sym_of] = ACTIONS(362),
    [anon_sym_quietly] = ACTIONS(362),
    [anon_sym_rolls] = ACTIONS(362),
    [anon_sym_row] = ACTIONS(362),
    [anon_sym_shift] = ACTIONS(362),
    [anon_sym_takes] = ACTIONS(362),
    [anon_sym_unique] = ACTIONS(362),
    [anon_sym_until] = ACTIONS(362),
    [anon_sym_while] = ACTIONS(362),
    [anon_sym_within] = ACTIONS(362),
    [anon_sym_without] = ACTIONS(362),
    [anon_sym_adv] = ACTIONS(362),
    [anon_sym_default] = ACTIONS(362),
    [anon_sym_dis] = ACTIONS(362),
    [anon_sym_end] = ACTIONS(362),
    [anon_sym_for] = ACTIONS(362),
    [anon_sym_from] = ACTIONS(362),
    [anon_sym_given] = ACTIONS(362),
    [anon_sym_has] = ACTIONS(362),
    [anon_sym_if] = ACTIONS(362),
    [anon_sym_in] = ACTIONS(362),
    [anon_sym_is] = ACTIONS(362),
    [anon_sym_mod] = ACTIONS(362),
    [anon_sym_not] = ACTIONS(362),
    [anon_sym_odds] = ACTIONS(362),
    [anon_sym_or] = ACTIONS(362),
    [anon_sym_otherwise] = ACTIONS(362),
    [anon_sym_pick] = ACTIONS(362),
    [anon_sym_times] = ACTIONS(362),
    [anon_sym_to] = ACTIONS(362),
    [anon_sym_where] = ACTIONS(362),
    [anon_sym_with] = ACTIONS(362),
    [anon_sym_let] = ACTIONS(362),
    [anon_sym_and] = ACTIONS(362),
    [anon_sym_else] = ACTIONS(362),
    [anon_sym_then] = ACTIONS(362),
    [anon_sym_SEMI] = ACTIONS(362),
    [anon_sym_LPAREN] = ACTIONS(362),
    [anon_sym_COMMA] = ACTIONS(362),
    [anon_sym_DOT] = ACTIONS(362),
    [anon_sym_RPAREN] = ACTIONS(362),
    [anon_sym_LBRACK] = ACTIONS(362),
    [anon_sym_RBRACK] = ACTIONS(362),
    [anon_sym_DQUOTE] = ACTIONS(362),
    [sym_text_run] = ACTIONS(360),
    [sym_escape] = ACTIONS(362),
    [anon_sym_no] = ACTIONS(362),
    [anon_sym_nothing] = ACTIONS(362),
    [anon_sym_yes] = ACTIONS(362),
    [sym_dice] = ACTIONS(362),
    [sym_number] = ACTIONS(362),
    [sym_operator] = ACTIONS(362),
    [sym_other] = ACTIONS(362),
  },
  [38] = {
    [ts_builtin_sym_end] = ACTIONS(360),
    [sym_name] = ACTIONS(362),
    [anon_sym_LF] = ACTIONS(362),
    [sym_comment] = ACTIONS(362),
    [anon_sym_COLON] = ACTIONS(362),
    [anon_sym_PIPE] = ACTIONS(362),
    [anon_sym_LBRACE] = ACTIONS(362),
    [anon_sym_RBRACE] = ACTIONS(362),
    [anon_sym_after] = ACTIONS(362),
    [anon_sym_answers] = ACTIONS(362),
    [anon_sym_any] = ACTIONS(362),
    [anon_sym_as] = ACTIONS(362),
    [anon_sym_before] = ACTIONS(362),
    [anon_sym_by] = ACTIONS(362),
    [anon_sym_cancels] = ACTIONS(362),
    [anon_sym_chance] = ACTIONS(362),
    [anon_sym_clamp] = ACTIONS(362),
    [anon_sym_dice] = ACTIONS(362),
    [anon_sym_down] = ACTIONS(362),
    [anon_sym_highest] = ACTIONS(362),
    [anon_sym_lowest] = ACTIONS(362),
    [anon_sym_of] = ACTIONS(362),
    [anon_sym_quietly] = ACTIONS(362),
    [anon_sym_rolls] = ACTIONS(362),
    [anon_sym_row] = ACTIONS(362),
    [anon_sym_shift] = ACTIONS(362),
    [anon_sym_takes] = ACTIONS(362),
    [anon_sym_unique] = ACTIONS(362),
    [anon_sym_until] = ACTIONS(362),
    [anon_sym_while] = ACTIONS(362),
    [anon_sym_within] = ACTIONS(362),
    [anon_sym_without] = ACTIONS(362),
    [anon_sym_adv] = ACTIONS(362),
    [anon_sym_default] = ACTIONS(362),
    [anon_sym_dis] = ACTIONS(362),
    [anon_sym_end] = ACTIONS(362),
    [anon_sym_for] = ACTIONS(362),
    [anon_sym_from] = ACTIONS(362),
    [anon_sym_given] = ACTIONS(362),
    [anon_sym_has] = ACTIONS(362),
    [anon_sym_if] = ACTIONS(362),
    [anon_sym_in] = ACTIONS(362),
    [anon_sym_is] = ACTIONS(362),
    [anon_sym_mod] = ACTIONS(362),
    [anon_sym_not] = ACTIONS(362),
    [anon_sym_odds] = ACTIONS(362),
    [anon_sym_or] = ACTIONS(362),
    [anon_sym_otherwise] = ACTIONS(362),
    [anon_sym_pick] = ACTIONS(362),
    [anon_sym_times] = ACTIONS(362),
    [anon_sym_to] = ACTIONS(362),
    [anon_sym_where] = ACTIONS(362),
    [anon_sym_with] = ACTIONS(362),
    [anon_sym_let] = ACTIONS(362),
    [anon_sym_and] = ACTIONS(362),
    [anon_sym_else] = ACTIONS(362),
    [anon_sym_then] = ACTIONS(362),
    [anon_sym_SEMI] = ACTIONS(362),
    [anon_sym_LPAREN] = ACTIONS(362),
    [anon_sym_COMMA] = ACTIONS(362),
    [anon_sym_DOT] = ACTIONS(362),
    [anon_sym_RPAREN] = ACTIONS(362),
    [anon_sym_LBRACK] = ACTIONS(362),
    [anon_sym_RBRACK] = ACTIONS(362),
    [anon_sym_DQUOTE] = ACTIONS(362),
    [sym_text_run] = ACTIONS(360),
    [sym_escape] = ACTIONS(362),
    [anon_sym_no] = ACTIONS(362),
    [anon_sym_nothing] = ACTIONS(362),
    [anon_sym_yes] = ACTIONS(362),
    [sym_dice] = ACTIONS(362),
    [sym_number] = ACTIONS(362),
    [sym_operator] = ACTIONS(362),
    [sym_other] = ACTIONS(362),
  },
  [39] = {
    [sym__definition] = STATE(50),
    [ts_builtin_sym_end] = ACTIONS(53),
    [sym_name] = ACTIONS(364),
    [anon_sym_LF] = ACTIONS(53),
    [sym_comment] = ACTIONS(53),
    [anon_sym_COLON] = ACTIONS(53),
    [anon_sym_PIPE] = ACTIONS(53),
    [anon_sym_LBRACE] = ACTIONS(53),
    [anon_sym_RBRACE] = ACTIONS(53),
    [anon_sym_BSLASH_PIPE] = ACTIONS(53),
    [anon_sym_after] = ACTIONS(364),
    [anon_sym_answers] = ACTIONS(364),
    [anon_sym_any] = ACTIONS(364),
    [anon_sym_as] = ACTIONS(364),
    [anon_sym_before] = ACTIONS(364),
    [anon_sym_by] = ACTIONS(364),
    [anon_sym_cancels] = ACTIONS(364),
    [anon_sym_chance] = ACTIONS(364),
    [anon_sym_clamp] = ACTIONS(364),
    [anon_sym_dice] = ACTIONS(364),
    [anon_sym_down] = ACTIONS(364),
    [anon_sym_highest] = ACTIONS(364),
    [anon_sym_lowest] = ACTIONS(364),
    [anon_sym_of] = ACTIONS(364),
    [anon_sym_quietly] = ACTIONS(364),
    [anon_sym_rolls] = ACTIONS(364),
    [anon_sym_row] = ACTIONS(364),
    [anon_sym_shift] = ACTIONS(364),
    [anon_sym_takes] = ACTIONS(364),
    [anon_sym_unique] = ACTIONS(364),
    [anon_sym_until] = ACTIONS(364),
    [anon_sym_while] = ACTIONS(364),
    [anon_sym_within] = ACTIONS(364),
    [anon_sym_without] = ACTIONS(364),
    [anon_sym_adv] = ACTIONS(55),
    [anon_sym_default] = ACTIONS(55),
    [anon_sym_dis] = ACTIONS(55),
    [anon_sym_end] = ACTIONS(55),
    [anon_sym_for] = ACTIONS(55),
    [anon_sym_from] = ACTIONS(55),
    [anon_sym_given] = ACTIONS(55),
    [anon_sym_has] = ACTIONS(55),
    [anon_sym_if] = ACTIONS(55),
    [anon_sym_in] = ACTIONS(55),
    [anon_sym_is] = ACTIONS(55),
    [anon_sym_mod] = ACTIONS(55),
    [anon_sym_not] = ACTIONS(55),
    [anon_sym_odds] = ACTIONS(55),
    [anon_sym_or] = ACTIONS(55),
    [anon_sym_otherwise] = ACTIONS(55),
    [anon_sym_pick] = ACTIONS(55),
    [anon_sym_times] = ACTIONS(55),
    [anon_sym_to] = ACTIONS(55),
    [anon_sym_where] = ACTIONS(55),
    [anon_sym_with] = ACTIONS(55),
    [anon_sym_let] = ACTIONS(55),
    [anon_sym_and] = ACTIONS(55),
    [anon_sym_else] = ACTIONS(55),
    [anon_sym_then] = ACTIONS(55),
    [anon_sym_SEMI] = ACTIONS(53),
    [anon_sym_LPAREN] = ACTIONS(53),
    [anon_sym_COMMA] = ACTIONS(53),
    [anon_sym_DOT] = ACTIONS(55),
    [anon_sym_RPAREN] = ACTIONS(53),
    [anon_sym_LBRACK] = ACTIONS(53),
    [anon_sym_RBRACK] = ACTIONS(53),
    [anon_sym_DQUOTE] = ACTIONS(53),
    [anon_sym_no] = ACTIONS(55),
    [anon_sym_nothing] = ACTIONS(55),
    [anon_sym_yes] = ACTIONS(55),
    [sym_dice] = ACTIONS(55),
    [sym_number] = ACTIONS(55),
    [sym_operator] = ACTIONS(53),
    [sym_other] = ACTIONS(55),
  },
  [40] = {
    [sym__definition] = STATE(49),
    [ts_builtin_sym_end] = ACTIONS(43),
    [sym_name] = ACTIONS(364),
    [anon_sym_LF] = ACTIONS(43),
    [sym_comment] = ACTIONS(43),
    [anon_sym_COLON] = ACTIONS(43),
    [anon_sym_PIPE] = ACTIONS(43),
    [anon_sym_LBRACE] = ACTIONS(43),
    [anon_sym_RBRACE] = ACTIONS(43),
    [anon_sym_BSLASH_PIPE] = ACTIONS(43),
    [anon_sym_after] = ACTIONS(364),
    [anon_sym_answers] = ACTIONS(364),
    [anon_sym_any] = ACTIONS(364),
    [anon_sym_as] = ACTIONS(364),
    [anon_sym_before] = ACTIONS(364),
    [anon_sym_by] = ACTIONS(364),
    [anon_sym_cancels] = ACTIONS(364),
    [anon_sym_chance] = ACTIONS(364),
    [anon_sym_clamp] = ACTIONS(364),
    [anon_sym_dice] = ACTIONS(364),
    [anon_sym_down] = ACTIONS(364),
    [anon_sym_highest] = ACTIONS(364),
    [anon_sym_lowest] = ACTIONS(364),
    [anon_sym_of] = ACTIONS(364),
    [anon_sym_quietly] = ACTIONS(364),
    [anon_sym_rolls] = ACTIONS(364),
    [anon_sym_row] = ACTIONS(364),
    [anon_sym_shift] = ACTIONS(364),
    [anon_sym_takes] = ACTIONS(364),
    [anon_sym_unique] = ACTIONS(364),
    [anon_sym_until] = ACTIONS(364),
    [anon_sym_while] = ACTIONS(364),
    [anon_sym_within] = ACTIONS(364),
    [anon_sym_without] = ACTIONS(364),
    [anon_sym_adv] = ACTIONS(45),
    [anon_sym_default] = ACTIONS(45),
    [anon_sym_dis] = ACTIONS(45),
    [anon_sym_end] = ACTIONS(45),
    [anon_sym_for] = ACTIONS(45),
    [anon_sym_from] = ACTIONS(45),
    [anon_sym_given] = ACTIONS(45),
    [anon_sym_has] = ACTIONS(45),
    [anon_sym_if] = ACTIONS(45),
    [anon_sym_in] = ACTIONS(45),
    [anon_sym_is] = ACTIONS(45),
    [anon_sym_mod] = ACTIONS(45),
    [anon_sym_not] = ACTIONS(45),
    [anon_sym_odds] = ACTIONS(45),
    [anon_sym_or] = ACTIONS(45),
    [anon_sym_otherwise] = ACTIONS(45),
    [anon_sym_pick] = ACTIONS(45),
    [anon_sym_times] = ACTIONS(45),
    [anon_sym_to] = ACTIONS(45),
    [anon_sym_where] = ACTIONS(45),
    [anon_sym_with] = ACTIONS(45),
    [anon_sym_let] = ACTIONS(45),
    [anon_sym_and] = ACTIONS(45),
    [anon_sym_else] = ACTIONS(45),
    [anon_sym_then] = ACTIONS(45),
    [anon_sym_SEMI] = ACTIONS(43),
    [anon_sym_LPAREN] = ACTIONS(43),
    [anon_sym_COMMA] = ACTIONS(43),
    [anon_sym_DOT] = ACTIONS(45),
    [anon_sym_RPAREN] = ACTIONS(43),
    [anon_sym_LBRACK] = ACTIONS(43),
    [anon_sym_RBRACK] = ACTIONS(43),
    [anon_sym_DQUOTE] = ACTIONS(43),
    [anon_sym_no] = ACTIONS(45),
    [anon_sym_nothing] = ACTIONS(45),
    [anon_sym_yes] = ACTIONS(45),
    [sym_dice] = ACTIONS(45),
    [sym_number] = ACTIONS(45),
    [sym_operator] = ACTIONS(43),
    [sym_other] = ACTIONS(45),
  },
  [41] = {
    [ts_builtin_sym_end] = ACTIONS(356),
    [sym_name] = ACTIONS(358),
    [anon_sym_LF] = ACTIONS(358),
    [sym_comment] = ACTIONS(358),
    [anon_sym_COLON] = ACTIONS(358),
    [anon_sym_PIPE] = ACTIONS(358),
    [anon_sym_LBRACE] = ACTIONS(358),
    [anon_sym_RBRACE] = ACTIONS(358),
    [anon_sym_after] = ACTIONS(358),
    [anon_sym_answers] = ACTIONS(358),
    [anon_sym_any] = ACTIONS(358),
    [anon_sym_as] = ACTIONS(358),
    [anon_sym_before] = ACTIONS(358),
    [anon_sym_by] = ACTIONS(358),
    [anon_sym_cancels] = ACTIONS(358),
    [anon_sym_chance] = ACTIONS(358),
    [anon_sym_clamp] = ACTIONS(358),
    [anon_sym_dice] = ACTIONS(358),
    [anon_sym_down] = ACTIONS(358),
    [anon_sym_highest] = ACTIONS(358),
    [anon_sym_lowest] = ACTIONS(358),
    [anon_sym_of] = ACTIONS(358),
    [anon_sym_quietly] = ACTIONS(358),
    [anon_sym_rolls] = ACTIONS(358),
    [anon_sym_row] = ACTIONS(358),
    [anon_sym_shift] = ACTIONS(358),
    [anon_sym_takes] = ACTIONS(358),
    [anon_sym_unique] = ACTIONS(358),
    [anon_sym_until] = ACTIONS(358),
    [anon_sym_while] = ACTIONS(358),
    [anon_sym_within] = ACTIONS(358),
    [anon_sym_without] = ACTIONS(358),
    [anon_sym_adv] = ACTIONS(358),
    [anon_sym_default] = ACTIONS(358),
    [anon_sym_dis] = ACTIONS(358),
    [anon_sym_end] = ACTIONS(358),
    [anon_sym_for] = ACTIONS(358),
    [anon_sym_from] = ACTIONS(358),
    [anon_sym_given] = ACTIONS(358),
    [anon_sym_has] = ACTIONS(358),
    [anon_sym_if] = ACTIONS(358),
    [anon_sym_in] = ACTIONS(358),
    [anon_sym_is] = ACTIONS(358),
    [anon_sym_mod] = ACTIONS(358),
    [anon_sym_not] = ACTIONS(358),
    [anon_sym_odds] = ACTIONS(358),
    [anon_sym_or] = ACTIONS(358),
    [anon_sym_otherwise] = ACTIONS(358),
    [anon_sym_pick] = ACTIONS(358),
    [anon_sym_times] = ACTIONS(358),
    [anon_sym_to] = ACTIONS(358),
    [anon_sym_where] = ACTIONS(358),
    [anon_sym_with] = ACTIONS(358),
    [anon_sym_let] = ACTIONS(358),
    [anon_sym_and] = ACTIONS(358),
    [anon_sym_else] = ACTIONS(358),
    [anon_sym_then] = ACTIONS(358),
    [anon_sym_SEMI] = ACTIONS(358),
    [anon_sym_LPAREN] = ACTIONS(358),
    [anon_sym_COMMA] = ACTIONS(358),
    [anon_sym_DOT] = ACTIONS(358),
    [anon_sym_RPAREN] = ACTIONS(358),
    [anon_sym_LBRACK] = ACTIONS(358),
    [anon_sym_RBRACK] = ACTIONS(358),
    [anon_sym_DQUOTE] = ACTIONS(358),
    [sym_text_run] = ACTIONS(356),
    [sym_escape] = ACTIONS(358),
    [anon_sym_no] = ACTIONS(358),
    [anon_sym_nothing] = ACTIONS(358),
    [anon_sym_yes] = ACTIONS(358),
    [sym_dice] = ACTIONS(358),
    [sym_number] = ACTIONS(358),
    [sym_operator] = ACTIONS(358),
    [sym_other] = ACTIONS(358),
  },
  [42] = {
    [ts_builtin_sym_end] = ACTIONS(366),
    [sym_name] = ACTIONS(368),
    [anon_sym_LF] = ACTIONS(366),
    [sym_comment] = ACTIONS(366),
    [anon_sym_COLON] = ACTIONS(366),
    [anon_sym_PIPE] = ACTIONS(366),
    [anon_sym_LBRACE] = ACTIONS(366),
    [anon_sym_RBRACE] = ACTIONS(366),
    [anon_sym_BSLASH_PIPE] = ACTIONS(366),
    [anon_sym_after] = ACTIONS(368),
    [anon_sym_answers] = ACTIONS(368),
    [anon_sym_any] = ACTIONS(368),
    [anon_sym_as] = ACTIONS(368),
    [anon_sym_before] = ACTIONS(368),
    [anon_sym_by] = ACTIONS(368),
    [anon_sym_cancels] = ACTIONS(368),
    [anon_sym_chance] = ACTIONS(368),
    [anon_sym_clamp] = ACTIONS(368),
    [anon_sym_dice] = ACTIONS(368),
    [anon_sym_down] = ACTIONS(368),
    [anon_sym_highest] = ACTIONS(368),
    [anon_sym_lowest] = ACTIONS(368),
    [anon_sym_of] = ACTIONS(368),
    [anon_sym_quietly] = ACTIONS(368),
    [anon_sym_rolls] = ACTIONS(368),
    [anon_sym_row] = ACTIONS(368),
    [anon_sym_shift] = ACTIONS(368),
    [anon_sym_takes] = ACTIONS(368),
    [anon_sym_unique] = ACTIONS(368),
    [anon_sym_until] = ACTIONS(368),
    [anon_sym_while] = ACTIONS(368),
    [anon_sym_within] = ACTIONS(368),
    [anon_sym_without] = ACTIONS(368),
    [anon_sym_adv] = ACTIONS(368),
    [anon_sym_default] = ACTIONS(368),
    [anon_sym_dis] = ACTIONS(368),
    [anon_sym_end] = ACTIONS(368),
    [anon_sym_for] = ACTIONS(368),
    [anon_sym_from] = ACTIONS(368),
    [anon_sym_given] = ACTIONS(368),
    [anon_sym_has] = ACTIONS(368),
    [anon_sym_if] = ACTIONS(368),
    [anon_sym_in] = ACTIONS(368),
    [anon_sym_is] = ACTIONS(368),
    [anon_sym_mod] = ACTIONS(368),
    [anon_sym_not] = ACTIONS(368),
    [anon_sym_odds] = ACTIONS(368),
    [anon_sym_or] = ACTIONS(368),
    [anon_sym_otherwise] = ACTIONS(368),
    [anon_sym_pick] = ACTIONS(368),
    [anon_sym_times] = ACTIONS(368),
    [anon_sym_to] = ACTIONS(368),
    [anon_sym_where] = ACTIONS(368),
    [anon_sym_with] = ACTIONS(368),
    [anon_sym_let] = ACTIONS(368),
    [anon_sym_and] = ACTIONS(368),
    [anon_sym_else] = ACTIONS(368),
    [anon_sym_then] = ACTIONS(368),
    [anon_sym_SEMI] = ACTIONS(366),
    [anon_sym_LPAREN] = ACTIONS(366),
    [anon_sym_COMMA] = ACTIONS(366),
    [anon_sym_DOT] = ACTIONS(368),
    [anon_sym_RPAREN] = ACTIONS(366),
    [anon_sym_LBRACK] = ACTIONS(366),
    [anon_sym_RBRACK] = ACTIONS(366),
    [anon_sym_DQUOTE] = ACTIONS(366),
    [anon_sym_no] = ACTIONS(368),
    [anon_sym_nothing] = ACTIONS(368),
    [anon_sym_yes] = ACTIONS(368),
    [sym_dice] = ACTIONS(368),
    [sym_number] = ACTIONS(368),
    [sym_operator] = ACTIONS(366),
    [sym_other] = ACTIONS(368),
  },
  [43] = {
    [ts_builtin_sym_end] = ACTIONS(370),
    [sym_name] = ACTIONS(372),
    [anon_sym_LF] = ACTIONS(370),
    [sym_comment] = ACTIONS(370),
    [anon_sym_COLON] = ACTIONS(370),
    [anon_sym_PIPE] = ACTIONS(370),
    [anon_sym_LBRACE] = ACTIONS(370),
    [anon_sym_RBRACE] = ACTIONS(370),
    [anon_sym_BSLASH_PIPE] = ACTIONS(370),
    [anon_sym_after] = ACTIONS(372),
    [anon_sym_answers] = ACTIONS(372),
    [anon_sym_any] = ACTIONS(372),
    [anon_sym_as] = ACTIONS(372),
    [anon_sym_before] = ACTIONS(372),
    [anon_sym_by] = ACTIONS(372),
    [anon_sym_cancels] = ACTIONS(372),
    [anon_sym_chance] = ACTIONS(372),
    [anon_sym_clamp] = ACTIONS(372),
    [anon_sym_dice] = ACTIONS(372),
    [anon_sym_down] = ACTIONS(372),
    [anon_sym_highest] = ACTIONS(372),
    [anon_sym_lowest] = ACTIONS(372),
    [anon_sym_of] = ACTIONS(372),
    [anon_sym_quietly] = ACTIONS(372),
    [anon_sym_rolls] = ACTIONS(372),
    [anon_sym_row] = ACTIONS(372),
    [anon_sym_shift] = ACTIONS(372),
    [anon_sym_takes] = ACTIONS(372),
    [anon_sym_unique] = ACTIONS(372),
    [anon_sym_until] = ACTIONS(372),
    [anon_sym_while] = ACTIONS(372),
    [anon_sym_within] = ACTIONS(372),
    [anon_sym_without] = ACTIONS(372),
    [anon_sym_adv] = ACTIONS(372),
    [anon_sym_default] = ACTIONS(372),
    [anon_sym_dis] = ACTIONS(372),
    [anon_sym_end] = ACTIONS(372),
    [anon_sym_for] = ACTIONS(372),
    [anon_sym_from] = ACTIONS(372),
    [anon_sym_given] = ACTIONS(372),
    [anon_sym_has] = ACTIONS(372),
    [anon_sym_if] = ACTIONS(372),
    [anon_sym_in] = ACTIONS(372),
    [anon_sym_is] = ACTIONS(372),
    [anon_sym_mod] = ACTIONS(372),
    [anon_sym_not] = ACTIONS(372),
    [anon_sym_odds] = ACTIONS(372),
    [anon_sym_or] = ACTIONS(372),
    [anon_sym_otherwise] = ACTIONS(372),
    [anon_sym_pick] = ACTIONS(372),
    [anon_sym_times] = ACTIONS(372),
    [anon_sym_to] = ACTIONS(372),
    [anon_sym_where] = ACTIONS(372),
    [anon_sym_with] = ACTIONS(372),
    [anon_sym_let] = ACTIONS(372),
    [anon_sym_and] = ACTIONS(372),
    [anon_sym_else] = ACTIONS(372),
    [anon_sym_then] = ACTIONS(372),
    [anon_sym_SEMI] = ACTIONS(370),
    [anon_sym_LPAREN] = ACTIONS(370),
    [anon_sym_COMMA] = ACTIONS(370),
    [anon_sym_DOT] = ACTIONS(372),
    [anon_sym_RPAREN] = ACTIONS(370),
    [anon_sym_LBRACK] = ACTIONS(370),
    [anon_sym_RBRACK] = ACTIONS(370),
    [anon_sym_DQUOTE] = ACTIONS(370),
    [anon_sym_no] = ACTIONS(372),
    [anon_sym_nothing] = ACTIONS(372),
    [anon_sym_yes] = ACTIONS(372),
    [sym_dice] = ACTIONS(372),
    [sym_number] = ACTIONS(372),
    [sym_operator] = ACTIONS(370),
    [sym_other] = ACTIONS(372),
  },
  [44] = {
    [ts_builtin_sym_end] = ACTIONS(374),
    [sym_name] = ACTIONS(376),
    [anon_sym_LF] = ACTIONS(374),
    [sym_comment] = ACTIONS(374),
    [anon_sym_COLON] = ACTIONS(374),
    [anon_sym_PIPE] = ACTIONS(374),
    [anon_sym_LBRACE] = ACTIONS(374),
    [anon_sym_RBRACE] = ACTIONS(374),
    [anon_sym_BSLASH_PIPE] = ACTIONS(374),
    [anon_sym_after] = ACTIONS(376),
    [anon_sym_answers] = ACTIONS(376),
    [anon_sym_any] = ACTIONS(376),
    [anon_sym_as] = ACTIONS(376),
    [anon_sym_before] = ACTIONS(376),
    [anon_sym_by] = ACTIONS(376),
    [anon_sym_cancels] = ACTIONS(376),
    [anon_sym_chance] = ACTIONS(376),
    [anon_sym_clamp] = ACTIONS(376),
    [anon_sym_dice] = ACTIONS(376),
    [anon_sym_down] = ACTIONS(376),
    [anon_sym_highest] = ACTIONS(376),
    [anon_sym_lowest] = ACTIONS(376),
    [anon_sym_of] = ACTIONS(376),
    [anon_sym_quietly] = ACTIONS(376),
    [anon_sym_rolls] = ACTIONS(376),
    [anon_sym_row] = ACTIONS(376),
    [anon_sym_shift] = ACTIONS(376),
    [anon_sym_takes] = ACTIONS(376),
    [anon_sym_unique] = ACTIONS(376),
    [anon_sym_until] = ACTIONS(376),
    [anon_sym_while] = ACTIONS(376),
    [anon_sym_within] = ACTIONS(376),
    [anon_sym_without] = ACTIONS(376),
    [anon_sym_adv] = ACTIONS(376),
    [anon_sym_default] = ACTIONS(376),
    [anon_sym_dis] = ACTIONS(376),
    [anon_sym_end] = ACTIONS(376),
    [anon_sym_for] = ACTIONS(376),
    [anon_sym_from] = ACTIONS(376),
    [anon_sym_given] = ACTIONS(376),
    [anon_sym_has] = ACTIONS(376),
    [anon_sym_if] = ACTIONS(376),
    [anon_sym_in] = ACTIONS(376),
    [anon_sym_is] = ACTIONS(376),
    [anon_sym_mod] = ACTIONS(376),
    [anon_sym_not] = ACTIONS(376),
    [anon_sym_odds] = ACTIONS(376),
    [anon_sym_or] = ACTIONS(376),
    [anon_sym_otherwise] = ACTIONS(376),
    [anon_sym_pick] = ACTIONS(376),
    [anon_sym_times] = ACTIONS(376),
    [anon_sym_to] = ACTIONS(376),
    [anon_sym_where] = ACTIONS(376),
    [anon_sym_with] = ACTIONS(376),
    [anon_sym_let] = ACTIONS(376),
    [anon_sym_and] = ACTIONS(376),
    [anon_sym_else] = ACTIONS(376),
    [anon_sym_then] = ACTIONS(376),
    [anon_sym_SEMI] = ACTIONS(374),
    [anon_sym_LPAREN] = ACTIONS(374),
    [anon_sym_COMMA] = ACTIONS(374),
    [anon_sym_DOT] = ACTIONS(376),
    [anon_sym_RPAREN] = ACTIONS(374),
    [anon_sym_LBRACK] = ACTIONS(374),
    [anon_sym_RBRACK] = ACTIONS(374),
    [anon_sym_DQUOTE] = ACTIONS(374),
    [anon_sym_no] = ACTIONS(376),
    [anon_sym_nothing] = ACTIONS(376),
    [anon_sym_yes] = ACTIONS(376),
    [sym_dice] = ACTIONS(376),
    [sym_number] = ACTIONS(376),
    [sym_operator] = ACTIONS(374),
    [sym_other] = ACTIONS(376),
  },
  [45] = {
    [ts_builtin_sym_end] = ACTIONS(378),
    [sym_name] = ACTIONS(380),
    [anon_sym_LF] = ACTIONS(378),
    [sym_comment] = ACTIONS(378),
    [anon_sym_COLON] = ACTIONS(378),
    [anon_sym_PIPE] = ACTIONS(378),
    [anon_sym_LBRACE] = ACTIONS(378),
    [anon_sym_RBRACE] = ACTIONS(378),
    [anon_sym_BSLASH_PIPE] = ACTIONS(378),
    [anon_sym_after] = ACTIONS(380),
    [anon_sym_answers] = ACTIONS(380),
    [anon_sym_any] = ACTIONS(380),
    [anon_sym_as] = ACTIONS(380),
    [anon_sym_before] = ACTIONS(380),
    [anon_sym_by] = ACTIONS(380),
    [anon_sym_cancels] = ACTIONS(380),
    [anon_sym_chance] = ACTIONS(380),
    [anon_sym_clamp] = ACTIONS(380),
    [anon_sym_dice] = ACTIONS(380),
    [anon_sym_down] = ACTIONS(380),
    [anon_sym_highest] = ACTIONS(380),
    [anon_sym_lowest] = ACTIONS(380),
    [anon_sym_of] = ACTIONS(380),
    [anon_sym_quietly] = ACTIONS(380),
    [anon_sym_rolls] = ACTIONS(380),
    [anon_sym_row] = ACTIONS(380),
    [anon_sym_shift] = ACTIONS(380),
    [anon_sym_takes] = ACTIONS(380),
    [anon_sym_unique] = ACTIONS(380),
    [anon_sym_until] = ACTIONS(380),
    [anon_sym_while] = ACTIONS(380),
    [anon_sym_within] = ACTIONS(380),
    [anon_sym_without] = ACTIONS(380),
    [anon_sym_adv] = ACTIONS(380),
    [anon_sym_default] = ACTIONS(380),
    [anon_sym_dis] = ACTIONS(380),
    [anon_sym_end] = ACTIONS(380),
    [anon_sym_for] = ACTIONS(380),
    [anon_sym_from] = ACTIONS(380),
    [anon_sym_given] = ACTIONS(380),
    [anon_sym_has] = ACTIONS(380),
    [anon_sym_if] = ACTIONS(380),
    [anon_sym_in] = ACTIONS(380),
    [anon_sym_is] = ACTIONS(380),
    [anon_sym_mod] = ACTIONS(380),
    [anon_sym_not] = ACTIONS(380),
    [anon_sym_odds] = ACTIONS(380),
    [anon_sym_or] = ACTIONS(380),
    [anon_sym_otherwise] = ACTIONS(380),
    [anon_sym_pick] = ACTIONS(380),
    [anon_sym_times] = ACTIONS(380),
    [anon_sym_to] = ACTIONS(380),
    [anon_sym_where] = ACTIONS(380),
    [anon_sym_with] = ACTIONS(380),
    [anon_sym_let] = ACTIONS(380),
    [anon_sym_and] = ACTIONS(380),
    [anon_sym_else] = ACTIONS(380),
    [anon_sym_then] = ACTIONS(380),
    [anon_sym_SEMI] = ACTIONS(378),
    [anon_sym_LPAREN] = ACTIONS(378),
    [anon_sym_COMMA] = ACTIONS(378),
    [anon_sym_DOT] = ACTIONS(380),
    [anon_sym_RPAREN] = ACTIONS(378),
    [anon_sym_LBRACK] = ACTIONS(378),
    [anon_sym_RBRACK] = ACTIONS(378),
    [anon_sym_DQUOTE] = ACTIONS(378),
    [anon_sym_no] = ACTIONS(380),
    [anon_sym_nothing] = ACTIONS(380),
    [anon_sym_yes] = ACTIONS(380),
    [sym_dice] = ACTIONS(380),
    [sym_number] = ACTIONS(380),
    [sym_operator] = ACTIONS(378),
    [sym_other] = ACTIONS(380),
  },
  [46] = {
    [ts_builtin_sym_end] = ACTIONS(53),
    [sym_name] = ACTIONS(55),
    [anon_sym_LF] = ACTIONS(53),
    [sym_comment] = ACTIONS(53),
    [anon_sym_COLON] = ACTIONS(53),
    [anon_sym_PIPE] = ACTIONS(53),
    [anon_sym_LBRACE] = ACTIONS(53),
    [anon_sym_RBRACE] = ACTIONS(53),
    [anon_sym_BSLASH_PIPE] = ACTIONS(53),
    [anon_sym_after] = ACTIONS(382),
    [anon_sym_answers] = ACTIONS(382),
    [anon_sym_any] = ACTIONS(382),
    [anon_sym_as] = ACTIONS(382),
    [anon_sym_before] = ACTIONS(382),
    [anon_sym_by] = ACTIONS(382),
    [anon_sym_cancels] = ACTIONS(382),
    [anon_sym_chance] = ACTIONS(382),
    [anon_sym_clamp] = ACTIONS(382),
    [anon_sym_dice] = ACTIONS(382),
    [anon_sym_down] = ACTIONS(382),
    [anon_sym_highest] = ACTIONS(382),
    [anon_sym_lowest] = ACTIONS(382),
    [anon_sym_of] = ACTIONS(382),
    [anon_sym_quietly] = ACTIONS(382),
    [anon_sym_rolls] = ACTIONS(382),
    [anon_sym_row] = ACTIONS(382),
    [anon_sym_shift] = ACTIONS(382),
    [anon_sym_takes] = ACTIONS(382),
    [anon_sym_unique] = ACTIONS(382),
    [anon_sym_until] = ACTIONS(382),
    [anon_sym_while] = ACTIONS(382),
    [anon_sym_within] = ACTIONS(382),
    [anon_sym_without] = ACTIONS(382),
    [anon_sym_adv] = ACTIONS(55),
    [anon_sym_default] = ACTIONS(55),
    [anon_sym_dis] = ACTIONS(55),
    [anon_sym_end] = ACTIONS(55),
    [anon_sym_for] = ACTIONS(55),
    [anon_sym_from] = ACTIONS(55),
    [anon_sym_given] = ACTIONS(55),
    [anon_sym_has] = ACTIONS(55),
    [anon_sym_if] = ACTIONS(55),
    [anon_sym_in] = ACTIONS(55),
    [anon_sym_is] = ACTIONS(55),
    [anon_sym_mod] = ACTIONS(55),
    [anon_sym_not] = ACTIONS(55),
    [anon_sym_odds] = ACTIONS(55),
    [anon_sym_or] = ACTIONS(55),
    [anon_sym_otherwise] = ACTIONS(55),
    [anon_sym_pick] = ACTIONS(55),
    [anon_sym_times] = ACTIONS(55),
    [anon_sym_to] = ACTIONS(55),
    [anon_sym_where] = ACTIONS(55),
    [anon_sym_with] = ACTIONS(55),
    [anon_sym_let] = ACTIONS(55),
    [anon_sym_and] = ACTIONS(55),
    [anon_sym_else] = ACTIONS(55),
    [anon_sym_then] = ACTIONS(55),
    [anon_sym_SEMI] = ACTIONS(53),
    [anon_sym_LPAREN] = ACTIONS(53),
    [anon_sym_COMMA] = ACTIONS(53),
    [anon_sym_DOT] = ACTIONS(55),
    [anon_sym_RPAREN] = ACTIONS(53),
    [anon_sym_LBRACK] = ACTIONS(53),
    [anon_sym_RBRACK] = ACTIONS(53),
    [anon_sym_DQUOTE] = ACTIONS(53),
    [anon_sym_no] = ACTIONS(55),
    [anon_sym_nothing] = ACTIONS(55),
    [anon_sym_yes] = ACTIONS(55),
    [sym_dice] = ACTIONS(55),
    [sym_number] = ACTIONS(55),
    [sym_operator] = ACTIONS(53),
    [sym_other] = ACTIONS(55),
  },
  [47] = {
    [ts_builtin_sym_end] = ACTIONS(53),
    [sym_name] = ACTIONS(55),
    [anon_sym_LF] = ACTIONS(53),
    [sym_comment] = ACTIONS(53),
    [anon_sym_COLON] = ACTIONS(53),
    [anon_sym_PIPE] = ACTIONS(53),
    [anon_sym_LBRACE] = ACTIONS(53),
    [anon_sym_RBRACE] = ACTIONS(53),
    [anon_sym_BSLASH_PIPE] = ACTIONS(53),
    [anon_sym_after] = ACTIONS(382),
    [anon_sym_answers] = ACTIONS(382),
    [anon_sym_any] = ACTIONS(382),
    [anon_sym_as] = ACTIONS(382),
    [anon_sym_before] = ACTIONS(382),
    [anon_sym_by] = ACTIONS(382),
    [anon_sym_cancels] = ACTIONS(382),
    [anon_sym_chance] = ACTIONS(382),
    [anon_sym_clamp] = ACTIONS(382),
    [anon_sym_dice] = ACTIONS(382),
    [anon_sym_down] = ACTIONS(382),
    [anon_sym_highest] = ACTIONS(382),
    [anon_sym_lowest] = ACTIONS(382),
    [anon_sym_of] = ACTIONS(382),
    [anon_sym_quietly] = ACTIONS(382),
    [anon_sym_rolls] = ACTIONS(382),
    [anon_sym_row] = ACTIONS(382),
    [anon_sym_shift] = ACTIONS(382),
    [anon_sym_takes] = ACTIONS(382),
    [anon_sym_unique] = ACTIONS(382),
    [anon_sym_until] = ACTIONS(382),
    [anon_sym_while] = ACTIONS(382),
    [anon_sym_within] = ACTIONS(382),
    [anon_sym_without] = ACTIONS(382),
    [anon_sym_adv] = ACTIONS(382),
    [anon_sym_default] = ACTIONS(382),
    [anon_sym_dis] = ACTIONS(382),
    [anon_sym_end] = ACTIONS(382),
    [anon_sym_for] = ACTIONS(382),
    [anon_sym_from] = ACTIONS(382),
    [anon_sym_given] = ACTIONS(382),
    [anon_sym_has] = ACTIONS(382),
    [anon_sym_if] = ACTIONS(382),
    [anon_sym_in] = ACTIONS(382),
    [anon_sym_is] = ACTIONS(382),
    [anon_sym_mod] = ACTIONS(382),
    [anon_sym_not] = ACTIONS(382),
    [anon_sym_odds] = ACTIONS(382),
    [anon_sym_or] = ACTIONS(382),
    [anon_sym_otherwise] = ACTIONS(382),
    [anon_sym_pick] = ACTIONS(382),
    [anon_sym_times] = ACTIONS(382),
    [anon_sym_to] = ACTIONS(382),
    [anon_sym_where] = ACTIONS(382),
    [anon_sym_with] = ACTIONS(382),
    [anon_sym_let] = ACTIONS(382),
    [anon_sym_and] = ACTIONS(382),
    [anon_sym_else] = ACTIONS(382),
    [anon_sym_then] = ACTIONS(382),
    [anon_sym_SEMI] = ACTIONS(53),
    [anon_sym_LPAREN] = ACTIONS(53),
    [anon_sym_COMMA] = ACTIONS(53),
    [anon_sym_DOT] = ACTIONS(55),
    [anon_sym_RPAREN] = ACTIONS(53),
    [anon_sym_LBRACK] = ACTIONS(53),
    [anon_sym_RBRACK] = ACTIONS(53),
    [anon_sym_DQUOTE] = ACTIONS(53),
    [anon_sym_no] = ACTIONS(55),
    [anon_sym_nothing] = ACTIONS(55),
    [anon_sym_yes] = ACTIONS(55),
    [sym_dice] = ACTIONS(55),
    [sym_number] = ACTIONS(55),
    [sym_operator] = ACTIONS(53),
    [sym_other] = ACTIONS(55),
  },
  [48] = {
    [ts_builtin_sym_end] = ACTIONS(384),
    [sym_name] = ACTIONS(386),
    [anon_sym_LF] = ACTIONS(384),
    [sym_comment] = ACTIONS(384),
    [anon_sym_COLON] = ACTIONS(384),
    [anon_sym_PIPE] = ACTIONS(384),
    [anon_sym_LBRACE] = ACTIONS(384),
    [anon_sym_RBRACE] = ACTIONS(384),
    [anon_sym_BSLASH_PIPE] = ACTIONS(384),
    [anon_sym_after] = ACTIONS(386),
    [anon_sym_answers] = ACTIONS(386),
    [anon_sym_any] = ACTIONS(386),
    [anon_sym_as] = ACTIONS(386),
    [anon_sym_before] = ACTIONS(386),
    [anon_sym_by] = ACTIONS(386),
    [anon_sym_cancels] = ACTIONS(386),
    [anon_sym_chance] = ACTIONS(386),
    [anon_sym_clamp] = ACTIONS(386),
    [anon_sym_dice] = ACTIONS(386),
    [anon_sym_down] = ACTIONS(386),
    [anon_sym_highest] = ACTIONS(386),
    [anon_sym_lowest] = ACTIONS(386),
    [anon_sym_of] = ACTIONS(386),
    [anon_sym_quietly] = ACTIONS(386),
    [anon_sym_rolls] = ACTIONS(386),
    [anon_sym_row] = ACTIONS(386),
    [anon_sym_shift] = ACTIONS(386),
    [anon_sym_takes] = ACTIONS(386),
    [anon_sym_unique] = ACTIONS(386),
    [anon_sym_until] = ACTIONS(386),
    [anon_sym_while] = ACTIONS(386),
    [anon_sym_within] = ACTIONS(386),
    [anon_sym_without] = ACTIONS(386),
    [anon_sym_adv] = ACTIONS(386),
    [anon_sym_default] = ACTIONS(386),
    [anon_sym_dis] = ACTIONS(386),
    [anon_sym_end] = ACTIONS(386),
    [anon_sym_for] = ACTIONS(386),
    [anon_sym_from] = ACTIONS(386),
    [anon_sym_given] = ACTIONS(386),
    [anon_sym_has] = ACTIONS(386),
    [anon_sym_if] = ACTIONS(386),
    [anon_sym_in] = ACTIONS(386),
    [anon_sym_is] = ACTIONS(386),
    [anon_sym_mod] = ACTIONS(386),
    [anon_sym_not] = ACTIONS(386),
    [anon_sym_odds] = ACTIONS(386),
    [anon_sym_or] = ACTIONS(386),
    [anon_sym_otherwise] = ACTIONS(386),
    [anon_sym_pick] = ACTIONS(386),
    [anon_sym_times] = ACTIONS(386),
    [anon_sym_to] = ACTIONS(386),
    [anon_sym_where] = ACTIONS(386),
    [anon_sym_with] = ACTIONS(386),
    [anon_sym_let] = ACTIONS(386),
    [anon_sym_and] = ACTIONS(386),
    [anon_sym_else] = ACTIONS(386),
    [anon_sym_then] = ACTIONS(386),
    [anon_sym_SEMI] = ACTIONS(384),
    [anon_sym_LPAREN] = ACTIONS(384),
    [anon_sym_COMMA] = ACTIONS(384),
    [anon_sym_DOT] = ACTIONS(386),
    [anon_sym_RPAREN] = ACTIONS(384),
    [anon_sym_LBRACK] = ACTIONS(384),
    [anon_sym_RBRACK] = ACTIONS(384),
    [anon_sym_DQUOTE] = ACTIONS(384),
    [anon_sym_no] = ACTIONS(386),
    [anon_sym_nothing] = ACTIONS(386),
    [anon_sym_yes] = ACTIONS(386),
    [sym_dice] = ACTIONS(386),
    [sym_number] = ACTIONS(386),
    [sym_operator] = ACTIONS(384),
    [sym_other] = ACTIONS(386),
  },
  [49] = {
    [ts_builtin_sym_end] = ACTIONS(388),
    [sym_name] = ACTIONS(390),
    [anon_sym_LF] = ACTIONS(388),
    [sym_comment] = ACTIONS(388),
    [anon_sym_COLON] = ACTIONS(388),
    [anon_sym_PIPE] = ACTIONS(388),
    [anon_sym_LBRACE] = ACTIONS(388),
    [anon_sym_RBRACE] = ACTIONS(388),
    [anon_sym_BSLASH_PIPE] = ACTIONS(388),
    [anon_sym_after] = ACTIONS(390),
    [anon_sym_answers] = ACTIONS(390),
    [anon_sym_any] = ACTIONS(390),
    [anon_sym_as] = ACTIONS(390),
    [anon_sym_before] = ACTIONS(390),
    [anon_sym_by] = ACTIONS(390),
    [anon_sym_cancels] = ACTIONS(390),
    [anon_sym_chance] = ACTIONS(390),
    [anon_sym_clamp] = ACTIONS(390),
    [anon_sym_dice] = ACTIONS(390),
    [anon_sym_down] = ACTIONS(390),
    [anon_sym_highest] = ACTIONS(390),
    [anon_sym_lowest] = ACTIONS(390),
    [anon_sym_of] = ACTIONS(390),
    [anon_sym_quietly] = ACTIONS(390),
    [anon_sym_rolls] = ACTIONS(390),
    [anon_sym_row] = ACTIONS(390),
    [anon_sym_shift] = ACTIONS(390),
    [anon_sym_takes] = ACTIONS(390),
    [anon_sym_unique] = ACTIONS(390),
    [anon_sym_until] = ACTIONS(390),
    [anon_sym_while] = ACTIONS(390),
    [anon_sym_within] = ACTIONS(390),
    [anon_sym_without] = ACTIONS(390),
    [anon_sym_adv] = ACTIONS(390),
    [anon_sym_default] = ACTIONS(390),
    [anon_sym_dis] = ACTIONS(390),
    [anon_sym_end] = ACTIONS(390),
    [anon_sym_for] = ACTIONS(390),
    [anon_sym_from] = ACTIONS(390),
    [anon_sym_given] = ACTIONS(390),
    [anon_sym_has] = ACTIONS(390),
    [anon_sym_if] = ACTIONS(390),
    [anon_sym_in] = ACTIONS(390),
    [anon_sym_is] = ACTIONS(390),
    [anon_sym_mod] = ACTIONS(390),
    [anon_sym_not] = ACTIONS(390),
    [anon_sym_odds] = ACTIONS(390),
    [anon_sym_or] = ACTIONS(390),
    [anon_sym_otherwise] = ACTIONS(390),
    [anon_sym_pick] = ACTIONS(390),
    [anon_sym_times] = ACTIONS(390),
    [anon_sym_to] = ACTIONS(390),
    [anon_sym_where] = ACTIONS(390),
    [anon_sym_with] = ACTIONS(390),
    [anon_sym_let] = ACTIONS(390),
    [anon_sym_and] = ACTIONS(390),
    [anon_sym_else] = ACTIONS(390),
    [anon_sym_then] = ACTIONS(390),
    [anon_sym_SEMI] = ACTIONS(388),
    [anon_sym_LPAREN] = ACTIONS(388),
    [anon_sym_COMMA] = ACTIONS(388),
    [anon_sym_DOT] = ACTIONS(390),
    [anon_sym_RPAREN] = ACTIONS(388),
    [anon_sym_LBRACK] = ACTIONS(388),
    [anon_sym_RBRACK] = ACTIONS(388),
    [anon_sym_DQUOTE] = ACTIONS(388),
    [anon_sym_no] = ACTIONS(390),
    [anon_sym_nothing] = ACTIONS(390),
    [anon_sym_yes] = ACTIONS(390),
    [sym_dice] = ACTIONS(390),
    [sym_number] = ACTIONS(390),
    [sym_operator] = ACTIONS(388),
    [sym_other] = ACTIONS(390),
  },
  [50] = {
    [ts_builtin_sym_end] = ACTIONS(392),
    [sym_name] = ACTIONS(394),
    [anon_sym_LF] = ACTIONS(392),
    [sym_comment] = ACTIONS(392),
    [anon_sym_COLON] = ACTIONS(392),
    [anon_sym_PIPE] = ACTIONS(392),
    [anon_sym_LBRACE] = ACTIONS(392),
    [anon_sym_RBRACE] = ACTIONS(392),
    [anon_sym_BSLASH_PIPE] = ACTIONS(392),
    [anon_sym_after] = ACTIONS(394),
    [anon_sym_answers] = ACTIONS(394),
    [anon_sym_any] = ACTIONS(394),
    [anon_sym_as] = ACTIONS(394),
    [anon_sym_before] = ACTIONS(394),
    [anon_sym_by] = ACTIONS(394),
    [anon_sym_cancels] = ACTIONS(394),
    [anon_sym_chance] = ACTIONS(394),
    [anon_sym_clamp] = ACTIONS(394),
    [anon_sym_dice] = ACTIONS(394),
    [anon_sym_down] = ACTIONS(394),
    [anon_sym_highest] = ACTIONS(394),
    [anon_sym_lowest] = ACTIONS(394),
    [anon_sym_of] = ACTIONS(394),
    [anon_sym_quietly] = ACTIONS(394),
    [anon_sym_rolls] = ACTIONS(394),
    [anon_sym_row] = ACTIONS(394),
    [anon_sym_shift] = ACTIONS(394),
    [anon_sym_takes] = ACTIONS(394),
    [anon_sym_unique] = ACTIONS(394),
    [anon_sym_until] = ACTIONS(394),
    [anon_sym_while] = ACTIONS(394),
    [anon_sym_within] = ACTIONS(394),
    [anon_sym_without] = ACTIONS(394),
    [anon_sym_adv] = ACTIONS(394),
    [anon_sym_default] = ACTIONS(394),
    [anon_sym_dis] = ACTIONS(394),
    [anon_sym_end] = ACTIONS(394),
    [anon_sym_for] = ACTIONS(394),
    [anon_sym_from] = ACTIONS(394),
    [anon_sym_given] = ACTIONS(394),
    [anon_sym_has] = ACTIONS(394),
    [anon_sym_if] = ACTIONS(394),
    [anon_sym_in] = ACTIONS(394),
    [anon_sym_is] = ACTIONS(394),
    [anon_sym_mod] = ACTIONS(394),
    [anon_sym_not] = ACTIONS(394),
    [anon_sym_odds] = ACTIONS(394),
    [anon_sym_or] = ACTIONS(394),
    [anon_sym_otherwise] = ACTIONS(394),
    [anon_sym_pick] = ACTIONS(394),
    [anon_sym_times] = ACTIONS(394),
    [anon_sym_to] = ACTIONS(394),
    [anon_sym_where] = ACTIONS(394),
    [anon_sym_with] = ACTIONS(394),
    [anon_sym_let] = ACTIONS(394),
    [anon_sym_and] = ACTIONS(394),
    [anon_sym_else] = ACTIONS(394),
    [anon_sym_then] = ACTIONS(394),
    [anon_sym_SEMI] = ACTIONS(392),
    [anon_sym_LPAREN] = ACTIONS(392),
    [anon_sym_COMMA] = ACTIONS(392),
    [anon_sym_DOT] = ACTIONS(394),
    [anon_sym_RPAREN] = ACTIONS(392),
    [anon_sym_LBRACK] = ACTIONS(392),
    [anon_sym_RBRACK] = ACTIONS(392),
    [anon_sym_DQUOTE] = ACTIONS(392),
    [anon_sym_no] = ACTIONS(394),
    [anon_sym_nothing] = ACTIONS(394),
    [anon_sym_yes] = ACTIONS(394),
    [sym_dice] = ACTIONS(394),
    [sym_number] = ACTIONS(394),
    [sym_operator] = ACTIONS(392),
    [sym_other] = ACTIONS(394),
  },
  [51] = {
    [ts_builtin_sym_end] = ACTIONS(396),
    [sym_name] = ACTIONS(398),
    [anon_sym_LF] = ACTIONS(396),
    [sym_comment] = ACTIONS(396),
    [anon_sym_COLON] = ACTIONS(396),
    [anon_sym_PIPE] = ACTIONS(396),
    [anon_sym_LBRACE] = ACTIONS(396),
    [anon_sym_RBRACE] = ACTIONS(396),
    [anon_sym_BSLASH_PIPE] = ACTIONS(396),
    [anon_sym_after] = ACTIONS(398),
    [anon_sym_answers] = ACTIONS(398),
    [anon_sym_any] = ACTIONS(398),
    [anon_sym_as] = ACTIONS(398),
    [anon_sym_before] = ACTIONS(398),
    [anon_sym_by] = ACTIONS(398),
    [anon_sym_cancels] = ACTIONS(398),
    [anon_sym_chance] = ACTIONS(398),
    [anon_sym_clamp] = ACTIONS(398),
    [anon_sym_dice] = ACTIONS(398),
    [anon_sym_down] = ACTIONS(398),
    [anon_sym_highest] = ACTIONS(398),
    [anon_sym_lowest] = ACTIONS(398),
    [anon_sym_of] = ACTIONS(398),
    [anon_sym_quietly] = ACTIONS(398),
    [anon_sym_rolls] = ACTIONS(398),
    [anon_sym_row] = ACTIONS(398),
    [anon_sym_shift] = ACTIONS(398),
    [anon_sym_takes] = ACTIONS(398),
    [anon_sym_unique] = ACTIONS(398),
    [anon_sym_until] = ACTIONS(398),
    [anon_sym_while] = ACTIONS(398),
    [anon_sym_within] = ACTIONS(398),
    [anon_sym_without] = ACTIONS(398),
    [anon_sym_adv] = ACTIONS(398),
    [anon_sym_default] = ACTIONS(398),
    [anon_sym_dis] = ACTIONS(398),
    [anon_sym_end] = ACTIONS(398),
    [anon_sym_for] = ACTIONS(398),
    [anon_sym_from] = ACTIONS(398),
    [anon_sym_given] = ACTIONS(398),
    [anon_sym_has] = ACTIONS(398),
    [anon_sym_if] = ACTIONS(398),
    [anon_sym_in] = ACTIONS(398),
    [anon_sym_is] = ACTIONS(398),
    [anon_sym_mod] = ACTIONS(398),
    [anon_sym_not] = ACTIONS(398),
    [anon_sym_odds] = ACTIONS(398),
    [anon_sym_or] = ACTIONS(398),
    [anon_sym_otherwise] = ACTIONS(398),
    [anon_sym_pick] = ACTIONS(398),
    [anon_sym_times] = ACTIONS(398),
    [anon_sym_to] = ACTIONS(398),
    [anon_sym_where] = ACTIONS(398),
    [anon_sym_with] = ACTIONS(398),
    [anon_sym_let] = ACTIONS(398),
    [anon_sym_and] = ACTIONS(398),
    [anon_sym_else] = ACTIONS(398),
    [anon_sym_then] = ACTIONS(398),
    [anon_sym_SEMI] = ACTIONS(396),
    [anon_sym_LPAREN] = ACTIONS(396),
    [anon_sym_COMMA] = ACTIONS(396),
    [anon_sym_DOT] = ACTIONS(398),
    [anon_sym_RPAREN] = ACTIONS(396),
    [anon_sym_LBRACK] = ACTIONS(396),
    [anon_sym_RBRACK] = ACTIONS(396),
    [anon_sym_DQUOTE] = ACTIONS(396),
    [anon_sym_no] = ACTIONS(398),
    [anon_sym_nothing] = ACTIONS(398),
    [anon_sym_yes] = ACTIONS(398),
    [sym_dice] = ACTIONS(398),
    [sym_number] = ACTIONS(398),
    [sym_operator] = ACTIONS(396),
    [sym_other] = ACTIONS(398),
  },
  [52] = {
    [ts_builtin_sym_end] = ACTIONS(241),
    [sym_name] = ACTIONS(243),
    [anon_sym_LF] = ACTIONS(241),
    [sym_comment] = ACTIONS(241),
    [anon_sym_COLON] = ACTIONS(241),
    [anon_sym_PIPE] = ACTIONS(241),
    [anon_sym_LBRACE] = ACTIONS(241),
    [anon_sym_RBRACE] = ACTIONS(241),
    [anon_sym_BSLASH_PIPE] = ACTIONS(241),
    [anon_sym_after] = ACTIONS(243),
    [anon_sym_answers] = ACTIONS(243),
    [anon_sym_any] = ACTIONS(243),
    [anon_sym_as] = ACTIONS(243),
    [anon_sym_before] = ACTIONS(243),
    [anon_sym_by] = ACTIONS(243),
    [anon_sym_cancels] = ACTIONS(243),
    [anon_sym_chance] = ACTIONS(243),
    [anon_sym_clamp] = ACTIONS(243),
    [anon_sym_dice] = ACTIONS(243),
    [anon_sym_down] = ACTIONS(243),
    [anon_sym_highest] = ACTIONS(243),
    [anon_sym_lowest] = ACTIONS(243),
    [anon_sym_of] = ACTIONS(243),
    [anon_sym_quietly] = ACTIONS(243),
    [anon_sym_rolls] = ACTIONS(243),
    [anon_sym_row] = ACTIONS(243),
    [anon_sym_shift] = ACTIONS(243),
    [anon_sym_takes] = ACTIONS(243),
    [anon_sym_unique] = ACTIONS(243),
    [anon_sym_until] = ACTIONS(243),
    [anon_sym_while] = ACTIONS(243),
    [anon_sym_within] = ACTIONS(243),
    [anon_sym_without] = ACTIONS(243),
    [anon_sym_adv] = ACTIONS(243),
    [anon_sym_default] = ACTIONS(243),
    [anon_sym_dis] = ACTIONS(243),
    [anon_sym_end] = ACTIONS(243),
    [anon_sym_for] = ACTIONS(243),
    [anon_sym_from] = ACTIONS(243),
    [anon_sym_given] = ACTIONS(243),
    [anon_sym_has] = ACTIONS(243),
    [anon_sym_if] = ACTIONS(243),
    [anon_sym_in] = ACTIONS(243),
    [anon_sym_is] = ACTIONS(243),
    [anon_sym_mod] = ACTIONS(243),
    [anon_sym_not] = ACTIONS(243),
    [anon_sym_odds] = ACTIONS(243),
    [anon_sym_or] = ACTIONS(243),
    [anon_sym_otherwise] = ACTIONS(243),
    [anon_sym_pick] = ACTIONS(243),
    [anon_sym_times] = ACTIONS(243),
    [anon_sym_to] = ACTIONS(243),
    [anon_sym_where] = ACTIONS(243),
    [anon_sym_with] = ACTIONS(243),
    [anon_sym_let] = ACTIONS(243),
    [anon_sym_and] = ACTIONS(243),
    [anon_sym_else] = ACTIONS(243),
    [anon_sym_then] = ACTIONS(243),
    [anon_sym_SEMI] = ACTIONS(241),
    [anon_sym_LPAREN] = ACTIONS(241),
    [anon_sym_COMMA] = ACTIONS(241),
    [anon_sym_DOT] = ACTIONS(243),
    [anon_sym_RPAREN] = ACTIONS(241),
    [anon_sym_LBRACK] = ACTIONS(241),
    [anon_sym_RBRACK] = ACTIONS(241),
    [anon_sym_DQUOTE] = ACTIONS(241),
    [anon_sym_no] = ACTIONS(243),
    [anon_sym_nothing] = ACTIONS(243),
    [anon_sym_yes] = ACTIONS(243),
    [sym_dice] = ACTIONS(243),
    [sym_number] = ACTIONS(243),
    [sym_operator] = ACTIONS(241),
    [sym_other] = ACTIONS(243),
  },
  [53] = {
    [sym__definition] = STATE(59),
    [ts_builtin_sym_end] = ACTIONS(53),
    [sym_name] = ACTIONS(400),
    [anon_sym_LF] = ACTIONS(53),
    [sym_comment] = ACTIONS(53),
    [anon_sym_COLON] = ACTIONS(53),
    [anon_sym_PIPE] = ACTIONS(53),
    [anon_sym_LBRACE] = ACTIONS(53),
    [anon_sym_RBRACE] = ACTIONS(53),
    [anon_sym_after] = ACTIONS(400),
    [anon_sym_answers] = ACTIONS(400),
    [anon_sym_any] = ACTIONS(400),
    [anon_sym_as] = ACTIONS(400),
    [anon_sym_before] = ACTIONS(400),
    [anon_sym_by] = ACTIONS(400),
    [anon_sym_cancels] = ACTIONS(400),
    [anon_sym_chance] = ACTIONS(400),
    [anon_sym_clamp] = ACTIONS(400),
    [anon_sym_dice] = ACTIONS(400),
    [anon_sym_down] = ACTIONS(400),
    [anon_sym_highest] = ACTIONS(400),
    [anon_sym_lowest] = ACTIONS(400),
    [anon_sym_of] = ACTIONS(400),
    [anon_sym_quietly] = ACTIONS(400),
    [anon_sym_rolls] = ACTIONS(400),
    [anon_sym_row] = ACTIONS(400),
    [anon_sym_shift] = ACTIONS(400),
    [anon_sym_takes] = ACTIONS(400),
    [anon_sym_unique] = ACTIONS(400),
    [anon_sym_until] = ACTIONS(400),
    [anon_sym_while] = ACTIONS(400),
    [anon_sym_within] = ACTIONS(400),
    [anon_sym_without] = ACTIONS(400),
    [anon_sym_adv] = ACTIONS(55),
    [anon_sym_default] = ACTIONS(55),
    [anon_sym_dis] = ACTIONS(55),
    [anon_sym_end] = ACTIONS(55),
    [anon_sym_for] = ACTIONS(55),
    [anon_sym_from] = ACTIONS(55),
    [anon_sym_given] = ACTIONS(55),
    [anon_sym_has] = ACTIONS(55),
    [anon_sym_if] = ACTIONS(55),
    [anon_sym_in] = ACTIONS(55),
    [anon_sym_is] = ACTIONS(55),
    [anon_sym_mod] = ACTIONS(55),
    [anon_sym_not] = ACTIONS(55),
    [anon_sym_odds] = ACTIONS(55),
    [anon_sym_or] = ACTIONS(55),
    [anon_sym_otherwise] = ACTIONS(55),
    [anon_sym_pick] = ACTIONS(55),
    [anon_sym_times] = ACTIONS(55),
    [anon_sym_to] = ACTIONS(55),
    [anon_sym_where] = ACTIONS(55),
    [anon_sym_with] = ACTIONS(55),
    [anon_sym_let] = ACTIONS(55),
    [anon_sym_and] = ACTIONS(55),
    [anon_sym_else] = ACTIONS(55),
    [anon_sym_then] = ACTIONS(55),
    [anon_sym_SEMI] = ACTIONS(53),
    [anon_sym_LPAREN] = ACTIONS(53),
    [anon_sym_COMMA] = ACTIONS(53),
    [anon_sym_DOT] = ACTIONS(55),
    [anon_sym_RPAREN] = ACTIONS(53),
    [anon_sym_LBRACK] = ACTIONS(53),
    [anon_sym_RBRACK] = ACTIONS(53),
    [anon_sym_DQUOTE] = ACTIONS(53),
    [anon_sym_no] = ACTIONS(55),
    [anon_sym_nothing] = ACTIONS(55),
    [anon_sym_yes] = ACTIONS(55),
    [sym_dice] = ACTIONS(55),
    [sym_number] = ACTIONS(55),
    [sym_operator] = ACTIONS(53),
    [sym_other] = ACTIONS(53),
  },
  [54] = {
    [sym__definition] = STATE(56),
    [ts_builtin_sym_end] = ACTIONS(43),
    [sym_name] = ACTIONS(400),
    [anon_sym_LF] = ACTIONS(43),
    [sym_comment] = ACTIONS(43),
    [anon_sym_COLON] = ACTIONS(43),
    [anon_sym_PIPE] = ACTIONS(43),
    [anon_sym_LBRACE] = ACTIONS(43),
    [anon_sym_RBRACE] = ACTIONS(43),
    [anon_sym_after] = ACTIONS(400),
    [anon_sym_answers] = ACTIONS(400),
    [anon_sym_any] = ACTIONS(400),
    [anon_sym_as] = ACTIONS(400),
    [anon_sym_before] = ACTIONS(400),
    [anon_sym_by] = ACTIONS(400),
    [anon_sym_cancels] = ACTIONS(400),
    [anon_sym_chance] = ACTIONS(400),
    [anon_sym_clamp] = ACTIONS(400),
    [anon_sym_dice] = ACTIONS(400),
    [anon_sym_down] = ACTIONS(400),
    [anon_sym_highest] = ACTIONS(400),
    [anon_sym_lowest] = ACTIONS(400),
    [anon_sym_of] = ACTIONS(400),
    [anon_sym_quietly] = ACTIONS(400),
    [anon_sym_rolls] = ACTIONS(400),
    [anon_sym_row] = ACTIONS(400),
    [anon_sym_shift] = ACTIONS(400),
    [anon_sym_takes] = ACTIONS(400),
    [anon_sym_unique] = ACTIONS(400),
    [anon_sym_until] = ACTIONS(400),
    [anon_sym_while] = ACTIONS(400),
    [anon_sym_within] = ACTIONS(400),
    [anon_sym_without] = ACTIONS(400),
    [anon_sym_adv] = ACTIONS(45),
    [anon_sym_default] = ACTIONS(45),
    [anon_sym_dis] = ACTIONS(45),
    [anon_sym_end] = ACTIONS(45),
    [anon_sym_for] = ACTIONS(45),
    [anon_sym_from] = ACTIONS(45),
    [anon_sym_given] = ACTIONS(45),
    [anon_sym_has] = ACTIONS(45),
    [anon_sym_if] = ACTIONS(45),
    [anon_sym_in] = ACTIONS(45),
    [anon_sym_is] = ACTIONS(45),
    [anon_sym_mod] = ACTIONS(45),
    [anon_sym_not] = ACTIONS(45),
    [anon_sym_odds] = ACTIONS(45),
    [anon_sym_or] = ACTIONS(45),
    [anon_sym_otherwise] = ACTIONS(45),
    [anon_sym_pick] = ACTIONS(45),
    [anon_sym_times] = ACTIONS(45),
    [anon_sym_to] = ACTIONS(45),
    [anon_sym_where] = ACTIONS(45),
    [anon_sym_with] = ACTIONS(45),
    [anon_sym_let] = ACTIONS(45),
    [anon_sym_and] = ACTIONS(45),
    [anon_sym_else] = ACTIONS(45),
    [anon_sym_then] = ACTIONS(45),
    [anon_sym_SEMI] = ACTIONS(43),
    [anon_sym_LPAREN] = ACTIONS(43),
    [anon_sym_COMMA] = ACTIONS(43),
    [anon_sym_DOT] = ACTIONS(45),
    [anon_sym_RPAREN] = ACTIONS(43),
    [anon_sym_LBRACK] = ACTIONS(43),
    [anon_sym_RBRACK] = ACTIONS(43),
    [anon_sym_DQUOTE] = ACTIONS(43),
    [anon_sym_no] = ACTIONS(45),
    [anon_sym_nothing] = ACTIONS(45),
    [anon_sym_yes] = ACTIONS(45),
    [sym_dice] = ACTIONS(45),
    [sym_number] = ACTIONS(45),
    [sym_operator] = ACTIONS(43),
    [sym_other] = ACTIONS(43),
  },
  [55] = {
    [ts_builtin_sym_end] = ACTIONS(378),
    [sym_name] = ACTIONS(380),
    [anon_sym_LF] = ACTIONS(378),
    [sym_comment] = ACTIONS(378),
    [anon_sym_COLON] = ACTIONS(378),
    [anon_sym_PIPE] = ACTIONS(378),
    [anon_sym_LBRACE] = ACTIONS(378),
    [anon_sym_RBRACE] = ACTIONS(378),
    [anon_sym_after] = ACTIONS(380),
    [anon_sym_answers] = ACTIONS(380),
    [anon_sym_any] = ACTIONS(380),
    [anon_sym_as] = ACTIONS(380),
    [anon_sym_before] = ACTIONS(380),
    [anon_sym_by] = ACTIONS(380),
    [anon_sym_cancels] = ACTIONS(380),
    [anon_sym_chance] = ACTIONS(380),
    [anon_sym_clamp] = ACTIONS(380),
    [anon_sym_dice] = ACTIONS(380),
    [anon_sym_down] = ACTIONS(380),
    [anon_sym_highest] = ACTIONS(380),
    [anon_sym_lowest] = ACTIONS(380),
    [anon_sym_of] = ACTIONS(380),
    [anon_sym_quietly] = ACTIONS(380),
    [anon_sym_rolls] = ACTIONS(380),
    [anon_sym_row] = ACTIONS(380),
    [anon_sym_shift] = ACTIONS(380),
    [anon_sym_takes] = ACTIONS(380),
    [anon_sym_unique] = ACTIONS(380),
    [anon_sym_until] = ACTIONS(380),
    [anon_sym_while] = ACTIONS(380),
    [anon_sym_within] = ACTIONS(380),
    [anon_sym_without] = ACTIONS(380),
    [anon_sym_adv] = ACTIONS(380),
    [anon_sym_default] = ACTIONS(380),
    [anon_sym_dis] = ACTIONS(380),
    [anon_sym_end] = ACTIONS(380),
    [anon_sym_for] = ACTIONS(380),
    [anon_sym_from] = ACTIONS(380),
    [anon_sym_given] = ACTIONS(380),
    [anon_sym_has] = ACTIONS(380),
    [anon_sym_if] = ACTIONS(380),
    [anon_sym_in] = ACTIONS(380),
    [anon_sym_is] = ACTIONS(380),
    [anon_sym_mod] = ACTIONS(380),
    [anon_sym_not] = ACTIONS(380),
    [anon_sym_odds] = ACTIONS(380),
    [anon_sym_or] = ACTIONS(380),
    [anon_sym_otherwise] = ACTIONS(380),
    [anon_sym_pick] = ACTIONS(380),
    [anon_sym_times] = ACTIONS(380),
    [anon_sym_to] = ACTIONS(380),
    [anon_sym_where] = ACTIONS(380),
    [anon_sym_with] = ACTIONS(380),
    [anon_sym_let] = ACTIONS(380),
    [anon_sym_and] = ACTIONS(380),
    [anon_sym_else] = ACTIONS(380),
    [anon_sym_then] = ACTIONS(380),
    [anon_sym_SEMI] = ACTIONS(378),
    [anon_sym_LPAREN] = ACTIONS(378),
    [anon_sym_COMMA] = ACTIONS(378),
    [anon_sym_DOT] = ACTIONS(380),
    [anon_sym_RPAREN] = ACTIONS(378),
    [anon_sym_LBRACK] = ACTIONS(378),
    [anon_sym_RBRACK] = ACTIONS(378),
    [anon_sym_DQUOTE] = ACTIONS(378),
    [anon_sym_no] = ACTIONS(380),
    [anon_sym_nothing] = ACTIONS(380),
    [anon_sym_yes] = ACTIONS(380),
    [sym_dice] = ACTIONS(380),
    [sym_number] = ACTIONS(380),
    [sym_operator] = ACTIONS(378),
    [sym_other] = ACTIONS(378),
  },
  [56] = {
    [ts_builtin_sym_end] = ACTIONS(388),
    [sym_name] = ACTIONS(390),
    [anon_sym_LF] = ACTIONS(388),
    [sym_comment] = ACTIONS(388),
    [anon_sym_COLON] = ACTIONS(388),
    [anon_sym_PIPE] = ACTIONS(388),
    [anon_sym_LBRACE] = ACTIONS(388),
    [anon_sym_RBRACE] = ACTIONS(388),
    [anon_sym_after] = ACTIONS(390),
    [anon_sym_answers] = ACTIONS(390),
    [anon_sym_any] = ACTIONS(390),
    [anon_sym_as] = ACTIONS(390),
    [anon_sym_before] = ACTIONS(390),
    [anon_sym_by] = ACTIONS(390),
    [anon_sym_cancels] = ACTIONS(390),
    [anon_sym_chance] = ACTIONS(390),
    [anon_sym_clamp] = ACTIONS(390),
    [anon_sym_dice] = ACTIONS(390),
    [anon_sym_down] = ACTIONS(390),
    [anon_sym_highest] = ACTIONS(390),
    [anon_sym_lowest] = ACTIONS(390),
    [anon_sym_of] = ACTIONS(390),
    [anon_sym_quietly] = ACTIONS(390),
    [anon_sym_rolls] = ACTIONS(390),
    [anon_sym_row] = ACTIONS(390),
    [anon_sym_shift] = ACTIONS(390),
    [anon_sym_takes] = ACTIONS(390),
    [anon_sym_unique] = ACTIONS(390),
    [anon_sym_until] = ACTIONS(390),
    [anon_sym_while] = ACTIONS(390),
    [anon_sym_within] = ACTIONS(390),
    [anon_sym_without] = ACTIONS(390),
    [anon_sym_adv] = ACTIONS(390),
    [anon_sym_default] = ACTIONS(390),
    [anon_sym_dis] = ACTIONS(390),
    [anon_sym_end] = ACTIONS(390),
    [anon_sym_for] = ACTIONS(390),
    [anon_sym_from] = ACTIONS(390),
    [anon_sym_given] = ACTIONS(390),
    [anon_sym_has] = ACTIONS(390),
    [anon_sym_if] = ACTIONS(390),
    [anon_sym_in] = ACTIONS(390),
    [anon_sym_is] = ACTIONS(390),
    [anon_sym_mod] = ACTIONS(390),
    [anon_sym_not] = ACTIONS(390),
    [anon_sym_odds] = ACTIONS(390),
    [anon_sym_or] = ACTIONS(390),
    [anon_sym_otherwise] = ACTIONS(390),
    [anon_sym_pick] = ACTIONS(390),
    [anon_sym_times] = ACTIONS(390),
    [anon_sym_to] = ACTIONS(390),
    [anon_sym_where] = ACTIONS(390),
    [anon_sym_with] = ACTIONS(390),
    [anon_sym_let] = ACTIONS(390),
    [anon_sym_and] = ACTIONS(390),
    [anon_sym_else] = ACTIONS(390),
    [anon_sym_then] = ACTIONS(390),
    [anon_sym_SEMI] = ACTIONS(388),
    [anon_sym_LPAREN] = ACTIONS(388),
    [anon_sym_COMMA] = ACTIONS(388),
    [anon_sym_DOT] = ACTIONS(390),
    [anon_sym_RPAREN] = ACTIONS(388),
    [anon_sym_LBRACK] = ACTIONS(388),
    [anon_sym_RBRACK] = ACTIONS(388),
    [anon_sym_DQUOTE] = ACTIONS(388),
    [anon_sym_no] = ACTIONS(390),
    [anon_sym_nothing] = ACTIONS(390),
    [anon_sym_yes] = ACTIONS(390),
    [sym_dice] = ACTIONS(390),
    [sym_number] = ACTIONS(390),
    [sym_operator] = ACTIONS(388),
    [sym_other] = ACTIONS(388),
  },
  [57] = {
    [ts_builtin_sym_end] = ACTIONS(370),
    [sym_name] = ACTIONS(372),
    [anon_sym_LF] = ACTIONS(370),
    [sym_comment] = ACTIONS(370),
    [anon_sym_COLON] = ACTIONS(370),
    [anon_sym_PIPE] = ACTIONS(370),
    [anon_sym_LBRACE] = ACTIONS(370),
    [anon_sym_RBRACE] = ACTIONS(370),
    [anon_sym_after] = ACTIONS(372),
    [anon_sym_answers] = ACTIONS(372),
    [anon_sym_any] = ACTIONS(372),
    [anon_sym_as] = ACTIONS(372),
    [anon_sym_before] = ACTIONS(372),
    [anon_sym_by] = ACTIONS(372),
    [anon_sym_cancels] = ACTIONS(372),
    [anon_sym_chance] = ACTIONS(372),
    [anon_sym_clamp] = ACTIONS(372),
    [anon_sym_dice] = ACTIONS(372),
    [anon_sym_down] = ACTIONS(372),
    [anon_sym_highest] = ACTIONS(372),
    [anon_sym_lowest] = ACTIONS(372),
    [anon_sym_of] = ACTIONS(372),
    [anon_sym_quietly] = ACTIONS(372),
    [anon_sym_rolls] = ACTIONS(372),
    [anon_sym_row] = ACTIONS(372),
    [anon_sym_shift] = ACTIONS(372),
    [anon_sym_takes] = ACTIONS(372),
    [anon_sym_unique] = ACTIONS(372),
    [anon_sym_until] = ACTIONS(372),
    [anon_sym_while] = ACTIONS(372),
    [anon_sym_within] = ACTIONS(372),
    [anon_sym_without] = ACTIONS(372),
    [anon_sym_adv] = ACTIONS(372),
    [anon_sym_default] = ACTIONS(372),
    [anon_sym_dis] = ACTIONS(372),
    [anon_sym_end] = ACTIONS(372),
    [anon_sym_for] = ACTIONS(372),
    [anon_sym_from] = ACTIONS(372),
    [anon_sym_given] = ACTIONS(372),
    [anon_sym_has] = ACTIONS(372),
    [anon_sym_if] = ACTIONS(372),
    [anon_sym_in] = ACTIONS(372),
    [anon_sym_is] = ACTIONS(372),
    [anon_sym_mod] = ACTIONS(372),
    [anon_sym_not] = ACTIONS(372),
    [anon_sym_odds] = ACTIONS(372),
    [anon_sym_or] = ACTIONS(372),
    [anon_sym_otherwise] = ACTIONS(372),
    [anon_sym_pick] = ACTIONS(372),
    [anon_sym_times] = ACTIONS(372),
    [anon_sym_to] = ACTIONS(372),
    [anon_sym_where] = ACTIONS(372),
    [anon_sym_with] = ACTIONS(372),
    [anon_sym_let] = ACTIONS(372),
    [anon_sym_and] = ACTIONS(372),
    [anon_sym_else] = ACTIONS(372),
    [anon_sym_then] = ACTIONS(372),
    [anon_sym_SEMI] = ACTIONS(370),
    [anon_sym_LPAREN] = ACTIONS(370),
    [anon_sym_COMMA] = ACTIONS(370),
    [anon_sym_DOT] = ACTIONS(372),
    [anon_sym_RPAREN] = ACTIONS(370),
    [anon_sym_LBRACK] = ACTIONS(370),
    [anon_sym_RBRACK] = ACTIONS(370),
    [anon_sym_DQUOTE] = ACTIONS(370),
    [anon_sym_no] = ACTIONS(372),
    [anon_sym_nothing] = ACTIONS(372),
    [anon_sym_yes] = ACTIONS(372),
    [sym_dice] = ACTIONS(372),
    [sym_number] = ACTIONS(372),
    [sym_operator] = ACTIONS(370),
    [sym_other] = ACTIONS(370),
  },
  [58] = {
    [ts_builtin_sym_end] = ACTIONS(374),
    [sym_name] = ACTIONS(376),
    [anon_sym_LF] = ACTIONS(374),
    [sym_comment] = ACTIONS(374),
    [anon_sym_COLON] = ACTIONS(374),
    [anon_sym_PIPE] = ACTIONS(374),
    [anon_sym_LBRACE] = ACTIONS(374),
    [anon_sym_RBRACE] = ACTIONS(374),
    [anon_sym_after] = ACTIONS(376),
    [anon_sym_answers] = ACTIONS(376),
    [anon_sym_any] = ACTIONS(376),
    [anon_sym_as] = ACTIONS(376),
    [anon_sym_before] = ACTIONS(376),
    [anon_sym_by] = ACTIONS(376),
    [anon_sym_cancels] = ACTIONS(376),
    [anon_sym_chance] = ACTIONS(376),
    [anon_sym_clamp] = ACTIONS(376),
    [anon_sym_dice] = ACTIONS(376),
    [anon_sym_down] = ACTIONS(376),
    [anon_sym_highest] = ACTIONS(376),
    [anon_sym_lowest] = ACTIONS(376),
    [anon_sym_of] = ACTIONS(376),
    [anon_sym_quietly] = ACTIONS(376),
    [anon_sym_rolls] = ACTIONS(376),
    [anon_sym_row] = ACTIONS(376),
    [anon_sym_shift] = ACTIONS(376),
    [anon_sym_takes] = ACTIONS(376),
    [anon_sym_unique] = ACTIONS(376),
    [anon_sym_until] = ACTIONS(376),
    [anon_sym_while] = ACTIONS(376),
    [anon_sym_within] = ACTIONS(376),
    [anon_sym_without] = ACTIONS(376),
    [anon_sym_adv] = ACTIONS(376),
    [anon_sym_default] = ACTIONS(376),
    [anon_sym_dis] = ACTIONS(376),
    [anon_sym_end] = ACTIONS(376),
    [anon_sym_for] = ACTIONS(376),
    [anon_sym_from] = ACTIONS(376),
    [anon_sym_given] = ACTIONS(376),
    [anon_sym_has] = ACTIONS(376),
    [anon_sym_if] = ACTIONS(376),
    [anon_sym_in] = ACTIONS(376),
    [anon_sym_is] = ACTIONS(376),
    [anon_sym_mod] = ACTIONS(376),
    [anon_sym_not] = ACTIONS(376),
    [anon_sym_odds] = ACTIONS(376),
    [anon_sym_or] = ACTIONS(376),
    [anon_sym_otherwise] = ACTIONS(376),
    [anon_sym_pick] = ACTIONS(376),
    [anon_sym_times] = ACTIONS(376),
    [anon_sym_to] = ACTIONS(376),
    [anon_sym_where] = ACTIONS(376),
    [anon_sym_with] = ACTIONS(376),
    [anon_sym_let] = ACTIONS(376),
    [anon_sym_and] = ACTIONS(376),
    [anon_sym_else] = ACTIONS(376),
    [anon_sym_then] = ACTIONS(376),
    [anon_sym_SEMI] = ACTIONS(374),
    [anon_sym_LPAREN] = ACTIONS(374),
    [anon_sym_COMMA] = ACTIONS(374),
    [anon_sym_DOT] = ACTIONS(376),
    [anon_sym_RPAREN] = ACTIONS(374),
    [anon_sym_LBRACK] = ACTIONS(374),
    [anon_sym_RBRACK] = ACTIONS(374),
    [anon_sym_DQUOTE] = ACTIONS(374),
    [anon_sym_no] = ACTIONS(376),
    [anon_sym_nothing] = ACTIONS(376),
    [anon_sym_yes] = ACTIONS(376),
    [sym_dice] = ACTIONS(376),
    [sym_number] = ACTIONS(376),
    [sym_operator] = ACTIONS(374),
    [sym_other] = ACTIONS(374),
  },
  [59] = {
    [ts_builtin_sym_end] = ACTIONS(392),
    [sym_name] = ACTIONS(394),
    [anon_sym_LF] = ACTIONS(392),
    [sym_comment] = ACTIONS(392),
    [anon_sym_COLON] = ACTIONS(392),
    [anon_sym_PIPE] = ACTIONS(392),
    [anon_sym_LBRACE] = ACTIONS(392),
    [anon_sym_RBRACE] = ACTIONS(392),
    [anon_sym_after] = ACTIONS(394),
    [anon_sym_answers] = ACTIONS(394),
    [anon_sym_any] = ACTIONS(394),
    [anon_sym_as] = ACTIONS(394),
    [anon_sym_before] = ACTIONS(394),
    [anon_sym_by] = ACTIONS(394),
    [anon_sym_cancels] = ACTIONS(394),
    [anon_sym_chance] = ACTIONS(394),
    [anon_sym_clamp] = ACTIONS(394),
    [anon_sym_dice] = ACTIONS(394),
    [anon_sym_down] = ACTIONS(394),
    [anon_sym_highest] = ACTIONS(394),
    [anon_sym_lowest] = ACTIONS(394),
    [anon_sym_of] = ACTIONS(394),
    [anon_sym_quietly] = ACTIONS(394),
    [anon_sym_rolls] = ACTIONS(394),
    [anon_sym_row] = ACTIONS(394),
    [anon_sym_shift] = ACTIONS(394),
    [anon_sym_takes] = ACTIONS(394),
    [anon_sym_unique] = ACTIONS(394),
    [anon_sym_until] = ACTIONS(394),
    [anon_sym_while] = ACTIONS(394),
    [anon_sym_within] = ACTIONS(394),
    [anon_sym_without] = ACTIONS(394),
    [anon_sym_adv] = ACTIONS(394),
    [anon_sym_default] = ACTIONS(394),
    [anon_sym_dis] = ACTIONS(394),
    [anon_sym_end] = ACTIONS(394),
    [anon_sym_for] = ACTIONS(394),
    [anon_sym_from] = ACTIONS(394),
    [anon_sym_given] = ACTIONS(394),
    [anon_sym_has] = ACTIONS(394),
    [anon_sym_if] = ACTIONS(394),
    [anon_sym_in] = ACTIONS(394),
    [anon_sym_is] = ACTIONS(394),
    [anon_sym_mod] = ACTIONS(394),
    [anon_sym_not] = ACTIONS(394),
    [anon_sym_odds] = ACTIONS(394),
    [anon_sym_or] = ACTIONS(394),
    [anon_sym_otherwise] = ACTIONS(394),
    [anon_sym_pick] = ACTIONS(394),
    [anon_sym_times] = ACTIONS(394),
    [anon_sym_to] = ACTIONS(394),
    [anon_sym_where] = ACTIONS(394),
    [anon_sym_with] = ACTIONS(394),
    [anon_sym_let] = ACTIONS(394),
    [anon_sym_and] = ACTIONS(394),
    [anon_sym_else] = ACTIONS(394),
    [anon_sym_then] = ACTIONS(394),
    [anon_sym_SEMI] = ACTIONS(392),
    [anon_sym_LPAREN] = ACTIONS(392),
    [anon_sym_COMMA] = ACTIONS(392),
    [anon_sym_DOT] = ACTIONS(394),
    [anon_sym_RPAREN] = ACTIONS(392),
    [anon_sym_LBRACK] = ACTIONS(392),
    [anon_sym_RBRACK] = ACTIONS(392),
    [anon_sym_DQUOTE] = ACTIONS(392),
    [anon_sym_no] = ACTIONS(394),
    [anon_sym_nothing] = ACTIONS(394),
    [anon_sym_yes] = ACTIONS(394),
    [sym_dice] = ACTIONS(394),
    [sym_number] = ACTIONS(394),
    [sym_operator] = ACTIONS(392),
    [sym_other] = ACTIONS(392),
  },
  [60] = {
    [ts_builtin_sym_end] = ACTIONS(53),
    [sym_name] = ACTIONS(55),
    [anon_sym_LF] = ACTIONS(53),
    [sym_comment] = ACTIONS(53),
    [anon_sym_COLON] = ACTIONS(53),
    [anon_sym_PIPE] = ACTIONS(53),
    [anon_sym_LBRACE] = ACTIONS(53),
    [anon_sym_RBRACE] = ACTIONS(53),
    [anon_sym_after] = ACTIONS(402),
    [anon_sym_answers] = ACTIONS(402),
    [anon_sym_any] = ACTIONS(402),
    [anon_sym_as] = ACTIONS(402),
    [anon_sym_before] = ACTIONS(402),
    [anon_sym_by] = ACTIONS(402),
    [anon_sym_cancels] = ACTIONS(402),
    [anon_sym_chance] = ACTIONS(402),
    [anon_sym_clamp] = ACTIONS(402),
    [anon_sym_dice] = ACTIONS(402),
    [anon_sym_down] = ACTIONS(402),
    [anon_sym_highest] = ACTIONS(402),
    [anon_sym_lowest] = ACTIONS(402),
    [anon_sym_of] = ACTIONS(402),
    [anon_sym_quietly] = ACTIONS(402),
    [anon_sym_rolls] = ACTIONS(402),
    [anon_sym_row] = ACTIONS(402),
    [anon_sym_shift] = ACTIONS(402),
    [anon_sym_takes] = ACTIONS(402),
    [anon_sym_unique] = ACTIONS(402),
    [anon_sym_until] = ACTIONS(402),
    [anon_sym_while] = ACTIONS(402),
    [anon_sym_within] = ACTIONS(402),
    [anon_sym_without] = ACTIONS(402),
    [anon_sym_adv] = ACTIONS(402),
    [anon_sym_default] = ACTIONS(402),
    [anon_sym_dis] = ACTIONS(402),
    [anon_sym_end] = ACTIONS(402),
    [anon_sym_for] = ACTIONS(402),
    [anon_sym_from] = ACTIONS(402),
    [anon_sym_given] = ACTIONS(402),
    [anon_sym_has] = ACTIONS(402),
    [anon_sym_if] = ACTIONS(402),
    [anon_sym_in] = ACTIONS(402),
    [anon_sym_is] = ACTIONS(402),
    [anon_sym_mod] = ACTIONS(402),
    [anon_sym_not] = ACTIONS(402),
    [anon_sym_odds] = ACTIONS(402),
    [anon_sym_or] = ACTIONS(402),
    [anon_sym_otherwise] = ACTIONS(402),
    [anon_sym_pick] = ACTIONS(402),
    [anon_sym_times] = ACTIONS(402),
    [anon_sym_to] = ACTIONS(402),
    [anon_sym_where] = ACTIONS(402),
    [anon_sym_with] = ACTIONS(402),
    [anon_sym_let] = ACTIONS(402),
    [anon_sym_and] = ACTIONS(402),
    [anon_sym_else] = ACTIONS(402),
    [anon_sym_then] = ACTIONS(402),
    [anon_sym_SEMI] = ACTIONS(53),
    [anon_sym_LPAREN] = ACTIONS(53),
    [anon_sym_COMMA] = ACTIONS(53),
    [anon_sym_DOT] = ACTIONS(55),
    [anon_sym_RPAREN] = ACTIONS(53),
    [anon_sym_LBRACK] = ACTIONS(53),
    [anon_sym_RBRACK] = ACTIONS(53),
    [anon_sym_DQUOTE] = ACTIONS(53),
    [anon_sym_no] = ACTIONS(55),
    [anon_sym_nothing] = ACTIONS(55),
    [anon_sym_yes] = ACTIONS(55),
    [sym_dice] = ACTIONS(55),
    [sym_number] = ACTIONS(55),
    [sym_operator] = ACTIONS(53),
    [sym_other] = ACTIONS(53),
  },
  [61] = {
    [ts_builtin_sym_end] = ACTIONS(241),
    [sym_name] = ACTIONS(243),
    [anon_sym_LF] = ACTIONS(241),
    [sym_comment] = ACTIONS(241),
    [anon_sym_COLON] = ACTIONS(241),
    [anon_sym_PIPE] = ACTIONS(241),
    [anon_sym_LBRACE] = ACTIONS(241),
    [anon_sym_RBRACE] = ACTIONS(241),
    [anon_sym_after] = ACTIONS(243),
    [anon_sym_answers] = ACTIONS(243),
    [anon_sym_any] = ACTIONS(243),
    [anon_sym_as] = ACTIONS(243),
    [anon_sym_before] = ACTIONS(243),
    [anon_sym_by] = ACTIONS(243),
    [anon_sym_cancels] = ACTIONS(243),
    [anon_sym_chance] = ACTIONS(243),
    [anon_sym_clamp] = ACTIONS(243),
    [anon_sym_dice] = ACTIONS(243),
    [anon_sym_down] = ACTIONS(243),
    [anon_sym_highest] = ACTIONS(243),
    [anon_sym_lowest] = ACTIONS(243),
    [anon_sym_of] = ACTIONS(243),
    [anon_sym_quietly] = ACTIONS(243),
    [anon_sym_rolls] = ACTIONS(243),
    [anon_sym_row] = ACTIONS(243),
    [anon_sym_shift] = ACTIONS(243),
    [anon_sym_takes] = ACTIONS(243),
    [anon_sym_unique] = ACTIONS(243),
    [anon_sym_until] = ACTIONS(243),
    [anon_sym_while] = ACTIONS(243),
    [anon_sym_within] = ACTIONS(243),
    [anon_sym_without] = ACTIONS(243),
    [anon_sym_adv] = ACTIONS(243),
    [anon_sym_default] = ACTIONS(243),
    [anon_sym_dis] = ACTIONS(243),
    [anon_sym_end] = ACTIONS(243),
    [anon_sym_for] = ACTIONS(243),
    [anon_sym_from] = ACTIONS(243),
    [anon_sym_given] = ACTIONS(243),
    [anon_sym_has] = ACTIONS(243),
    [anon_sym_if] = ACTIONS(243),
    [anon_sym_in] = ACTIONS(243),
    [anon_sym_is] = ACTIONS(243),
    [anon_sym_mod] = ACTIONS(243),
    [anon_sym_not] = ACTIONS(243),
    [anon_sym_odds] = ACTIONS(243),
    [anon_sym_or] = ACTIONS(243),
    [anon_sym_otherwise] = ACTIONS(243),
    [anon_sym_pick] = ACTIONS(243),
    [anon_sym_times] = ACTIONS(243),
    [anon_sym_to] = ACTIONS(243),
    [anon_sym_where] = ACTIONS(243),
    [anon_sym_with] = ACTIONS(243),
    [anon_sym_let] = ACTIONS(243),
    [anon_sym_and] = ACTIONS(243),
    [anon_sym_else] = ACTIONS(243),
    [anon_sym_then] = ACTIONS(243),
    [anon_sym_SEMI] = ACTIONS(241),
    [anon_sym_LPAREN] = ACTIONS(241),
    [anon_sym_COMMA] = ACTIONS(241),
    [anon_sym_DOT] = ACTIONS(243),
    [anon_sym_RPAREN] = ACTIONS(241),
    [anon_sym_LBRACK] = ACTIONS(241),
    [anon_sym_RBRACK] = ACTIONS(241),
    [anon_sym_DQUOTE] = ACTIONS(241),
    [anon_sym_no] = ACTIONS(243),
    [anon_sym_nothing] = ACTIONS(243),
    [anon_sym_yes] = ACTIONS(243),
    [sym_dice] = ACTIONS(243),
    [sym_number] = ACTIONS(243),
    [sym_operator] = ACTIONS(241),
    [sym_other] = ACTIONS(241),
  },
  [62] = {
    [ts_builtin_sym_end] = ACTIONS(366),
    [sym_name] = ACTIONS(368),
    [anon_sym_LF] = ACTIONS(366),
    [sym_comment] = ACTIONS(366),
    [anon_sym_COLON] = ACTIONS(366),
    [anon_sym_PIPE] = ACTIONS(366),
    [anon_sym_LBRACE] = ACTIONS(366),
    [anon_sym_RBRACE] = ACTIONS(366),
    [anon_sym_after] = ACTIONS(368),
    [anon_sym_answers] = ACTIONS(368),
    [anon_sym_any] = ACTIONS(368),
    [anon_sym_as] = ACTIONS(368),
    [anon_sym_before] = ACTIONS(368),
    [anon_sym_by] = ACTIONS(368),
    [anon_sym_cancels] = ACTIONS(368),
    [anon_sym_chance] = ACTIONS(368),
    [anon_sym_clamp] = ACTIONS(368),
    [anon_sym_dice] = ACTIONS(368),
    [anon_sym_down] = ACTIONS(368),
    [anon_sym_highest] = ACTIONS(368),
    [anon_sym_lowest] = ACTIONS(368),
    [anon_sym_of] = ACTIONS(368),
    [anon_sym_quietly] = ACTIONS(368),
    [anon_sym_rolls] = ACTIONS(368),
    [anon_sym_row] = ACTIONS(368),
    [anon_sym_shift] = ACTIONS(368),
    [anon_sym_takes] = ACTIONS(368),
    [anon_sym_unique] = ACTIONS(368),
    [anon_sym_until] = ACTIONS(368),
    [anon_sym_while] = ACTIONS(368),
    [anon_sym_within] = ACTIONS(368),
    [anon_sym_without] = ACTIONS(368),
    [anon_sym_adv] = ACTIONS(368),
    [anon_sym_default] = ACTIONS(368),
    [anon_sym_dis] = ACTIONS(368),
    [anon_sym_end] = ACTIONS(368),
    [anon_sym_for] = ACTIONS(368),
    [anon_sym_from] = ACTIONS(368),
    [anon_sym_given] = ACTIONS(368),
    [anon_sym_has] = ACTIONS(368),
    [anon_sym_if] = ACTIONS(368),
    [anon_sym_in] = ACTIONS(368),
    [anon_sym_is] = ACTIONS(368),
    [anon_sym_mod] = ACTIONS(368),
    [anon_sym_not] = ACTIONS(368),
    [anon_sym_odds] = ACTIONS(368),
    [anon_sym_or] = ACTIONS(368),
    [anon_sym_otherwise] = ACTIONS(368),
    [anon_sym_pick] = ACTIONS(368),
    [anon_sym_times] = ACTIONS(368),
    [anon_sym_to] = ACTIONS(368),
    [anon_sym_where] = ACTIONS(368),
    [anon_sym_with] = ACTIONS(368),
    [anon_sym_let] = ACTIONS(368),
    [anon_sym_and] = ACTIONS(368),
    [anon_sym_else] = ACTIONS(368),
    [anon_sym_then] = ACTIONS(368),
    [anon_sym_SEMI] = ACTIONS(366),
    [anon_sym_LPAREN] = ACTIONS(366),
    [anon_sym_COMMA] = ACTIONS(366),
    [anon_sym_DOT] = ACTIONS(368),
    [anon_sym_RPAREN] = ACTIONS(366),
    [anon_sym_LBRACK] = ACTIONS(366),
    [anon_sym_RBRACK] = ACTIONS(366),
    [anon_sym_DQUOTE] = ACTIONS(366),
    [anon_sym_no] = ACTIONS(368),
    [anon_sym_nothing] = ACTIONS(368),
    [anon_sym_yes] = ACTIONS(368),
    [sym_dice] = ACTIONS(368),
    [sym_number] = ACTIONS(368),
    [sym_operator] = ACTIONS(366),
    [sym_other] = ACTIONS(366),
  },
  [63] = {
    [ts_builtin_sym_end] = ACTIONS(396),
    [sym_name] = ACTIONS(398),
    [anon_sym_LF] = ACTIONS(396),
    [sym_comment] = ACTIONS(396),
    [anon_sym_COLON] = ACTIONS(396),
    [anon_sym_PIPE] = ACTIONS(396),
    [anon_sym_LBRACE] = ACTIONS(396),
    [anon_sym_RBRACE] = ACTIONS(396),
    [anon_sym_after] = ACTIONS(398),
    [anon_sym_answers] = ACTIONS(398),
    [anon_sym_any] = ACTIONS(398),
    [anon_sym_as] = ACTIONS(398),
    [anon_sym_before] = ACTIONS(398),
    [anon_sym_by] = ACTIONS(398),
    [anon_sym_cancels] = ACTIONS(398),
    [anon_sym_chance] = ACTIONS(398),
    [anon_sym_clamp] = ACTIONS(398),
    [anon_sym_dice] = ACTIONS(398),
    [anon_sym_down] = ACTIONS(398),
    [anon_sym_highest] = ACTIONS(398),
    [anon_sym_lowest] = ACTIONS(398),
    [anon_sym_of] = ACTIONS(398),
    [anon_sym_quietly] = ACTIONS(398),
    [anon_sym_rolls] = ACTIONS(398),
    [anon_sym_row] = ACTIONS(398),
    [anon_sym_shift] = ACTIONS(398),
    [anon_sym_takes] = ACTIONS(398),
    [anon_sym_unique] = ACTIONS(398),
    [anon_sym_until] = ACTIONS(398),
    [anon_sym_while] = ACTIONS(398),
    [anon_sym_within] = ACTIONS(398),
    [anon_sym_without] = ACTIONS(398),
    [anon_sym_adv] = ACTIONS(398),
    [anon_sym_default] = ACTIONS(398),
    [anon_sym_dis] = ACTIONS(398),
    [anon_sym_end] = ACTIONS(398),
    [anon_sym_for] = ACTIONS(398),
    [anon_sym_from] = ACTIONS(398),
    [anon_sym_given] = ACTIONS(398),
    [anon_sym_has] = ACTIONS(398),
    [anon_sym_if] = ACTIONS(398),
    [anon_sym_in] = ACTIONS(398),
    [anon_sym_is] = ACTIONS(398),
    [anon_sym_mod] = ACTIONS(398),
    [anon_sym_not] = ACTIONS(398),
    [anon_sym_odds] = ACTIONS(398),
    [anon_sym_or] = ACTIONS(398),
    [anon_sym_otherwise] = ACTIONS(398),
    [anon_sym_pick] = ACTIONS(398),
    [anon_sym_times] = ACTIONS(398),
    [anon_sym_to] = ACTIONS(398),
    [anon_sym_where] = ACTIONS(398),
    [anon_sym_with] = ACTIONS(398),
    [anon_sym_let] = ACTIONS(398),
    [anon_sym_and] = ACTIONS(398),
    [anon_sym_else] = ACTIONS(398),
    [anon_sym_then] = ACTIONS(398),
    [anon_sym_SEMI] = ACTIONS(396),
    [anon_sym_LPAREN] = ACTIONS(396),
    [anon_sym_COMMA] = ACTIONS(396),
    [anon_sym_DOT] = ACTIONS(398),
    [anon_sym_RPAREN] = ACTIONS(396),
    [anon_sym_LBRACK] = ACTIONS(396),
    [anon_sym_RBRACK] = ACTIONS(396),
    [anon_sym_DQUOTE] = ACTIONS(396),
    [anon_sym_no] = ACTIONS(398),
    [anon_sym_nothing] = ACTIONS(398),
    [anon_sym_yes] = ACTIONS(398),
    [sym_dice] = ACTIONS(398),
    [sym_number] = ACTIONS(398),
    [sym_operator] = ACTIONS(396),
    [sym_other] = ACTIONS(396),
  },
  [64] = {
    [ts_builtin_sym_end] = ACTIONS(384),
    [sym_name] = ACTIONS(386),
    [anon_sym_LF] = ACTIONS(384),
    [sym_comment] = ACTIONS(384),
    [anon_sym_COLON] = ACTIONS(384),
    [anon_sym_PIPE] = ACTIONS(384),
    [anon_sym_LBRACE] = ACTIONS(384),
    [anon_sym_RBRACE] = ACTIONS(384),
    [anon_sym_after] = ACTIONS(386),
    [anon_sym_answers] = ACTIONS(386),
    [anon_sym_any] = ACTIONS(386),
    [anon_sym_as] = ACTIONS(386),
    [anon_sym_before] = ACTIONS(386),
    [anon_sym_by] = ACTIONS(386),
    [anon_sym_cancels] = ACTIONS(386),
    [anon_sym_chance] = ACTIONS(386),
    [anon_sym_clamp] = ACTIONS(386),
    [anon_sym_dice] = ACTIONS(386),
    [anon_sym_down] = ACTIONS(386),
    [anon_sym_highest] = ACTIONS(386),
    [anon_sym_lowest] = ACTIONS(386),
    [anon_sym_of] = ACTIONS(386),
    [anon_sym_quietly] = ACTIONS(386),
    [anon_sym_rolls] = ACTIONS(386),
    [anon_sym_row] = ACTIONS(386),
    [anon_sym_shift] = ACTIONS(386),
    [anon_sym_takes] = ACTIONS(386),
    [anon_sym_unique] = ACTIONS(386),
    [anon_sym_until] = ACTIONS(386),
    [anon_sym_while] = ACTIONS(386),
    [anon_sym_within] = ACTIONS(386),
    [anon_sym_without] = ACTIONS(386),
    [anon_sym_adv] = ACTIONS(386),
    [anon_sym_default] = ACTIONS(386),
    [anon_sym_dis] = ACTIONS(386),
    [anon_sym_end] = ACTIONS(386),
    [anon_sym_for] = ACTIONS(386),
    [anon_sym_from] = ACTIONS(386),
    [anon_sym_given] = ACTIONS(386),
    [anon_sym_has] = ACTIONS(386),
    [anon_sym_if] = ACTIONS(386),
    [anon_sym_in] = ACTIONS(386),
    [anon_sym_is] = ACTIONS(386),
    [anon_sym_mod] = ACTIONS(386),
    [anon_sym_not] = ACTIONS(386),
    [anon_sym_odds] = ACTIONS(386),
    [anon_sym_or] = ACTIONS(386),
    [anon_sym_otherwise] = ACTIONS(386),
    [anon_sym_pick] = ACTIONS(386),
    [anon_sym_times] = ACTIONS(386),
    [anon_sym_to] = ACTIONS(386),
    [anon_sym_where] = ACTIONS(386),
    [anon_sym_with] = ACTIONS(386),
    [anon_sym_let] = ACTIONS(386),
    [anon_sym_and] = ACTIONS(386),
    [anon_sym_else] = ACTIONS(386),
    [anon_sym_then] = ACTIONS(386),
    [anon_sym_SEMI] = ACTIONS(384),
    [anon_sym_LPAREN] = ACTIONS(384),
    [anon_sym_COMMA] = ACTIONS(384),
    [anon_sym_DOT] = ACTIONS(386),
    [anon_sym_RPAREN] = ACTIONS(384),
    [anon_sym_LBRACK] = ACTIONS(384),
    [anon_sym_RBRACK] = ACTIONS(384),
    [anon_sym_DQUOTE] = ACTIONS(384),
    [anon_sym_no] = ACTIONS(386),
    [anon_sym_nothing] = ACTIONS(386),
    [anon_sym_yes] = ACTIONS(386),
    [sym_dice] = ACTIONS(386),
    [sym_number] = ACTIONS(386),
    [sym_operator] = ACTIONS(384),
    [sym_other] = ACTIONS(384),
  },
  [65] = {
    [ts_builtin_sym_end] = ACTIONS(53),
    [sym_name] = ACTIONS(55),
    [anon_sym_LF] = ACTIONS(53),
    [sym_comment] = ACTIONS(53),
    [anon_sym_COLON] = ACTIONS(53),
    [anon_sym_PIPE] = ACTIONS(53),
    [anon_sym_LBRACE] = ACTIONS(53),
    [anon_sym_RBRACE] = ACTIONS(53),
    [anon_sym_after] = ACTIONS(402),
    [anon_sym_answers] = ACTIONS(402),
    [anon_sym_any] = ACTIONS(402),
    [anon_sym_as] = ACTIONS(402),
    [anon_sym_before] = ACTIONS(402),
    [anon_sym_by] = ACTIONS(402),
    [anon_sym_cancels] = ACTIONS(402),
    [anon_sym_chance] = ACTIONS(402),
    [anon_sym_clamp] = ACTIONS(402),
    [anon_sym_dice] = ACTIONS(402),
    [anon_sym_down] = ACTIONS(402),
    [anon_sym_highest] = ACTIONS(402),
    [anon_sym_lowest] = ACTIONS(402),
    [anon_sym_of] = ACTIONS(402),
    [anon_sym_quietly] = ACTIONS(402),
    [anon_sym_rolls] = ACTIONS(402),
    [anon_sym_row] = ACTIONS(402),
    [anon_sym_shift] = ACTIONS(402),
    [anon_sym_takes] = ACTIONS(402),
    [anon_sym_unique] = ACTIONS(402),
    [anon_sym_until] = ACTIONS(402),
    [anon_sym_while] = ACTIONS(402),
    [anon_sym_within] = ACTIONS(402),
    [anon_sym_without] = ACTIONS(402),
    [anon_sym_adv] = ACTIONS(55),
    [anon_sym_default] = ACTIONS(55),
    [anon_sym_dis] = ACTIONS(55),
    [anon_sym_end] = ACTIONS(55),
    [anon_sym_for] = ACTIONS(55),
    [anon_sym_from] = ACTIONS(55),
    [anon_sym_given] = ACTIONS(55),
    [anon_sym_has] = ACTIONS(55),
    [anon_sym_if] = ACTIONS(55),
    [anon_sym_in] = ACTIONS(55),
    [anon_sym_is] = ACTIONS(55),
    [anon_sym_mod] = ACTIONS(55),
    [anon_sym_not] = ACTIONS(55),
    [anon_sym_odds] = ACTIONS(55),
    [anon_sym_or] = ACTIONS(55),
    [anon_sym_otherwise] = ACTIONS(55),
    [anon_sym_pick] = ACTIONS(55),
    [anon_sym_times] = ACTIONS(55),
    [anon_sym_to] = ACTIONS(55),
    [anon_sym_where] = ACTIONS(55),
    [anon_sym_with] = ACTIONS(55),
    [anon_sym_let] = ACTIONS(55),
    [anon_sym_and] = ACTIONS(55),
    [anon_sym_else] = ACTIONS(55),
    [anon_sym_then] = ACTIONS(55),
    [anon_sym_SEMI] = ACTIONS(53),
    [anon_sym_LPAREN] = ACTIONS(53),
    [anon_sym_COMMA] = ACTIONS(53),
    [anon_sym_DOT] = ACTIONS(55),
    [anon_sym_RPAREN] = ACTIONS(53),
    [anon_sym_LBRACK] = ACTIONS(53),
    [anon_sym_RBRACK] = ACTIONS(53),
    [anon_sym_DQUOTE] = ACTIONS(53),
    [anon_sym_no] = ACTIONS(55),
    [anon_sym_nothing] = ACTIONS(55),
    [anon_sym_yes] = ACTIONS(55),
    [sym_dice] = ACTIONS(55),
    [sym_number] = ACTIONS(55),
    [sym_operator] = ACTIONS(53),
    [sym_other] = ACTIONS(53),
  },
};

static const uint16_t ts_small_parse_table[] = {
  [0] = 10,
    ACTIONS(404), 1,
      ts_builtin_sym_end,
    ACTIONS(406), 1,
      anon_sym_LF,
    ACTIONS(409), 1,
      sym_doc,
    ACTIONS(412), 1,
      sym_comment,
    ACTIONS(415), 1,
      anon_sym_PIPE,
    ACTIONS(418), 1,
      sym__code_start,
    ACTIONS(421), 1,
      sym__row_start,
    ACTIONS(424), 1,
      sym__bullet_start,
    STATE(66), 1,
      aux_sym_source_file_repeat1,
    STATE(97), 5,
      sym__line,
      sym_row,
      sym_list_row,
      sym_pipe_row,
      sym_code,
  [35] = 10,
    ACTIONS(11), 1,
      anon_sym_PIPE,
    ACTIONS(13), 1,
      sym__code_start,
    ACTIONS(15), 1,
      sym__row_start,
    ACTIONS(17), 1,
      sym__bullet_start,
    ACTIONS(427), 1,
      ts_builtin_sym_end,
    ACTIONS(429), 1,
      anon_sym_LF,
    ACTIONS(431), 1,
      sym_doc,
    ACTIONS(433), 1,
      sym_comment,
    STATE(66), 1,
      aux_sym_source_file_repeat1,
    STATE(89), 5,
      sym__line,
      sym_row,
      sym_list_row,
      sym_pipe_row,
      sym_code,
  [70] = 6,
    ACTIONS(439), 1,
      anon_sym_LBRACE,
    ACTIONS(441), 1,
      sym_escape,
    ACTIONS(437), 2,
      sym_rule,
      sym_cell_text,
    STATE(86), 2,
      sym__cell,
      sym__open_cell_live,
    ACTIONS(435), 3,
      ts_builtin_sym_end,
      anon_sym_LF,
      anon_sym_PIPE,
    STATE(71), 3,
      sym__cell_part,
      sym_cell_live,
      aux_sym__cell_repeat1,
  [95] = 6,
    ACTIONS(445), 1,
      anon_sym_EQ_GT,
    ACTIONS(447), 1,
      anon_sym_LBRACE,
    ACTIONS(443), 2,
      ts_builtin_sym_end,
      anon_sym_LF,
    ACTIONS(449), 2,
      sym_row_text,
      sym_escape,
    STATE(72), 3,
      sym__row_part,
      sym_live,
      aux_sym__row_text_repeat1,
    STATE(93), 3,
      sym__row_text,
      sym__effects,
      sym__open_live,
  [120] = 6,
    ACTIONS(445), 1,
      anon_sym_EQ_GT,
    ACTIONS(447), 1,
      anon_sym_LBRACE,
    ACTIONS(449), 2,
      sym_row_text,
      sym_escape,
    ACTIONS(451), 2,
      ts_builtin_sym_end,
      anon_sym_LF,
    STATE(72), 3,
      sym__row_part,
      sym_live,
      aux_sym__row_text_repeat1,
    STATE(91), 3,
      sym__row_text,
      sym__effects,
      sym__open_live,
  [145] = 6,
    ACTIONS(439), 1,
      anon_sym_LBRACE,
    ACTIONS(457), 1,
      sym_escape,
    STATE(85), 1,
      sym__open_cell_live,
    ACTIONS(455), 2,
      sym_rule,
      sym_cell_text,
    ACTIONS(453), 3,
      ts_builtin_sym_end,
      anon_sym_LF,
      anon_sym_PIPE,
    STATE(73), 3,
      sym__cell_part,
      sym_cell_live,
      aux_sym__cell_repeat1,
  [169] = 6,
    ACTIONS(445), 1,
      anon_sym_EQ_GT,
    ACTIONS(447), 1,
      anon_sym_LBRACE,
    ACTIONS(459), 2,
      ts_builtin_sym_end,
      anon_sym_LF,
    ACTIONS(461), 2,
      sym_row_text,
      sym_escape,
    STATE(88), 2,
      sym__effects,
      sym__open_live,
    STATE(74), 3,
      sym__row_part,
      sym_live,
      aux_sym__row_text_repeat1,
  [193] = 5,
    ACTIONS(468), 1,
      anon_sym_LBRACE,
    ACTIONS(471), 1,
      sym_escape,
    ACTIONS(465), 2,
      sym_rule,
      sym_cell_text,
    ACTIONS(463), 3,
      ts_builtin_sym_end,
      anon_sym_LF,
      anon_sym_PIPE,
    STATE(73), 3,
      sym__cell_part,
      sym_cell_live,
      aux_sym__cell_repeat1,
  [214] = 4,
    ACTIONS(476), 1,
      anon_sym_LBRACE,
    ACTIONS(479), 2,
      sym_row_text,
      sym_escape,
    ACTIONS(474), 3,
      ts_builtin_sym_end,
      anon_sym_LF,
      anon_sym_EQ_GT,
    STATE(74), 3,
      sym__row_part,
      sym_live,
      aux_sym__row_text_repeat1,
  [232] = 2,
    ACTIONS(482), 1,
      sym_comment,
    ACTIONS(404), 7,
      sym__code_start,
      sym__row_start,
      sym__bullet_start,
      ts_builtin_sym_end,
      anon_sym_LF,
      sym_doc,
      anon_sym_PIPE,
  [245] = 2,
    ACTIONS(486), 2,
      sym_rule,
      sym_cell_text,
    ACTIONS(484), 5,
      ts_builtin_sym_end,
      anon_sym_LF,
      anon_sym_PIPE,
      anon_sym_LBRACE,
      sym_escape,
  [257] = 2,
    ACTIONS(490), 2,
      sym_rule,
      sym_cell_text,
    ACTIONS(488), 5,
      ts_builtin_sym_end,
      anon_sym_LF,
      anon_sym_PIPE,
      anon_sym_LBRACE,
      sym_escape,
  [269] = 1,
    ACTIONS(356), 6,
      sym_row_text,
      ts_builtin_sym_end,
      anon_sym_LF,
      anon_sym_EQ_GT,
      anon_sym_LBRACE,
      sym_escape,
  [278] = 1,
    ACTIONS(360), 6,
      sym_row_text,
      ts_builtin_sym_end,
      anon_sym_LF,
      anon_sym_EQ_GT,
      anon_sym_LBRACE,
      sym_escape,
  [287] = 4,
    ACTIONS(494), 1,
      anon_sym_PIPE,
    STATE(84), 1,
      aux_sym_pipe_row_repeat1,
    ACTIONS(492), 2,
      ts_builtin_sym_end,
      anon_sym_LF,
    ACTIONS(496), 2,
      sym_rule,
      sym_key_cell,
  [302] = 3,
    ACTIONS(494), 1,
      anon_sym_PIPE,
    STATE(82), 1,
      aux_sym_pipe_row_repeat1,
    ACTIONS(498), 2,
      ts_builtin_sym_end,
      anon_sym_LF,
  [313] = 3,
    ACTIONS(502), 1,
      anon_sym_PIPE,
    STATE(82), 1,
      aux_sym_pipe_row_repeat1,
    ACTIONS(500), 2,
      ts_builtin_sym_end,
      anon_sym_LF,
  [324] = 3,
    ACTIONS(494), 1,
      anon_sym_PIPE,
    STATE(81), 1,
      aux_sym_pipe_row_repeat1,
    ACTIONS(505), 2,
      ts_builtin_sym_end,
      anon_sym_LF,
  [335] = 3,
    ACTIONS(494), 1,
      anon_sym_PIPE,
    STATE(82), 1,
      aux_sym_pipe_row_repeat1,
    ACTIONS(505), 2,
      ts_builtin_sym_end,
      anon_sym_LF,
  [346] = 1,
    ACTIONS(507), 3,
      ts_builtin_sym_end,
      anon_sym_LF,
      anon_sym_PIPE,
  [352] = 1,
    ACTIONS(500), 3,
      ts_builtin_sym_end,
      anon_sym_LF,
      anon_sym_PIPE,
  [358] = 1,
    ACTIONS(509), 2,
      ts_builtin_sym_end,
      anon_sym_LF,
  [363] = 1,
    ACTIONS(511), 2,
      ts_builtin_sym_end,
      anon_sym_LF,
  [368] = 2,
    ACTIONS(513), 1,
      ts_builtin_sym_end,
    ACTIONS(515), 1,
      anon_sym_LF,
  [375] = 2,
    ACTIONS(427), 1,
      ts_builtin_sym_end,
    ACTIONS(515), 1,
      anon_sym_LF,
  [382] = 1,
    ACTIONS(517), 2,
      ts_builtin_sym_end,
      anon_sym_LF,
  [387] = 1,
    ACTIONS(519), 2,
      ts_builtin_sym_end,
      anon_sym_LF,
  [392] = 1,
    ACTIONS(521), 2,
      ts_builtin_sym_end,
      anon_sym_LF,
  [397] = 1,
    ACTIONS(523), 1,
      ts_builtin_sym_end,
  [401] = 1,
    ACTIONS(525), 1,
      sym_key,
  [405] = 1,
    ACTIONS(527), 1,
      anon_sym_COLON,
  [409] = 1,
    ACTIONS(515), 1,
      anon_sym_LF,
  [413] = 1,
    ACTIONS(529), 1,
      sym_bullet,
};

static const uint32_t ts_small_parse_table_map[] = {
  [SMALL_STATE(66)] = 0,
  [SMALL_STATE(67)] = 35,
  [SMALL_STATE(68)] = 70,
  [SMALL_STATE(69)] = 95,
  [SMALL_STATE(70)] = 120,
  [SMALL_STATE(71)] = 145,
  [SMALL_STATE(72)] = 169,
  [SMALL_STATE(73)] = 193,
  [SMALL_STATE(74)] = 214,
  [SMALL_STATE(75)] = 232,
  [SMALL_STATE(76)] = 245,
  [SMALL_STATE(77)] = 257,
  [SMALL_STATE(78)] = 269,
  [SMALL_STATE(79)] = 278,
  [SMALL_STATE(80)] = 287,
  [SMALL_STATE(81)] = 302,
  [SMALL_STATE(82)] = 313,
  [SMALL_STATE(83)] = 324,
  [SMALL_STATE(84)] = 335,
  [SMALL_STATE(85)] = 346,
  [SMALL_STATE(86)] = 352,
  [SMALL_STATE(87)] = 358,
  [SMALL_STATE(88)] = 363,
  [SMALL_STATE(89)] = 368,
  [SMALL_STATE(90)] = 375,
  [SMALL_STATE(91)] = 382,
  [SMALL_STATE(92)] = 387,
  [SMALL_STATE(93)] = 392,
  [SMALL_STATE(94)] = 397,
  [SMALL_STATE(95)] = 401,
  [SMALL_STATE(96)] = 405,
  [SMALL_STATE(97)] = 409,
  [SMALL_STATE(98)] = 413,
};

static const TSParseActionEntry ts_parse_actions[] = {
  [0] = {.entry = {.count = 0, .reusable = false}},
  [1] = {.entry = {.count = 1, .reusable = false}}, RECOVER(),
  [3] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_source_file, 0, 0, 0),
  [5] = {.entry = {.count = 1, .reusable = true}}, SHIFT(67),
  [7] = {.entry = {.count = 1, .reusable = true}}, SHIFT(90),
  [9] = {.entry = {.count = 1, .reusable = false}}, SHIFT(90),
  [11] = {.entry = {.count = 1, .reusable = true}}, SHIFT(80),
  [13] = {.entry = {.count = 1, .reusable = true}}, SHIFT(3),
  [15] = {.entry = {.count = 1, .reusable = true}}, SHIFT(95),
  [17] = {.entry = {.count = 1, .reusable = true}}, SHIFT(98),
  [19] = {.entry = {.count = 1, .reusable = false}}, SHIFT(14),
  [21] = {.entry = {.count = 1, .reusable = true}}, SHIFT(14),
  [23] = {.entry = {.count = 1, .reusable = true}}, SHIFT(55),
  [25] = {.entry = {.count = 1, .reusable = false}}, SHIFT(54),
  [27] = {.entry = {.count = 1, .reusable = false}}, SHIFT(6),
  [29] = {.entry = {.count = 1, .reusable = false}}, SHIFT(53),
  [31] = {.entry = {.count = 1, .reusable = false}}, SHIFT(7),
  [33] = {.entry = {.count = 1, .reusable = true}}, SHIFT(7),
  [35] = {.entry = {.count = 1, .reusable = true}}, SHIFT(65),
  [37] = {.entry = {.count = 1, .reusable = false}}, SHIFT(60),
  [39] = {.entry = {.count = 1, .reusable = true}}, SHIFT(25),
  [41] = {.entry = {.count = 1, .reusable = false}}, SHIFT(58),
  [43] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__starting, 1, 0, 0),
  [45] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__starting, 1, 0, 0),
  [47] = {.entry = {.count = 1, .reusable = false}}, SHIFT(49),
  [49] = {.entry = {.count = 1, .reusable = false}}, SHIFT(40),
  [51] = {.entry = {.count = 1, .reusable = false}}, SHIFT(4),
  [53] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__plain, 1, 0, 0),
  [55] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__plain, 1, 0, 0),
  [57] = {.entry = {.count = 1, .reusable = false}}, SHIFT(50),
  [59] = {.entry = {.count = 1, .reusable = false}}, SHIFT(56),
  [61] = {.entry = {.count = 1, .reusable = false}}, SHIFT(59),
  [63] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__open_cell_live, 1, 0, 0),
  [65] = {.entry = {.count = 1, .reusable = false}}, SHIFT(10),
  [67] = {.entry = {.count = 1, .reusable = true}}, SHIFT(10),
  [69] = {.entry = {.count = 1, .reusable = true}}, SHIFT(76),
  [71] = {.entry = {.count = 1, .reusable = false}}, SHIFT(48),
  [73] = {.entry = {.count = 1, .reusable = false}}, SHIFT(39),
  [75] = {.entry = {.count = 1, .reusable = false}}, SHIFT(5),
  [77] = {.entry = {.count = 1, .reusable = true}}, SHIFT(5),
  [79] = {.entry = {.count = 1, .reusable = true}}, SHIFT(46),
  [81] = {.entry = {.count = 1, .reusable = false}}, SHIFT(47),
  [83] = {.entry = {.count = 1, .reusable = true}}, SHIFT(22),
  [85] = {.entry = {.count = 1, .reusable = false}}, SHIFT(44),
  [87] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_cell_live_repeat1, 2, 0, 0),
  [89] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_cell_live_repeat1, 2, 0, 0), SHIFT_REPEAT(9),
  [92] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_cell_live_repeat1, 2, 0, 0), SHIFT_REPEAT(9),
  [95] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_cell_live_repeat1, 2, 0, 0), SHIFT_REPEAT(48),
  [98] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_cell_live_repeat1, 2, 0, 0), SHIFT_REPEAT(39),
  [101] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_cell_live_repeat1, 2, 0, 0), SHIFT_REPEAT(5),
  [104] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_cell_live_repeat1, 2, 0, 0), SHIFT_REPEAT(5),
  [107] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_cell_live_repeat1, 2, 0, 0), SHIFT_REPEAT(46),
  [110] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_cell_live_repeat1, 2, 0, 0), SHIFT_REPEAT(47),
  [113] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_cell_live_repeat1, 2, 0, 0), SHIFT_REPEAT(22),
  [116] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_cell_live_repeat1, 2, 0, 0), SHIFT_REPEAT(44),
  [119] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__open_cell_live, 2, 0, 0),
  [121] = {.entry = {.count = 1, .reusable = false}}, SHIFT(9),
  [123] = {.entry = {.count = 1, .reusable = true}}, SHIFT(9),
  [125] = {.entry = {.count = 1, .reusable = true}}, SHIFT(77),
  [127] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0),
  [129] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(11),
  [132] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(11),
  [135] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(45),
  [138] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(48),
  [141] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(39),
  [144] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(5),
  [147] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(5),
  [150] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(46),
  [153] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(47),
  [156] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(22),
  [159] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(44),
  [162] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__open_live, 1, 0, 0),
  [164] = {.entry = {.count = 1, .reusable = false}}, SHIFT(13),
  [166] = {.entry = {.count = 1, .reusable = true}}, SHIFT(13),
  [168] = {.entry = {.count = 1, .reusable = true}}, SHIFT(45),
  [170] = {.entry = {.count = 1, .reusable = true}}, SHIFT(36),
  [172] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__open_live, 2, 0, 0),
  [174] = {.entry = {.count = 1, .reusable = false}}, SHIFT(11),
  [176] = {.entry = {.count = 1, .reusable = true}}, SHIFT(11),
  [178] = {.entry = {.count = 1, .reusable = true}}, SHIFT(37),
  [180] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__statement, 1, 0, 0),
  [182] = {.entry = {.count = 1, .reusable = false}}, SHIFT(15),
  [184] = {.entry = {.count = 1, .reusable = true}}, SHIFT(15),
  [186] = {.entry = {.count = 1, .reusable = false}}, SHIFT(64),
  [188] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__statement, 2, 0, 0),
  [190] = {.entry = {.count = 1, .reusable = false}}, SHIFT(17),
  [192] = {.entry = {.count = 1, .reusable = true}}, SHIFT(17),
  [194] = {.entry = {.count = 1, .reusable = false}}, SHIFT(20),
  [196] = {.entry = {.count = 1, .reusable = true}}, SHIFT(20),
  [198] = {.entry = {.count = 1, .reusable = true}}, SHIFT(38),
  [200] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym__statement_repeat1, 2, 0, 0),
  [202] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym__statement_repeat1, 2, 0, 0), SHIFT_REPEAT(17),
  [205] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym__statement_repeat1, 2, 0, 0), SHIFT_REPEAT(17),
  [208] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym__statement_repeat1, 2, 0, 0), SHIFT_REPEAT(55),
  [211] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym__statement_repeat1, 2, 0, 0), SHIFT_REPEAT(64),
  [214] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym__statement_repeat1, 2, 0, 0), SHIFT_REPEAT(53),
  [217] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym__statement_repeat1, 2, 0, 0), SHIFT_REPEAT(7),
  [220] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym__statement_repeat1, 2, 0, 0), SHIFT_REPEAT(7),
  [223] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym__statement_repeat1, 2, 0, 0), SHIFT_REPEAT(65),
  [226] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym__statement_repeat1, 2, 0, 0), SHIFT_REPEAT(60),
  [229] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym__statement_repeat1, 2, 0, 0), SHIFT_REPEAT(25),
  [232] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym__statement_repeat1, 2, 0, 0), SHIFT_REPEAT(58),
  [235] = {.entry = {.count = 1, .reusable = false}}, SHIFT(16),
  [237] = {.entry = {.count = 1, .reusable = true}}, SHIFT(16),
  [239] = {.entry = {.count = 1, .reusable = true}}, SHIFT(41),
  [241] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_text, 2, 0, 0),
  [243] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_text, 2, 0, 0),
  [245] = {.entry = {.count = 1, .reusable = false}}, SHIFT(12),
  [247] = {.entry = {.count = 1, .reusable = false}}, SHIFT(42),
  [249] = {.entry = {.count = 1, .reusable = true}}, SHIFT(26),
  [251] = {.entry = {.count = 1, .reusable = false}}, SHIFT(26),
  [253] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(20),
  [256] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(20),
  [259] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(55),
  [262] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(64),
  [265] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(53),
  [268] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(7),
  [271] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(7),
  [274] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(65),
  [277] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(60),
  [280] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(25),
  [283] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_live_repeat1, 2, 0, 0), SHIFT_REPEAT(58),
  [286] = {.entry = {.count = 1, .reusable = false}}, SHIFT(23),
  [288] = {.entry = {.count = 1, .reusable = true}}, SHIFT(23),
  [290] = {.entry = {.count = 1, .reusable = true}}, SHIFT(78),
  [292] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_text, 1, 0, 0),
  [294] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_text, 1, 0, 0),
  [296] = {.entry = {.count = 1, .reusable = false}}, SHIFT(52),
  [298] = {.entry = {.count = 1, .reusable = true}}, SHIFT(19),
  [300] = {.entry = {.count = 1, .reusable = false}}, SHIFT(19),
  [302] = {.entry = {.count = 1, .reusable = true}}, SHIFT(79),
  [304] = {.entry = {.count = 1, .reusable = false}}, SHIFT(18),
  [306] = {.entry = {.count = 1, .reusable = false}}, SHIFT(62),
  [308] = {.entry = {.count = 1, .reusable = true}}, SHIFT(30),
  [310] = {.entry = {.count = 1, .reusable = false}}, SHIFT(30),
  [312] = {.entry = {.count = 1, .reusable = false}}, SHIFT(61),
  [314] = {.entry = {.count = 1, .reusable = true}}, SHIFT(24),
  [316] = {.entry = {.count = 1, .reusable = false}}, SHIFT(24),
  [318] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_text_repeat1, 2, 0, 0),
  [320] = {.entry = {.count = 1, .reusable = false}}, REDUCE(aux_sym_text_repeat1, 2, 0, 0),
  [322] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_text_repeat1, 2, 0, 0), SHIFT_REPEAT(35),
  [325] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_text_repeat1, 2, 0, 0), SHIFT_REPEAT(26),
  [328] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_text_repeat1, 2, 0, 0), SHIFT_REPEAT(26),
  [331] = {.entry = {.count = 1, .reusable = false}}, SHIFT(27),
  [333] = {.entry = {.count = 1, .reusable = true}}, SHIFT(27),
  [335] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_text_repeat1, 2, 0, 0), SHIFT_REPEAT(32),
  [338] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_text_repeat1, 2, 0, 0), SHIFT_REPEAT(30),
  [341] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_text_repeat1, 2, 0, 0), SHIFT_REPEAT(30),
  [344] = {.entry = {.count = 1, .reusable = false}}, SHIFT(34),
  [346] = {.entry = {.count = 1, .reusable = true}}, SHIFT(34),
  [348] = {.entry = {.count = 1, .reusable = false}}, SHIFT(31),
  [350] = {.entry = {.count = 1, .reusable = true}}, SHIFT(31),
  [352] = {.entry = {.count = 1, .reusable = false}}, SHIFT(28),
  [354] = {.entry = {.count = 1, .reusable = true}}, SHIFT(28),
  [356] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_live, 2, 0, 0),
  [358] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_live, 2, 0, 0),
  [360] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_live, 3, 0, 0),
  [362] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_live, 3, 0, 0),
  [364] = {.entry = {.count = 1, .reusable = false}}, SHIFT(43),
  [366] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_text, 3, 0, 0),
  [368] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_text, 3, 0, 0),
  [370] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__definition, 1, 0, 3),
  [372] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__definition, 1, 0, 3),
  [374] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_literal, 1, 0, 0),
  [376] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_literal, 1, 0, 0),
  [378] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__bar, 1, 0, 1),
  [380] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__bar, 1, 0, 1),
  [382] = {.entry = {.count = 1, .reusable = false}}, SHIFT(51),
  [384] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__piece, 1, 0, 2),
  [386] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__piece, 1, 0, 2),
  [388] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__starting, 2, 0, 0),
  [390] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__starting, 2, 0, 0),
  [392] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__plain, 2, 0, 0),
  [394] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__plain, 2, 0, 0),
  [396] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__plain, 2, 0, 4),
  [398] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__plain, 2, 0, 4),
  [400] = {.entry = {.count = 1, .reusable = false}}, SHIFT(57),
  [402] = {.entry = {.count = 1, .reusable = false}}, SHIFT(63),
  [404] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0),
  [406] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(66),
  [409] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(97),
  [412] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(97),
  [415] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(80),
  [418] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(3),
  [421] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(95),
  [424] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(98),
  [427] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_source_file, 1, 0, 0),
  [429] = {.entry = {.count = 1, .reusable = true}}, SHIFT(66),
  [431] = {.entry = {.count = 1, .reusable = true}}, SHIFT(89),
  [433] = {.entry = {.count = 1, .reusable = false}}, SHIFT(89),
  [435] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_pipe_row_repeat1, 1, 0, 0),
  [437] = {.entry = {.count = 1, .reusable = false}}, SHIFT(71),
  [439] = {.entry = {.count = 1, .reusable = true}}, SHIFT(8),
  [441] = {.entry = {.count = 1, .reusable = true}}, SHIFT(71),
  [443] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_row, 3, 0, 0),
  [445] = {.entry = {.count = 1, .reusable = true}}, SHIFT(2),
  [447] = {.entry = {.count = 1, .reusable = true}}, SHIFT(21),
  [449] = {.entry = {.count = 1, .reusable = true}}, SHIFT(72),
  [451] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_list_row, 2, 0, 0),
  [453] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__cell, 1, 0, 0),
  [455] = {.entry = {.count = 1, .reusable = false}}, SHIFT(73),
  [457] = {.entry = {.count = 1, .reusable = true}}, SHIFT(73),
  [459] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__row_text, 1, 0, 0),
  [461] = {.entry = {.count = 1, .reusable = true}}, SHIFT(74),
  [463] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym__cell_repeat1, 2, 0, 0),
  [465] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym__cell_repeat1, 2, 0, 0), SHIFT_REPEAT(73),
  [468] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym__cell_repeat1, 2, 0, 0), SHIFT_REPEAT(33),
  [471] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym__cell_repeat1, 2, 0, 0), SHIFT_REPEAT(73),
  [474] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym__row_text_repeat1, 2, 0, 0),
  [476] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym__row_text_repeat1, 2, 0, 0), SHIFT_REPEAT(29),
  [479] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym__row_text_repeat1, 2, 0, 0), SHIFT_REPEAT(74),
  [482] = {.entry = {.count = 1, .reusable = false}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0),
  [484] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_cell_live, 2, 0, 0),
  [486] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_cell_live, 2, 0, 0),
  [488] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_cell_live, 3, 0, 0),
  [490] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_cell_live, 3, 0, 0),
  [492] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_pipe_row, 1, 0, 0),
  [494] = {.entry = {.count = 1, .reusable = true}}, SHIFT(68),
  [496] = {.entry = {.count = 1, .reusable = false}}, SHIFT(83),
  [498] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_pipe_row, 3, 0, 0),
  [500] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_pipe_row_repeat1, 2, 0, 0),
  [502] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_pipe_row_repeat1, 2, 0, 0), SHIFT_REPEAT(68),
  [505] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_pipe_row, 2, 0, 0),
  [507] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__cell, 2, 0, 0),
  [509] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__effects, 2, 0, 5),
  [511] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__row_text, 2, 0, 0),
  [513] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_source_file, 2, 0, 0),
  [515] = {.entry = {.count = 1, .reusable = true}}, SHIFT(75),
  [517] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_list_row, 3, 0, 0),
  [519] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_code, 2, 0, 0),
  [521] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_row, 4, 0, 0),
  [523] = {.entry = {.count = 1, .reusable = true}},  ACCEPT_INPUT(),
  [525] = {.entry = {.count = 1, .reusable = true}}, SHIFT(96),
  [527] = {.entry = {.count = 1, .reusable = true}}, SHIFT(69),
  [529] = {.entry = {.count = 1, .reusable = true}}, SHIFT(70),
};

enum ts_external_scanner_symbol_identifiers {
  ts_external_token__code_start = 0,
  ts_external_token__row_start = 1,
  ts_external_token__bullet_start = 2,
  ts_external_token_row_text = 3,
};

static const TSSymbol ts_external_scanner_symbol_map[EXTERNAL_TOKEN_COUNT] = {
  [ts_external_token__code_start] = sym__code_start,
  [ts_external_token__row_start] = sym__row_start,
  [ts_external_token__bullet_start] = sym__bullet_start,
  [ts_external_token_row_text] = sym_row_text,
};

static const bool ts_external_scanner_states[4][EXTERNAL_TOKEN_COUNT] = {
  [1] = {
    [ts_external_token__code_start] = true,
    [ts_external_token__row_start] = true,
    [ts_external_token__bullet_start] = true,
    [ts_external_token_row_text] = true,
  },
  [2] = {
    [ts_external_token__code_start] = true,
    [ts_external_token__row_start] = true,
    [ts_external_token__bullet_start] = true,
  },
  [3] = {
    [ts_external_token_row_text] = true,
  },
};

#ifdef __cplusplus
extern "C" {
#endif
void *tree_sitter_tablewright_external_scanner_create(void);
void tree_sitter_tablewright_external_scanner_destroy(void *);
bool tree_sitter_tablewright_external_scanner_scan(void *, TSLexer *, const bool *);
unsigned tree_sitter_tablewright_external_scanner_serialize(void *, char *);
void tree_sitter_tablewright_external_scanner_deserialize(void *, const char *, unsigned);

#ifdef TREE_SITTER_HIDE_SYMBOLS
#define TS_PUBLIC
#elif defined(_WIN32)
#define TS_PUBLIC __declspec(dllexport)
#else
#define TS_PUBLIC __attribute__((visibility("default")))
#endif

TS_PUBLIC const TSLanguage *tree_sitter_tablewright(void) {
  static const TSLanguage language = {
    .version = LANGUAGE_VERSION,
    .symbol_count = SYMBOL_COUNT,
    .alias_count = ALIAS_COUNT,
    .token_count = TOKEN_COUNT,
    .external_token_count = EXTERNAL_TOKEN_COUNT,
    .state_count = STATE_COUNT,
    .large_state_count = LARGE_STATE_COUNT,
    .production_id_count = PRODUCTION_ID_COUNT,
    .field_count = FIELD_COUNT,
    .max_alias_sequence_length = MAX_ALIAS_SEQUENCE_LENGTH,
    .parse_table = &ts_parse_table[0][0],
    .small_parse_table = ts_small_parse_table,
    .small_parse_table_map = ts_small_parse_table_map,
    .parse_actions = ts_parse_actions,
    .symbol_names = ts_symbol_names,
    .symbol_metadata = ts_symbol_metadata,
    .public_symbol_map = ts_symbol_map,
    .alias_map = ts_non_terminal_alias_map,
    .alias_sequences = &ts_alias_sequences[0][0],
    .lex_modes = ts_lex_modes,
    .lex_fn = ts_lex,
    .keyword_lex_fn = ts_lex_keywords,
    .keyword_capture_token = sym_name,
    .external_scanner = {
      &ts_external_scanner_states[0][0],
      ts_external_scanner_symbol_map,
      tree_sitter_tablewright_external_scanner_create,
      tree_sitter_tablewright_external_scanner_destroy,
      tree_sitter_tablewright_external_scanner_scan,
      tree_sitter_tablewright_external_scanner_serialize,
      tree_sitter_tablewright_external_scanner_deserialize,
    },
    .primary_state_ids = ts_primary_state_ids,
  };
  return &language;
}
#ifdef __cplusplus
}
#endif
