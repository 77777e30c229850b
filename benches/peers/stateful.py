"""Stateful questions in plain Python, exact: what somebody writes who has no tablewright.

Each function is a computation of its own; no code is shared with the program. The same questions are put to
the program, of the files in `benches/questions`, and the fractions must be equal:

    python3 benches/peers/stateful.py target/release/tw [WORD …]

A line for each game whose name holds one of the words: seconds of Python, seconds of the program for all that
is asked of the game, each question a process of its own, and how many times faster that is.
"""

import json
import subprocess
import sys
import time
from fractions import Fraction as F
from functools import lru_cache
from itertools import product
from math import comb
from pathlib import Path

sys.setrecursionlimit(100_000)


def solve(rows):
    """Solves linear equations; each row is a dict of coefficients with the right side under None."""
    names = list(rows)
    done = []
    for name in names:
        row = rows[name]
        pivot = row[name]
        row = {k: v / pivot for k, v in row.items() if v}
        rows[name] = row
        for other in names:
            if other == name or name not in rows[other] or other in done:
                continue
            factor = rows[other].pop(name)
            for k, v in row.items():
                if k != name:
                    rows[other][k] = rows[other].get(k, 0) - factor * v
        done.append(name)
    found = {}
    for name in reversed(names):
        row = rows[name]
        found[name] = row.get(None, F(0)) - sum(
            v * found[k] for k, v in row.items() if k is not None and k != name
        )
    return found


def steps_until(starts, ways):
    """Mean and variance of how many steps it takes from the first state until none is left.

    `ways(state)` gives pairs of probability and next state (None: the end)."""
    states, open_ = [], [starts]
    while open_:
        state = open_.pop()
        if state in states or state is None:
            continue
        states.append(state)
        open_.extend(to for _, to in ways(state))
    known = {s: ways(s) for s in states}

    def system(right):
        rows = {}
        for s in states:
            row = {s: F(1)}
            for p, to in known[s]:
                if to is not None:
                    row[to] = row.get(to, 0) - p
            row[None] = right(s)
            rows[s] = row
        return solve(rows)

    first = system(lambda s: F(1))
    second = system(lambda s: 1 + 2 * sum(p * first[t] for p, t in known[s] if t is not None))
    return first[starts], second[starts] - first[starts] ** 2


def how_long(starts, ways, most=800, sides=6):
    """How likely each number of throws of a die is, up to so many."""
    known = {}
    by, states = {}, {starts: 1}
    for step in range(1, most + 1):
        more = {}
        for state, count in states.items():
            if state not in known:
                known[state] = [(int(p * sides), to) for p, to in ways(state)]
            for often, to in known[state]:
                more[to] = more.get(to, 0) + count * often
        by[step] = F(more.pop(None, 0), sides**step)
        states = more
    return by


def until_six():
    ways = lambda s: [(F(1, 6), None), (F(5, 6), "on")]
    return steps_until("on", ways)[0], how_long("on", ways)


def clock(segments=8):
    def ways(filled):
        for r in range(1, 7):
            to = filled + (3 if r >= 6 else 2 if r >= 4 else 1 if r >= 2 else 0)
            yield F(1, 6), None if to >= segments else to

    return steps_until(0, lambda s: list(ways(s)))[0], how_long(0, ways)


JUMPS = {1: 38, 4: 14, 9: 31, 16: 6, 21: 42, 28: 84, 36: 44, 47: 26, 49: 11, 51: 67, 56: 53, 62: 19}
JUMPS |= {64: 60, 71: 91, 80: 100, 87: 24, 93: 73, 95: 75, 98: 78}


def snakes():
    def ways(at):
        for r in range(1, 7):
            to = at + r if at + r <= 100 else at
            to = JUMPS.get(to, to)
            yield F(1, 6), None if to == 100 else to

    return steps_until(0, lambda s: list(ways(s)))[0], how_long(0, ways)


def dice(count, sides):
    sums = {0: F(1)}
    for _ in range(count):
        more = {}
        for total, p in sums.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0) + p / sides
        sums = more
    return sums


