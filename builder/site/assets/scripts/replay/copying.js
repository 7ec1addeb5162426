/* Link, text and picture of a phase, to be pasted elsewhere. */
const told = (button, words) => {
  const name = one("span", button), before = (name.dataset.name ||= name.textContent);
  name.textContent = words;
  one("[data-say]").textContent = words;
  button.classList.add("done");
  setTimeout(() => { name.textContent = before; button.classList.remove("done"); }, 1600);
};

const copyText = async text => {
  try { await navigator.clipboard.writeText(text); } catch {
    const area = document.createElement("textarea");
    area.value = text;
    R.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
};

/* The orders of the phase by power; `word` writes one of them. */
const ordersAs = (word, power) => Object.entries(known[now.at].rows).map(
  ([name, list]) => `${power(name)} ${[...list.children].map(row => word(ordered(row), one(".fail", row), fate(row))).join(", ")}.`);
const address = () => `${location.href.split("#")[0]}#${here()}`;
const ended = fate => (fate ? ` (${fate})` : "");
const game = document.querySelector(".ch-game");

const QUOTES = {
  link: address,
  text: () => [G.game, label(now.at), "", ...ordersAs(
    (text, failed, fate) => (failed ? `[${text}]` : text) + ended(fate), name => `${name.toUpperCase()}:`), "", address(), ""].join("\n"),
  markdown: () => [`**[${G.game}, ${label(now.at)}](${address()})**`, "", ...ordersAs(
    (text, failed, fate) => (failed ? `*${text}*` : text) + ended(fate), name => `- **${name}:**`), ""].join("\n"),
  bbcode: () => [`[b][url=${address()}]${G.game}, ${label(now.at)}[/url][/b]`, "", ...ordersAs(
    (text, failed, fate) => (failed ? `[u]${text}[/u]` : text) + (fate && ` [i]${ended(fate).trim()}[/i]`), name => `[b]${name}:[/b]`), ""].join("\n"),
  citation: () => {
    const { zine, gm } = game.dataset, by = gm && ` Game master ${gm}.`, day = new Date().toISOString().slice(0, 10);
    return `“${G.game}”, ${label(now.at)}.${by}${zine && ` Printed in ${zine}.`} ${address()} (seen on ${day}).`;
  },
  embed: () => {
    const shown = new URL(pageOf(now.at), location.href), title = `${G.game}, ${label(now.at)}`.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
    return `<iframe src="${shown.href}#embed" width="640" height="600" loading="lazy" title="${title}"></iframe>`;
  },
};

const caption = () => `${G.game} · ${label(now.at)}`;

const copyPicture = async button => {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": photograph(board, caption()) })]);
    told(button, "Copied");
  } catch {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await photograph(board, caption()));
    link.download = `${G.phases[now.at].s}.png`;
    link.click();
    told(button, "Saved");
  }
};

const quote = async (form, button = one(`[data-copy=${form}]`)) => { await copyText(QUOTES[form]()); told(button, "Copied"); };
for (const form of Object.keys(QUOTES)) one(`[data-copy=${form}]`).addEventListener("click", () => quote(form));
if (board) one("[data-copy=picture]").addEventListener("click", e => copyPicture(e.currentTarget));
else one("[data-copy=picture]").remove();

/* The story of the followed power: a small map and its orders for every season that touches it, to be printed. */
const strips = document.querySelector("[data-strips]");
const stripOf = ([at, { map: drawing, rows, headline }]) => {
  const part = document.createElement("figure"), map = board.cloneNode(true), words = document.createElement("figcaption");
  const head = document.createElement("b"), marks = concerning(at, now.power), list = document.createElement("p");
  lay(drawing, map);
  map.innerHTML = map.innerHTML.replace(/( id="|href="#|url\(#)/g, `$1at-${at}-`);
  one("title", map).textContent = `Map: ${label(at)}`;
  for (const mark of all("[data-o]", map)) mark.classList.toggle("mine", marks.includes(mark.dataset.o));
  head.textContent = label(at);
  const orders = (name, wanted, who = "") => [...rows[name]?.children || []].filter(wanted).map(row => `${who}${ordered(row)}${ended(fate(row))}`);
  list.textContent = orders(now.power, () => true).join("; ");
  const others = Object.keys(rows).filter(name => name !== now.power).flatMap(name => orders(name, row => marks.includes(row.dataset.o), `${name} `));
  words.append(head, " ", headline, list);
  if (others.length) words.append(Object.assign(document.createElement("p"), { className: "others", textContent: others.join("; ") }));
  part.append(map, words);
  return part;
};
one("[data-strip]").addEventListener("click", async e => {
  const button = e.currentTarget, power = now.power, wanted = G.phases.map((_, at) => at).filter(at => concerning(at, power).length);
  const shown = await Promise.all(wanted.map(async at => [at, await phase(at)]));
  const title = document.createElement("h2"), print = Object.assign(document.createElement("button"), { className: "tool", textContent: "Print" });
  title.textContent = `${power} in ${G.game} `;
  print.addEventListener("click", () => window.print());
  title.append(print);
  strips.replaceChildren(title, ...shown.map(stripOf));
  strips.hidden = false;
  strips.scrollIntoView({ behavior: still.matches ? "auto" : "smooth" });
  told(button, "Below");
});
