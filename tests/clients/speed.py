#!/usr/bin/env python3
"""Compare nodes per second with those of Stockfish and its hand-written evaluation.

    speed.py [--seconds S] [--memory MB] [--positions FILE] ALULA [STOCKFISH]
    speed.py target/release/alula /usr/games/stockfish

Both search every position for the same time, one after the other, with one thread and tables of the same size. On Linux,
speeds refer to the processor time of the engine, so other load on the machine has little effect. Stockfish (15.1 or older) is
told not to use its network. Prints one line per position, then the sums and the geometric mean of the ratios, and the same for
perft with bulk counting. It asserts nothing, because acceptable speeds depend on the machine. Needs no packages.
"""

import argparse
import math
import pathlib
import re
import subprocess
import time

BENCH = pathlib.Path(__file__).parents[2] / "assets" / "bench.epd"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PERFT = [("start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6), ("kiwipete", KIWIPETE, 5)]


class Engine:
    """The engine, connected by pipes."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def send(self, lines):
        self.process.stdin.write(lines + "\n")
        self.process.stdin.flush()

    def processor_seconds(self):
        """Return the processor time of all threads so far; without /proc, the wall-clock time."""
        try:
            tasks = pathlib.Path(f"/proc/{self.process.pid}/task").iterdir()
            return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
        except OSError:
            return time.monotonic()

    def share(self, action):
        """Return the result of an action, and the share of the time during which the engine had a processor."""
        begin, used = time.monotonic(), self.processor_seconds()
        result = action()
        return result, (self.processor_seconds() - used) / (time.monotonic() - begin)

    def read_until(self, start):
        """Return all lines up to the first one that starts with this text."""
        lines = []
        while line := self.process.stdout.readline():
            lines.append(line.rstrip("\n"))
            if line.startswith(start):
                return lines
        raise SystemExit("the engine has ended")


class Alula(Engine):
    def __init__(self, program, seconds, megabytes):
        super().__init__(program, "xboard")
        self.send(f"protover 2\noption Algorithm=modern\nmemory {megabytes}\ncores 1\neasy\npost\nst {seconds}")
        self.read_until("feature done=1")

    def search(self, fen):
        """Return nodes and seconds from the last line of thinking output."""
        self.send(f"force\nnew\nforce\nsetboard {fen}\nping 1")
        self.read_until("pong")
        self.send("go")
        lines, share = self.share(lambda: self.read_until("move "))
        thinking = [line.split() for line in lines if re.match(r"\d+ -?\d+ \d+ \d+ ", line)]
        return int(thinking[-1][3]), int(thinking[-1][2]) / 100 * share


class Stockfish(Engine):
    def __init__(self, program, seconds, megabytes):
        super().__init__(program)
        self.limit = f"go movetime {round(1000 * seconds)}"
        options = {"Use NNUE": "false", "Hash": megabytes, "Threads": 1}
        self.send("uci\n" + "\n".join(f"setoption name {name} value {value}" for name, value in options.items()))
        self.send("isready")
        self.read_until("readyok")

    def search(self, fen):
        self.send(f"ucinewgame\nposition fen {fen}\nisready")
        self.read_until("readyok")
        self.send(self.limit)
        lines, share = self.share(lambda: self.read_until("bestmove"))
        report = [line for line in lines if " nodes " in line][-1]
        nodes, ms = (int(re.search(rf" {key} (\d+)", report)[1]) for key in ("nodes", "time"))
        return nodes, ms / 1000 * share

    def perft(self, fen, depth):
        self.send(f"position fen {fen}")
        begin = self.processor_seconds()
        self.send(f"go perft {depth}")
        nodes = int(self.read_until("Nodes searched")[-1].split()[-1])
        return nodes, self.processor_seconds() - begin


class AlulasConsole(Engine):
    def perft(self, fen, depth):
        self.send(f"setboard {fen}\nperft 1 bulk")
        self.read_until("nodes ")
        begin = self.processor_seconds()
        self.send(f"perft {depth} bulk")
        nodes = int(re.search(r"= (\d+)", self.read_until("nodes ")[-1])[1])
        return nodes, self.processor_seconds() - begin


def compare(name, ours, theirs, total):
    """Print one line and update the sums. Return the ratio of the speeds."""
    for sums, (nodes, seconds) in zip(total, (ours, theirs)):
        sums[0] += nodes
        sums[1] += seconds
    mine, other = ours[0] / ours[1] / 1000, theirs[0] / theirs[1] / 1000
    print(f"{name:<24}{mine:>10.0f}{other:>12.0f}{mine / other:>8.2f}", flush=True)
    return mine / other


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=1, help="time for each position")
    parser.add_argument("--memory", type=int, default=64, help="size of the tables, in megabytes")
    parser.add_argument("--positions", default=BENCH, help="a file of FENs (default: those of bench)")
    parser.add_argument("alula")
    parser.add_argument("stockfish", nargs="?", default="stockfish")
    args = parser.parse_args()
    alula = Alula(args.alula, args.seconds, args.memory)
    stockfish = Stockfish(args.stockfish, args.seconds, args.memory)
    print(f"{'kn/s':<24}{'Alula':>10}{'Stockfish':>12}{'ratio':>8}")
    total, ratios = [[0, 0], [0, 0]], []
    for number, line in enumerate(pathlib.Path(args.positions).read_text().splitlines()):
        if fen := line.split(";")[0].strip():
            ours, theirs = alula.search(fen), stockfish.search(fen)
            if min(ours[1], theirs[1]) > 0:
                ratios.append(compare(f"position {number + 1}", ours, theirs, total))
    compare("sum", total[0], total[1], [[0, 0], [0, 0]])
    print(f"geometric mean of the ratios {math.prod(ratios) ** (1 / len(ratios)):.3f}")
    console = AlulasConsole(args.alula)
    for name, fen, depth in PERFT:
        compare(f"perft {depth} {name}", console.perft(fen, depth), stockfish.perft(fen, depth), [[0, 0], [0, 0]])


main()
