#!/usr/bin/env python3
"""Count the games that an engine loses on time against itself.

    time_losses.py [options] ENGINE [ARGUMENT ...]
    time_losses.py --games 1000 target/release/alula
    time_losses.py --stops --games 100 --clock 0.2+0.005 --allow 2 target/release/alula

Appends `uci` or `xboard` to the command and plays under each protocol at each clock: seconds + increment in seconds.
The clock of the side to move runs from just before its lines are written until its move is read. The flag falls if the
move took longer than the time left; the increment is added after the move. As in XBoard, CECP's `time` and `otim` are
rounded down to centiseconds.

`--stops` simulates contention: SIGSTOP halts the thinking engine for 5 to 40 ms at seeded random moments, a tenth of
its thinking time in all. A quarter of the stops begin before the engine gets its lines. `--load N` runs N busy loops.

Prints one line per setting. "Least left" is the shortest time left after a move, negative after a loss on time. Exit
status 1: a setting lost more than `--allow` games on time, or a game ended by an illegal move or a lost engine. Needs
the Python package `chess`, and Linux or another Unix.
"""

import argparse
import atexit
import collections
import gc
import math
import os
import random
import select
import signal
import subprocess
import sys
import time

import chess

CLOCKS = ["0.2+0.005", "1+0.01"]
OPENING = 6  # random plies
LONGEST = 200  # plies of a game
PATIENCE = 10  # seconds beyond the flag until a silent engine counts as lost
SHORTEST_STOP, LONGEST_STOP = 0.005, 0.040  # seconds
STOPPED = 0.1  # share of the thinking time
AT_START = 0.25  # share of the stops


class Gone(Exception):
    """The engine has exited or does not answer."""


class Engine:
    """A process in its own group, so that signals also reach the engine behind a wrapper script."""

    def __init__(self, command):
        self.process = subprocess.Popen([*command, self.word], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        bufsize=0, start_new_session=True)
        atexit.register(self.kill)  # a stopped process would not see the end of its input
        self.rest = b""
        self.ask(*self.hello)

    def signal(self, number):
        if self.process.poll() is None:
            os.killpg(self.process.pid, number)

    def send(self, *lines):
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        except BrokenPipeError:
            raise Gone from None

    def receive(self, seconds):
        """Return the lines read; none after `seconds` of silence."""
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            return []
        read = os.read(self.process.stdout.fileno(), 65536)
        if not read:
            raise Gone
        *lines, self.rest = (self.rest + read).split(b"\n")
        return [line.decode(errors="replace").strip() for line in lines] or [""]

    def ask(self, question, answer):
        """Sends a question and waits for its answer."""
        self.send(question)
        while answer not in (lines := self.receive(PATIENCE)):
            if not lines:
                raise Gone

    def kill(self):
        self.signal(signal.SIGKILL)
        self.process.wait()


class Uci(Engine):
    word, hello = "uci", ("uci", "uciok")

    def new_game(self, _moves, _base, increment):
        self.increment = round(1000 * increment)
        self.ask("ucinewgame\nisready", "readyok")

    def turn(self, board, clocks):
        white, black = (int(1000 * clocks[side]) for side in (chess.WHITE, chess.BLACK))
        return (f"position startpos moves {' '.join(move.uci() for move in board.move_stack)}",
                f"go wtime {white} btime {black} winc {self.increment} binc {self.increment}")

    def move_of(self, line):
        return line.split()[1] if line.startswith("bestmove ") else None


class Cecp(Engine):
    word, hello = "xboard", ("xboard\nprotover 2", "feature done=1")

    def new_game(self, moves, base, increment):
        seconds = math.ceil(base)  # `level` takes whole seconds
        self.send("new", f"level 0 {seconds // 60}:{seconds % 60:02} {increment:g}", "nopost", "easy", "computer",
                  "force", *(f"usermove {move}" for move in moves))
        self.ask("ping 1", "pong 1")
        self.known, self.forced = len(moves), True

    def turn(self, board, clocks):
        times = [f"time {int(100 * clocks[board.turn])}", f"otim {int(100 * clocks[not board.turn])}"]
        moves = [f"usermove {move}" for move in board.move_stack[self.known:]]
        forced, self.forced, self.known = self.forced, False, len(board.move_stack) + 1
        return [*moves, *times, "go"] if forced else [*times, *moves]

    def move_of(self, line):
        if line.startswith(("1-0", "0-1", "1/2-1/2", "resign")):
            return "over"
        return line[5:] if line.startswith("move ") else None


class Stops:
    """Random stops of the thinking engine. `gap` is its running time until the next one."""

    def __init__(self, chance):
        self.chance, self.total = chance, 0.0
        self.plan()

    def plan(self):
        mean = (SHORTEST_STOP + LONGEST_STOP) / 2
        self.length = self.chance.uniform(SHORTEST_STOP, LONGEST_STOP)
        self.gap = self.chance.expovariate(STOPPED / (1 - STOPPED) / mean)
        self.at_start = self.chance.random() < AT_START  # of the first think after the gap

    def due(self, now):
        return math.inf if self.at_start else now + self.gap


