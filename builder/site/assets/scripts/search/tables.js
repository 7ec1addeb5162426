import { loadData } from "../common/data_files.js";
import { ownScript } from "../common/own_script.js";

/* The files of the index, and the tables in which the build wrote what words mean. */
export const ROOT = new URL("../", ownScript().src);
export const load = name => loadData(name, new URL(`search/${name}.js`, ROOT).href);

/* The meanings of each word: pairs of a role and a value, those of the first roles first. */
const meaningsOf = roles => {
  const table = new Map();
  for (const [role, values] of Object.entries(roles)) {
    for (const [value, words] of Object.entries(values)) {
      for (const word of words.split(" ")) {
        if (!table.has(word)) table.set(word, []);
        table.get(word).push([role, value]);
      }
    }
  }
  return table;
};

/* The tables for questions about one variant. */
const joinedTables = (names, shared) => ({
  names,
  arrow: shared.arrow,
  outcomes: shared.outcomes,
  verbs: new Set(Object.keys(shared.words.verb)),
  own: meaningsOf(names.words),
  shared: meaningsOf(shared.words),
});

export const tablesFor = async variant => {
  const [names, shared] = await Promise.all([load(`names-${variant}`), load("words")]);
  return names && shared ? joinedTables(names, shared) : null;
};
