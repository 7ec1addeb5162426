/* Link, text and picture of a phase, to be pasted elsewhere. */
const told = (button, words) => {
  const name = one("span", button), before = name.textContent;
  name.textContent = words;
  one("[data-say]").textContent = words;
  button.classList.add("done");
  setTimeout(() => { name.textContent = before; button.classList.remove("done"); }, 1600);
};

const copyText = async text => {
  try { await navigator.clipboard.writeText(text); } catch {
    const area = document.createElement("textarea");
    area.value = text;
    R.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
};

const printed = () => {
  const word = row => `${one(".fail", row) ? `[${ordered(row)}]` : ordered(row)}${fate(row) ? ` (${fate(row)})` : ""}`;
  const powers = Object.entries(known[now.at].rows).map(([name, list]) => `${name.toUpperCase()}: ${[...list.children].map(word).join(", ")}.`);
  return [G.game, label(now.at), "", ...powers, "", address(), ""].join("\n");
};

const address = () => `${location.href.split("#")[0]}#${here()}`;

/* The board as data comes in a script, which can be loaded from disk, too. */
const wholeBoard = () => new Promise((done, fail) => {
  window.chancery = (_, data) => done(data);
  const script = document.createElement("script");
  script.src = one("image", board).getAttribute("href").replace("ground.svg", "board.js");
  script.onerror = fail;
  document.head.append(script);
});

/* The map as it stands, in one piece: with the board's layers in place of links to their files. */
const inOnePiece = ({ layers, shapes }) => {
  const copy = board.cloneNode(true), made = name => document.createElementNS("http://www.w3.org/2000/svg", name);
  const layer = name => Object.assign(made("g"), { innerHTML: layers[name] });
  one("image:last-of-type", copy).setAttribute("href", "names.svg");
  one(".codes", copy).remove();
  for (const image of all("image", copy)) image.replaceWith(layer(/(\w+)\.svg$/.exec(image.getAttribute("href"))[1]));
  for (const tint of all(".tints rect", copy)) {
    const shape = made("path");
    shape.setAttribute("d", shapes[tint.getAttribute("class").slice(2)]);
    tint.replaceWith(shape);
  }
  return copy;
};

const photograph = () => wholeBoard().then(data => new Promise((done, fail) => {
  const copy = inOnePiece(data), { width, height } = board.viewBox.baseVal;
  const foot = Math.round(height * 0.05);
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
    canvas.width = width;
    canvas.height = height + foot;
    pen.fillStyle = "#fbf8f0";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0);
    pen.fillStyle = "#23272b";
    pen.font = `${Math.round(foot * 0.55)}px Alegreya, Georgia, serif`;
    pen.fillText(`${G.game} · ${label(now.at)}`, foot * 0.5, height + foot * 0.68);
    canvas.toBlob(blob => (blob ? done(blob) : fail()), "image/png");
  };
  image.onerror = fail;
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
}));

const copyPicture = async button => {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": photograph() })]);
    told(button, "Copied");
  } catch {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await photograph());
    link.download = `${G.phases[now.at].s}.png`;
    link.click();
    told(button, "Saved");
  }
};

const copyLink = async () => { await copyText(address()); told(one("[data-copy=link]"), "Copied"); };
one("[data-copy=link]").addEventListener("click", copyLink);
one("[data-copy=text]").addEventListener("click", async e => { await copyText(printed()); told(e.currentTarget || one("[data-copy=text]"), "Copied"); });
if (board) one("[data-copy=picture]").addEventListener("click", e => copyPicture(e.currentTarget));
else one("[data-copy=picture]").remove();
