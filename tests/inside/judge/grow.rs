//! Programs and questions grown from the grammar: an expression of each kind wherever one may stand,
//! statements of every form, with few enough dice that every run can be made.

use std::fmt::Write as _;

/// Numbers for growing programs: the same for the same seed.
pub struct Grower {
    word: u64,
    /// What makes one program different from the next.
    seed: u64,
    /// Dice that may still be put into the program, roughly.
    luck: usize,
    /// Whether names of the procedure that is being written are in reach.
    locals: bool,
    /// Statements that may occur once in a program, because they name something.
    timers: usize,
    records: usize,
}

/// Numbers that are looked up. Every program holds one of them in turn.
const LOOK_UPS: [&str; 33] = [
    "best(2d2)",
    "count([draw(beasts)])",
    "(party with highest dex).hp",
    "count(groups of party by hp)",
    "(sort party by dex down, name)[1].hp",
    "songs[mood].verses",
    "(pick [1, g])",
    "(reach[left, far] otherwise 1)",
    "(songs has mood)",
    "(party.hp[3] otherwise 1)",
    "(found[2] otherwise 0)",
    "reach[left, far]",
    "weight[g].speed",
    "looked(songs, mood).verses",
    "fates.left",
    "sum(party.hp)",
    "party[\"Birch\"].hp",
    "(picks is nothing)",
    "sum(vendors.purse)",
    "count(party where hp > 1)",
    "sum([hero.hp + 1 for hero in party where hero.hp > 0])",
    "(now / 10 minutes)",
    "(30 cp / 1 gp)",
    "abs(-2)",
    "(5 / 2)",
    "round(5 / 2)",
    "(if g is even then 1 else 2)",
    "risk[left, near]",
    "risk[right, far]",
    "least(d2, 2) [luck]",
    "(cut_off(d2) otherwise 5)",
    "volley()",
    "tallied()",
];

impl Grower {
    pub fn new(seed: u64) -> Grower {
        let word = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        Grower { word, seed, luck: 0, locals: false, timers: 0, records: 0 }
    }

    fn below(&mut self, n: usize) -> usize {
        self.word ^= self.word << 13;
        self.word ^= self.word >> 7;
        self.word ^= self.word << 17;
        usize::try_from(self.word >> 33).expect("31 bits") % n
    }

    fn pick(&mut self, from: &[&str]) -> String {
        from[self.below(from.len())].to_owned()
    }

    /// Something that rolls, or `otherwise` once there are dice enough.
    fn rolled(&mut self, cost: usize, text: impl Into<String>, otherwise: &str) -> String {
        if self.luck < cost {
            return otherwise.to_owned();
        }
        self.luck -= cost;
        text.into()
    }

    /// A program: the prelude's parts, used by one procedure `made` that returns several results.
    pub fn program(&mut self) -> String {
        self.luck = 7;
        self.locals = true;
        let mut body = String::new();
        self.block(2, false, 1, &mut body);
        self.block(2, false, 1, &mut body);
        let nth = usize::try_from(self.seed).unwrap_or(0) % LOOK_UPS.len();
        let e = format!("{} + {}", LOOK_UPS[nth], self.number(1));
        format!(
            "procedure made\n  let a = 1\n  let b = d2\n{body}  return a = a, b = b, g = g, h = h, \
             mood = mood, flag = flag, hp = sum(party.hp), last = last, cards = fates.left, \
             purses = sum(vendors.purse), found = found, e = {e}\nend procedure\n"
        )
    }

    /// A question that is an expression; one about a mean or a chance is asked in passing, since samples
    /// of such a question are samples of what it is about.
    pub fn question(&mut self) -> String {
        let question = self.asked();
        let is_query = question.starts_with("mean(") || question.starts_with("chance(");
        if is_query { format!("0 + {question}") } else { question }
    }

