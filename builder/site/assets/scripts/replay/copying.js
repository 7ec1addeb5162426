import { photograph } from "../common/board_picture.js";
import { pause } from "./pace.js";
import { fate, lay, ordered } from "./painting.js";
import { known, phase } from "./phases.js";
import { G, R, all, board, concerning, label, now, one, pageOf, still } from "./state.js";
import { here, stillAgain } from "./steps.js";

/* Link, text and picture of a phase, to be pasted elsewhere. */
const told = (button, words) => {
  const name = one("span", button);
  const before = (name.dataset.name ||= name.textContent);
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
const ordersAs = (word, power) => Object.entries(known[now.at].rows).map(([name, list]) => {
  const orders = [...list.children].map(row => word(ordered(row), one(".fail", row), fate(row)));
  return `${power(name)} ${orders.join(", ")}.`;
});
const folder = new URL(".", new URL(pageOf(0), location.href).href.replace(/\/$/, "")).href;
const address = () => `${folder}#${here()}`;
const ended = fate => (fate ? ` (${fate})` : "");
const game = document.querySelector(".ch-game");
const quoted = text => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");

const QUOTES = {
  link: address,
  text: () => {
    const order = (text, failed, fate) => (failed ? `[${text}]` : text) + ended(fate);
    const orders = ordersAs(order, name => `${name.toUpperCase()}:`);
    return [G.game, label(now.at), "", ...orders, "", address(), ""].join("\n");
  },
  markdown: () => {
    const order = (text, failed, fate) => (failed ? `*${text}*` : text) + ended(fate);
    const orders = ordersAs(order, name => `- **${name}:**`);
    return [`**[${G.game}, ${label(now.at)}](${address()})**`, "", ...orders, ""].join("\n");
  },
  bbcode: () => {
    const result = fate => fate && ` [i]${ended(fate).trim()}[/i]`;
    const order = (text, failed, fate) => (failed ? `[u]${text}[/u]` : text) + result(fate);
    const orders = ordersAs(order, name => `[b]${name}:[/b]`);
    return [`[b][url=${address()}]${G.game}, ${label(now.at)}[/url][/b]`, "", ...orders, ""].join("\n");
  },
  citation: () => {
    const { zine, gm } = game.dataset;
    const by = gm && ` Game master ${gm}.`;
    const printed = zine && ` Printed in ${zine}.`;
    const day = new Date().toISOString().slice(0, 10);
    return `“${G.game}”, ${label(now.at)}.${by}${printed} ${address()} (seen on ${day}).`;
  },
  embed: () => {
    const title = quoted(`${G.game}, ${label(now.at)}`);
    const source = `${folder}${G.file ? "" : "player/"}#${here()}`;
    return `<iframe src="${source}" title="${title}" width="100%" height="620" loading="lazy"></iframe>`;
  },
};

const caption = () => `${G.game} · ${label(now.at)}`;

const copyPicture = async button => {
  pause();
  stillAgain();
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

export const quote = async (form, button = one(`[data-copy=${form}]`)) => {
  await copyText(QUOTES[form]());
  told(button, "Copied");
};
for (const form of Object.keys(QUOTES)) one(`[data-copy=${form}]`).addEventListener("click", () => quote(form));
if (board) one("[data-copy=picture]").addEventListener("click", e => copyPicture(e.currentTarget));
else one("[data-copy=picture]").remove();

/* The story of the followed power: a small map and its orders for each season that touches it, to be
   printed. */
const strips = document.querySelector("[data-strips]");
const ordersOf = (list, wanted, who = "") => [...list?.children || []].filter(wanted)
  .map(row => `${who}${ordered(row)}${ended(fate(row))}`);

const stripOf = ([at, { map: drawing, rows, headline }]) => {
  const part = document.createElement("figure");
  const words = document.createElement("figcaption");
  const map = board.cloneNode(true);
  const marks = concerning(at, now.power);
  lay(drawing, map);
  map.innerHTML = map.innerHTML.replace(/( id="|href="#|url\(#)/g, `$1at-${at}-`);
  one("title", map).textContent = `Map: ${label(at)}`;
  for (const mark of all("[data-o]", map)) mark.classList.toggle("mine", marks.includes(mark.dataset.o));
  const head = Object.assign(document.createElement("b"), { textContent: label(at) });
  const own = ordersOf(rows[now.power], () => true).join("; ");
  const list = Object.assign(document.createElement("p"), { textContent: own });
  const others = Object.keys(rows).filter(name => name !== now.power)
    .flatMap(name => ordersOf(rows[name], row => marks.includes(row.dataset.o), `${name} `)).join("; ");
  words.append(head, " ", headline, list);
  if (others) words.append(Object.assign(document.createElement("p"), { className: "others", textContent: others }));
  part.append(map, words);
  return part;
};

const showStrip = async button => {
  const power = now.power;
  const wanted = G.phases.map((_, at) => at).filter(at => concerning(at, power).length);
  pause();
  stillAgain();
  const shown = await Promise.all(wanted.map(async at => [at, await phase(at)]));
  const title = document.createElement("h2");
  const print = Object.assign(document.createElement("button"), { className: "tool", textContent: "Print" });
  title.textContent = `${power} in ${G.game} `;
  print.addEventListener("click", () => window.print());
  title.append(print);
  strips.replaceChildren(title, ...shown.map(stripOf));
  strips.hidden = false;
  strips.scrollIntoView({ behavior: still.matches ? "auto" : "smooth" });
  told(button, "Below");
};
one("[data-strip]").addEventListener("click", e => showStrip(e.currentTarget));
