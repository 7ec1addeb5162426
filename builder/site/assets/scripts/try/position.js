/* The position is the head of a worked case, as text; the orders are what stands in the fields. */
export const now = {
  head: "", fields: [], seen: {}, recorded: null, past: [], possible: {},
  guessed: false, // the orders of a season are guessed: nothing of their results is shown
};
const MOST = 60000; // letters of a position in a link

export const typed = () => {
  const orders = {};
  for (const { power, input } of now.fields) {
    const order = input.value.trim();
    if (order) (orders[power] ??= []).push(order);
  }
  return orders;
};

/* The worked case, and which field stands in which of its lines. */
export const composed = (head = now.head, orders = typed()) => {
  const lines = head.trimEnd().split("\n");
  if (Object.keys(orders).length) lines.push("orders:");
  for (const [power, texts] of Object.entries(orders))
    lines.push(`  ${JSON.stringify(power)}:`, ...texts.map(text => `  - ${JSON.stringify(text)}`));
  return `${lines.join("\n")}\n`;
};

const stream = async (bytes, through, most = Infinity) => {
  const found = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if ((size += part.value.length) > most) throw new Error("This link holds more than a position.");
    found.push(part.value);
  }
  return new Uint8Array(await new Blob(found).arrayBuffer());
};

export const toLink = async text => {
  const packed = await stream(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return `1${btoa(String.fromCharCode(...packed)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
};

export const fromLink = async link => {
  if (link[0] !== "1") throw new Error("This link is of another version.");
  const packed = Uint8Array.from(atob(link.slice(1).replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0));
  const unpacked = await stream(packed, new DecompressionStream("deflate-raw"), MOST);
  return new TextDecoder("utf-8", { fatal: true }).decode(unpacked);
};
