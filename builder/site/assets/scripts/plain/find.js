/* The search of pages without a theme: titles and words of all pages, which come when somebody looks. */
const MOST = 12, form = document.getElementById("find"), ask = form.elements.namedItem("find"), hits = form.querySelector("ul");
const ROOT = new URL("../", document.currentScript.src);
const plain = text => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
let pages = null;

const shown = () => {
  const words = plain(ask.value).split(/\s+/).filter(Boolean), found = [];
  if (!words.length || !pages) return hits.replaceChildren();
  for (const [address, title, text] of pages) {
    const [named, told] = [plain(title), plain(text)];
    if (!words.every(word => named.includes(word) || told.includes(word))) continue;
    const rank = words.every(word => named.includes(word)) ? 0 : 1;
    found.push({ rank, address, title, text, at: told.indexOf(words[0]) });
  }
  found.sort((a, b) => a.rank - b.rank);
  hits.replaceChildren(...found.slice(0, MOST).map(({ address, title, text, at }) => {
    const link = Object.assign(document.createElement("a"), { href: new URL(address, ROOT).href, textContent: title });
    const around = Object.assign(document.createElement("small"), { textContent: text.slice(Math.max(0, at - 30), at + 60) });
    const item = document.createElement("li");
    item.append(link, around);
    return item;
  }));
  if (!found.length) hits.append(Object.assign(document.createElement("li"), { textContent: "Nothing found." }));
};

window.chanceryPages = found => { pages = found; shown(); };

ask.addEventListener("focus", () => {
  const script = Object.assign(document.createElement("script"), { src: new URL("assets/pages.js", ROOT).href });
  document.head.append(script);
}, { once: true });
ask.addEventListener("input", shown);
form.addEventListener("submit", e => {
  const first = hits.querySelector("a");
  if (!first) return;
  e.preventDefault();
  first.click();
});
form.addEventListener("keydown", e => {
  if (e.key === "Escape") hits.replaceChildren();
  if (e.key !== "ArrowDown" && e.key !== "ArrowUp") return;
  const stops = [ask, ...hits.querySelectorAll("a")], next = stops[stops.indexOf(document.activeElement) + (e.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  e.preventDefault();
  next.focus();
});
