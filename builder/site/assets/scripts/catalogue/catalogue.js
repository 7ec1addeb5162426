import { loadData } from "../common/data_files.js";
import { wordsOf } from "../common/words.js";

/* The list of games: sorted by its headings, filtered by its form; the address keeps both. A list of
   many games has several pages, and all games as data. */
const table = document.getElementById("games");
const form = document.getElementById("filters");
const body = table.tBodies[0];
const heads = [...table.tHead.rows[0].cells];
const keys = heads.map(head => head.dataset.sort);
const names = ["q", "players", "variant", "result", "edition", "checked"];
const MOST = 200; // rows that are shown
const AT_ONCE = 25; // rows made before the page is drawn
const READ = 500; // games read before the page is drawn
const RANKED = 1500; // games ranked before the page is drawn
const first = [...body.rows];
let sort = "";
let down = false;
let entries = null;
let arriving = null;
let ids = null;
let asked = 0;

/* Long work is done in parts; between them the page is drawn. */
const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));

const plain = text => wordsOf(text).join(" ");
const ranked = text => plain(text).replace(/\d+/g, number => number.padStart(6, "0"));
const value = name => form.elements[name]?.value || "";

/* What rows are filtered and sorted by; `row` makes or finds the row. */
const entry = (words, cells, facets, row) => {
  const text = plain(`${cells.join(" ")} ${words}`);
  return { cells, facets, row, ranks: {}, text };
};
const ofGame = node => !(node instanceof Element && node.matches(".minute")); // which leads elsewhere
const wordsOfCell = cell => [...cell.childNodes].filter(ofGame).map(node => node.textContent).join("").trim();
const written = row => {
  const cells = [...row.cells].map(wordsOfCell);
  return entry(row.dataset.words, cells, row.dataset, () => row);
};

const elementWith = (tag, className, textContent) =>
  Object.assign(document.createElement(tag), { className, textContent });
const SIGNS = { differs: "badge diff", unread: "badge unread", ruled: "badge ruled", agrees: "okay" };

/* A game of the data, whose rows have the columns that the data names. */
const named = (columns, row) => Object.fromEntries(columns.map((column, at) => [column, row[at]]));
const minuteLink = (page, seconds) => Object.assign(
  elementWith("a", "minute", `Watch in ${seconds} seconds`), { href: `${page}#minute` });
const listed = game => {
  const cells = [
    game.name, game.variant, game.years, game.result, `${game.phases}`, game.gm || "?", game.zine || "?",
    game.verdict_text,
  ];
  const row = () => {
    const made = first[0].cloneNode(true);
    const link = made.querySelector("a");
    const head = made.cells[0];
    cells.slice(1, -1).forEach((words, i) => {
      made.cells[i + 1].replaceChildren(elementWith("bdi", "", words));
      made.cells[i + 1].classList.toggle("q", words === "?");
    });
    link.href = link.getAttribute("href").replace(/[^/]+(?=\/(?:index\.html)?$)/, game.id);
    link.replaceChildren(elementWith("bdi", "", game.name));
    head.replaceChildren(link);
    if (game.number) head.append(" ", elementWith("small", "", game.number));
    if (game.badge) head.append(" ", elementWith("span", "badge", game.badge));
    if (game.minute) head.append(" ", minuteLink(link.getAttribute("href"), game.minute));
    const sign = elementWith("span", SIGNS[game.verdict] || "q", game.verdict_text);
    made.cells[cells.length - 1].replaceChildren(sign);
    return made;
  };
  const facets = {
    id: game.id, players: game.players, variant: game.variant, result: game.ending, edition: game.edition,
    checked: game.verdict,
  };
  return entry(`${game.number} ${game.badge} ${game.words}`, cells, facets, row);
};

const readEntries = async () => {
  if (!table.dataset.all) return first.map(written);
  const data = await loadData("catalogue", table.dataset.all) ?? { columns: [], rows: [] };
  const read = [];
  for (let at = 0; at < data.rows.length; at += READ) {
    const rows = data.rows.slice(at, at + READ);
    read.push(...rows.map(row => listed(named(data.columns, row))));
    await drawn();
  }
  return read;
};
const bringEntries = () => arriving ||= readEntries().then(read => (entries = read));

const put = async (found, turn) => {
  const rows = found.slice(0, MOST);
  for (let at = 0; at < rows.length || !at; at += AT_ONCE) {
    await drawn();
    if (turn !== asked) return;
    const some = rows.slice(at, at + AT_ONCE).map(e => e.row());
    if (at) body.append(...some);
    else body.replaceChildren(...some);
  }
};

const rankAll = async at => {
  for (let from = 0; from < entries.length; from += RANKED) {
    const unranked = entries.slice(from, from + RANKED).filter(e => !(at in e.ranks));
    for (const e of unranked) e.ranks[at] = ranked(e.cells[at]);
    if (unranked.length) await drawn();
  }
};

/* The games that the form asks for. */
const wantedEntries = () => {
  const words = plain(value("q")).split(/\s+/).filter(Boolean);
  const facets = names.slice(1).filter(value);
  return entries.filter(({ text, facets: own }) => words.every(word => text.includes(word))
    && facets.every(name => own[name] === value(name))
    && (!ids || ids.includes(own.id)));
};

const sortBy = (found, at) => {
  const by = down ? -1 : 1;
  found.sort((one, other) => {
    if (one.ranks[at] === other.ranks[at]) return 0;
    return one.ranks[at] < other.ranks[at] ? -by : by;
  });
};

const sayCount = count => {
  const all = `${count} game${count === 1 ? "" : "s"}`;
  const games = count === entries.length ? all : `${count} of ${entries.length} games`;
  const few = count > MOST ? `, the first ${MOST} shown` : "";
  const output = form.querySelector("output");
  output.textContent = `${games}${few}`;
  if (ids) output.append(" ", Object.assign(document.createElement("a"), { href: "#", textContent: "all" }));
};

const show = async () => {
  const filtered = ids || names.some(value);
  const at = keys.indexOf(sort);
  const turn = ++asked;
  for (const head of heads) {
    if (head.dataset.sort === sort) head.setAttribute("aria-sort", down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
  if (!filtered && at < 0 && !entries) return;
  await bringEntries();
  if (at >= 0) await rankAll(at);
  if (turn !== asked) return;
  const found = wantedEntries();
  if (at >= 0) sortBy(found, at);
  sayCount(found.length);
  put(found, turn);
};

const write = () => {
  const said = new URLSearchParams(names.map(name => [name, value(name)]).filter(pair => pair[1]));
  if (sort) said.set("sort", (down ? "-" : "") + sort);
  if (ids) said.set("ids", ids.join());
  try { history.replaceState(null, "", `#${said}`); } catch { /* a page from disk */ }
};

const read = () => {
  const said = new URLSearchParams(location.hash.slice(1));
  for (const name of names) if (form.elements[name]) form.elements[name].value = said.get(name) || "";
  ids = said.get("ids")?.split(",") ?? null;
  const wanted = said.get("sort") || "";
  down = wanted.startsWith("-");
  sort = wanted.replace(/^-/, "");
  show();
};

for (const head of heads) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = head.textContent;
  head.replaceChildren(button);
  button.addEventListener("click", () => {
    down = sort === head.dataset.sort && !down;
    sort = head.dataset.sort;
    show();
    write();
  });
}
form.addEventListener("submit", e => e.preventDefault());
form.addEventListener("input", () => { show(); write(); });
addEventListener("hashchange", read);
read();
