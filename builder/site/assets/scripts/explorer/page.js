/* The page of the explorer: its parts, and what the build says of the board. */
export const E = document.querySelector(".explorer");
export const part = name => E.querySelector(`[data-${name}]`);
export const D = JSON.parse(document.getElementById("explorer-data").textContent);
export const POWERS = D.powers.map(([name, slug, letter, initials, playable]) => ({
  name, slug, letter, initials, playable,
}));
export const powerNamed = name => POWERS.find(power => power.name === name);
export const percent = (some, all) => {
  const share = (100 * some) / Math.max(1, all);
  return share > 0 && share < 0.5 ? "<1%" : `${Math.round(share)}%`;
};
