/* Elements made of plain text: what people typed is never read as HTML. */
export const make = (tag, words, more = {}) => Object.assign(document.createElement(tag), { textContent: words }, more);
export const times = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