def blow(to_hit, plain, plus, critical):
    """What one attack does: by d20, a plain hit from `to_hit` on, a critical one on 20."""
    done = {0: F(to_hit - 1, 20)}
    for face, p in plain.items():
        done[face + plus] = done.get(face + plus, 0) + F(20 - to_hit, 20) * p
    for face, p in critical.items():
        done[face + plus] = done.get(face + plus, 0) + F(1, 20) * p
    return done


def fight(mine=52, theirs=59):
    """Who wins, what is left to the winner, and the mean and variance of the rounds."""
    ours = blow(9, dice(2, 6), 3, dice(4, 6))
    foes = blow(11, dice(1, 10), 4, dice(2, 10))
    still = ours[0] * foes[0]

    @lru_cache(None)
    def at(a, b):
        """(how likely each end is, first and second moment of the rounds)"""
        ends, first, second = {}, F(0), F(0)
        for hit, p in ours.items():
            if hit >= b:
                ends[(True, a)] = ends.get((True, a), 0) + p
                continue
            for back, q in foes.items():
                if hit == 0 and back == 0:
                    continue
                w = p * q
                if back >= a:
                    key = (False, b - hit)
                    ends[key] = ends.get(key, 0) + w
                    continue
                other, e1, e2 = at(a - back, b - hit)
                for key, r in other.items():
                    ends[key] = ends.get(key, 0) + w * r
                first += w * e1
                second += w * e2
        ends = {key: p / (1 - still) for key, p in ends.items()}
        mean = (1 + first) / (1 - still)
        square = (1 + 2 * (first + still * mean) + second) / (1 - still)
        return ends, mean, square

    ends, mean, square = at(mine, theirs)
    return sum(p for (won, _), p in ends.items() if won), ends, mean, square - mean**2


class Modulo:
    """A fraction modulo a prime: what the long fight, in fractions, would take minutes for."""

    PRIME = 2**61 - 1
    __slots__ = ("rest",)

    def __init__(self, top, bottom=1):
        self.rest = top * pow(bottom, -1, Modulo.PRIME) % Modulo.PRIME if bottom != 1 else top % Modulo.PRIME

    def made(self, rest):
        new = Modulo.__new__(Modulo)
        new.rest = rest % Modulo.PRIME
        return new

    def of(self, other):
        return other.rest if isinstance(other, Modulo) else other

    def __add__(self, other):
        return self.made(self.rest + self.of(other))

    __radd__ = __add__

    def __sub__(self, other):
        return self.made(self.rest - self.of(other))

    def __rsub__(self, other):
        return self.made(self.of(other) - self.rest)

    def __mul__(self, other):
        return self.made(self.rest * self.of(other))

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self.made(self.rest * pow(self.of(other), -1, Modulo.PRIME))

    def __pow__(self, power):
        return self.made(pow(self.rest, power, Modulo.PRIME))


def fight_modulo_a_prime():
    global F
    exactly, F = F, Modulo
    try:
        won, _, mean, _ = fight(52, 59)
        return won, mean
    finally:
        F = exactly


CRAPS = F(244, 495)


def ruin(start, goal):
    def ways(purse):
        yield CRAPS, None if purse + 1 == goal else purse + 1
        yield 1 - CRAPS, None if purse == 1 else purse - 1

    q = (1 - CRAPS) / CRAPS
    rich = (1 - q**start) / (1 - q**goal)
    return (rich, *steps_until(start, lambda s: list(ways(s))))


def drought(days=90):
    """The longest run without rain: dry, fair or wet, by d6."""
    chain = {"dry": {"dry": 3, "fair": 3}, "fair": {"dry": 2, "fair": 2, "wet": 2}, "wet": {"wet": 3, "fair": 3}}
    states = {("fair", 0, 0): 1}
    for _ in range(days):
        more = {}
        for (today, run, longest), count in states.items():
            for to, weight in chain[today].items():
                now = 0 if to == "wet" else run + 1
                key = (to, now, max(longest, now))
                more[key] = more.get(key, 0) + count * weight
        states = more
    by = {}
    for (_, _, longest), count in states.items():
        by[longest] = by.get(longest, 0) + count
    return {longest: F(count, 6**days) for longest, count in sorted(by.items())}


