import { make, times } from "../common/elements.js";
import { FIRST_HITS, answersTo } from "./answers.js";
import { hitLink } from "./hits.js";

/* The box: hits appear below it while somebody types; arrows choose one, Enter opens it, Escape closes them. */
const MOST_HITS = 9;
const PAUSE = 90; // milliseconds
let boxes = 0;

const searchAddress = question => `search/?find=${encodeURIComponent(question)}`;
const plainHit = (title, line, address) => ({ kind: "", title, after: "", line, ending: "", address, picture: null });

/* Orders and seasons come first; then what is named so; last the page of all hits and the list of games. */
const shownHits = (question, { course, entries, nearest }) => {
  const found = course ? course.hits.slice(0, FIRST_HITS) : [];
  const hits = [...found, ...entries];
  const words = nearest || question;
  const kinds = "Orders, seasons, games, people and texts.";
  const all = plainHit(`All hits for “${words}”`, kinds, searchAddress(words));
  const list = `games/#q=${encodeURIComponent(words)}`;
  const games = plainHit(`Games with “${words}”`, "The list of games, also by people and zines.", list);
  const more = course ? [all] : [all, games];
  return [...hits.slice(0, MOST_HITS), ...(hits.length || course ? more : [games])];
};

export const statusOf = (question, { course, entries, nearest }) => {
  const count = (course?.hits.length ?? 0) + entries.length;
  if (nearest) return `Nothing fits “${question}”. The nearest is “${nearest}”: ${times(count, "hit")}.`;
  if (!count) return course?.more() ? "Not in the first games." : `Nothing fits “${question}”.`;
  return `${times(count, "hit")}${course?.more() ? " so far" : ""}.`;
};

const searchBox = form => {
  const input = form.elements.namedItem("find");
  const list = make("div", "", { id: `hits-${++boxes}`, className: "seek-hits", hidden: true });
  const status = make("p", "", { className: "seek-status" });
  const panel = make("div", "", { className: "seek-panel", hidden: true });
  const wanted = () => form.elements.namedItem("in")?.value ?? "";
  let asked = 0;
  let waiting = 0;
  let chosenAt = -1;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Hits");
  list.hidden = false;
  status.setAttribute("role", "status");
  panel.append(status, list);
  form.append(panel);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id,
  })) input.setAttribute(name, value);

  const choose = at => {
    const options = [...list.children];
    chosenAt = options.length ? (at + options.length) % options.length : -1;
    options.forEach((option, place) => option.setAttribute("aria-selected", place === chosenAt));
    if (chosenAt < 0) input.removeAttribute("aria-activedescendant");
    else {
      input.setAttribute("aria-activedescendant", options[chosenAt].id);
      options[chosenAt].scrollIntoView({ block: "nearest" });
    }
  };

  const open = shown => {
    panel.hidden = !shown;
    input.setAttribute("aria-expanded", shown);
    if (!shown) choose(-list.children.length - 1);
  };

  const show = async () => {
    const question = input.value.trim();
    const turn = ++asked;
    if (!question) return open(false);
    const answers = await answersTo(question, wanted());
    if (turn !== asked || document.activeElement !== input) return;
    const links = shownHits(question, answers).map((hit, at) => {
      const link = hitLink(hit, { id: `${list.id}-${at}`, tabIndex: -1 });
      link.setAttribute("role", "option");
      return link;
    });
    list.replaceChildren(...links);
    status.textContent = statusOf(question, answers);
    panel.dataset.answers = question;
    chosenAt = -1;
    input.removeAttribute("aria-activedescendant");
    open(true);
  };

  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, PAUSE);
  });
  input.addEventListener("focus", () => input.value.trim() && show());
  input.addEventListener("keydown", e => {
    const isOpen = !panel.hidden;
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      if (!isOpen) show();
      else if (chosenAt < 0) choose(e.key === "ArrowDown" ? 0 : -1);
      else choose(chosenAt + (e.key === "ArrowDown" ? 1 : -1));
    } else if (e.key === "Enter" && isOpen && chosenAt >= 0) {
      e.preventDefault();
      list.children[chosenAt].click();
    } else if (e.key === "Escape" && isOpen) {
      e.preventDefault();
      open(false);
    } else if (e.key === "Escape") input.blur();
  });
  panel.addEventListener("pointerdown", e => e.preventDefault()); // the box keeps the focus
  panel.addEventListener("click", () => open(false));
  form.addEventListener("focusout", e => form.contains(e.relatedTarget) || open(false));
  form.addEventListener("submit", () => open(false));
  if (document.activeElement === input) show();
};

for (const form of document.querySelectorAll("form.seek")) searchBox(form);
