#!/usr/bin/env bash
# Makes the pictures of the README and of docs/ anew: bash assets/screens/all.sh [ENGINE]
# Wants tmux, Python with Pillow, and the font DejaVu Sans Mono.
set -euo pipefail
cd "$(dirname "$0")"
engine=$(realpath "${1:-../../target/release/alula}")

shoot() {
    "${PYTHON:-python3}" shoot.py "$engine" "$@"
}

# A game against a club player with clocks; the seed fixes its answers.
shoot play.png 92 26 'seed 5' Enter 'opponent club player' Enter '5+3' Enter \
    e4 Enter wait:6 Nf3 Enter wait:6 d4 Enter wait:6 Nxd4 Enter wait:6 Nc3 Enter wait:6
# The three best lines of a middlegame.
shoot analysis.png 92 26 'setboard r1bqk2r/ppp2ppp/2n2n2/2bpp3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w kq - 0 6' Enter \
    'analyse 3' Enter wait:4
# A puzzle, after a wrong move.
shoot puzzle.png 92 26 'puzzle wac 1' Enter wait:1 Nxc6 Enter wait:5
# The smallest window that has the full-screen view, with Black below.
shoot tiny.png 60 20 'seed 8' Enter 'opponent club player' Enter 'play white' Enter wait:3 c5 Enter wait:3
# Without colours, for those who set NO_COLOR.
SHOOT_NO_COLOR=1 shoot plain.png 80 24 'seed 8' Enter e4 Enter wait:4
