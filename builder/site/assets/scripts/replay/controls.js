import { pace } from "./pace.js";
import { closeUp } from "./film.js";
import { momentAt } from "./moments.js";
import { play } from "./playing.js";
import { END, SPEEDS, all, now, one, phaseAt } from "./state.js";
import { bring, go, pickPower, showOrders, step, view, visitAddress } from "./steps.js";

/* What the buttons of the player do, and the links below it that lead to a phase. */
all("[data-go]").forEach(button => button.addEventListener("click", e => {
  e.preventDefault();
  ({ first: () => go(0), back: () => step(-1), play, on: () => step(1), last: () => go(END) })[button.dataset.go]();
}));
all("[data-view]").forEach(button => button.addEventListener("click", () => view(button.dataset.view === "after")));
one("[data-toggle=orders]").addEventListener("click", () => showOrders(!now.orders));
one("[data-speed]").addEventListener("click", () => pace(now.speed === SPEEDS.at(-1) ? 0 : 1));
all("input[name=pw]").forEach(input => input.addEventListener("change", () => pickPower(input.value)));
addEventListener("hashchange", visitAddress);
const leadsToPhase = link => phaseAt(link.dataset.phase ?? link.hash.slice(1)) >= 0;
document.querySelectorAll(".below a").forEach(link => leadsToPhase(link) && link.addEventListener("click", e => {
  e.preventDefault();
  now.brought = false;
  bring();
  const at = phaseAt(link.dataset.phase ?? link.hash.slice(1));
  go(at).then(() => now.at === at && momentAt(at) && closeUp(momentAt(at)));
}));
