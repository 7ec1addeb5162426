/* The board as data comes in a script, which can be loaded from disk, too. */
const wholeBoard = board => new Promise((done, fail) => {
  const kept = window.chancery;
  window.chancery = (_, data) => { window.chancery = kept; done(data); };
  const script = document.createElement("script");
  script.src = board.querySelector("image").getAttribute("href").replace("ground.svg", "board.js");
  script.onerror = fail;
  document.head.append(script);
});

/* The map as it stands, in one piece: with the board's layers in place of links to their files. */
const inOnePiece = (board, { layers, shapes }) => {
  const copy = board.cloneNode(true);
  const made = name => document.createElementNS("http://www.w3.org/2000/svg", name);
  const layer = name => Object.assign(made("g"), { innerHTML: layers[name] });
  copy.querySelector("image:last-of-type").setAttribute("href", "names.svg");
  copy.querySelector(".codes").remove();
  for (const image of copy.querySelectorAll("image")) {
    const [, name] = /(\w+)\.svg$/.exec(image.getAttribute("href"));
    image.replaceWith(layer(name));
  }
  for (const tint of copy.querySelectorAll(".tints rect")) {
    const shape = made("path");
    shape.setAttribute("d", shapes[tint.getAttribute("class").slice(2)]);
    tint.replaceWith(shape);
  }
  return copy;
};

/* A PNG of the map as it stands, with a caption below. */
export const photograph = (board, caption) => wholeBoard(board).then(data => new Promise((done, fail) => {
  const copy = inOnePiece(board, data);
  const { width, height } = board.viewBox.baseVal;
  const foot = Math.round(height * 0.05);
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    const pen = canvas.getContext("2d");
    canvas.width = width;
    canvas.height = height + foot;
    pen.fillStyle = "#fbf8f0";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0);
    pen.fillStyle = "#23272b";
    pen.font = `${Math.round(foot * 0.55)}px Alegreya, Georgia, serif`;
    pen.fillText(caption, foot * 0.5, height + foot * 0.68);
    canvas.toBlob(blob => (blob ? done(blob) : fail()), "image/png");
  };
  image.onerror = fail;
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
}));
