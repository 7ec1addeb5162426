import { choosePower, drawn } from "./highlighting.js";
import { G, R, all, now, one, slugOf } from "./state.js";

/* The ribbon below the chart: support and attack between two powers, season by season. A row that
   is pointed at, or has the focus, shows these two powers alone; a pressed one stays. */
const ribbon = one("[data-relations]");
let pinned = null; // the two powers of a pressed row
let pointed = null; // those of the row that is pointed at

const SIGNS = { s: ["s"], a: ["a"], b: ["s", "a"] };
const WORDS_OF_SIGNS = { s: "support", a: "attack", b: "support and attack" };

const showPair = pair => {
  const { power } = now;
  choosePower("");
  now.power = power;
  R.classList.add("one-power");
  const parts = pair.map(name => one(`.pw[data-p="${CSS.escape(name)}"]`));
  for (const part of parts) {
    part.classList.add("mine");
    for (const row of all("li", part)) drawn(row.dataset.o).forEach(e => e.classList.add("mine"));
  }
};

/* Shows what is chosen: two powers, one, or all. */
export const showChosen = () => {
  const pair = pointed || pinned;
  if (pair) showPair(pair);
  else choosePower(now.power);
};

const point = pair => {
  pointed = pair;
  showChosen();
};

/* A row has the columns of the chart, so each sign stands below its phase. */
const signsRow = letters => {
  const strip = one(".years").cloneNode(true);
  strip.inert = true;
  strip.className = "rel-years";
  for (const other of all(".bars, .tk, .yl", strip)) other.remove();
  all(".cols a", strip).forEach((column, at) => {
    const cell = document.createElement("span");
    cell.className = "rel-cell";
    for (const sign of SIGNS[letters[at]] || []) {
      const mark = document.createElement("i");
      mark.className = sign;
      cell.append(mark);
    }
    column.replaceWith(cell);
  });
  return strip;
};

const spoken = letters => [...letters]
  .map((letter, at) => (WORDS_OF_SIGNS[letter] ? `${G.phases[at].t}: ${WORDS_OF_SIGNS[letter]}` : ""))
  .filter(Boolean).join("; ");

const discs = pair => pair.map(name => {
  const disc = one(`.pw[data-p="${CSS.escape(name)}"] h3 .ctr`).cloneNode(true);
  disc.classList.add(`p-${slugOf(name)}`);
  return disc;
});

const pairRow = ([first, second, letters]) => {
  const pair = [G.powers[first], G.powers[second]];
  const button = document.createElement("button");
  const names = Object.assign(document.createElement("span"), { textContent: pair.join(", ") });
  const account = document.createElement("span");
  account.className = "vh";
  account.textContent = `: ${spoken(letters)}`;
  button.type = "button";
  button.className = "rel-row";
  button.setAttribute("aria-pressed", "false");
  const label = document.createElement("span");
  label.className = "rel-pair";
  label.append(...discs(pair), names);
  button.append(label, signsRow(letters), account);
  button.addEventListener("pointerenter", e => e.pointerType === "mouse" && point(pair));
  button.addEventListener("pointerleave", () => point(null));
  button.addEventListener("focus", () => point(pair));
  button.addEventListener("blur", () => point(null));
  button.addEventListener("click", () => {
    const again = button.getAttribute("aria-pressed") === "true";
    for (const row of all(".rel-row", ribbon)) row.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", String(!again));
    pinned = again ? null : pair;
    if (again) pointed = null;
    showChosen();
  });
  return button;
};

export const unpin = () => {
  pinned = pointed = null;
  for (const row of all(".rel-row", ribbon)) row.setAttribute("aria-pressed", "false");
};

ribbon.hidden = !G.relations.length;
ribbon.addEventListener("toggle", () => {
  if (ribbon.open && !one(".rel-row", ribbon)) ribbon.append(...G.relations.map(pairRow));
});
const onDesk = matchMedia("(min-width: 58.0625em)");
setTimeout(() => { ribbon.open = onDesk.matches; }, 500); // not in the way of the first phase
