#!/usr/bin/env python3
"""Check an engine with python-chess, the client that most scripts and lichess bots use.

    python_chess.py [options] ENGINE [ARGUMENT ...]
    python_chess.py --only game,mate target/release/alula xboard
    python_chess.py target/release/alula uci

Every check starts a new engine with `popen_xboard`, or with `popen_uci` if `uci` is its first argument, prints one line,
and, except for the handshake, ends with `quit`. A check fails on an exception, an illegal move, a wrong answer, a loss on
time, a nonzero exit status, or a line that python-chess does not expect. Exit status 0 means that all checks passed.

Needs the Python package `chess`.
"""

import argparse
import contextlib
import logging
import shlex
import signal
import sys
import time

import chess
import chess.engine
from chess.engine import INFO_ALL, Limit, Mate, SimpleEngine

BASE, INCREMENT = 3.0, 0.05  # seconds, in games
LONGEST_CHECK = 60  # seconds
MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"
MATES_IN_ONE = {
    "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1": "a1a8",
    "r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1": "a8a1",
}
BLACK_TO_MOVE = [
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/2Pp4/4P3/PP1P1PPP/RNBQKBNR b KQkq c3 0 3",  # en passant
    "8/8/8/8/8/k7/p1K5/8 b - - 3 60",  # promotion
    "4k3/8/8/b7/8/8/3P4/4K2R b K - 99 80",  # one half-move before the fifty-move rule
]


class Fault(Exception):
    """A fault of the engine."""


class Listener(logging.Handler):
    """Collects the warnings of python-chess, mainly about engine lines that it does not understand."""

    FINE = (
        "stat01:",  # the proper answer to `.`, which python-chess sends but does not read
        "Rejecting feature sigterm=0",  # a feature that python-chess refuses, without need
        "Unexpected hint",  # the move that the engine ponders on
    )

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        message = record.getMessage()
        if not any(text in message for text in self.FINE):
            self.lines.append(message)


def speaks_uci(command):
    return command[1:2] == ["uci"]


def started(command):
    popen = SimpleEngine.popen_uci if speaks_uci(command) else SimpleEngine.popen_xboard
    return popen(command, timeout=10)


@contextlib.contextmanager
def running(command):
    """Yield the engine as a SimpleEngine. At the end it must quit quickly and with status 0."""
    engine = started(command)
    try:
        engine.command = command
        yield engine
        start = time.monotonic()
        engine.quit()
        status, seconds = engine.protocol.returncode.result(), time.monotonic() - start
        demand(status == 0, f"exit status {status} after quit")
        demand(seconds < 0.7, f"took {seconds:.2f} s to quit")
    finally:
        engine.close()


def demand(condition, message):
    if not condition:
        raise Fault(message)


def timed(function, *arguments, **named):
    """Return the function's result and the time that it took, in seconds."""
    start = time.monotonic()
    return function(*arguments, **named), time.monotonic() - start


def demand_line(board, info):
    """Demand complete thinking output with a legal line."""
    missing = [key for key in ("depth", "score", "nodes", "time", "pv") if key not in info]
    demand(not missing, f"thinking output without {', '.join(missing)}")
    demand(info["pv"], "thinking output with an empty or illegal line of play")
    board = board.copy()
    for move in info["pv"]:
        demand(board.is_legal(move), f"illegal move {move} in a line of play for {board.fen()}")
        board.push(move)


def demand_move(board, result):
    demand(result.move is not None, f"no move in {board.fen()}")
    demand(board.is_legal(result.move), f"illegal move {result.move} in {board.fen()}")


def can_analyse(engine):
    return speaks_uci(engine.command) or engine.protocol.features.get("analyze", 1)


def is_over(board):
    return (board.is_checkmate() or board.is_stalemate() or board.is_insufficient_material()
            or board.is_repetition(3) or board.halfmove_clock >= 100)


def play_game(players, plies, ponder):
    """Play a game with real clocks. Return the final board and the clocks."""
    board, game, clocks = chess.Board(), object(), [BASE, BASE]  # clocks: Black's, White's
    while not is_over(board) and board.ply() < plies:
        limit = Limit(white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK],
                      white_inc=INCREMENT, black_inc=INCREMENT)
        result, seconds = timed(players[board.turn].play, board, limit, game=game, info=INFO_ALL, ponder=ponder)
        clocks[board.turn] -= seconds
        demand(clocks[board.turn] >= 0, f"time loss by {-clocks[board.turn]:.3f} s at move {board.fullmove_number}")
        if result.resigned:
            break
        demand_move(board, result)
        clocks[board.turn] += INCREMENT
        board.push(result.move)
    for player in players:
        player.send_game_result(board)
        player.ping()
    return board, clocks


