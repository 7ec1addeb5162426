import { loadData } from "../common/data_files.js";
import { T, all, ask, one } from "./judge.js";
import { judgeOwn, load } from "./judging.js";
import { make, paintBoard, plain, say } from "./painting.js";
import { composed, fromLink, now, typed } from "./position.js";

/* Guess the season: the orders of one power are written from the position of a game, then compared with those that were
   played. Nothing of the season is shown before. */
const guess = { game: "", phase: "", power: "", recorded: null, seasons: [] };
const panel = one("[data-guess]");
const outcome = one("[data-compared]");
const title = document.querySelector("h1");
const usualTitle = title.textContent;
const PLACE = "../../games/";

export const isGuess = link => /^guess\/[a-z0-9-]+(?:\/[a-z0-9-]+)?$/.test(link);

export const leaveGuess = () => {
  now.guessed = false;
  panel.hidden = true;
  title.textContent = usualTitle;
  T.classList.remove("guessing", "compared");
};

const pageOf = async address => new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");

/* Only the fields of the chosen power are shown. */
const showPower = () => {
  for (const section of all("[data-power]")) section.hidden = section.dataset.power !== guess.power;
  for (const node of all("[data-guess-power]"))
    node.setAttribute("aria-pressed", `${node.dataset.guessPower === guess.power}`);
};

const choosePower = async power => {
  guess.power = power;
  T.classList.remove("compared");
  one("[data-score]").textContent = "";
  outcome.replaceChildren();
  await load(guess.recorded.head);
  now.recorded = null;
  showPower();
};

const paintPowers = () => {
  const powers = [...new Set(guess.recorded.units.map(([power]) => power))];
  const buttons = powers.map(power => {
    const node = make("button", { type: "button", className: "choice", textContent: power });
    node.dataset.guessPower = power;
    node.addEventListener("click", () => choosePower(power));
    return node;
  });
  one("[data-guess-powers]").replaceChildren(...buttons);
  return powers;
};

const orderOf = row => one(".said > span", row)?.textContent.trim() ?? "";
const listFrom = rows => make("ol", { innerHTML: rows ?? "" }); // of the judge, which escapes what was typed

/* The rows of a list whose order is in another list too. A unit for which nothing was written is no guess. */
const sameRows = (list, other) => {
  const written = new Set(now.fields.filter(({ input }) => input.value.trim()).map(({ province }) => province));
  const orders = new Set([...other.children].map(row => plain(orderOf(row))));
  return [...list.children].filter(
    row => written.has(row.dataset.o.split("/")[0]) && orders.has(plain(orderOf(row))));
};

const column = (title, list) => make("div", {}, make("h3", { textContent: title }), list);

/* The lines of a worked case that say where units stand, by power. */
const unitsAfter = text => {
  const lines = text.split("\n");
  const first = lines.indexOf("units:") + 1;
  const last = lines.findIndex((line, at) => at >= first && !line.startsWith("  "));
  return new Map(lines.slice(first, last < 0 ? lines.length : last).map(line => line.trim().split(": ")));
};

const otherwise = (played, guessed) => {
  const before = unitsAfter(played.next);
  const after = unitsAfter(guessed.next);
  const unitsIn = (units, power) => units.get(power) ?? "no unit";
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter(power => before.get(power) !== after.get(power))
    .map(power => `${power}: ${unitsIn(after, power)}. As played: ${unitsIn(before, power)}.`)
    .map(textContent => make("li", { textContent }));
};

const links = () => {
  const season = make("a", { href: `${PLACE}${guess.game}/${guess.phase}/`, textContent: "The season as played" });
  const next = guess.seasons[guess.seasons.indexOf(guess.phase) + 1];
  const line = make("p", {}, season);
  const address = `#guess/${guess.game}/${next}`;
  if (next) line.append(" · ", make("a", { href: address, textContent: "Guess the next season" }));
  return line;
};

/* Judges the guess among the orders of the others, and lays it beside what was played. */
const compare = async () => {
  if (!await judgeOwn()) return; // a mistake is stated beside its field
  const { power, recorded } = guess;
  const orders = {};
  for (const [owner, , text] of recorded.given) if (owner !== power) (orders[owner] ??= []).push(text);
  Object.assign(orders, typed());
  const [guessed] = await ask("look", composed(recorded.head, orders));
  if (guessed.mistakes) {
    say("The judge cannot compare these orders.");
    return;
  }
  paintBoard(guessed);
  now.seen = guessed;
  T.classList.add("compared");
  const yours = listFrom(guessed.rows[power]);
  const played = listFrom(recorded.rows[power]);
  const same = sameRows(yours, played);
  for (const row of [...same, ...sameRows(played, yours)]) row.classList.add("same");
  const count = played.children.length;
  const words = `${same.length} of ${count} order${count === 1 ? "" : "s"} as played.`;
  const changes = otherwise(recorded, guessed);
  const then = changes.length ? "What would have been otherwise" : "All units would have ended where they did.";
  outcome.replaceChildren(
    make("div", { className: "both" }, column("Yours", yours), column("As played", played)),
    make(changes.length ? "h3" : "p", { textContent: then }),
    make("ul", { className: "plainlist" }, ...changes),
    links(),
  );
  one("[data-score]").textContent = words;
};

/* `guess/game` or `guess/game/phase`: without a phase the first season is guessed. */
export const beginGuess = async link => {
  const [, game, wanted] = link.split("/");
  const rows = await loadData(`orders/${game}`, `${PLACE}${game}/orders.js`) ?? [];
  guess.seasons = rows.map(([slug]) => slug);
  const phase = wanted ?? guess.seasons[0];
  if (!guess.seasons.includes(phase)) throw new Error("Only seasons in which units move can be guessed.");
  const page = await pageOf(`${PLACE}${game}/${phase}/`);
  const text = await fromLink(page.querySelector("a[data-try]").getAttribute("href").split("#")[1]);
  const [recorded] = await ask("look", text);
  Object.assign(guess, { game, phase, recorded });
  now.guessed = true;
  panel.hidden = false;
  T.classList.add("guessing");
  title.textContent = "Guess the season";
  one("[data-guess-title]").textContent = `${page.querySelector(".runhead .up").textContent}, ${recorded.title}`;
  const powers = paintPowers();
  await choosePower(powers.includes(guess.power) ? guess.power : powers[0]);
};

one("[data-compare]").addEventListener("click", () => compare().catch(error => say(error.message)));
