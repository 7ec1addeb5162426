import { ask, one } from "./judge.js";
import { paintBoard, paintFields, paintMistakes, paintResults, plain, say } from "./painting.js";
import { stopPlaying } from "./playing.js";
import { composed, now, toLink } from "./position.js";

/* Judging. Of several answers under way only the latest is shown. */
let latest = 0;
let pause = 0;
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
  if (now.guessed) { // what comes of the orders is shown when they are compared
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
  const count = seen.failed.length;
  const failed = `${count || "no"} order${count === 1 ? "" : "s"} failed`;
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
  now.recorded = now.fields.some(field => field.was);
};