def report_game(board, clocks):
    black, white = clocks
    return f"{board.fullmove_number} moves, {board.result()}, clocks {white:.1f} - {black:.1f} s"


def check_handshake(options):
    engine, seconds = timed(started, options.engine)
    with contextlib.closing(engine):
        name = engine.id.get("name")
        demand(name, "the engine has no name")
        return f"{name}, {len(engine.options)} options, {1000 * seconds:.0f} ms"


def check_ping(options):
    with running(options.engine) as engine:
        worst = max(timed(engine.ping)[1] for _ in range(20))
    demand(worst < 0.5, f"pong after {worst:.2f} s")
    return f"20 pongs, the slowest after {1000 * worst:.1f} ms"


def check_game(options):
    with running(options.engine) as engine, running(options.opponent) as opponent:
        return report_game(*play_game([opponent, engine], plies=400, ponder=False))


def check_ponder(options):
    with running(options.engine) as engine, running(options.opponent) as opponent:
        return report_game(*play_game([engine, opponent], plies=40, ponder=True))


def check_time(options):
    board = chess.Board(MIDDLEGAME)
    with running(options.engine) as engine:
        for limit in (0.1, 0.5, 1):
            result, seconds = timed(engine.play, board, Limit(time=limit))
            demand_move(board, result)
            demand(seconds < limit + 0.1, f"{seconds:.2f} s for a move of {limit} s")
    return f"0.1, 0.5 and 1 s a move obeyed, the last in {seconds:.3f} s"


def check_depth(options):
    board = chess.Board(MIDDLEGAME)
    with running(options.engine) as engine:
        result = engine.play(board, Limit(depth=4), info=INFO_ALL)
        demand_move(board, result)
        demand_line(board, result.info)
        demand(result.info["depth"] <= 4, f"depth {result.info['depth']} after sd 4")
        if can_analyse(engine):
            info = engine.analyse(board, Limit(depth=5, time=30))
            demand_line(board, info)
            demand(info["depth"] >= 5, f"analysis to depth 5 reached only {info['depth']}")
    return f"depth 4 played with {result.info['nodes']} nodes"


def check_analysis(options):
    board = chess.Board(MIDDLEGAME)
    with running(options.engine) as engine:
        if not can_analyse(engine):
            return "left out, the engine says analyze=0"
        info, seconds = timed(engine.analyse, board, Limit(time=0.7))
        demand_line(board, info)
        demand(seconds < 1.2, f"{seconds:.2f} s for an analysis of 0.7 s")
        for fen in BLACK_TO_MOVE[:2]:  # interrupted after a few lines: the engine must answer the next position at once
            follow_analysis(engine, chess.Board(fen))
        demand_move(board, engine.play(board, Limit(time=0.1)))
    return f"depth {info['depth']}, {info['nodes']} nodes in {seconds:.2f} s, score {info['score'].relative}"


def follow_analysis(engine, board):
    start = time.monotonic()
    with engine.analysis(board) as analysis:
        for count, info in enumerate(analysis):
            if "pv" in info:
                demand_line(board, info)
            if count == 3 or time.monotonic() - start > 5:
                break


def check_mate(options):
    with running(options.engine) as engine:
        for fen, best in MATES_IN_ONE.items():
            board = chess.Board(fen)
            if can_analyse(engine):
                info = engine.analyse(board, Limit(time=0.3))
                demand_line(board, info)
                demand(info["score"].relative == Mate(1), f"analysis gives {info['score'].relative} for a mate in one")
            result = engine.play(board, Limit(time=0.3), info=INFO_ALL)
            demand(result.move == chess.Move.from_uci(best), f"{result.move} does not mate in {fen}")
            demand("score" in result.info, "a mate in one played without thinking output")
            demand(result.info["score"].relative == Mate(1), f"plays for {result.info['score'].relative}")
    return "mate in one found for both colours, score #+1"


def check_setup(options):
    moves = []
    with running(options.engine) as engine:
        for fen in BLACK_TO_MOVE:
            board = chess.Board(fen)
            result = engine.play(board, Limit(time=0.1))
            demand_move(board, result)
            moves.append(board.san(result.move))
    return f"Black to move: {' '.join(moves)}"


