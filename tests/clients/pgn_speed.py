#!/usr/bin/env python3
"""Measure how fast the engine reads, checks and lists a large file of games, compared with pgn-extract and python-chess.

    pgn_speed.py [--games N] [--file FILE] ENGINE

Makes a file of at least N games by repeating the games of FILE, or 500 random games without FILE. Each program reads it
twice, in turn, and the faster run counts. The engine lists all games, pgn-extract checks them (`-r`), python-chess reads
the first 1,000 with `read_game`. Prints games per second, and the ratio of the engine's speed to that of each program.

Needs the Python package `chess`; skips pgn-extract if it is not installed.
"""

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chess
import chess.pgn

SAMPLE = 1000  # games for python-chess


def random_games(count):
    dice = random.Random(5)
    for number in range(count):
        board = chess.Board()
        game = chess.pgn.Game()
        game.headers.update(Event=f"Event {number % 37}", White=f"White {number % 91}", Black=f"Black {number % 53}")
        for _ in range(dice.randrange(40, 140)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(dice.choice(moves))
        game.add_line(board.move_stack)
        yield f"{game}\n\n"


def seconds(action):
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def run(*command):
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, timeout=1200)


def read_with_python(path, count):
    with open(path, encoding="utf-8") as file:
        for _ in range(count):
            if chess.pgn.read_game(file) is None:
                break


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--file", type=Path)
    parser.add_argument("engine")
    arguments = parser.parse_args()
    if arguments.file:
        text = arguments.file.read_text(encoding="utf-8").strip() + "\n\n"
        games = text.count("[Event ")
    else:
        games, text = 500, "".join(random_games(500))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.pgn"
        copies = -(-arguments.games // games)
        with open(path, "w", encoding="utf-8") as file:
            for _ in range(copies):
                file.write(text)
        count = copies * games
        print(f"{count} games, {path.stat().st_size / 1e6:.0f} MB")
        sample = min(SAMPLE, count)
        programs = {"alula": (count, lambda: run(arguments.engine, "games", str(path), "--csv"))}
        if extract := shutil.which("pgn-extract", path="/usr/games:/usr/bin:/usr/local/bin"):
            programs["pgn-extract"] = (count, lambda: run(extract, "-s", "-r", str(path)))
        programs["python-chess"] = (sample, lambda: read_with_python(path, sample))
        best = {}
        for _ in range(2):
            for name, (number, action) in programs.items():
                best[name] = max(best.get(name, 0), number / seconds(action))
    for name, speed in best.items():
        print(f"{name:13} {speed:10.0f} games a second; alula is {best['alula'] / speed:.2f} times as fast")
    return 0


if __name__ == "__main__":
    sys.exit(main())
