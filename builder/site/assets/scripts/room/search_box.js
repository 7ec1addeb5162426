import { ownScript } from "../common/own_script.js";

/* The search comes with its files when somebody uses a box; `/` and Ctrl-K lead to the first one that is shown. */
const searchForms = [...document.querySelectorAll("form.seek")];
const searchScript = new URL("search.js", ownScript().src).href;
const WRITING_FIELDS = "input, textarea, select, [contenteditable]";

const bringSearch = () => {
  if (document.querySelector(`script[src$="assets/search.js"]`)) return;
  document.head.append(Object.assign(document.createElement("script"), { src: searchScript }));
};

for (const form of searchForms) form.addEventListener("focusin", bringSearch, { once: true });

addEventListener("keydown", e => {
  const { target } = /** @type {any} */ (e);
  const called = e.key === "/" && !e.ctrlKey && !e.metaKey && !e.altKey && !target.closest?.(WRITING_FIELDS);
  const chord = e.key.toLowerCase() === "k" && (e.ctrlKey || e.metaKey) && !e.altKey && !e.shiftKey;
  if (!called && !chord) return;
  const input = searchForms.map(form => form.elements.namedItem("find")).find(one => one.checkVisibility());
  if (!input) return;
  e.preventDefault();
  input.focus();
  input.select();
});