def check_takeback(options):
    board, game = chess.Board(), object()
    with running(options.engine) as engine:
        for move in "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1".split():
            board.push_uci(move)
        for _ in range(9):  # python-chess takes moves back with `remove` and `undo`, in force mode
            demand_move(board, engine.play(board, Limit(time=0.05), game=game))
            board.pop()
        demand_move(board, engine.play(board, Limit(time=0.05), game=game))
    return "nine moves taken back, an answer in every position"


def check_chess960(options):
    castled = 0
    with running(options.engine) as engine:
        for number in (0, 111, 518, 634, 959):
            board, game = chess.Board.from_chess960_pos(number), object()
            while not is_over(board) and board.ply() < 60:
                result = engine.play(board, Limit(time=0.01), game=game)
                if result.resigned:
                    break
                demand_move(board, result)
                castled += board.is_castling(result.move)
                board.push(result.move)
    return f"five games, castled {castled} times"


def check_options(options):
    board = chess.Board(MIDDLEGAME)
    if not speaks_uci(options.engine):
        return "left out, they are those of UCI"
    with running(options.engine) as engine:
        engine.configure({"Hash": 8, "Threads": 2, "UCI_ShowWDL": True, "Move Overhead": 20, "Clear Hash": None})
        lines = engine.analyse(board, Limit(depth=6), multipv=3)
        demand([line["multipv"] for line in lines] == [1, 2, 3], f"{len(lines)} lines instead of three")
        for line in lines:
            demand_line(board, line)
            demand("wdl" in line and "hashfull" in line and "seldepth" in line, f"an incomplete line: {line}")
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 1000})
        result = engine.play(board, Limit(time=0.1), info=INFO_ALL)
        demand_move(board, result)
        only = [chess.Move.from_uci(move) for move in ("a2a3", "h2h3")]
        result = engine.play(board, Limit(nodes=1000), root_moves=only)
        demand(result.move in only, f"{result.move} was to be left out")
    return f"three lines, the best {lines[0]['score'].relative}, {lines[0]['wdl'].relative}"


CHECKS = {
    check.__name__.removeprefix("check_"): check
    for check in (check_handshake, check_ping, check_game, check_ponder, check_time, check_depth, check_analysis,
                  check_mate, check_setup, check_takeback, check_chess960, check_options)
}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0], epilog=f"checks: {', '.join(CHECKS)}")
    parser.add_argument("engine", nargs=argparse.REMAINDER, help="the engine's command")
    parser.add_argument("--only", metavar="CHECK,...", help="do these checks")
    parser.add_argument("--skip", metavar="CHECK,...", default="", help="leave these checks out")
    parser.add_argument("--opponent", metavar="COMMAND", help="other engine in games (default: a second copy)")
    parser.add_argument("--lax", action="store_true", help="forgive lines that are no protocol (to try other engines)")
    options = parser.parse_args()
    if not options.engine:
        parser.error("no engine given")
    only, skip = (options.only or ",".join(CHECKS)).split(","), options.skip.split(",")
    if unknown := {*only, *skip} - {*CHECKS, ""}:
        parser.error(f"no such check: {', '.join(unknown)}; there are {', '.join(CHECKS)}")
    options.opponent = shlex.split(options.opponent) if options.opponent else options.engine
    options.checks = [name for name in CHECKS if name in only and name not in skip]
    return options


def passes(name, options, listener):
    """Run one check and print its line."""
    listener.lines.clear()
    signal.alarm(LONGEST_CHECK)
    start = time.monotonic()
    try:
        detail = CHECKS[name](options)
        demand(options.lax or not listener.lines, "; ".join(listener.lines[:3]))
    except Exception as error:  # any exception of python-chess fails this check; the others continue
        print(f"FAIL {name}: {type(error).__name__}: {error}".removesuffix(": "), flush=True)
        return False
    finally:
        signal.alarm(0)
    print(f"ok   {name}: {detail} [{time.monotonic() - start:.1f} s]", flush=True)
    return True


def too_long(_signal, _frame):
    raise Fault(f"not done after {LONGEST_CHECK} s")


def main():
    options = parse_arguments()
    signal.signal(signal.SIGALRM, too_long)
    listener = Listener()
    logging.getLogger("chess.engine").addHandler(listener)
    logging.getLogger("chess.engine").propagate = False
    failed = [name for name in options.checks if not passes(name, options, listener)]
    if failed:
        print(f"FAIL: python-chess, {len(failed)} of {len(options.checks)} checks: {', '.join(failed)}")
        sys.exit(1)
    print(f"PASS: python-chess, {len(options.checks)} checks")


if __name__ == "__main__":
    main()
