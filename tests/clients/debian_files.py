#!/usr/bin/env python3
"""Check the engine's readers on third-party files, from the Debian packages scid-data and gnuchess-book.

    debian_files.py --root FOLDER ENGINE

FOLDER holds the unpacked packages (`dpkg -x PACKAGE FOLDER`). The script turns Scid's table of openings, 10,360 lines, into
a file of games. Alula must read all of them and assign nearly the same codes as Scid; python-chess compares some games after
load and save. It also compares Alula's moves from the Polyglot book of GNU Chess, 180,358 moves, with its own.

Needs the Python package `chess`. Exit status 0 means that Alula read everything correctly.
"""

import argparse
import csv
import io
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot

# Minimum percentage of lines with Scid's code. The two tables delimit some openings differently.
AGREEING = 95


def run(engine, folder, *words, lines=""):
    """Run the program, which must succeed, and return its output."""
    done = subprocess.run([engine, *words], input=lines, capture_output=True, text=True, cwd=folder, check=False)
    if done.returncode or done.stderr:
        sys.exit(f"{' '.join(words)}: status {done.returncode}: {done.stderr}")
    return done.stdout


def scid_lines(path):
    """Code and moves of each line of Scid's table."""
    text = "\n".join(line for line in path.read_text("latin-1").splitlines() if not line.startswith("#"))
    found = re.findall(r'^([A-E]\d\d)\S* +"[^"]*"\s+([^*]*)\*', text, re.MULTILINE)
    return [(code, " ".join(moves.split())) for code, moves in found]


def check_openings(engine, folder, path):
    """Does the engine read all games and give nearly all of them Scid's codes?"""
    lines = scid_lines(path)
    games = "".join(f'[White "{code}"]\n\n{moves} *\n\n' for code, moves in lines)
    (folder / "eco.pgn").write_text(games)
    rows = list(csv.DictReader(io.StringIO(run(engine, folder, "games", "eco.pgn", "--csv"))))
    agreeing = sum(row["eco"][:3] == row["white"] for row in rows)
    print(f"scid-data: {len(rows)} of {len(lines)} games read, {agreeing} codes agree")
    return len(lines) > 10_000 and len(rows) == len(lines) and agreeing * 100 >= AGREEING * len(lines)


def check_round_trip(engine, folder, count):
    """Does python-chess read the same games after the engine has loaded and saved them?"""
    words = "".join(f"load eco.pgn {number}\nsave copy.pgn\n" for number in count)
    run(engine, folder, lines=words)
    wanted = set(count)
    with open(folder / "eco.pgn") as originals:
        games = iter(lambda: chess.pgn.read_game(originals), None)
        before = [list(game.mainline_moves()) for number, game in enumerate(games, 1) if number in wanted]
    with open(folder / "copy.pgn") as copies:
        after = [list(game.mainline_moves()) for game in iter(lambda: chess.pgn.read_game(copies), None)]
    print(f"scid-data: {len(after)} games loaded, saved and read by python-chess")
    return before == after


def walk(reader, dice):
    """Yield the positions of a random walk through the book from the start."""
    board = chess.Board()
    while entries := list(reader.find_all(board)):
        yield board
        board.push(dice.choice(entries).move)


def check_book(engine, folder, path, dice):
    """Compare the moves of the book and their weights, position by position."""
    with chess.polyglot.open_reader(path) as reader:
        boards = [board.copy(stack=False) for _ in range(20) for board in walk(reader, dice)]
        lines = f"book {path}\n" + "".join(f"setboard {board.fen()}\nbk\necho next\n" for board in boards)
        parts = run(engine, folder, lines=lines).split("next\n")
        wrong = 0
        for board, part in zip(boards, parts):
            wanted = {(board.san(entry.move), entry.weight) for entry in reader.find_all(board)}
            found = {(san, int(weight)) for san, weight in re.findall(r"^(\S+) +\d+% +(\d+)$", part, re.MULTILINE)}
            wrong += wanted != found
        told = run(engine, folder, "book", "info", str(path))
        print(f"gnuchess-book: {len(boards)} positions, {wrong} differ; {len(reader)} moves in the file")
        return wrong == 0 and f"{len(reader)} moves" in told


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, required=True, help="where the packages were unpacked")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("engine", type=Path)
    parser.add_argument("words", nargs="*", help="not used")
    options = parser.parse_args()
    engine, share = options.engine.resolve(), options.root.resolve() / "usr/share"
    dice = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        good = check_openings(engine, folder, share / "scid/data/scid.eco")
        good &= check_round_trip(engine, folder, sorted(dice.sample(range(1, 500), 30)))
        good &= check_book(engine, folder, share / "games/gnuchess/book.bin", dice)
    sys.exit(0 if good else "a file was read incorrectly")


if __name__ == "__main__":
    main()
