#!/usr/bin/env python3
"""Measure how fast an engine answers commands that a GUI expects to take effect at once.

    latency.py [--tries N] ENGINE [ARGUMENT ...]
    latency.py target/release/alula xboard

Prints one line for each latency: from `?` to the move, of `ping` in analysis, from an unexpected move in pondering to the
first new line of thinking output, from an expected one to the next line, of `easy` with `ping`, and of `quit` in five states.
Times are in milliseconds: median, 99th percentile, maximum. It asserts nothing, because acceptable times depend on the machine.
Needs no packages.
"""

import argparse
import random
import re
import subprocess
import time

THINKING = re.compile(r"\d+ -?\d+ \d+ \d+ ")
OPENINGS = ["e2e4", "d2d4", "g1f3", "c2c4", "b1c3", "f2f4", "g2g3", "b2b3"]


class Engine:
    """The engine, connected by pipes."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.pings = 0
        self.send("xboard\nprotover 2")
        self.wait(lambda line: line == "feature done=1")
        self.send("new\npost\neasy")

    def send(self, lines):
        self.process.stdin.write(lines + "\n")
        self.process.stdin.flush()

    def wait(self, fits):
        while line := self.process.stdout.readline():
            if fits(line.rstrip("\n")):
                return line.rstrip("\n")
        raise SystemExit("the engine has ended")

    def wait_for_move(self):
        return self.wait(lambda line: line.startswith("move "))[5:]

    def wait_for_thinking(self):
        return self.wait(THINKING.match)

    def synchronise(self):
        self.pings += 1
        self.send(f"ping {self.pings}")
        self.wait(lambda line: line == f"pong {self.pings}")

    def quit(self):
        self.send("quit")
        status = self.process.wait(10)
        if status:
            raise SystemExit(f"exit status {status} after quit")


def milliseconds(action):
    start = time.perf_counter()
    action()
    return 1000 * (time.perf_counter() - start)


def pause():
    time.sleep(random.uniform(0.01, 0.06))


def move_now(engine, number):
    engine.send(f"new\nst 600\nusermove {OPENINGS[number % len(OPENINGS)]}")
    pause()
    return milliseconds(lambda: (engine.send("?"), engine.wait_for_move()))


def ping_in_analysis(engine, _number):
    engine.send("force\nanalyze")
    engine.wait_for_thinking()
    pause()
    took = milliseconds(engine.synchronise)
    engine.send("exit")
    return took


def pondering(engine, number):
    """Make the engine move and ponder; return the expected move."""
    engine.send(f"new\nhard\nst 0.1\nusermove {OPENINGS[number % len(OPENINGS)]}")
    engine.wait_for_move()
    expected = engine.wait_for_thinking().split("\t")[-1].split()[0]
    pause()
    engine.send("st 600")
    return expected


def after_move(engine, move, expected):
    """Time to the first line for the position after the move. All older lines begin with the expected move."""
    new = lambda line: THINKING.match(line) and line.split("\t")[-1].split()[0] != expected
    took = milliseconds(lambda: (engine.send(f"usermove {move}"), engine.wait(new)))
    engine.send("force\neasy")
    engine.synchronise()
    return took


def ponder_miss(engine, number):
    expected = pondering(engine, number)
    return after_move(engine, "a2a3" if expected != "a3" else "h2h3", expected)


def ponder_hit(engine, number):
    expected = pondering(engine, number)
    return after_move(engine, expected, expected)


def easy(engine, number):
    pondering(engine, number)
    took = milliseconds(lambda: (engine.send("easy"), engine.synchronise()))
    engine.send("force")
    return took


def quit_from(*lines):
    def measure(engine, _number):
        engine.send("\n".join(lines))
        pause()
        return milliseconds(engine.quit)
    return measure


MEASURES = {
    "? to move": (move_now, False),
    "ping in analysis": (ping_in_analysis, False),
    "ponder miss to first line": (ponder_miss, False),
    "ponder hit to next line": (ponder_hit, False),
    "easy and ping in pondering": (easy, False),
    "quit, waiting": (quit_from("new"), True),
    "quit, thinking": (quit_from("st 600", "usermove e2e4"), True),
    "quit, pondering": (quit_from("hard", "st 0.1", "usermove e2e4"), True),
    "quit, analysing": (quit_from("analyze"), True),
    "quit, paused": (quit_from("st 600", "usermove e2e4", "pause"), True),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("engine", nargs=argparse.REMAINDER, help="the engine's command")
    parser.add_argument("--tries", type=int, default=200, help="tries for each (default: %(default)s)")
    options = parser.parse_args()
    if not options.engine:
        parser.error("no engine given")
    for name, (measure, ends) in MEASURES.items():
        engine = Engine(options.engine)
        times = []
        for number in range(options.tries):
            times.append(measure(engine, number))
            if ends:
                engine = Engine(options.engine)
        engine.quit()
        times.sort()
        median, most = times[len(times) // 2], times[int(0.99 * (len(times) - 1))]
        print(f"{name:27} {median:7.2f} ms   99 %: {most:7.2f} ms   worst: {times[-1]:7.2f} ms", flush=True)


if __name__ == "__main__":
    main()