    fn asked(&mut self) -> String {
        self.luck = 6;
        self.locals = false;
        match self.below(18) {
            12..=14 => self.rolled_often(),
            15 => self.pick(&[
                "climbed(d2)",
                "climbed(0) + d2",
                "spent(3)",
                "sum(2 times spent(2))",
                "max(2 times climbed(1))",
                "hoard is empty",
                "count(hoard)",
                "[fates, fates]",
                "fates + fates",
                "count((2 times fates) where it is 2)",
                "omens.roll",
                "\"{lots}, {gems}\"",
                "gems.key",
                "gems.roll",
            ]),
            0 => {
                let (a, b) = (self.dice(), self.dice());
                let (a, b) = if self.below(2) == 0 { (a, b) } else { ("2d2".to_owned(), "d3".to_owned()) };
                let e = self.pick(&["x + y", "x - y", "max(x, y)", "[x, y]", "x * x + y", "x > y", "(x)kh1"]);
                format!("{e} where x = {a}, y = {b}")
            }
            1 => self.pick(&[
                "(pool)kh1 - (pool)kl1 where pool = 3d3",
                "{hits: (pool)c>=2, ones: (pool)c=1} where pool = 3d3",
                "(pool)kh1 where pool = 2d2!limit 2",
                "(pool)kh1 where pool = 2d2!",
                "(pool)kh2 where pool = 3d2!limit 1",
                "pool + (pool)kl1 where pool = 2d3",
            ]),
            2 => self.list(2),
            3 => self.text(2),
            4 => self.yes_no(2),
            5 => self.row(),
            6 => {
                let list = self.list(2);
                let look = self.pick(&["sum", "max", "min", "count", "average", "first"]);
                format!("{look}({list})")
            }
            _ => self.number(3),
        }
    }

    /// A question about many rolls of one kind, by what is looked at.
    fn rolled_often(&mut self) -> String {
        let times = self.pick(&["2", "3", "d2", "2", "(d3 - 1)"]);
        let each =
            self.pick(&["d2", "d3", "2d2", "2d2kh1", "gems.worth", "d{1,1,3}", "twice(d2)", "(d2 + g)"]);
        let look = self.pick(&[
            "sum(L)",
            "max(L)",
            "min(L)",
            "count(L)",
            "average(L)",
            "count(distinct(L))",
            "count((L) where it >= 2)",
            "any([it_ > 2 for it_ in (L)])",
            "all([it_ > 1 for it_ in (L)])",
            "sort (L)",
            "(L)",
            "sum((L) where it > 1)",
            "distinct(L)",
            "2 in (L)",
            "(L) is empty",
            "max(sort (L))",
            "sum([it_ * it_ for it_ in (L)])",
            "count(groups of (L) by it)",
        ]);
        look.replace('L', &format!("{times} times {each}"))
    }

