"""Stateful questions in plain Python, exact: what somebody writes who has no tablewright.

Each function is a computation of its own (no code is shared with the program), and prints its figures as
fractions, with the seconds that it took. The games are those of `benches/side_by_side/games.tw` and of
`tests/language/loops.tw`.

    python3 benches/peers/stateful.py
"""

import sys
import time
from fractions import Fraction as F
from functools import lru_cache
from itertools import product

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


def until_six():
    return steps_until("on", lambda s: [(F(1, 6), None), (F(5, 6), "on")])


def clock(segments=8):
    def ways(filled):
        for r in range(1, 7):
            to = filled + (3 if r >= 6 else 2 if r >= 4 else 1 if r >= 2 else 0)
            yield F(1, 6), None if to >= segments else to

    return steps_until(0, lambda s: list(ways(s)))


JUMPS = {1: 38, 4: 14, 9: 31, 16: 6, 21: 42, 28: 84, 36: 44, 47: 26, 49: 11, 51: 67, 56: 53, 62: 19}
JUMPS |= {64: 60, 71: 91, 80: 100, 87: 24, 93: 73, 95: 75, 98: 78}


def snakes():
    def ways(at):
        for r in range(1, 7):
            to = at + r if at + r <= 100 else at
            to = JUMPS.get(to, to)
            yield F(1, 6), None if to == 100 else to

    return steps_until(0, lambda s: list(ways(s)))


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


def fight_in_floats():
    """The long fight as somebody in a hurry has it: in floating point."""
    global F
    exactly, F = F, lambda top, bottom=1: top / bottom
    try:
        return fight(52, 59)
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
    all_four = {}
    for at in product(range(4), repeat=4):
        p = F(1)
        for hero, level in zip(each, at):
            p *= hero[level]
        all_four[at] = p
    return each[0], 1 - nobody, len(all_four)


def timed(name, work):
    begun = time.perf_counter()
    result = work()
    print(f"{name}: {time.perf_counter() - begun:.3f} s")
    return result


def main():
    print("  ", *timed("until a six: mean, variance", until_six))
    print("  ", *timed("a clock of 8: mean, variance", clock))
    mean, variance = timed("snakes and ladders: mean, variance", snakes)
    print("  ", float(mean), float(variance) ** 0.5, mean)
    won, ends, mean, variance = timed("a fight, 10 against 10", lambda: fight(10, 10))
    print("  ", won, mean, variance, {key: str(p) for key, p in ends.items()})
    won, ends, mean, variance = timed("a fight, 20 against 25", lambda: fight(20, 25))
    print("  ", won, mean)
    won, ends, mean, variance = timed("a fight, 52 against 59", fight_in_floats)
    print("  ", float(won), float(mean), float(variance) ** 0.5, len(ends), "ends")
    print("  ", *timed("ruin, 3 of 6, by craps: rich, mean, variance", lambda: ruin(3, 6)))
    print("  ", *map(float, timed("ruin, 10 of 20, by craps", lambda: ruin(10, 20))))
    by = timed("the longest drought in 90 days", drought)
    print("  ", float(sum(k * p for k, p in by.items())), len(by), "outcomes", by[10])
    by = timed("the longest drought in 6 days", lambda: drought(6))
    print("  ", {k: str(p) for k, p in by.items()})
    ash, anybody, _ = timed("four heroes, 12 turns", march)
    print("  ", [float(p) for p in ash], float(anybody))
    ash, anybody, _ = timed("four heroes, 2 turns", lambda: march(2))
    print("  ", [str(p) for p in ash], anybody)


if __name__ == "__main__":
    main()
