import { loadData } from "../common/data_files.js";
import { ownersFile } from "../common/game_addresses.js";
import { ROOT } from "./tables.js";

/* Phases by their slugs: what the build says of them, and those of a game. */
// the places of what an entry says of a phase; first comes its title
const YEAR = 1;
const SEASON = 2;
const STEP = 3;

export const fitsPhase = (names, asked, slug) => {
  if (!asked) return true;
  const phase = names.phases[slug];
  return Boolean(phase) && phase[YEAR] === asked.year && (!asked.season || phase[SEASON] === asked.season)
    && (!asked.step || phase[STEP] === asked.step);
};

export const phaseTitle = (names, slug) => names.phases[slug]?.[0] ?? slug;

/* The phases of a game, from its own file. */
export const phasesOf = async (game, where) => {
  const rows = await loadData(`seasons/${game}`, new URL(ownersFile(game, where), ROOT).href);
  return (rows ?? []).map(([slug]) => slug);
};
