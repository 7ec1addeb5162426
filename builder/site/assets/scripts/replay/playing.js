import { following } from "./moments.js";
import { act, lasting } from "./motion.js";
import { END, SPEEDS, STILL, now, one, still } from "./state.js";
import { bring, go, view } from "./steps.js";

/* The clock of the player. */
const LONGEST_FRAME = 100; // milliseconds: a tab that slept does not leap
let lastTick = 0;

const tick = time => {
  if (!now.playing) return;
  const passed = Math.min(LONGEST_FRAME, time - lastTick);
  lastTick = time;
  requestAnimationFrame(tick);
  if (now.wanted !== now.at) return; // the next phase is being loaded
  const moment = now.moment + (passed * now.speed) / now.lasting;
  if (moment < 1) return act(moment);
  const next = following(now.at);
  if (next === null) return pause();
  go(next, { moment: 0 });
};

export const pause = () => {
  now.playing = false;
  now.film = false;
  one(".play").classList.remove("on");
  one(".play").setAttribute("aria-label", "Play");
};

export const play = () => {
  if (now.playing) return pause();
  bring();
  view(false);
  if (now.at === END) go(0, { moment: 0 });
  start();
};

export const start = () => {
  now.playing = true;
  now.lasting = lasting(now.wanted);
  lastTick = performance.now();
  requestAnimationFrame(tick);
  one(".play").classList.add("on");
  one(".play").setAttribute("aria-label", "Pause");
};

export const pace = by => {
  const at = SPEEDS.indexOf(now.speed) + by;
  now.speed = SPEEDS[by ? Math.max(0, Math.min(SPEEDS.length - 1, at)) : 0];
  one("[data-speed]").textContent = `${now.speed}×`;
  one("[data-speed]").setAttribute("aria-label", `Speed: ${now.speed} times`);
};

/* The slider is moved freely: the motion of each phase runs with it, forth and back. */
export const scrub = one("#scrub");
const scrubbed = () => {
  pause();
  const time = Number(scrub.value);
  const at = Math.max(0, Math.min(END, Math.round(time)));
  const moment = still.matches || at === END ? STILL : time - at + STILL;
  go(at, { moment });
};
scrub.addEventListener("pointerdown", () => { if (!still.matches) scrub.step = "any"; });
scrub.addEventListener("change", () => { scrub.step = 1; });
scrub.addEventListener("input", scrubbed);
