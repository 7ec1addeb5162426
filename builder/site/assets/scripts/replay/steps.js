import { pause } from "./pace.js";
import { choosePower, clear, fold } from "./highlighting.js";
import { loaded, nearestPhase, report } from "./loading.js";
import { following } from "./moments.js";
import { act, lasting, rest, stage } from "./motion.js";
import {
  mark, paintCentres, paintChart, paintCursor, paintHead, paintList, paintMap, paintPicture,
} from "./painting.js";
import { phasesNear } from "./phases.js";
import { unpin } from "./relations.js";
import {
  END, G, R, STILL, all, concerning, frame, label, now, one, phaseAt, slugOf, still,
} from "./state.js";

/* Going from phase to phase, and to addresses (`#1905-fall-movement/italy`). */
export const here = () => G.phases[now.at].s + (now.power ? `/${slugOf(now.power)}` : "");

/* Goes where the address leads. An unknown phase is reported, with the nearest one. */
export const visitAddress = () => {
  const [slug, power = ""] = location.hash.slice(1).split("/");
  if (!slug || document.getElementById(slug)) return false;
  const at = phaseAt(slug);
  const name = G.powers.find(known => slugOf(known) === power) || "";
  all("input[name=pw]").forEach(input => (input.checked = input.value === name));
  now.power = name;
  now.seen = false;
  if (at >= 0) {
    go(at, { quiet: true });
    return true;
  }
  const nearest = nearestPhase(slug);
  go(nearest, { quiet: true });
  report(`This game has no phase “${slug.slice(0, 60)}”. This is the nearest: ${label(nearest)}.`);
  return true;
};

const remember = () => {
  try { history.replaceState(null, "", `#${here()}`); } catch { /* an old page from disk */ }
};

/* Heading, chart and map change together as soon as the phase is loaded; the list follows in the
   next frame, because each is much work for a slow browser. `moment` is where its motion begins. */
export const go = async (at, { quiet = false, moment = now.playing ? 0 : STILL } = {}) => {
  const to = Math.max(0, Math.min(END, at));
  now.wanted = to;
  const needed = now.after || moment !== STILL ? [to, Math.min(END, to + 1)] : [to];
  if (to === now.at && now.seen) {
    if (moment === STILL) stillAgain();
    else if (await loaded(to, needed, () => go(at, { moment }))) act(moment);
    return undefined;
  }
  report("");
  if (!(await loaded(to, needed, () => go(at, { quiet, moment })))) return undefined;
  await frame();
  if (now.wanted !== to) return undefined;
  rest();
  now.at = to;
  now.seen = true;
  paintHead();
  paintChart();
  paintPicture();
  now.lasting = lasting(to);
  if (to === END) pause();
  else if (moment !== STILL) act(moment);
  if (!quiet) remember();
  await frame();
  if (now.wanted !== to) return undefined;
  paintList();
  await frame();
  if (now.wanted === to) phasesNear(to, following(to));
  return undefined;
};

export const stillAgain = () => {
  if (!stage) return;
  rest();
  paintCursor();
  paintCentres(now.at);
};

/* Scrolls to the player, once, if its board or its bar is not wholly seen. The line of keys below
   the bar may stay out of sight: nobody needs it to go on. */
export const bring = () => {
  if (now.brought) return;
  now.brought = true;
  const top = R.getBoundingClientRect().top;
  const bottom = one(".bar").getBoundingClientRect().bottom;
  if (top < 0 || bottom > innerHeight)
    R.scrollIntoView({ block: "start", behavior: still.matches ? "auto" : "smooth" });
};

/* If one power is chosen, skips the seasons that do not touch it; if none is left, says so. */
export const step = by => {
  bring();
  let to = now.wanted + by;
  while (now.power && G.phases[to]?.c && !concerning(to, now.power).length) to += by;
  if (!now.power || G.phases[to]) return go(to);
  const words = `No ${by > 0 ? "later" : "earlier"} season touches ${now.power}.`;
  one("[data-headline]").textContent = one("[data-say]").textContent = words;
};

export const year = by => {
  bring();
  const wanted = G.phases[now.wanted].y + by;
  const at = G.phases.findIndex(phase => phase.y === wanted);
  go(at >= 0 ? at : by < 0 ? 0 : END);
};

export const view = after => {
  if (now.after === after) return;
  now.after = after;
  R.classList.toggle("view-after", after);
  all("[data-view]").forEach(b => b.setAttribute("aria-pressed", (b.dataset.view === "after") === after));
  showView();
};

const showView = async () => {
  const at = now.at;
  if (!(await loaded(at, [at, Math.min(END, at + 1)], showView)) || now.at !== at) return;
  if (now.after) { pause(); rest(); paintCursor(); }
  paintMap();
  mark();
};

export const showOrders = shown => {
  now.orders = shown;
  R.classList.toggle("no-orders", !shown);
  one("[data-toggle=orders]").setAttribute("aria-pressed", shown);
};

export const pickPower = name => {
  all("input[name=pw]").forEach(input => (input.checked = input.value === name));
  fold();
  clear();
  unpin();
  choosePower(name);
  remember();
};
