/* Words as they are compared: without accents, capitals and signs, as `unaccented` of the build makes them. */
const IN_LATIN = { ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th" };
const LONGEST_WORD = 30;

export const folded = text => text.toLowerCase()
  .replace(/[ßøæœłđðþ]/g, letter => IN_LATIN[letter])
  .normalize("NFKD")
  .replace(/[^\p{L}\p{N}]/gu, "");

/* The words of a text; for "O’Brien" they are "o" and "brien". */
export const wordsOf = text => (text.match(/[\p{L}\p{N}]+/gu) ?? [])
  .map(word => folded(word).slice(0, LONGEST_WORD))
  .filter(Boolean);
