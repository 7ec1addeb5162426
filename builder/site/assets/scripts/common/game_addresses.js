/* Where a game is: its phases have pages (""), or places on its page ("#"), or it has no page here, but perhaps an
   address elsewhere (else "-"). All addresses are seen from the root of the site. */
export const IN_PAGE = "#";
export const hasPage = where => where === "" || where === IN_PAGE;

export const gameAddress = (game, where) => {
  if (hasPage(where)) return `games/${game}/`;
  return where === "-" ? "" : where;
};

/* A phase of a game; `part` is a part of its page. */
export const phaseAddress = (game, where, slug, part = "") => {
  if (where === IN_PAGE) return `games/${game}/#${slug}`;
  return where === "" ? `games/${game}/${slug}/${part && `#${part}`}` : gameAddress(game, where);
};

/* The player of a game at a phase. */
export const replayAddress = (game, where, slug) => phaseAddress(game, where === "" ? IN_PAGE : where, slug);

/* The file that says who owned the centres in each phase. */
export const ownersFile = (game, where) => `games/${game}/${where === IN_PAGE ? "phases" : "seasons"}.js`;
