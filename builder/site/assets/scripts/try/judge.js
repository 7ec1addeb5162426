/* Asks the worker, which is begun when something is asked that the site does not know. A question that takes
   too long, or that the reader stops, ends the worker; the next question begins another one. */
const PATIENCE = 30_000; // ms for one question, once the judge has started
const SHOWN_AFTER = 600; // ms, so that a quick answer shows no button
export const WORDS = {
  start: "The judge did not start. Load the page again, or judge by hand as described below.",
  failed: "The judge cannot answer this. Change the orders, or report the error.",
  slow: `Stopped, because it took more than ${PATIENCE / 1000} seconds.`,
  stopped: "Stopped.",
};
export const T = document.querySelector(".try");
export const one = (selector, root = T) => root.querySelector(selector);
export const all = (selector, root = T) => [...root.querySelectorAll(selector)];
const waiting = new Map();
let worker;
let asked = 0;

const showStop = () => { one("[data-stop]").hidden = !waiting.size; };

const post = (ask, ...args) => new Promise((answer, fail) => {
  waiting.set(++asked, { answer, fail });
  setTimeout(showStop, SHOWN_AFTER);
  worker.postMessage({ id: asked, ask, args });
});

const finished = id => {
  const question = waiting.get(id);
  clearTimeout(question?.clock);
  waiting.delete(id);
  showStop();
  return question;
};

/* Ends the worker and all that was asked of it. */
export const stop = words => {
  worker?.terminate();
  worker = undefined;
  one("[data-load]").hidden = true;
  for (const id of [...waiting.keys()]) finished(id).fail(new Error(words));
};

const receive = ({ data: { id, progress, begun, answer, failed } }) => {
  if (progress !== undefined) {
    one("[data-load] progress").value = progress;
  } else if (begun) {
    const question = waiting.get(id);
    if (question) question.clock = setTimeout(stop, PATIENCE, WORDS.slow);
  } else if (failed) {
    finished(id)?.fail(new Error(WORDS.failed));
  } else {
    finished(id)?.answer(answer);
  }
};

const start = () => {
  const bar = one("[data-load]");
  const engine = JSON.parse(T.dataset.engine);
  const base = new URL(engine.base, location.href).href;
  bar.hidden = false;
  worker = new Worker(new URL(`../judge-worker.js?${engine.name}`, base));
  worker.onmessage = receive;
  worker.onerror = () => stop(WORDS.start);
  post("begin", { ...engine, base }).then(() => (bar.hidden = true), error => {
    if (error.message === WORDS.failed) stop(WORDS.start);
  });
};

/* What the site knows of the start: the same text that the judge would answer, before it is loaded. */
let answers;
const prepared = async (name, position, power) => {
  const known = await (answers ??= fetch("start.json").then(found => found.json()).catch(() => null));
  if (known?.position.trimEnd() !== position?.trimEnd()) return undefined;
  return name === "look" ? known.look : name === "orders" ? known.orders[power] : undefined;
};

/* While the reader reads, the judge is loaded; on a metered connection only if it is needed. */
const startSoon = () => {
  if (worker || navigator.connection?.saveData) return;
  const whenIdle = globalThis.requestIdleCallback ?? (work => setTimeout(work, 200));
  whenIdle(() => worker || start());
};

export const ask = async (...question) => {
  const known = await prepared(...question);
  if (known) startSoon();
  else if (!worker) start();
  const text = known ?? await post(...question);
  const found = JSON.parse(text);
  if (found.error) throw new Error(found.error);
  return [found, text];
};

/* `judge`: what `chancery judge --json` prints for a worked case; as a string it is that to the byte.
   `look`: what a page shows of its first phase, rows and overlay. */
const answered = name => async position => {
  const [found, text] = await ask(name, position);
  return Object.defineProperty(found, "toString", { value: () => text });
};
globalThis.chancery = { judge: answered("judge"), look: answered("look") };
