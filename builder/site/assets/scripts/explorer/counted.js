import { loadData } from "../common/data_files.js";
import { ROOT } from "../search/tables.js";
import { D, POWERS } from "./page.js";
import { gamesIn, joinedRows, newRow, singlesOf, withOrders } from "./rows.js";

/* What was counted over many games, one power at a time: the first seasons of each power. */
const fileOf = async slug => {
  const name = `openings/${D.variant}/${slug}`;
  return loadData(name, new URL(`${name}.js`, ROOT).href);
};

const rowFrom = ([text, games, clean, won, out, ours, next, name]) => Object.assign(newRow(text), {
  games, clean, won, out, ours, next: next.map(rowFrom), name: name ?? "",
});

const playedBy = ({ rows, singles, games }, power, steps) => {
  let left = rows;
  let before = games;
  steps.forEach((chosen, depth) => {
    if (depth) {
      before = gamesIn(left);
      left = joinedRows(left.flatMap(row => row.next));
    }
    left = withOrders(left, chosen.filter(one => one.power === power).map(one => one.order));
  });
  const isWhole = steps.length === 1 && !steps[0].some(one => one.power === power);
  return {
    rows: left,
    before,
    total: isWhole ? games : gamesIn(left),
    singles: isWhole ? new Map(Object.entries(singles)) : singlesOf(left),
  };
};

export const countedSource = async () => {
  const files = new Map();
  for (const { name, slug, playable } of POWERS) {
    const file = playable ? await fileOf(slug) : null;
    if (file) files.set(name, { ...file, rows: file.rows.map(rowFrom) });
  }
  return {
    joint: false,
    look: (steps, chosenPower) => {
      const played = new Map([...files].map(([power, file]) => [power, playedBy(file, power, steps)]));
      const shown = played.get(chosenPower);
      const listed = shown ? [[chosenPower, shown]] : [...played];
      const games = new Map(listed.flatMap(([power, { rows }]) =>
        rows.flatMap(row => row.ours.map(id => [id, files.get(power).names[id]]))));
      return {
        title: D.seasons[steps.length - 1][1],
        total: shown ? shown.total : Math.max(0, ...[...played.values()].map(({ total }) => total)),
        before: shown?.before ?? 0,
        played,
        games: [...games].map(([id, [name, where]]) => ({ id, name, where, slug: D.seasons[steps.length - 1][0] })),
        endings: [],
        after: steps.length < D.seasons.length && shown?.rows.some(row => row.next.length)
          ? D.seasons[steps.length][1] : "",
      };
    },
    more: () => 0,
  };
};
