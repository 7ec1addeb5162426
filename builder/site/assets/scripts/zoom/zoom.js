/* Enlarges a map in its place: with two fingers, the wheel and Ctrl, keys or buttons. */
const MOST = 8; // times its size
const STEP = 1.6; // times, for a press of a button
const drawn = path => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
const WHOLE = drawn("M3 9V3h6M15 3h6v6M21 15v6h-6M9 21H3v-6");
const FILL = drawn("M14 10l7-7m-6 0h6v6M10 14l-7 7m6 0H3v-6");
const SIZES = [
  { by: STEP, sign: "+", name: "Enlarge the map" },
  { by: 1 / STEP, sign: "−", name: "Make the map smaller" },
  { by: 0, sign: WHOLE, name: "Show the whole map" },
];

const closer = place => {
  let scale = 1;
  let base = 0; // pixels that the drawing is wide at its own size
  let dragged = false;
  const strip = document.querySelector("[data-zoomers]");
  const drawings = [...place.querySelectorAll(":scope > :is(svg, div)")];
  const middle = () => ({ x: place.clientWidth / 2, y: place.clientHeight / 2 });

  const size = (wanted, { x, y } = middle()) => {
    const next = Math.max(1, Math.min(MOST, wanted));
    const grown = next / scale;
    if (scale === 1) {
      base = Math.max(...drawings.map(drawing => drawing.getBoundingClientRect().width));
      place.style.height = `${place.offsetHeight}px`;
    }
    const left = (place.scrollLeft + x) * grown - x;
    const top = (place.scrollTop + y) * grown - y;
    scale = next;
    place.classList.toggle("zoomed", scale > 1);
    strip.classList.toggle("near", scale > 1);
    for (const drawing of drawings) drawing.style.width = scale > 1 ? `${base * scale}px` : "";
    if (scale === 1) place.style.height = "";
    place.scrollTo(left, top);
    if (strip.contains(document.activeElement) && (scale === 1 || scale === MOST)) place.focus();
    for (const { by, button } of buttons) button.disabled = by > 1 ? scale === MOST : scale === 1;
  };

  const within = spot => {
    const box = place.getBoundingClientRect();
    return { x: spot.clientX - box.left, y: spot.clientY - box.top };
  };

  const buttons = SIZES.map(({ by, sign, name }) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", innerHTML: sign, title: name });
    button.setAttribute("aria-label", name);
    button.addEventListener("click", () => size(scale * by));
    return { by, button };
  });
  /* On a screen that is higher than the map, the map becomes as high; the rest is reached by moving it. */
  const cover = () => {
    const high = Math.max(...drawings.map(drawing => drawing.getBoundingClientRect().height));
    if (high && innerHeight / high > 1.2) size(innerHeight / high);
  };
  const filler = document.createElement("button");
  const room = place.closest(".map-room, .frame");
  Object.assign(filler, { type: "button", innerHTML: FILL, title: "Fill the screen" });
  filler.setAttribute("aria-label", filler.title);
  const fill = (on = !room.classList.contains("filled")) => {
    size(1);
    room.classList.toggle("filled", on);
    filler.setAttribute("aria-pressed", `${on}`);
    if (on) {
      place.focus();
      room.requestFullscreen?.().catch(() => { /* the window is filled at least */ });
      requestAnimationFrame(() => requestAnimationFrame(cover));
    } else if (document.fullscreenElement) document.exitFullscreen();
  };
  filler.addEventListener("click", () => fill());
  document.addEventListener("fullscreenchange", () => !document.fullscreenElement && fill(false));
  strip.append(...buttons.map(({ button }) => button), filler);
  size(1);
  const filled = e => {
    const isPlainClick = !dragged && scale === 1 && e.detail === 1;
    if (isPlainClick && !e.target.closest("[data-o]")) fill(true);
  };
  if (place.closest("figure")) place.addEventListener("click", filled);

  place.addEventListener("wheel", e => {
    if (!e.ctrlKey) return;
    e.preventDefault();
    size(scale * Math.exp(-e.deltaY / 120), within(e));
  }, { passive: false });

  let apart = 0; // pixels between two fingers when they touched
  let from = 1; // the scale at that moment
  let centre = null;
  const gap = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  const between = ([a, b]) => within({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
  place.addEventListener("touchstart", e => {
    if (e.touches.length !== 2) return;
    apart = gap(e.touches);
    from = scale;
    centre = between(e.touches);
  }, { passive: true });
  place.addEventListener("touchmove", e => {
    if (e.touches.length !== 2 || !centre) return;
    e.preventDefault();
    const now = between(e.touches);
    place.scrollBy(centre.x - now.x, centre.y - now.y);
    size((from * gap(e.touches)) / apart, now);
    centre = now;
  }, { passive: false });
  place.addEventListener("touchend", () => (centre = null), { passive: true });

  let held = null;
  place.addEventListener("pointerdown", e => {
    dragged = false;
    if (e.pointerType === "mouse" && e.button === 0 && scale > 1) held = e;
  });
  place.addEventListener("pointermove", e => {
    if (!held || !(e.buttons & 1)) return (held = null);
    dragged ||= Math.hypot(e.clientX - held.clientX, e.clientY - held.clientY) > 4;
    if (dragged) place.scrollBy(-e.movementX, -e.movementY);
  });
  place.addEventListener("click", e => dragged && e.stopImmediatePropagation(), true);
  place.addEventListener("dragstart", e => e.preventDefault());
  place.addEventListener("dblclick", e => size(scale > 1 ? 1 : 2.5, within(e)));

  addEventListener("keydown", e => {
    if (e.key === "Escape" && room.classList.contains("filled")) return fill(false);
    if (e.ctrlKey || e.metaKey || e.altKey || e.target !== place) return;
    const by = { "+": STEP, "=": STEP, "-": 1 / STEP, 0: 0 }[e.key];
    if (by === undefined) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    size(scale * by);
  }, true);
  addEventListener("resize", () => size(1));
  for (const shown of document.querySelectorAll("input[name=shown]"))
    shown.addEventListener("change", () => size(1));
};

document.querySelectorAll("[data-zoom]").forEach(closer);

/* The code of a frame names this very page, wherever the archive stands. */
for (const code of document.querySelectorAll("[data-embed]"))
  code.textContent = code.textContent.replace(/src="[^"#]*/, `src="${location.href.split("#")[0]}`);