def think(engine, lines, left, stops):
    """Return the engine's move and the seconds used."""
    stopped = stops and stops.gap <= 0
    if stopped:
        engine.signal(signal.SIGSTOP)
    start = toggled = now = time.perf_counter()
    due = math.inf if not stops else now + stops.length if stopped else stops.due(now)
    engine.send(*lines)
    while now - start < left + PATIENCE:
        read = engine.receive(max(0, min(due, start + left + PATIENCE) - now))
        now = time.perf_counter()
        move = next(filter(None, map(engine.move_of, read)), None)
        if stopped and (move or now >= due):  # a move may have been on its way when the stop began
            engine.signal(signal.SIGCONT)
            stops.total += now - toggled
            stops.plan()
            stopped, toggled, due = False, now, stops.due(now)
        elif not move and now >= due:
            engine.signal(signal.SIGSTOP)
            stops.gap -= now - toggled
            stopped, toggled, due = True, now, now + stops.length
        if move:
            if stops:
                stops.gap -= now - toggled
            return move, now - start
    raise Gone


def opening(chance):
    board = chess.Board()
    for _ in range(OPENING):
        board.push(chance.choice(list(board.legal_moves)))
    return board if any(board.legal_moves) else opening(chance)


def is_over(board):
    return (not any(board.legal_moves) or board.is_insufficient_material() or board.is_repetition(3)
            or board.halfmove_clock >= 100 or board.ply() >= LONGEST)


def play_game(players, board, base, increment, stops, thinks):
    """Plays one game and appends (seconds used, left and stopped) for each move. Returns the reason for the end."""
    clocks, moves = [base, base], list(board.move_stack)  # clocks: Black's, White's
    for player in players:
        player.new_game(moves, base, increment)
    while not is_over(board):
        player, left, before = players[board.turn], clocks[board.turn], stops.total if stops else 0
        move, used = think(player, player.turn(board, clocks), left, stops)
        thinks.append((used, left, stops.total - before if stops else 0))
        if used > left:
            return "time"
        if move == "over":
            break
        clocks[board.turn] += increment - used
        try:
            board.push_uci(move)
        except ValueError:
            return "illegal"
    return "fine"


def play_games(kind, clock, options):
    """Plays the games of a setting and prints its line. Returns whether it passes."""
    base, increment = map(float, clock.split("+"))
    ends, thinks, players = collections.Counter(), [], []
    for number in range(1, options.games + 1):
        chance = random.Random(f"{options.seed} {number}")
        board, stops = opening(chance), Stops(chance) if options.stops else None
        try:
            while len(players) < 2:
                players.append(kind(options.engine))
            end = play_game(players, board, base, increment, stops, thinks)
        except Gone:
            end = "gone"
        if end in ("gone", "illegal") or number == options.games:
            while players:
                players.pop().kill()
        gc.collect()
        ends[end] += 1
        if end != "fine" and options.verbose:
            print(f"game {number}: {end} at ply {board.ply() + 1}", flush=True)
            if end == "time":
                used, left, stopped = (1000 * seconds for seconds in thinks[-1])
                print(f"  {left:.1f} ms left, {used:.1f} ms used, {stopped:.1f} ms of it stopped", flush=True)
    used, stopped, moves = sum(t[0] for t in thinks), sum(t[2] for t in thinks), max(1, len(thinks))
    least = min((t[1] - t[0] for t in thinks), default=0)
    worst = f" (worst by {-1000 * least:.1f} ms)" if ends["time"] else ""
    print(f"{kind.__name__.lower()} {clock}{' stops' * options.stops}: {options.games} games, "
          f"{ends['time']} lost on time{worst}, {ends['illegal']} illegal moves, {ends['gone']} disconnects; "
          f"{1000 * used / moves:.2f} ms a move, least left {1000 * least:.1f} ms, "
          f"{moves / options.games:.0f} moves a game, stopped {100 * stopped / max(used, 1e-9):.1f} %", flush=True)
    return ends["time"] <= options.allow and not ends["illegal"] and not ends["gone"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("engine", nargs=argparse.REMAINDER, help="the engine's command")
    parser.add_argument("--games", type=int, default=100, help="games for each setting (default: %(default)s)")
    parser.add_argument("--clock", metavar="BASE+INC", action="append", help=f"default: {' and '.join(CLOCKS)}")
    parser.add_argument("--protocol", choices=["uci", "cecp"], help="default: one after the other")
    parser.add_argument("--stops", action="store_true", help="stop the thinking engine at random moments")
    parser.add_argument("--load", metavar="N", type=int, default=0, help="busy loops beside the games")
    parser.add_argument("--allow", metavar="K", type=int, default=0, help="losses on time allowed for each setting")
    parser.add_argument("--seed", type=int, default=1, help="of openings and stops (default: %(default)s)")
    parser.add_argument("--verbose", action="store_true", help="print a line for each game that ended by a fault")
    options = parser.parse_args()
    if not options.engine or options.games < 1:
        parser.error("no engine or no games")
    kinds = {"uci": [Uci], "cecp": [Cecp]}.get(options.protocol, [Uci, Cecp])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("told to stop"))  # so that everything is cleaned up
    for _ in range(options.load):
        atexit.register(subprocess.Popen([sys.executable, "-c", "while True: pass"]).kill)
    gc.disable()  # collects between the games: a pause of the client would count as the engine's time
    passed = [play_games(kind, clock, options) for kind in kinds for clock in options.clock or CLOCKS]
    sys.exit(not all(passed))


if __name__ == "__main__":
    main()
