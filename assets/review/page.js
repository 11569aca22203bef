"use strict";
const NS = "http://www.w3.org/2000/svg";
const board = document.getElementById("board");
const graph = document.getElementById("graph");
const links = [...document.querySelectorAll("a[data-at]")];
let at = 0;
let turned = false;

function add(name, attributes) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  board.append(element);
  return element;
}

function draw() {
  const { squares, last, said } = POSITIONS[at];
  board.replaceChildren();
  for (let square = 0; square < 64; square += 1) {
    const file = square % 8;
    const rank = square >> 3;
    const x = 40 * (turned ? 7 - file : file);
    const y = 40 * (turned ? rank : 7 - rank);
    add("rect", { x, y, width: 40, height: 40, class: (file + rank) % 2 ? "light" : "dark" });
    if (last.includes(square)) add("rect", { x, y, width: 40, height: 40, class: "last" });
    if (x === 0) add("text", { x: x + 2, y: y + 10 }).textContent = rank + 1;
    if (y === 280) add("text", { x: x + 33, y: y + 37 }).textContent = "abcdefgh"[file];
    const piece = squares[square];
    if (piece === ".") continue;
    const side = piece === piece.toUpperCase() ? "white" : "black";
    add("use", { href: `#${piece.toLowerCase()}`, x, y, class: side });
  }
  document.getElementById("said").textContent = said.join("\n");
  const x = (at / Math.max(1, POSITIONS.length - 1)) * graph.viewBox.baseVal.width;
  for (const end of ["x1", "x2"]) document.getElementById("here").setAttribute(end, x);
  for (const link of links) link.classList.toggle("here", Number(link.dataset.at) === at);
}

function goTo(position) {
  at = Math.min(Math.max(position, 0), POSITIONS.length - 1);
  draw();
}

const STEPS = {
  first: () => goTo(0),
  back: () => goTo(at - 1),
  forward: () => goTo(at + 1),
  last: () => goTo(POSITIONS.length - 1),
  turn: () => { turned = !turned; draw(); },
};
for (const [name, step] of Object.entries(STEPS)) document.getElementById(name).onclick = step;
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last", f: "turn" };
document.addEventListener("keydown", (event) => {
  if (!KEYS[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  STEPS[KEYS[event.key]]();
});
for (const link of links) {
  link.onclick = (event) => { event.preventDefault(); goTo(Number(link.dataset.at)); };
}
graph.onclick = (event) => {
  const box = graph.getBoundingClientRect();
  goTo(Math.round(((event.clientX - box.left) / box.width) * (POSITIONS.length - 1)));
};
goTo(Number(location.hash.slice(1)) || 0);
