import { R, all, board, concerning, now, one } from "./state.js";

/* An order and its arrow light up together, and with them the units that its reason names. */
export const drawn = at => (board ? all(`.board [data-o="${CSS.escape(at)}"]`) : []);
const rows = at => all(`.orders li[data-o="${CSS.escape(at)}"]`);

export const clear = () => {
  R.classList.remove("has-lit");
  all(".lit, .blame").forEach(e => e.classList.remove("lit", "blame"));
};

const orderOf = named => one(`.orders [id="${CSS.escape(named.hash.slice(1))}"]`)?.closest("li");

export const light = row => {
  clear();
  if (!row || !row.dataset.o) return;
  R.classList.add("has-lit");
  row.classList.add("lit");
  drawn(row.dataset.o).forEach(e => e.classList.add("lit"));
  for (const other of all(".ref", row).map(orderOf).filter(other => other && other !== row)) {
    drawn(other.dataset.o).forEach(e => e.classList.add("blame"));
    other.classList.add("blame");
  }
};

export const held = () => (now.power ? null : one(".orders li.open"));

export const rove = row => {
  all(".orders .said").forEach(e => (e.tabIndex = -1));
  if (row) one(".said", row).tabIndex = 0;
};

export const visit = row => {
  if (!row) return;
  rove(row);
  one(".said", row).focus();
};

const unfold = (row, open = true) => {
  if (!one(".why", row)) return;
  row.classList.toggle("open", open);
  one(".said", row).setAttribute("aria-expanded", open);
};

export const fold = () => all(".orders li.open").forEach(row => unfold(row, false));

export const openRow = row => {
  if (!row) return;
  if (!now.power) fold();
  unfold(row);
  visit(row);
  light(row);
};

export const choosePower = name => {
  now.power = name;
  R.classList.toggle("one-power", !!name);
  one("[data-strip]").hidden = !name || !board;
  all(".mine, .about").forEach(e => e.classList.remove("mine", "about"));
  if (!name) return;
  const part = one(`.pw[data-p="${CSS.escape(name)}"]`);
  part.classList.add("mine");
  const marks = new Set(concerning(now.at, name));
  for (const row of [...marks].flatMap(rows).filter(row => !part.contains(row))) {
    row.classList.add("about");
    row.closest(".pw").classList.add("about");
  }
  for (const row of all("li:has(.fail)", part)) {
    unfold(row);
    all(".ref", row).forEach(named => marks.add(orderOf(named)?.dataset.o));
  }
  marks.forEach(at => at && drawn(at).forEach(e => e.classList.add("mine")));
};

one(".orders").addEventListener("pointerover", e => e.pointerType === "mouse" && light(e.target.closest("li")));
one(".orders").addEventListener("pointerleave", () => light(held()));
one(".orders").addEventListener("focusin", e => { const row = e.target.closest("li"); rove(row); light(row); });
one(".orders").addEventListener("focusout", () => light(held()));
one(".orders").addEventListener("click", e => {
  const named = e.target.closest(".ref");
  const said = e.target.closest(".said");
  if (named) {
    e.preventDefault();
    openRow(orderOf(named));
  } else if (said) {
    const row = said.closest("li");
    if (!row.classList.contains("open")) return openRow(row);
    unfold(row, false);
    light(row);
  }
});
one(".orders").addEventListener("keydown", e => {
  if (e.target.matches(".said[role]") && (e.key === "Enter" || e.key === " ")) {
    e.preventDefault();
    e.target.click();
  }
});
board?.addEventListener("click", e => {
  const mark = e.target.closest("[data-o]");
  if (mark) openRow(rows(mark.dataset.o)[0]);
});
