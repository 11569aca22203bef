// The board: chessground with the engine's legal moves.
import { Chessground } from "./chessground.js";
import { make } from "./page.js";

const NAMES = { q: "queen", r: "rook", b: "bishop", n: "knight" };

/** Maps each square to the target squares of its piece, as chessground expects. */
function destinations(legal) {
    const to = new Map();
    for (const { uci } of legal) {
        const from = uci.slice(0, 2);
        to.set(from, [...(to.get(from) ?? []), uci.slice(2, 4)]);
    }
    return to;
}

export class Board {
    #legal = [];
    // Closes the choice of a promotion piece.
    #choose = () => {};

    /** A board in this element. Calls `played` with each move, in coordinate notation: e7e8q. */
    constructor(place, played = null) {
        this.place = place;
        this.played = played;
        this.square = make("div", { class: "squares" });
        place.append(this.square);
        this.ground = Chessground(this.square, {
            coordinates: true,
            animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches },
            movable: { free: false, color: undefined, events: { after: (from, to) => this.#moved(from, to) } },
            drawable: { enabled: false },
            premovable: { enabled: false },
        });
    }

    /** Shows a position from the engine's answer; `side` may move. */
    show(position, side = position.turn) {
        this.#choose(null);
        this.#legal = position.legal ?? [];
        this.ground.set({
            fen: position.fen,
            turnColor: position.turn,
            lastMove: position.last ?? undefined,
            check: position.check ?? false,
            movable: { color: this.played ? side : undefined, dests: destinations(this.#legal) },
        });
    }

    mark(squares) {
        this.ground.set({ lastMove: squares ?? undefined });
    }

    arrow(uci) {
        const shapes = uci ? [{ orig: uci.slice(0, 2), dest: uci.slice(2, 4), brush: "blue" }] : [];
        this.ground.setAutoShapes(shapes);
    }

    turn(side) {
        this.ground.set({ orientation: side });
    }

    async #moved(from, to) {
        const moves = this.#legal.filter(({ uci }) => uci.startsWith(from + to));
        const move = moves.length > 1 ? await this.#promotion(moves) : moves[0];
        if (move) this.played(move.uci);
    }

    /** Asks for the promotion piece. Resolves with null if another position is shown meanwhile. */
    #promotion(moves) {
        return new Promise((resolve) => {
            this.#choose(null);
            const choice = make("div", { class: "choice", role: "group", "aria-label": "Promotion" });
            this.#choose = (move) => {
                choice.remove();
                resolve(move);
            };
            for (const move of moves) {
                const button = make("button", { type: "button" }, NAMES[move.uci[4]]);
                button.addEventListener("click", () => this.#choose(move));
                choice.append(button);
            }
            this.place.append(choice);
            choice.querySelector("button").focus();
        });
    }
}
