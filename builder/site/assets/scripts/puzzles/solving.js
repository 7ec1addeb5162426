import { mapOfPhase } from "../common/map_of_phase.js";

/* A puzzle of a game: one order of a power is changed, and the page knows which orders save the centre.
   A star begins those; the first order of a unit is the one that was played. */
if (location.protocol === "file:" && parent !== self) // a page from disk is read in a frame
  parent.postMessage(document.documentElement.outerHTML, "*");

const WORDS = {
  "": "That is what was played. Change one order.",
  0: "The centre is lost all the same.",
  1: "Solved: the centre is held.",
};

const fillChoices = select => {
  select.dataset.orders.split("|").forEach((order, number) => {
    const saves = order.startsWith("*");
    const played = number === 0 && !saves;
    select.append(new Option(order.replace("*", ""), played ? "" : `${Number(saves)}`));
  });
};

/* Only one order differs from those that were played. */
const keepOthers = (selects, changed) => {
  for (const select of selects) if (select !== changed) select.selectedIndex = 0;
};

const drawMap = async puzzle => {
  const place = puzzle.querySelector("[data-map]");
  if (place.dataset.drawn) return;
  place.dataset.drawn = "1";
  try {
    const map = await mapOfPhase(`../${puzzle.dataset.phase}/`);
    if (map) place.append(map);
  } catch {
    delete place.dataset.drawn; // the link to the page of the phase is there
  }
};

const lightOrder = (puzzle, place) => {
  for (const lit of puzzle.querySelectorAll(".lit")) lit.classList.remove("lit");
  puzzle.classList.toggle("has-lit", Boolean(place));
  if (!place) return;
  for (const drawn of puzzle.querySelectorAll(`.board [data-o="${CSS.escape(place)}"]`)) drawn.classList.add("lit");
};

for (const puzzle of document.querySelectorAll(".puzzle")) {
  const form = puzzle.querySelector("[data-choose]");
  const selects = [...form.querySelectorAll("select")];
  selects.forEach(fillChoices);
  const verdict = form.querySelector("[data-verdict]");
  const answer = puzzle.querySelector(".answer");
  form.addEventListener("change", e => {
    keepOthers(selects, e.target);
    verdict.textContent = "";
    verdict.className = "";
  });
  form.addEventListener("submit", e => {
    e.preventDefault();
    const changed = selects.find(select => select.selectedIndex > 0);
    const value = changed ? changed.value : "";
    verdict.textContent = WORDS[value];
    verdict.className = value === "1" ? "right" : "";
    if (value === "1") answer.open = true;
  });
  form.addEventListener("focusin", e => lightOrder(puzzle, e.target.dataset.o));
  form.addEventListener("focusout", () => lightOrder(puzzle, ""));
  new IntersectionObserver(([{ isIntersecting }], watch) => {
    if (!isIntersecting) return;
    watch.disconnect();
    drawMap(puzzle);
  }, { rootMargin: "300px" }).observe(puzzle);
}
