/* The judge in a worker: Python and our own modules from this origin, variants as plain data. */
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
  for (const [path, content] of Object.entries(await (await parts.get("chancery.json")).json())) {
    python.FS.mkdirTree(`/chancery/${path}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`/chancery/${path}`, content);
  }
  python.runPython("import sys; sys.path.insert(0, '/chancery'); sys.dont_write_bytecode = True");
  const of = file => variant => text(`${base}../../try/${variant}/${file}`);
  const { fetching_judge } = python.pyimport("builder.site.trial.browser_judge");
  return fetching_judge(of("variant.json"), of("sheet.svg"), python.toPy(variants));
};

let judge;
onmessage = async ({ data: { id, ask, args } }) => {
  try {
    judge ??= begin(args[0]);
    const ready = await judge;
    if (ask !== "begin") postMessage({ id, begun: true });
    postMessage({ id, answer: ask === "begin" ? "" : ready[ask](...args) });
  } catch (error) {
    console.warn(error); // for developers; the page has words of its own
    postMessage({ id, failed: true });
  }
};
