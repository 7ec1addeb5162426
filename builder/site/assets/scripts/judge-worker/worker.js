/* The judge in a worker: Python and our own modules from this origin, variants as plain data. */
const COMPILED = "compiled-modules"; // no file of a server: kept beside the engine's files

const text = url => {
  const asked = new XMLHttpRequest();
  asked.open("GET", url, false);
  asked.send();
  return asked.status === 200 ? asked.responseText : undefined;
};

/* A file of the engine: as it was kept under this engine's name, or from the server. */
const held = async (url, kept) => {
  const known = await kept?.match(url);
  if (known) return known;
  const found = await fetch(url);
  if (!found.ok) throw new Error(`${url}: ${found.status}`);
  kept?.put(url, found.clone()).catch(() => { /* no room: it is fetched again next time */ });
  return found;
};

/* The folders of modules that the interpreter compiled. */
const folders = paths => new Set(paths.map(path => `${path.replace(/\/[^/]*$/, "")}/__pycache__`));

/* Our modules as they were compiled on an earlier page from the texts of this engine: most of the
   time to a judge's first answer is spent on compiling them. Empty if nothing was kept. */
const compiledBefore = async kept => {
  const form = await kept?.match(COMPILED).then(found => found?.formData()).catch(() => undefined);
  const files = [];
  for (const [path, content] of form ?? [])
    files.push([path, new Uint8Array(await content.arrayBuffer())]);
  return files;
};

/* Keep what was compiled for the next page, if there is more of it than before. */
const keepCompiled = async (FS, paths, kept, before) => {
  const form = new FormData();
  let count = 0;
  for (const folder of folders(paths)) {
    if (!FS.analyzePath(folder).exists) continue;
    for (const file of FS.readdir(folder).filter(other => other.endsWith(".pyc"))) {
      form.append(`${folder}/${file}`, new Blob([FS.readFile(`${folder}/${file}`)]));
      count += 1;
    }
  }
  if (count > before) await kept?.put(COMPILED, new Response(form));
};

const begin = async ({ base, name, sizes, lock, variants }) => {
  const total = Object.values(sizes).reduce((sum, size) => sum + size);
  const kept = await self.caches?.open(name).catch(() => null);
  for (const old of kept ? await caches.keys() : [])
    if (old.startsWith("chancery-engine-") && old !== name) caches.delete(old);
  let loaded = 0;
  const unpacked = async file => {
    const packed = await held(`${base}${file}.pack?${name}`, kept);
    const counted = new TransformStream({
      transform(chunk, out) {
        postMessage({ progress: Math.min(1, (loaded += chunk.length) / total) });
        out.enqueue(chunk);
      },
    });
    const plain = packed.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
    return new Response(plain, { headers: { "Content-Type": file.endsWith(".wasm") ? "application/wasm" : "" } });
  };
  const parts = new Map(Object.keys(sizes).map(file => [file, unpacked(file)]));
  const outside = self.fetch;
  self.fetch = (/** @type {any} */ asked, ...rest) => {
    const file = String(asked.url ?? asked).split("/").pop();
    return parts.get(file) ?? outside(asked, ...rest);
  };
  importScripts(`${base}pyodide.js?${name}`, `${base}pyodide.asm.js?${name}`);
  const python = await loadPyodide({ indexURL: base, lockFileContents: { info: lock, packages: {} } });
  const { FS } = python;
  const write = (path, content) => {
    FS.mkdirTree(path.replace(/\/[^/]*$/, ""));
    FS.writeFile(path, content);
    FS.utime(path, 0, 0); // what was compiled names the time of its text
  };
  const paths = [];
  for (const [path, content] of Object.entries(await (await parts.get("chancery.json")).json())) {
    write(`/chancery/${path}`, content);
    paths.push(`/chancery/${path}`);
  }
  let before = await compiledBefore(kept);
  for (const [path, content] of before) write(path, content);
  python.runPython("import sys; sys.path.insert(0, '/chancery'); sys.dont_write_bytecode = False");
  const of = file => variant => text(`${base}../../try/${variant}/${file}`);
  let module;
  try {
    module = python.pyimport("builder.site.trial.browser_judge");
  } catch (error) {
    if (!before.length) throw error;
    await kept.delete(COMPILED); // it is damaged, and counts as none
    for (const [path] of before) FS.unlink(path);
    before = [];
    module = python.pyimport("builder.site.trial.browser_judge");
  }
  later = () => keepCompiled(FS, paths, kept, before.length);
  return module.fetching_judge(of("variant.json"), of("sheet.svg"), python.toPy(variants));
};

let judge;
let later;
onmessage = async ({ data: { id, ask, args } }) => {
  try {
    judge ??= begin(args[0]);
    const ready = await judge;
    if (ask !== "begin") postMessage({ id, begun: true });
    postMessage({ id, answer: ask === "begin" ? "" : ready[ask](...args) });
    if (ask !== "begin" && later) {
      const keep = later;
      later = undefined;
      setTimeout(() => keep().catch(() => { /* no room: it is compiled again next time */ }));
    }
  } catch (error) {
    console.warn(error); // for developers; the page has words of its own
    postMessage({ id, failed: true });
  }
};
