// The contents of the course, with the reader's progress.
import { kept, make } from "./page.js";

const progress = kept("progress", {});
for (const place of document.querySelectorAll(".progress")) {
    const cells = Number(place.dataset.cells);
    const done = (progress[place.dataset.lesson] ?? []).filter((what) => what.startsWith("cell ")).length;
    if (done) place.append(make("span", { class: done >= cells ? "all" : "" }, done >= cells ? "✓ done" : `${done} of ${cells} experiments`));
}
