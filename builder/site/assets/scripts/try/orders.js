import { photograph } from "../common/board_picture.js";
import { beginGuess, guess, isGuess, leaveGuess } from "./guessing.js";
import { T, WORDS, all, ask, one, stop } from "./judge.js";
import {
  make, paintBoard, paintFields, paintMistakes, paintResults, plain, say,
} from "./painting.js";
import { playResult, stopPlaying } from "./playing.js";
import { composed, fromLink, now, toLink } from "./position.js";

/* Choosing orders: only possible ones are offered, by field, by map, or by typing. */
let held = null; // the field whose orders are offered
let where = null; // the element in which they are offered
let pause = 0;

const possible = async power => {
  const key = `${composed(now.head, {})}${power}`;
  return new Map(await (now.possible[key] ??= ask("orders", composed(now.head, {}), power).then(([found]) => found)));
};

export const offer = async (field, places = []) => {
  const known = await possible(field.power);
  const orders = field.province ? known.get(field.province) ?? [] : [...known.values()].flat();
  const begun = plain(field.input.value);
  const whole = orders.some(order => plain(order) === begun);
  const names = order => order.split(/[^\p{L}\p{N}]+/u);
  const fits = order => {
    if (places.length) return places.every(place => names(order).includes(place));
    return whole || plain(order).startsWith(begun);
  };
  const shown = orders.filter(fits);
  const buttons = shown.map(order => {
    const button = make("button", { type: "button", textContent: order });
    button.setAttribute("aria-pressed", `${plain(order) === begun}`);
    button.addEventListener("click", () => enter(field, order));
    return button;
  });
  if (held !== field) return;
  where.replaceChildren(...(where === field.choices ? [] : [`${field.name}: `]), ...buttons);
  if (places.length && shown.length === 1) enter(field, shown[0]);
  else if (places.length) {
    const orders = `${shown.length || "no"} order${shown.length === 1 ? "" : "s"}`;
    say(`${field.name}: ${orders} with ${places.join(", ")}.`);
  }
};

/* The field whose orders are offered, beside itself or beneath the map. */
export const choose = (field, place = field.choices) => {
  if (held === field && where === place) return;
  where?.replaceChildren();
  held = field;
  where = place;
  all(".chosen").forEach(e => e.classList.remove("chosen"));
  all(`.board [data-o="${CSS.escape(field.province)}"]`).forEach(e => e.classList.add("chosen"));
  offer(field);
};

const enter = (field, order) => {
  field.input.value = order;
  where.replaceChildren();
  if (where === field.choices) field.input.focus();
  else held = null;
  judge();
};

const provinceAt = event => {
  for (const shape of document.elementsFromPoint(event.clientX, event.clientY)) {
    const code = shape.closest(".board [data-o]")?.dataset.o;
    if (code) return code.split("/")[0];
  }
  return "";
};

/* First a unit is chosen, then the place where it is to act; the same unit again undoes the choice. */
const press = event => {
  const code = provinceAt(event);
  if (!code) return;
  if (held && held.province && code !== held.province) return void offer(held, [code]);
  const found = now.fields.find(field => field.province === code) ?? now.fields.find(field => !field.province);
  if (found) choose(found, one("[data-near]"));
};

export const rescue = async (button, at, pairs = false) => {
  const [found] = await ask("rescue", composed(), at, pairs);
  const none = `No ${pairs ? "pair of orders" : "single order"} of its own power, or of a power that was `
    + "not against it, would have changed it.";
  const words = found.length ? found.slice(0, 5) : [none];
  const list = make("ul", { className: "rescues" }, ...words.map(text => make("li", { textContent: text })));
  if (!found.length && !pairs) {
    const more = make("button", { type: "button", className: "rescue", textContent: "Try pairs of orders" });
    more.addEventListener("click", () => {
      more.disabled = true;
      rescue(list, at, true);
    });
    list.append(make("li", {}, more));
  }
  button.replaceWith(list);
};

/* Judging. Of several answers under way only the latest is shown. */
let latest = 0;
const judge = async (text = composed()) => {
  clearTimeout(pause);
  const turn = ++latest;
  const [seen] = await ask("look", text).catch(error => {
    say(error.message);
    throw error;
  });
  if (turn !== latest) return null;
  for (const { wrong, input } of now.fields) {
    wrong.textContent = "";
    input.removeAttribute("aria-invalid");
  }
  one("[data-rest]").textContent = "";
  if (seen.mistakes) return void paintMistakes(seen.mistakes);
  now.seen = seen;
  now.head = seen.head;
  stopPlaying();
  paintBoard(seen);
  one("#phase").textContent = `${seen.title}, ${seen.step}`;
  one("[data-edition]").value = seen.edition;
  if (guess.phase) { // what comes of the orders is shown when they are compared
    say("");
    return seen;
  }
  paintResults(seen);
  one("[data-on] span").textContent = seen.then;
  one("[data-back]").disabled = !now.past.length;
  for (const { input, mark, was } of now.fields) {
    const changed = now.recorded && plain(input.value) !== plain(was);
    mark.textContent = changed ? `recorded: ${was || "no order"}` : "";
  }
  const failed = `${seen.failed.length} order${seen.failed.length === 1 ? "" : "s"} failed`;
  say(`${seen.title}, ${seen.step}: ${failed}.`);
  history.replaceState(null, "", `#${await toLink(composed())}`);
  return seen;
};

