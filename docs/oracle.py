"""Alpha-beta, checked to the node: python3 oracle.py ALULA < TABLE, with a table of 'figures new alphabeta'.

Rules and evaluation are Alula's, asked through a pipe; the search is this program's own.
"""
import re
import subprocess
import sys

FEN = re.compile(r"(?:[1-8pnbrqkPNBRQK]+/){7}\S+ [wb] \S+ \S+ \d+ \d+")
ALULA = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(*lines):
    ALULA.stdin.write("\n".join(lines) + "\necho .\n")
    ALULA.stdin.flush()
    return "".join(iter(ALULA.stdout.readline, ".\n"))


def alphabeta(fen, depth, alpha, beta):
    if depth == 0:
        total = int(re.search(r"^sum for White,.*?(-?\d+)$", ask("setboard " + fen, "eval --csv"), re.M)[1])
        return (total if " w " in fen else -total), 0, []
    nodes, pv = 0, []
    for move in re.findall(r"^\d+,[^,]*,(\w+)", ask("setboard " + fen, "moves --csv"), re.M):
        after = FEN.findall(ask("setboard " + fen, "play none", move, "fen"))[-1]
        score, below, line = alphabeta(after, depth - 1, -beta, -alpha)
        nodes += 1 + below
        if -score >= beta:
            return beta, nodes, pv
        if -score > alpha:
            alpha, pv = -score, [move] + line
    return alpha, nodes, pv


ask("tutorial")
print(sys.stdin.readline().rstrip())
for row in sys.stdin:
    fen, depth = row.split("\t")[:2]
    score, nodes, pv = alphabeta(fen, int(depth), -10000, 10000)
    print(fen, depth, score, nodes, " ".join(pv) or "-", sep="\t")