def march(turns=12, constitutions=(1, 2, 0, 3)):
    """Fatigue of four heroes: fresh, tired, weary, exhausted; worse on a failed save, better on a 20."""

    def one(con):
        states = {0: F(1)}
        for _ in range(turns):
            more = {}
            for at, p in states.items():
                for face in range(1, 21):
                    to = min(3, at + 1) if face + con < 12 else max(0, at - 1) if face == 20 else at
                    more[to] = more.get(to, 0) + p / 20
            states = more
        return [states.get(at, F(0)) for at in range(4)]

    each = [one(con) for con in constitutions]
    nobody = F(1)
    for odds in each:
        nobody *= 1 - odds[3]
    everybody = {}
    for at in product(range(4), repeat=4):
        p = F(1)
        for hero, level in zip(each, at):
            p *= hero[level]
        everybody[at] = p
    return each[0], 1 - nobody, everybody


def ten_bets():
    """A purse of ten after ten bets of one."""
    return {2 * won: comb(10, won) * CRAPS**won * (1 - CRAPS) ** (10 - won) for won in range(11)}


def wounds(turns):
    """A party of four: in each turn someone is hurt for d3 with 1/6 · 10/36, and heals no more; six hit points."""
    states = {(6, 6, 6, 6): 1}
    for _ in range(turns):
        more = {}
        for party, count in states.items():
            more[party] = more.get(party, 0) + count * (216 - 10) * 12
            for hero in range(4):
                for hurt in (1, 2, 3):
                    after = list(party)
                    after[hero] = max(0, after[hero] - hurt)
                    key = tuple(sorted(after))
                    more[key] = more.get(key, 0) + count * 10
        states = more
    by = {}
    for party, count in states.items():
        by[24 - sum(party)] = by.get(24 - sum(party), 0) + count
    return {lost: F(count, (216 * 12) ** turns) for lost, count in by.items()}


def met(turns):
    """How often the hazard die shows 1."""
    return {often: F(comb(turns, often) * 5 ** (turns - often), 6**turns) for often in range(turns + 1)}


def cards(kind, others, drawn):
    """How many of one kind are among the cards drawn."""
    all_hands = comb(kind + others, drawn)
    most = min(kind, drawn)
    return {k: F(comb(kind, k) * comb(others, drawn - k), all_hands) for k in range(most + 1)}


def hoard():
    """Eight chances: how many come up, and what they are worth on average."""
    gem = F(10 + 25 + 50 + 75 + 100 + 250 + 500 + 750 + 1000 + 5000, 10)
    rows = [(30, F(45)), (25, F(70)), (20, F(175)), (35, F(105)), (15, F(250)), (40, F(7, 2) * gem), (20, 5 * gem)]
    rows.append((10, F(500)))
    count = {0: F(1)}
    for chance, _ in rows:
        more = {}
        for so_far, p in count.items():
            more[so_far] = more.get(so_far, 0) + p * F(100 - chance, 100)
            more[so_far + 1] = more.get(so_far + 1, 0) + p * F(chance, 100)
        count = more
    return count, sum(F(chance, 100) * worth for chance, worth in rows)


LEVELS = ("fresh", "tired", "weary", "exhausted")


def march_asked(found):
    one, anybody, everybody = found
    shown = {json.dumps([LEVELS[level] for level in at]): p for at, p in everybody.items()}
    return [
        ("heroes", "march().one", dict(zip(LEVELS, one))),
        ("heroes", "march().anybody", {True: anybody, False: 1 - anybody}),
        ("heroes", "march().everybody", shown),
    ]


def chances(won):
    return {True: won, False: 1 - won}


