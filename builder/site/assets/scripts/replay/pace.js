import { SPEEDS, now, one } from "./state.js";

/* The player stops, or changes its speed. */
export const pause = () => {
  now.playing = false;
  now.film = false;
  one(".play").classList.remove("on");
  one(".play").setAttribute("aria-label", "Play");
};

export const pace = by => {
  const at = SPEEDS.indexOf(now.speed) + by;
  now.speed = SPEEDS[by ? Math.max(0, Math.min(SPEEDS.length - 1, at)) : 0];
  one("[data-speed]").textContent = `${now.speed}×`;
  one("[data-speed]").setAttribute("aria-label", `Speed: ${now.speed} times`);
};
