import { quote } from "./copying.js";
import { visitMoment } from "./film.js";
import { fold, light, openRow, visit } from "./highlighting.js";
import { pace, pause } from "./pace.js";
import { play } from "./playing.js";
import { showChosen, unpin } from "./relations.js";
import { END, G, R, SPEEDS, all, now, one } from "./state.js";
import { bring, go, pickPower, showOrders, step, view, year } from "./steps.js";

/* Keys, swipes, help. Letters act while the focus is in the player or nowhere. */
const help = one(".help"); // a game with one page has the guide's instead
const rowsShown = () => all(".orders li").filter(row => row.offsetParent);
/** The row after the focused one, or before it. @param {number} by @param {(row: any) => boolean} wanted */
const neighbour = (by, wanted = () => true) => {
  const listed = rowsShown().filter(wanted);
  const active = document.activeElement.closest(".orders li");
  if (!active) return by > 0 ? listed[0] : listed.at(-1);
  const order = rowsShown();
  const from = order.indexOf(active);
  const later = listed.filter(row => (by > 0 ? order.indexOf(row) > from : order.indexOf(row) < from));
  return by > 0 ? later[0] || listed[0] : later.at(-1) || listed.at(-1);
};
const LETTERS = {
  o: () => showOrders(!now.orders),
  b: () => view(!now.after),
  j: () => visit(neighbour(1)),
  k: () => visit(neighbour(-1)),
  f: () => openRow(neighbour(1, row => one(".fail", row))),
  "[": () => visitMoment(-1),
  "]": () => visitMoment(1),
  l: () => quote("link", one("[popovertarget]")),
  s: () => true,
  "+": () => pace(1),
  "=": () => pace(1),
  "-": () => now.speed > SPEEDS[0] && pace(-1),
};
const MOVES = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  ArrowUp: () => year(-1),
  ArrowDown: () => year(1),
  Home: () => { bring(); go(0); },
  End: () => { bring(); go(END); },
};
const WRITING = "input:not([type=range]):not([type=radio]), textarea, select, [contenteditable]";
const typing = e => e.target.closest(WRITING);
const inside = e => R.contains(e.target) || e.target === document.body;
const OWN_KEYS = ".scroll, .zoomed, dialog, .quote, .seek";
const choosing = e => e.target.matches("input[type=radio]") && /^Arrow(Up|Down)$/.test(e.key);
const busy = e => e.target.closest(OWN_KEYS) || choosing(e);
const PRESSED = "button, [role=button], input[type=radio]"; // by the space bar

const pressed = e => {
  if (e.key === "?" && help) return help.open ? help.close() : help.showModal();
  if (help?.open) return false;
  if (e.key === "Escape" && inside(e)) { fold(); pause(); unpin(); showChosen(); return light(null); }
  if (MOVES[e.key] && (inside(e) || e.target === document.body)) return MOVES[e.key]();
  if (e.key === " " && inside(e) && !e.target.closest(PRESSED)) return play();
  if (!inside(e)) return false;
  if (/^[0-9]$/.test(e.key) && +e.key <= G.powers.length) return pickPower(+e.key ? G.powers[e.key - 1] : "");
  return LETTERS[e.key.toLowerCase()] ? LETTERS[e.key.toLowerCase()]() : false;
};

addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey || typing(e) || busy(e)) return;
  if (pressed(e) === false) return;
  e.preventDefault();
  e.stopImmediatePropagation();
}, true);
one("[data-help]")?.addEventListener("click", () => help.showModal());
help?.addEventListener("click", e => e.target === help && help.close());

let touch = null;
for (const strip of [one(".bar"), one(".phase-head")]) {
  strip.addEventListener("touchstart", e => {
    const single = e.touches.length === 1 && !e.target.closest("input");
    touch = single ? e.touches[0] : null;
  }, { passive: true });
  strip.addEventListener("touchend", e => {
    if (!touch) return;
    const dx = e.changedTouches[0].clientX - touch.clientX;
    const dy = e.changedTouches[0].clientY - touch.clientY;
    touch = null;
    if (Math.abs(dx) > 44 && Math.abs(dx) > 2 * Math.abs(dy)) step(dx < 0 ? 1 : -1);
  }, { passive: true });
}
