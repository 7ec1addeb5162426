/* Phases by their slugs: what the build says of them, and those of a game. */
const YEAR = 1, SEASON = 2, STEP = 3; // of a phase; first comes its title

const fitsPhase = (names, asked, slug) => {
  if (!asked) return true;
  const phase = names.phases[slug];
  return Boolean(phase) && phase[YEAR] === asked.year && (!asked.season || phase[SEASON] === asked.season)
    && (!asked.step || phase[STEP] === asked.step);
};

const phaseTitle = (names, slug) => names.phases[slug]?.[0] ?? slug;

/* The phases of a game, from its own file. */
const phasesOf = async game => {
  const rows = await loadData(`seasons/${game}`, new URL(`games/${game}/seasons.js`, ROOT).href);
  return (rows ?? []).map(([slug]) => slug);
};
