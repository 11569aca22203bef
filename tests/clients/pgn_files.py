#!/usr/bin/env python3
"""Check with python-chess that the engine loads and saves PGN games without loss.

    pgn_files.py [--games N] [--seed N] ENGINE

python-chess writes random games with comments, nested variations, glyphs, null moves and odd tags, half of them Chess960.
The engine loads and saves each game, and python-chess compares the saved tree with the original, node by node. In a second
part the engine makes a game itself, from commands as a user would type them.

Needs the Python package `chess`. Exit status 0 means that the engine lost nothing.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import chess
import chess.pgn

WORDS = ["good", "[%clk 0:01:00]", "[%csl Ga1,Rb2]", "100", "%", "(really)", '"so"', "\\", "; no end", "Ünï–"]
TAGS = {"Annotator": 'a "b" \\ c', "ECO": "B90", "WhiteElo": "2700", "Odd_1": "", "Zeta": "x]", "Name": "Ødegård"}


def play(dice, node, board, depth):
    """Add a line of random moves after a node."""
    for _ in range(dice.randrange(3, 40) >> depth):
        moves = list(board.legal_moves)
        if not moves:
            return
        move = dice.choice(moves)
        if depth and dice.random() < 0.05 and not board.is_check():
            move = chess.Move.null()
        before = board.copy()
        node = node.add_variation(move)
        board.push(move)
        if dice.random() < 0.2:
            node.comment = " ".join(dice.choices(WORDS, k=dice.randrange(1, 20)))
        if dice.random() < 0.2:
            node.nags = {dice.randrange(1, 140) for _ in range(dice.randrange(1, 3))}
        if depth < 3 and dice.random() < 0.15:
            others = [other for other in before.legal_moves if other != move]
            if others:
                other = dice.choice(others)
                variation = node.parent.add_variation(other)
                if dice.random() < 0.3:
                    variation.starting_comment = dice.choice(WORDS)
                before.push(other)
                play(dice, variation, before, depth + 1)


def random_game(dice, chess960):
    game = chess.pgn.Game()
    for name in dice.sample(sorted(TAGS), 3):
        game.headers[name] = TAGS[name]
    board = game.board()
    if chess960:
        board = chess.Board.from_chess960_pos(dice.randrange(960))
        for _ in range(dice.randrange(0, 30)):
            moves = list(board.legal_moves)
            if moves:
                board.push(dice.choice(moves))
        board = chess.Board(board.fen(shredder=dice.random() < 0.5), chess960=True)
        game.setup(board)
    if dice.random() < 0.3:
        game.comment = " ".join(dice.choices(WORDS, k=5))
    play(dice, game, board.copy(), 0)
    game.headers["Result"] = dice.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return game


def plain(comment):
    return " ".join(comment.split())


def unescaped(value):
    """Unescape a tag as the standard requires; python-chess treats the backslashes as part of the text."""
    return value.replace('\\"', '"').replace("\\\\", "\\")


def compare(one, other, where):
    """Return the first difference between two trees, or None."""
    for name, value in one.headers.items():
        if name != "FEN" and unescaped(other.headers.get(name, "")) != value:
            return f"tag {name}: {value!r} became {other.headers.get(name)!r}"
    if one.board().fen(shredder=True) != other.board().fen(shredder=True):
        return "the start position"
    pairs = [(one, other)]
    while pairs:
        a, b = pairs.pop()
        said = [(plain(node.comment), plain(node.starting_comment), set(node.nags)) for node in (a, b)]
        if said[0] != said[1]:
            return f"{where}: {a}: {said[0]} became {said[1]}"
        moves = [[child.move for child in node.variations] for node in (a, b)]
        if moves[0] != moves[1]:
            return f"{where}: {a}: moves {moves[0]} became {moves[1]}"
        pairs.extend(zip(a.variations, b.variations))
    return None


def console(engine, folder, lines):
    run = subprocess.run(
        [engine], input="\n".join(lines) + "\n", capture_output=True, text=True, cwd=folder, timeout=300, check=True
    )
    return run.stdout


def read_all(path):
    games = []
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            games.append(game)
    return games


def round_trip(engine, folder, games):
    """Let the engine load and save the games. Return the number of games saved, and the differences."""
    with open(folder / "in.pgn", "w", encoding="utf-8") as file:
        for game in games:
            print(game, file=file, end="\n\n")
    lines = [line for number in range(1, len(games) + 1) for line in (f"load in.pgn {number}", "save out.pgn")]
    said = console(engine, folder, lines)
    refused = [line for line in said.splitlines() if line.startswith("Error")]
    back = read_all(folder / "out.pgn")
    lost = [compare(one, other, f"game {at + 1}") for at, (one, other) in enumerate(zip(read_all(folder / "in.pgn"), back))]
    errors = [str(error) for game in back for error in game.errors]
    return len(back), refused + errors + [text for text in lost if text]


def made_by_hand(engine, folder):
    """Make a game with the console's commands. Return the faults."""
    lines = ["play none", "e4", "e5", "Nf3", "Nc6", "back 2", "comment the old move", "mark !", "f4", "exf4"]
    lines += ["comment accepted", "back", "promote", "first", "last", "save hand.pgn"]
    console(engine, folder, lines)
    (game,) = read_all(folder / "hand.pgn")
    moves = [node.san() for node in game.mainline()]
    variation = [node.san() for node in game.variations[0].variations[0].variations[1].mainline()]
    node = game.variations[0].variations[0]
    found = (moves, variation, node.comment, set(node.nags), plain(node.variations[0].variations[0].comment))
    wanted = (["e4", "e5", "f4", "exf4"], ["Nc6"], "the old move", {1}, "accepted")
    return [] if found == wanted else [f"{found} instead of {wanted}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("engine")
    parser.add_argument("more", nargs="*", help="ignored")
    arguments = parser.parse_args()
    engine = str(Path(arguments.engine).resolve())
    dice = random.Random(arguments.seed)
    games = [random_game(dice, chess960=at % 2 == 1) for at in range(arguments.games)]
    with tempfile.TemporaryDirectory() as folder:
        back, lost = round_trip(engine, Path(folder), games)
        lost += made_by_hand(engine, Path(folder))
    for text in lost[:20]:
        print(text)
    print(f"{back} of {len(games)} games came back, {len(lost)} faults")
    return 0 if back == len(games) and not lost else 1


if __name__ == "__main__":
    sys.exit(main())