export const judgeOwn = () => judge();

export const later = () => {
  clearTimeout(pause);
  pause = setTimeout(judge, 500);
};

/* Replaces what is shown by a whole case. */
export const load = async text => {
  one("[data-text]").value = text;
  now.head = text;
  now.fields = [];
  now.recorded = null;
  const seen = await judge(text);
  if (!seen) return;
  paintFields(seen);
  one("[data-text]").value = composed();
  now.recorded = true;
};

const goOn = () => {
  now.past.push(composed());
  return load(now.seen.next);
};

const copied = async (button, text) => {
  await navigator.clipboard.writeText(text);
  say(`${button.textContent}: copied.`);
};

/* The orders with their results, as text. */
const resultText = () => {
  const lines = [one("#phase").textContent, ""];
  for (const part of all("[data-power]:not([hidden])")) {
    const texts = all("ol > li", part).map(row => one(".said", row)?.textContent.trim().replace(/\s+/g, " "));
    const rows = texts.filter(Boolean);
    if (rows.length) lines.push(`${part.dataset.power}: ${rows.join("; ")}.`);
  }
  return [...lines, "", location.href, ""].join("\n");
};

const picture = async button => {
  stopPlaying();
  const made = photograph(one(".board"), one("#phase").textContent);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": made })]);
    say(`${button.textContent}: copied.`);
  } catch {
    make("a", { href: URL.createObjectURL(await made), download: "position.png" }).click();
    say(`${button.textContent}: saved.`);
  }
};

const listen = () => {
  T.classList.add("live");
  one("[data-on]").addEventListener("click", goOn);
  one("[data-stop]").addEventListener("click", () => stop(WORDS.stopped));
  one("[data-back]").addEventListener("click", () => load(now.past.pop()));
  one("[data-clear]").addEventListener("click", () => {
    for (const { input } of now.fields) input.value = "";
    judge();
  });
  one("[data-edition]").addEventListener("change", e => {
    now.head = now.head.replace(/^edition: .*$/m, `edition: "${e.target.value}"`);
    judge();
  });
  one("[data-use]").addEventListener("click", () => load(one("[data-text]").value));
  one("[data-link]").addEventListener("click", e => copied(e.currentTarget, location.href));
  one("[data-case]").addEventListener("click", e => copied(e.currentTarget, composed()));
  one("[data-result]").addEventListener("click", e => copied(e.currentTarget, resultText()));
  one("[data-play]")?.addEventListener("click", playResult);
  one("[data-picture]")?.addEventListener("click", e => picture(e.currentTarget));
  one("[data-report]")?.addEventListener("click", e => {
    const { report } = e.currentTarget.dataset;
    e.currentTarget.href = report.replace("THIS-PAGE", encodeURIComponent(location.href));
  });
  one(".board")?.addEventListener("click", press);
  T.addEventListener("keydown", e => {
    if (e.key === "Enter" && e.target.matches("input")) judge();
    if (e.key === "Escape") where?.replaceChildren();
  });
  addEventListener("hashchange", open);
};

/* `#1…` is a position, `#game/phase` the page of a phase that leads to one, `#guess/game/phase` asks for the orders of
   a season, nothing is the start. */
const open = async () => {
  try {
    let link = decodeURIComponent(location.hash.slice(1));
    leaveGuess();
    if (isGuess(link)) return void await beginGuess(link);
    if (/^[a-z0-9-]+\/[a-z0-9-]+$/.test(link)) {
      const answer = await fetch(`../../games/${link}/`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      link = page.querySelector("a[data-try]").getAttribute("href").split("#")[1];
    }
    await load(link ? await fromLink(link) : one("[data-text]").value);
  } catch (error) {
    say(error.message);
  }
};

one("[data-command]").hidden = location.protocol !== "file:";
if (location.protocol !== "file:") {
  listen();
  open();
} else if (location.hash) {
  fromLink(location.hash.slice(1)).then(text => (one("[data-text]").value = text), () => { /* no position */ });
}
