"""Asks every question of `questions.tsv` as a whole process: how long it takes, and what it should take at most.

    python3 benches/questions/ask.py target/release/tw [WORD …]

A line for each question that holds one of the words: processor time and time on the wall in milliseconds (the
least of five), the most memory in megabytes, the aim, and a mark where the processor took longer than that. A `~`
behind an aim: the answer may be rounded down, which it then says.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PATIENCE = 60


def once(command):
    """Seconds of the processor, seconds on the wall, memory in MB, and the exit code."""
    begun = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - begun
    return used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024, child.returncode


def questions(words):
    for line in (HERE / "questions.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        aim, file, question = line.split("\t")
        if not words or any(word in question or word in file for word in words):
            yield float(aim.rstrip("~")), not aim.endswith("~"), file, question


def main():
    program, *words = sys.argv[1:]
    for aim, exact, file, question in questions(words):
        command = [program, "odds", question, "--timeout", str(PATIENCE)] + ["--exact"] * exact
        if file != "-":
            command += ["-f", str((HERE / file).with_suffix(".tw"))]
        runs = [once(command) for _ in range(5)]
        cpu, wall, memory = (min(run[at] for run in runs) for at in range(3))
        failed = runs[0][3]
        mark = f"exit {failed}" if failed else "over" if cpu * 1000 > aim else ""
        print(f"{cpu * 1000:8.1f} {wall * 1000:8.1f} {memory:6.0f} MB  aim {aim:5.0f}  {question}  {mark}", flush=True)


if __name__ == "__main__":
    main()
