/* Asks the worker, which is begun when something is asked for the first time. */
const T = document.querySelector(".try");
const one = (selector, root = T) => root.querySelector(selector);
const all = (selector, root = T) => [...root.querySelectorAll(selector)];
const waiting = new Map();
let worker, asked = 0;

const post = (ask, ...args) => new Promise((answer, fail) => {
  waiting.set(++asked, { answer, fail });
  worker.postMessage({ id: asked, ask, args });
});

const start = () => {
  const bar = one("[data-load]"), engine = JSON.parse(T.dataset.engine);
  const base = new URL(engine.base, location.href).href;
  bar.hidden = false;
  worker = new Worker(new URL(`../judge-worker.js?${engine.name}`, base));
  worker.onmessage = ({ data: { id, progress, answer, error } }) => {
    if (progress !== undefined) return void (one("progress", bar).value = progress);
    const { answer: done, fail } = waiting.get(id);
    waiting.delete(id);
    error === undefined ? done(answer) : fail(new Error(error));
  };
  worker.onerror = error => waiting.forEach(({ fail }) => fail(error));
  post("begin", { ...engine, base }).then(() => (bar.hidden = true), error => (one("span", bar).textContent = `The judge did not start: ${error.message}`));
};

const ask = async (...question) => {
  if (!worker) start();
  const text = await post(...question), found = JSON.parse(text);
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
