/* Data comes in scripts, which load from disk as well: each calls `chanceryData` with its name. All scripts of a page
   share what has come. */
const received = window.chanceryData?.received ?? new Map();
window.chanceryData ??= Object.assign((name, data) => received.set(name, data), { received });
const awaited = new Map();

const requested = (name, address) => new Promise(done => {
  if (received.has(name)) {
    done(received.get(name));
    return;
  }
  const script = document.createElement("script");
  script.src = address;
  script.onload = () => done(received.get(name) ?? null);
  script.onerror = () => { awaited.delete(name); done(null); };
  document.head.append(script);
});

/* The data of a file, or null if there is no such file. */
export const loadData = (name, address) => {
  if (!awaited.has(name)) awaited.set(name, requested(name, address));
  return awaited.get(name);
};
