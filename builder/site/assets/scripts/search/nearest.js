import { allFiles, fileLetters, lookUp } from "./lookup.js";
import { load } from "./tables.js";

/* The word that is nearest to a misspelt one: with the fewest letters added, left out, changed or exchanged. */
const SHORTEST = 3; // letters of a word for which others are offered

const distance = (one, other, most) => {
  let before = [];
  let last = [...Array(other.length + 1).keys()];
  for (let at = 1; at <= one.length; at++) {
    const row = [at];
    for (let to = 1; to <= other.length; to++) {
      const changed = last[to - 1] + (one[at - 1] === other[to - 1] ? 0 : 1);
      row[to] = Math.min(changed, last[to] + 1, row[to - 1] + 1);
      const exchanged = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      if (exchanged) row[to] = Math.min(row[to], before[to - 2] + 1);
    }
    if (Math.min(...row) > most) return most + 1;
    before = last;
    last = row;
  }
  return last[other.length];
};

/* The words of titles that begin with the first or the second letter of a word. */
const wordsNear = async word => {
  const letters = [...new Set([...word].slice(0, 2))];
  const lists = await Promise.all(letters.map(letter => load(`near-${fileLetters(letter)}`)));
  return lists.flatMap(list => (list ? list.split(" ") : []));
};

const nearestWord = async word => {
  if (word.length < SHORTEST) return "";
  const most = Math.max(1, Math.floor(word.length / 2));
  let best = { word: "", distance: most + 1 };
  for (const near of await wordsNear(word)) {
    if (Math.abs(near.length - word.length) > most) continue;
    const away = distance(word, near, most);
    if (away < best.distance) best = { word: near, distance: away };
  }
  return best.word;
};

/* The words with each unknown one replaced by the nearest that is known; null if one has none. */
export const nearestWords = async words => {
  const files = await allFiles();
  const nearest = await Promise.all(words.map(async word => {
    const { entries, texts } = await lookUp(files, word);
    return entries.length || texts.size ? word : nearestWord(word);
  }));
  return nearest.every(Boolean) && nearest.join(" ") !== words.join(" ") ? nearest : null;
};
