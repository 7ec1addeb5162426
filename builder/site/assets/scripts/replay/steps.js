/* Going from phase to phase: buttons, slider, play, addresses (`#1905-fall-movement/italy`). */
const here = () => G.phases[now.at].s + (now.power ? `/${slugOf(now.power)}` : "");

const visitAddress = () => {
  const [slug, power = ""] = location.hash.slice(1).split("/"), at = phaseAt(slug);
  if (at < 0) return false;
  const name = G.powers.find(known => slugOf(known) === power) || "";
  all("input[name=pw]").forEach(input => (input.checked = input.value === name));
  now.power = name;
  now.seen = false;
  go(at, { quiet: true });
  return true;
};

const remember = () => {
  try { history.replaceState(null, "", `#${here()}`); } catch { /* an old page from disk */ }
};

const go = (at, { quiet = false } = {}) => {
  const to = Math.max(0, Math.min(LAST, at));
  if (to === now.at && now.seen) return;
  now.at = to;
  now.seen = true;
  paintHead();
  paintChart();
  if (!quiet) remember();
  show(paintPicture, paintList);
};

/* Shows the parts of the phase as soon as it is loaded, each in a frame of its own; then its
   neighbours are loaded. */
const show = async (...paints) => {
  const at = now.at, wanted = now.after && at < LAST ? [at, at + 1] : [at];
  if (!wanted.every(near => known[near])) await Promise.all(wanted.map(phase));
  for (const part of [...paints, () => phasesNear(at)]) {
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    if (at !== now.at) return;
    part();
  }
};

const bring = () => {
  if (now.brought) return;
  now.brought = true;
  if (R.getBoundingClientRect().top < 0 || R.getBoundingClientRect().bottom > innerHeight)
    R.scrollIntoView({ block: "start", behavior: still.matches ? "auto" : "smooth" });
};

/* If one power is chosen, skips the seasons that do not touch it; if none is left, says so. */
const step = by => {
  bring();
  let to = now.at + by;
  while (now.power && G.phases[to] && !concerning(to, now.power).length) to += by;
  if (!now.power || G.phases[to]) return go(to);
  const words = `No ${by > 0 ? "later" : "earlier"} season touches ${now.power}.`;
  one("[data-headline]").textContent = one("[data-say]").textContent = words;
};

const year = by => {
  bring();
  const wanted = G.phases[now.at].y + by;
  const at = G.phases.findIndex(phase => phase.y === wanted);
  go(at >= 0 ? at : by < 0 ? 0 : LAST);
};

const pause = () => {
  clearInterval(now.timer);
  now.timer = 0;
  one(".play").classList.remove("on");
  one(".play").setAttribute("aria-label", "Play");
};

const play = () => {
  if (now.timer) return pause();
  bring();
  if (now.at === LAST) go(0);
  now.timer = setInterval(() => (now.at < LAST ? go(now.at + 1) : pause()), PACE / now.speed);
  one(".play").classList.add("on");
  one(".play").setAttribute("aria-label", "Pause");
};

const pace = by => {
  const at = SPEEDS.indexOf(now.speed) + by;
  now.speed = SPEEDS[by ? Math.max(0, Math.min(SPEEDS.length - 1, at)) : 0];
  one("[data-speed]").textContent = `${now.speed}×`;
  one("[data-speed]").setAttribute("aria-label", `Speed: ${now.speed} times`);
  if (now.timer) { pause(); play(); }
};

const view = after => {
  now.after = after;
  R.classList.toggle("view-after", after);
  all("[data-view]").forEach(b => b.setAttribute("aria-pressed", (b.dataset.view === "after") === after));
  show(() => { paintMap(); mark(); });
};

const showOrders = shown => {
  now.orders = shown;
  R.classList.toggle("no-orders", !shown);
  one("[data-toggle=orders]").setAttribute("aria-pressed", shown);
};

const pickPower = name => {
  all("input[name=pw]").forEach(input => (input.checked = input.value === name));
  fold();
  clear();
  choosePower(name);
  remember();
};

const cover = on => {
  document.querySelector(".ch-game").classList.toggle("covered", on);
  one("[data-cover]").setAttribute("aria-pressed", on);
};

all("[data-go]").forEach(button => button.addEventListener("click", e => {
  e.preventDefault();
  ({ first: () => go(0), back: () => step(-1), play, on: () => step(1), last: () => go(LAST) })[button.dataset.go]();
}));
all("[data-view]").forEach(button => button.addEventListener("click", () => view(button.dataset.view === "after")));
one("[data-toggle=orders]").addEventListener("click", () => showOrders(!now.orders));
one("[data-speed]").addEventListener("click", () => pace(now.speed === SPEEDS.at(-1) ? 0 : 1));
one("[data-cover]").addEventListener("click", e => cover(e.target.getAttribute("aria-pressed") !== "true"));
all("input[name=pw]").forEach(input => input.addEventListener("change", () => pickPower(input.value)));
one("#scrub").addEventListener("input", e => { pause(); go(+e.target.value); });
addEventListener("hashchange", visitAddress);
document.querySelectorAll(".below a[data-phase]").forEach(link => link.addEventListener("click", e => {
  e.preventDefault();
  now.brought = false;
  bring();
  go(phaseAt(link.dataset.phase));
}));
