import { make, times } from "../common/elements.js";
import { answersTo } from "./answers.js";
import { statusOf } from "./box.js";
import { VARIANT } from "./game_entry.js";
import { hitLink } from "./hits.js";
import { ROOT, load } from "./tables.js";

/* The page of all hits. */
const found = document.getElementById("found");
const page = found?.closest(".ch-search").querySelector("form.seek");
const MOST_ROWS = 200;
const POSITION = /^position[: ]([0-9a-f]{12})$/i;

const say = words => found.replaceChildren(make("p", words));
const rowsOf = hits => {
  const list = make("ul", "", { className: "plainlist hits" });
  for (const hit of hits) {
    const item = make("li", "");
    item.append(hitLink(hit));
    list.append(item);
  }
  return list;
};

const countedOrders = course => {
  const { hits } = course;
  const bad = hits.filter(hit => hit.failed).length;
  const games = new Set(hits.map(hit => hit.game)).size;
  const so = course.more() ? " so far" : "";
  if (!hits.length) return course.more() ? "Not in these games." : "No order of this archive is like that.";
  if (!hits[0].order) return `${times(games, "game")}${so}.`;
  return `${times(hits.length, "time")} in ${times(games, "game")}${so}; ${bad} failed.`;
};

const courseSection = course => {
  const section = make("section", "");
  const paint = () => {
    const heading = make("h2", course.hits[0]?.order ? "Orders" : "Seasons and games");
    section.replaceChildren(heading, make("p", countedOrders(course)));
    section.append(rowsOf(course.hits.slice(0, MOST_ROWS)));
    if (!course.more()) return;
    const button = make("button", "Search the next games", { type: "button" });
    button.addEventListener("click", async () => {
      await course.next();
      paint();
    });
    section.append(button);
  };
  paint();
  return section;
};

const entrySections = entries => {
  const kinds = [...new Set(entries.map(hit => hit.kind))];
  return kinds.map(kind => {
    const section = make("section", "");
    section.append(make("h2", kind), rowsOf(entries.filter(hit => hit.kind === kind)));
    return section;
  });
};

/* A position is explored on the board of its variant. */
const showPosition = async position => {
  const { blocks } = await load("blocks") ?? { blocks: 1 };
  const files = await load(`p-${position.slice(0, Math.min(2, blocks))}`) ?? [];
  const [first] = files.flatMap(file => file[position] ?? []);
  if (!first) return say("This position is nowhere in this archive.");
  const [block, number] = first;
  const variant = (await load(`g-${block}`))[number][VARIANT];
  const link = make("a", "See it on the board", {
    href: new URL(`openings/${variant}/?position=${position}`, ROOT).href,
  });
  say("This position was reached in games of the archive. ");
  found.firstElementChild.append(link, ".");
};

const showAll = async () => {
  const asked = new URLSearchParams(location.search);
  const question = (asked.get("find") ?? "").trim();
  if (!question) return;
  page.elements.namedItem("find").value = question;
  const position = POSITION.exec(question)?.[1];
  if (position) return showPosition(position);
  const choice = page.elements.namedItem("in");
  if (choice && asked.get("in")) choice.value = asked.get("in");
  say("Looking …");
  const answers = await answersTo(question, asked.get("in") ?? "");
  say(statusOf(question, answers));
  const { course, entries } = answers;
  if (course && (course.hits.length || !entries.length)) found.append(courseSection(course));
  found.append(...entrySections(answers.entries));
};

if (found) {
  page.addEventListener("submit", e => {
    e.preventDefault();
    const asked = new URLSearchParams();
    for (const [name, value] of new FormData(page)) asked.append(name, String(value));
    try {
      history.pushState(null, "", `?${asked}`);
    } catch { // a page from disk
      location.search = `${asked}`;
      return;
    }
    showAll();
  });
  addEventListener("popstate", showAll);
  showAll();
}