    /// A number.
    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(4) {
                0 => self.pick(&["0", "1", "2", "3", "bonus", "50%", "(found[2] otherwise 1)"]),
                1 if self.locals => self.pick(&["a", "b"]),
                _ => self.pick(&["g", "h", "ash.hp", "birch.hp", "count(party)", "(last otherwise 1)"]),
            };
        }
        let n = depth - 1;
        match self.below(34) {
            0..=4 => self.number(0),
            5 | 30 | 31 => self.look_up(),
            32 => format!("(({}) minutes / 1 minute)", self.number(n)),
            33 => format!("({})kh1", self.list(n)),
            6..=9 => self.dice(),
            10 => format!("({} + {})", self.number(n), self.number(n)),
            11 => format!("({} - {})", self.number(n), self.number(n)),
            12 => format!("({} * {})", self.number(n), self.number(n)),
            13 => format!("(-{})", self.number(n)),
            14 => format!("({} // 2)", self.number(n)),
            15 => format!("({} mod 2)", self.number(n)),
            16 => format!("least({}, {})", self.number(n), self.number(n)),
            17 => format!("max({}, {})", self.number(n), self.number(n)),
            18 => format!("(if {} then {} else {})", self.yes_no(n), self.number(n), self.number(n)),
            19 => {
                let list = self.list(n);
                let look = self.pick(&["sum", "max", "count", "first"]);
                format!("{look}({list})")
            }
            20 => format!("{}[1]", self.pick(&["party.hp", "[2, g]", "[h, 1]"])),
            21 => self.rolled(3, "gems.worth", "gems[2].worth"),
            22 => self.rolled(4, "gems(2).worth", "gems(3)[1].worth"),
            23 => self.rolled(2, "beasts.legs", "beasts[1].legs").replace("beasts[1].legs", "4"),
            24 => self.rolled(3, "count(hoard)", "0"),
            25 => {
                let dice = self.rolled(2, "d2", "1");
                self.pick(&["check({} + 1, 2).margin", "check({}, 2).natural", "contest({}, 2).margin"])
                    .replace("{}", &dice)
            }
            26 => self.pick(&["chance(d2 == 1)", "mean(2d2)", "chance(lots is nothing)", "mean(gems.worth)"]),
            27 => format!("wound({})", self.number(n)),
            28 if self.below(2) == 0 => self.rolled(1, "tries.effort", "2"),
            28 => {
                let call = self.rolled(1, "fates", "2");
                format!("({call} + 0)")
            }
            _ if self.below(3) == 0 => self.rolled(3, "best(2d2)", "best(1d2)"),
            _ => self.rolled(2, "twice(d2)", "twice(1)"),
        }
    }

    /// A number that is looked up and rolls hardly anything.
    fn look_up(&mut self) -> String {
        self.pick(&LOOK_UPS)
    }

    /// A pool of dice, or a number once there are enough.
    fn dice(&mut self) -> String {
        let (cost, text) = match self.below(26) {
            0..=5 => (1, "d2"),
            6 => (2, "d3"),
            7 => (2, "2d2"),
            8 => (2, "d{1,1,3}"),
            9 => (3, "3d2kh2"),
            10 => (2, "2d2kl1"),
            11 => (3, "{d2, d3}kh1"),
            12 => (3, "(1d2)d2"),
            13 => (2, "(2d2 [fire])"),
            14 => (3, "d3ro=1"),
            15 => (3, "2d3c>=2"),
            16 => (2, "2d2min2"),
            17 => (2, "d2!limit 1"),
            18 => (2, "adv d2"),
            19 => (2, "dis d2"),
            20 => (3, "edge(g, d2)"),
            21 => (1, "die"),
            22 => (2, "(2 times d2)kh1"),
            23 => (1, "(d2 + 1)"),
            24 => (2, "d2!!limit 1"),
            _ => (2, "pick [1, 2, 4]"),
        };
        self.rolled(cost, text, "2")
    }

    fn yes_no(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(5) {
                0 => self.rolled(1, "1 in 2", "yes"),
                1 => "flag".to_owned(),
                2 => self.pick(&["ash.traits has shaken", "mood is glum", "mood is weary or worse"]),
                3 => self.pick(&["last is nothing", "g is even", "h is odd", "found is empty", "2 in found"]),
                _ => format!("{} > 1", self.number(0)),
            };
        }
        let n = depth - 1;
        match self.below(15) {
            0..=2 => self.yes_no(0),
            3 => format!("{} >= {}", self.number(n), self.number(n)),
            4 => format!("{} == {}", self.number(n), self.number(n)),
            5 => format!("({} and {})", self.yes_no(n), self.yes_no(n)),
            6 => format!("({} or {})", self.yes_no(n), self.yes_no(n)),
            7 => format!("not {}", self.yes_no(0)),
            8 => {
                let (list, look) = (self.list(n), self.pick(&["any", "all", "none"]));
                format!("{look}([it_ > 1 for it_ in {list}])")
            }
            9 => self.rolled(2, "lots is \"nothing\"", "lots[1] is \"nothing\"").replace("lots[1]", "picks"),
            10 => self.rolled(2, "(1/2) chance", "yes"),
            11 => {
                let row = self.row();
                format!("{row} is {}", self.pick(&["ruby", "agate", "not opal"]))
                    .replace("omens", "gems[1]")
                    .replace("lots", "gems[2]")
                    .replace("(2 times beasts unique)[1]", "gems[1]")
                    .replace("beasts", "gems[3]")
            }
            12 => format!("word_of({}) is {}", self.number(n), self.pick(&["weary", "glum or worse"])),
            13 => format!("{} in 1..{}", self.number(n), self.number(0)),
            _ => format!("{} in {}", self.number(n), self.list(n)),
        }
    }

    /// A list of numbers.
    fn list(&mut self, depth: usize) -> String {
        let n = depth.saturating_sub(1);
        match self.below(if depth == 0 { 3 } else { 12 }) {
            0 => "found".to_owned(),
            1 => "party.hp".to_owned(),
            2 => format!("[{}, {}]", self.number(n), self.number(n)),
            3 | 4 => self.rolled(3, "(3 times d2)", "[1, 2, 2]"),
            5 => format!("(2 times {})", self.number(n)),
            6 => format!("[it_ + 1 for it_ in {} where it_ > 1]", self.list(n)),
            7 => format!("({} where it >= 2)", self.list(n)),
            8 => format!("(sort {})", self.list(n)),
            9 => format!("distinct({})", self.list(n)),
            10 => format!("reverse({})", self.list(n)),
            _ => self.rolled(4, "((2 times gems).worth)", "[2]"),
        }
    }

    fn text(&mut self, depth: usize) -> String {
        let n = depth.saturating_sub(1);
        match self.below(6) {
            0 => format!("\"{{{}}} and {{mood}}\"", self.number(n)),
            1 => format!("\"{{{}}}: {{{}}}\"", self.row(), self.number(n)),
            2 => "\"a {tomb}\"".to_owned(),
            3 => format!("join({})", self.list(n)),
            4 => "plural(\"wolf\", g)".to_owned(),
            _ => format!("(if {} then \"up\" else \"down\")", self.yes_no(n)),
        }
    }

    /// A row of a table.
    fn row(&mut self) -> String {
        match self.below(8) {
            0 => self.rolled(2, "omens", "gems[1]"),
            1 => self.rolled(2, "lots", "gems[2]"),
            2 => self.rolled(2, "beasts", "gems[1]"),
            3 => self.rolled(2, "drawn(gems)", "gems[1]"),
            6 => self.rolled(3, "draw(gems)", "gems[3]"),
            4 => self.rolled(2, "(gems where worth >= 1)", "gems[2]").replace("worth >= 1", "worth is 1"),
            5 => self.rolled(3, "(2 times beasts unique)[1]", "gems[2]"),
            _ => self.rolled(3, "gems", "gems[2]"),
        }
    }

    fn word(&mut self) -> String {
        self.pick(&["merry", "weary", "glum", "worse(mood)", "better(mood)"])
    }

    /// Some statements; `pad` counts how deep they stand.
    fn block(&mut self, depth: usize, in_loop: bool, pad: usize, out: &mut String) {
        for _ in 0..=self.below(3) {
            let line = if depth > 0 && self.below(3) == 0 {
                self.nested(depth, in_loop, pad)
            } else {
                self.statement(in_loop)
            };
            let _ = writeln!(out, "{}{line}", "  ".repeat(pad));
        }
    }

    /// A statement of one line.
    fn statement(&mut self, in_loop: bool) -> String {
        let place = self.pick(&["a", "b", "g", "h", "ash.hp", "birch.hp", "last"]);
        match self.below(26) {
            0..=4 => format!("{place} = {}", self.number(2)),
            5 => format!("a += {}", self.number(1)),
            6 => format!("flag = {}", self.yes_no(2)),
            7 => self.pick(&["worsen mood", "improve mood", "worsen mood by 2", "mood = worse(mood)"]),
            8 => format!("do rain({})", self.number(1)),
            9 => self.rolled(2, "apply omens", "h += 1"),
            10 => self.rolled(2, "apply lots", "g -= 1"),
            11 => self.pick(&["do watch(birch, b)", "do watch(ash, 2)"]),
            12 => format!("say {}", self.text(1)),
            13 => format!("note {}", self.text(1)),
            14 => format!("roll {}", self.number(1)),
            15 => "show gems[2]".to_owned(),
            16 => format!("if {} then stop", self.yes_no(1)),
            17 if in_loop => format!("if {} then skip", self.yes_no(1)),
            18 => self.pick(&[
                "advance 10 minutes",
                "advance 1 turn",
                "advance 3 turns",
                "add shaken to ash.traits",
                "remove shaken from ash.traits",
                "reshuffle fates",
            ]),
            19 => format!("add {} to found", self.number(1)),
            20 if self.below(2) == 0 => self.rolled(2, "mood = tempers", "mood = glum"),
            20 => format!("mood = {}", self.word()),
            21 => {
                self.records += 1;
                let purse = self.number(1);
                format!("add vendor(name = \"V{}\", purse = {purse}) to vendors", self.records)
            }
            22 => "remove 1 from found".to_owned(),
            23 => format!("let z{} = {}", self.below(9999), self.number(2)),
            24 if self.below(2) == 0 => {
                let count = self.pick(&["next roll", "next 2 rolls", "next (g) rolls"]);
                format!("{count} on tries at {}", self.pick(&["+1", "-1", "(b - 1)"]))
            }
            24 => "a = choose_way".to_owned(),
            _ => {
                format!("if {} then {place} = {} else h = {}", self.yes_no(1), self.number(1), self.number(0))
            }
        }
    }

    /// A statement with a block in it.
    fn nested(&mut self, depth: usize, in_loop: bool, pad: usize) -> String {
        let deep = pad + 1;
        let mut inner = String::new();
        let end = "  ".repeat(pad);
        match self.below(13) {
            11 | 12 => self.rolls_gone_through(depth, pad),
            9 => {
                let purse = self.number(1);
                format!(
                    "add vendor(name = \"Mag\", purse = {purse}) to vendors\n{end}for v in vendors where v.purse < 2\n\
                     {end}  remove v from vendors\n{end}end for"
                )
            }
            0..=2 => {
                let condition = self.yes_no(2);
                self.block(depth - 1, in_loop, deep, &mut inner);
                if self.below(2) == 0 {
                    let _ = writeln!(inner, "{end}else");
                    self.block(depth - 1, in_loop, deep, &mut inner);
                }
                format!("if {condition}\n{inner}{end}end if")
            }
            3 => {
                self.block(depth - 1, true, deep, &mut inner);
                format!("repeat 2 times\n{inner}{end}end repeat")
            }
            4 => {
                self.block(depth - 1, true, deep, &mut inner);
                let die = self.rolled(2, "d2 == 1", "h > 1");
                format!("repeat until h > 1 or {die}\n{inner}{end}  h += 1\n{end}end repeat")
            }
            5 => {
                self.block(depth - 1, true, deep, &mut inner);
                let hurt = self.dice();
                format!("for hero in party where hero.hp > 0\n{inner}{end}  hero.hp -= {hurt}\n{end}end for")
            }
            6 => {
                self.block(depth - 1, true, deep, &mut inner);
                format!("step part{} \"A part\"\n{inner}{end}end step", self.below(9999))
            }
            7 | 8 => self.timer(depth, pad),
            _ => {
                let condition = self.yes_no(1);
                self.block(0, false, deep, &mut inner);
                format!("when {condition}\n{inner}{end}end when")
            }
        }
    }

    /// A loop over rolls, which exact odds may make pass by pass.
    fn rolls_gone_through(&mut self, depth: usize, pad: usize) -> String {
        let (end, deep) = ("  ".repeat(pad), pad + 1);
        let (roll, look) = match self.below(6) {
            0 => ("1 in 3".to_owned(), "if it_ then g += 1".to_owned()),
            1 => (self.yes_no(1), "if it_ then h -= 1".to_owned()),
            2 => (self.number(1), "h += it_".to_owned()),
            3 => ("d{\"up\", \"down\"}".to_owned(), "if it_ is \"up\" then g -= 1".to_owned()),
            4 => (format!("d2 + {}", self.number(0)), "last = it_".to_owned()),
            _ => (self.number(2), "if it_ > 2 then skip".to_owned()),
        };
        let count = self.pick(&["2", "2", "d2", "g"]);
        let mut inner = String::new();
        self.block(depth - 1, true, deep, &mut inner);
        let filter = if self.below(4) == 0 { format!(" where {}", self.yes_no(1)) } else { String::new() };
        let pass = format!("{end}  {look}\n{inner}{end}end for");
        if self.below(2) == 0 {
            return format!("for it_ in {count} times ({roll}){filter}\n{pass}");
        }
        let list = format!("rolls{}", self.below(9999));
        format!("let {list} = {count} times ({roll})\n{end}for it_ in {list}{filter}\n{pass}")
    }

    /// A timer with one of its clauses, and what may be done with it.
    fn timer(&mut self, depth: usize, pad: usize) -> String {
        self.timers += 1;
        let (name, end, deep) = (format!("t{}", self.timers), "  ".repeat(pad), pad + 1);
        let mut inner = String::new();
        let sees = self.below(2) == 0;
        let locals = std::mem::replace(&mut self.locals, sees);
        self.block(depth - 1, false, deep, &mut inner);
        let held = if self.below(2) == 0 { format!(" not while {}", self.yes_no(1)) } else { String::new() };
        self.locals = locals;
        let lasts = self.pick(&["1 turn", "5 minutes", "2 turns"]);
        let after = match self.below(6) {
            0 => format!("\n{end}cancel {name}"),
            1 => format!("\n{end}{name}.left = 5 minutes"),
            2 => format!("\n{end}if {name}.left is nothing then g += 1"),
            3 => format!("\n{end}every 2 turns then h += 1"),
            _ => String::new(),
        };
        format!("timer {name} = {lasts}{held}\n{inner}{end}end timer{after}\n{end}advance 1 turn")
    }
}