# Name, what is worked out here, and what it says the program must answer: a mean or all outcomes.
GAMES = [
    ("until a six", until_six, lambda r: [("games", "mean(until_six())", r[0]), ("games", "until_six()", r[1])]),
    ("a clock of 8", clock, lambda r: [("games", "mean(clock())", r[0]), ("games", "clock()", r[1])]),
    ("snakes and ladders", snakes, lambda r: [("games", "mean(snakes())", r[0]), ("games", "snakes()", r[1])]),
    (
        "a fight, 20 against 25",
        lambda: fight(20, 25),
        lambda r: [
            ("games", "fight(20, 25).won", chances(r[0])),
            ("games", "fight(20, 25).left", left_of(r[1])),
            ("games", "mean(fight(20, 25).rounds)", r[2]),
        ],
    ),
    (
        "a fight, 52 against 59, modulo a prime",
        fight_modulo_a_prime,
        lambda r: [
            ("games", "chance(fight(52, 59).won)", r[0]),
            ("games", "mean(fight(52, 59).rounds)", r[1]),
        ],
    ),
    (
        "ruin, 10 of 20, by craps",
        lambda: ruin(10, 20),
        lambda r: [("games", "ruin(10, 20).rich", chances(r[0])), ("games", "mean(ruin(10, 20).bets)", r[1])],
    ),
    ("ten bets", ten_bets, lambda r: [("games", "ten_bets()", r)]),
    ("the longest drought in 90 days", drought, lambda r: [("games", "drought(90)", r)]),
    ("four heroes, 12 turns", march, march_asked),
    ("wounds in 24 turns", lambda: wounds(24), lambda r: [(DELVE, "delve(24).wounds", r)]),
    ("wounds in 48 turns", lambda: wounds(48), lambda r: [(DELVE, "delve(48).wounds", r)]),
    ("met in 1000 turns", lambda: met(1000), lambda r: [(DELVE, "delve(1000).met", r)]),
    (
        "trumps among ten cards",
        lambda: cards(22, 56, 10),
        lambda r: [
            ("cards", "count((10 times tarot) where it is trump)", r),
            ("cards", 'count((10 times arcana) where it.kind == "trump")', r),
        ],
    ),
    (
        "aces among 13 cards",
        lambda: cards(4, 48, 13),
        lambda r: [("cards", "count((13 times spades) where it is ace)", r)],
    ),
    (
        "a hoard of eight chances",
        hoard,
        lambda r: [("treasure", "count(hoard)", r[0]), ("treasure", "mean(sum(hoard.worth))", r[1])],
    ),
]

QUESTIONS = Path(__file__).resolve().parent.parent / "questions"
DELVE = "../side_by_side/delve"


def left_of(ends):
    by = {}
    for (_, left), p in ends.items():
        by[left] = by.get(left, 0) + p
    return by


def ask(program, file, question):
    """What the program says, and how long it took."""
    path = (QUESTIONS / file).with_suffix(".tw")
    begun = time.perf_counter()
    command = [program, "odds", question, "--exact", "--json", "-f", str(path)]
    said = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    return said, time.perf_counter() - begun


def agrees(said, wanted):
    if isinstance(wanted, dict):
        shown = {key(outcome["value"]): F(outcome["exact"]) for outcome in said["outcomes"]}
        # What has no end is listed as far as it weighs anything, and what is left over is said.
        rest = 1 - sum(shown.values())
        return all(wanted.get(value) == p for value, p in shown.items()) and rest == F(said.get("residual", 0))
    found = F(said["outcomes"][0]["value"])
    if isinstance(wanted, Modulo):
        return Modulo(found.numerator, found.denominator).rest == wanted.rest
    return found == wanted


def key(value):
    return json.dumps(value) if isinstance(value, list) else value


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, *words = sys.argv[1:]
    wrong = 0
    for name, work, asked in GAMES:
        if words and not any(word in name for word in words):
            continue
        begun = time.perf_counter()
        found = work()
        here = time.perf_counter() - begun
        there, verdict = 0.0, "agree"
        for file, question, wanted in asked(found):
            tries = [ask(program, file, question) for _ in range(3)]
            there += min(taken for _, taken in tries)
            if not agrees(tries[0][0], wanted):
                verdict, wrong = f"DIFFER in {question}", wrong + 1
        print(f"{here:9.4f} s  {there:9.4f} s  {here / there:8.1f} times  {name}: {verdict}", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
