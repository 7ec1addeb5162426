import { wordsOf } from "../common/words.js";
import { load } from "./tables.js";

/* The entries that words lead to. For each word one file is loaded. */
const SHOWN_TEXTS = 6;
const TEXTS_IN_A_FILE = 12;
// the places of what an entry says
export const KIND = 0;
export const TITLE = 1;
export const LINE = 2;
export const ADDRESS = 3;
export const WEIGHT = 4;
export const ENDING = 5;
export const PICTURE = 6;

export const fileLetters = letters => [...letters].map(
  letter => (/[a-z0-9]/.test(letter) ? letter : `${letter.codePointAt(0).toString(16).padStart(4, "0")}-`)).join("");

/* The file for a word: of those whose name begins the word, the one with the longest name. */
const fileFor = (files, word) => {
  const letters = [...word];
  for (let length = letters.length; length; length--) {
    const name = fileLetters(letters.slice(0, length));
    if (files.has(name)) return name;
  }
  return "";
};

/* The entries and the numbers of texts with a word that begins so. */
export const lookUp = async (files, word) => {
  const name = fileFor(files, word);
  const file = name ? await load(`w-${name}`) : null;
  if (!file) return { entries: [], texts: new Set(), cut: false };
  const [entries, words, cut, texts] = file;
  const begun = Object.keys(words).filter(known => known.startsWith(word));
  const places = new Set(begun.flatMap(known => words[known]));
  const numbers = Object.keys(texts).filter(known => known.startsWith(word)).flatMap(known => texts[known]);
  return { entries: entries.filter((_, at) => places.has(at)), texts: new Set(numbers), cut: Boolean(cut) };
};

export const allFiles = async () => {
  const index = await load("index");
  return new Set(index ? index.files.split(" ") : []);
};

/* How well a title fits the words of a question. */
const titleRank = (title, words) => {
  const own = wordsOf(title);
  if (own.join(" ") === words.join(" ")) return 100;
  if (own.join(" ").startsWith(words.join(" "))) return 60;
  if (words.every(word => own.includes(word))) return 50;
  return words.every(word => own.some(one => one.startsWith(word))) ? 40 : 0;
};

const ranked = (entries, words) => entries
  .map(entry => ({ entry, rank: titleRank(entry[TITLE], words) + 2 * entry[WEIGHT] }))
  .sort((a, b) => b.rank - a.rank)
  .map(({ entry }) => entry);

/* An entry that a word's file may have left out still counts if its own title has the word. */
const leadsTo = (found, word, entry) => found.addresses.has(entry[ADDRESS])
  || (found.cut && wordsOf(`${entry[TITLE]} ${entry[LINE]}`).some(one => one.startsWith(word)));

const textEntries = async (found, taken) => {
  const sets = found.map(({ texts }) => texts);
  const numbers = [...sets[0]].filter(number => sets.every(set => set.has(number))).slice(0, SHOWN_TEXTS);
  const files = await Promise.all(numbers.map(number => load(`t-${Math.floor(number / TEXTS_IN_A_FILE)}`)));
  return numbers.map((number, at) => files[at]?.[number % TEXTS_IN_A_FILE])
    .filter(entry => entry && !taken.has(entry[ADDRESS]));
};

/* All entries to which every one of the words leads, the best first; texts come behind the others. */
export const entriesOf = async words => {
  if (!words.length) return [];
  const files = await allFiles();
  const found = await Promise.all(words.map(word => lookUp(files, word)));
  const known = new Map();
  for (const one of found) {
    one.addresses = new Set(one.entries.map(entry => entry[ADDRESS]));
    for (const entry of one.entries) known.set(entry[ADDRESS], entry);
  }
  const fitting = [...known.values()].filter(
    entry => found.every((one, at) => leadsTo(one, words[at], entry)));
  const texts = await textEntries(found, new Set(fitting.map(entry => entry[ADDRESS])));
  return [...ranked(fitting, words), ...texts];
};
