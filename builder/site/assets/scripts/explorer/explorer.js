import { make, times } from "../common/elements.js";
import { countedSource } from "./counted.js";
import { drawOrders, lightOrders, orderAt } from "./drawing.js";
import {
  chosenButtons, endingsList, gamesList, listOfAll, listOfPower, powerButtons,
} from "./lists.js";
import { D, E, POWERS, part } from "./page.js";
import { playedSource } from "./played.js";

/* The explorer: a power is chosen, then orders; each season that one goes on to is a step. `steps` are the orders that
   were chosen in each season so far. */
const now = { source: null, counts: "", power: "", steps: [[]] };
const asked = new URLSearchParams(location.search);
const position = /^[0-9a-f]{12}$/.exec(asked.get("position") ?? "")?.[0] ?? "";

/* The address keeps what was chosen: `power=Italy&chosen=Italy:A Ven H;Italy:…`, a semicolon before each season. */
const writeAddress = () => {
  const said = new URLSearchParams();
  if (now.counts === "here" && !position && D.counted) said.set("games", "here");
  if (now.power) said.set("power", now.power);
  const chosen = now.steps.map(step => step.map(({ power, order }) => `${power}:${order}`).join("|")).join(";");
  if (chosen) said.set("chosen", chosen);
  try { history.replaceState(null, "", `${location.search}#${said}`); } catch { /* a page from disk */ }
};

const readAddress = () => {
  const said = new URLSearchParams(location.hash.slice(1));
  now.counts = position || said.get("games") === "here" || !D.counted ? "here" : "all";
  now.power = POWERS.some(({ name }) => name === said.get("power")) ? said.get("power") : "";
  const steps = (said.get("chosen") ?? "").split(";").map(step => step.split("|").filter(Boolean).map(one => {
    const [power, order] = one.split(":");
    return { power, order: order ?? "" };
  }).filter(({ power }) => POWERS.some(({ name }) => name === power)));
  now.steps = now.counts === "all" ? steps.slice(0, D.seasons.length) : steps;
};

const lastStep = () => now.steps.at(-1);

const choose = (power, orders) => {
  const isChosen = order => lastStep().some(one => one.power === power && one.order === order);
  const whole = orders.every(isChosen);
  const others = lastStep().filter(one => one.power !== power || !orders.includes(one.order));
  now.steps[now.steps.length - 1] = whole && now.power === power
    ? others : [...others, ...orders.map(order => ({ power, order }))];
  now.power = power;
  show();
};

const goOn = () => {
  now.steps.push([]);
  show();
  part("title").focus({ preventScroll: true });
};

const goBack = () => {
  if (now.steps.length > 1) now.steps.pop();
  else now.steps = [[]];
  show();
};

const steering = after => {
  const buttons = [];
  if (after) {
    const on = make("button", `Go on to ${after}`, { type: "button", className: "main" });
    on.addEventListener("click", goOn);
    buttons.push(on);
  }
  if (now.steps.length > 1 || lastStep().length) {
    const back = make("button", now.steps.length > 1 ? "Back a season" : "From the start", { type: "button" });
    back.addEventListener("click", goBack);
    buttons.push(back);
  }
  const unread = now.source.more();
  if (unread) {
    const more = make("button", "Read more games", { type: "button" });
    more.addEventListener("click", async () => {
      await now.source.bring();
      show();
    });
    buttons.push(more);
  }
  return buttons;
};

/* What has the focus is made again: the button with the same words gets it. */
const keepingFocus = paint => {
  const { activeElement } = document;
  const words = E.contains(activeElement) ? activeElement.getAttribute("aria-label") ?? activeElement.textContent : "";
  paint();
  if (!words || document.activeElement === activeElement) return;
  const same = [...E.querySelectorAll("button")].find(
    node => (node.getAttribute("aria-label") ?? node.textContent) === words);
  (same ?? part("title")).focus({ preventScroll: true });
};

const paint = () => {
  const seen = now.source.look(now.steps, now.power);
  const idle = { rows: [], total: seen.total, singles: new Map() };
  const shown = now.power ? seen.played.get(now.power) ?? idle : null;
  const doing = { press: choose, light: lightOrders };
  part("title").textContent = seen.title;
  const who = now.power && !now.source.joint ? ` of ${now.power}` : "";
  const so = now.source.more() ? " read so far" : "";
  const of = seen.before > seen.total ? `${seen.total.toLocaleString("en")} of ` : "";
  const count = times(Math.max(seen.before, seen.total), "game");
  const rare = of && !now.source.joint ? " Orders that were rare are left out." : "";
  part("say").textContent = `${of}${count.replace(/\d{4,}/, n => Number(n).toLocaleString("en"))}${so}${who}.${rare}`;
  part("powers").replaceChildren(...powerButtons(seen.played, now.power, power => {
    now.power = power;
    show();
  }));
  const chosen = now.steps.flat().filter(({ power }) => now.source.joint || power === now.power);
  part("chosen").replaceChildren(...chosenButtons(chosen, one => {
    now.steps = now.steps.map(step => step.filter(other => other !== one));
    show();
  }));
  part("steer").replaceChildren(...steering(seen.after));
  const lists = shown ? listOfPower(now.power, shown, lastStep(), doing) : listOfAll(seen.played, doing);
  part("orders").replaceChildren(...lists);
  part("endings").replaceChildren(endingsList(seen.endings));
  part("games").replaceChildren(...(seen.games.length
    ? [make("h2", "Games here"), ...gamesList(seen.games, now.source.joint ? seen.total : 0)] : []));
  drawOrders(seen.played, now.power, now.source.joint || now.steps.length === 1);
  E.classList.toggle("later-position", Boolean(position) || now.steps.length > 2);
};

const show = () => {
  keepingFocus(paint);
  writeAddress();
};

const begin = async () => {
  readAddress();
  E.classList.add("live");
  for (const choice of E.querySelectorAll("[name=counts]")) choice.checked = choice.value === now.counts;
  part("say").textContent = "Reading the orders …";
  now.source = now.counts === "all" ? await countedSource() : await playedSource(position);
  const seen = now.source.look([[]], "");
  if (!seen.played.size) {
    const where = position ? "This position is nowhere in this archive." : "No game here begins at the start.";
    part("say").textContent = where;
    return;
  }
  show();
};

E.addEventListener("click", e => {
  const pressed = orderAt(e);
  if (pressed) choose(pressed.power, [pressed.order]);
});
for (const choice of E.querySelectorAll("[name=counts]"))
  choice.addEventListener("change", () => {
    now.counts = choice.value;
    now.steps = [[]];
    writeAddress();
    begin();
  });
if (position) part("counts")?.remove();
addEventListener("hashchange", begin);
begin();
