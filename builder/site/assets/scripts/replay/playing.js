import { pause } from "./pace.js";
import { following } from "./moments.js";
import { act, lasting } from "./motion.js";
import { scrub } from "./painting.js";
import { END, STILL, now, one, still } from "./state.js";
import { bring, go, view } from "./steps.js";

/* Time passes in the player: phases are played one after another, or the slider is moved. */
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

/* The slider is moved freely: the motion of each phase runs with it, forth and back. */
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
