/* Puts a phase on the page: map, list of orders, heading, chart. */
const paintTints = fills => {
  for (const shape of all(".board [id^='b-']")) {
    const code = shape.id.slice(2);
    if (!G.shapes.includes(code)) continue;
    const tint = fills[code];
    if (tint === undefined) shape.removeAttribute("fill");
    else shape.setAttribute("fill", typeof tint === "number" ? G.palette[tint] : tint);
  }
};

/* The head at the end of a line, pointing the way that the line comes (heads.py leaves it out). */
const CORNERS = [[-8, 3.6], [-5, 0], [-8, -3.6]], STEPS = 60;

const lastPiece = path => {
  let piece = [[0, 0]];
  for (const [, letter, tail] of path.matchAll(/([Mlqc])([^Mlqc]*)/g)) {
    const numbers = tail.match(/-?(?:\d*\.)?\d+/g).map(Number);
    piece = piece.slice(-1);
    for (let i = 0; i < numbers.length; i += 2) {
      const [x, y] = piece.at(letter === "l" ? -1 : 0);
      piece.push([x + numbers[i], y + numbers[i + 1]]);
    }
  }
  return piece;
};

const onPiece = (piece, t) => {
  let points = piece;
  while (points.length > 1) points = points.slice(1).map(([x, y], i) => [points[i][0] * (1 - t) + x * t, points[i][1] * (1 - t) + y * t]);
  return points[0];
};

const tip = line => {
  const piece = lastPiece(line), [x, y] = piece.at(-1);
  let back = piece[0];
  for (let i = 1; i <= STEPS; i++) {
    const point = onPiece(piece, 1 - i / STEPS);
    if (Math.hypot(x - point[0], y - point[1]) >= 9 * G.pen) { back = point; break; }
  }
  const turn = Math.atan2(y - back[1], x - back[0]), along = G.pen * Math.cos(turn), across = G.pen * Math.sin(turn);
  return `M${x} ${y}L${CORNERS.map(([u, v]) => `${(x + u * along - v * across).toFixed(1)} ${(y + u * across + v * along).toFixed(1)}`).join(" ")}z`;
};

const headed = lines => lines.replace(/(M[^M"^]*)((?:"[^>]*\/><path d=")?)\^/g, (_, line, between) => line + between + tip(line));

/* Under each line runs its casing, on the same course. */
const encase = lines => {
  const casing = one(".lay-casing path:not([d])", lines);
  casing?.setAttribute("d", all(".lay-paths path:not(.f-illegal)", lines).map(path => path.getAttribute("d")).join(""));
};

const paintMap = () => {
  if (!board) return;
  const phase = G.phases[now.at], shown = now.after ? G.phases[now.at + 1] || G.end : phase;
  one("#b-lines").innerHTML = now.after ? "" : headed(unfolded(phase.l));
  encase(one("#b-lines"));
  one("#b-counters").innerHTML = unfolded(shown.c);
  paintTints(shown.f);
  one("title", board).textContent = `Map: ${G.game}, ${label(now.at)}`;
};

const refTo = (_, text) => {
  const unit = unitOf(text);
  return `<a class="ref" href="#order-${keyOf(unit)}" data-o="${unit[1]}">${text}</a>`;
};

const orderRow = ([key, at, text, fate = "", why = "", force = "", rule = ""]) => {
  const unit = unitOf(text);
  const said = failed(fate) ? `<u class="fail">${escaped(text)}</u>` : escaped(text);
  const word = fate && `<span class="fate${failed(fate) ? "" : " ok"}">${escaped(fate)}</span>`;
  const head = `<span>${said}</span>${word}`;
  const reason = why.replace(/\x01([^\x02]*)\x02/g, refTo);
  const body = why
    ? `<details><summary>${head}</summary><div class="why"><p>${reason}</p><p class="force"><b>${escaped(force)}</b> <span>${escaped(rule)}</span></p></div></details>`
    : `<p class="plain">${head}</p>`;
  return `<li id="order-${key || keyOf(unit)}" data-o="${escaped(at === 0 ? unit[1] : at)}">${body}</li>`;
};

const paintOrders = () => {
  const phase = G.phases[now.at];
  for (const part of all(".pw")) {
    const name = part.dataset.p, centres = phase.n[G.powers.indexOf(name)];
    one("ol", part).innerHTML = (phase.o[name] || []).map(orderRow).join("");
    one(".cnt", part).innerHTML = centres ? `${centres}<i class="scdot" aria-hidden="true"></i><span class="vh"> supply centres</span>` : "";
    part.classList.toggle("idle", !phase.o[name]);
  }
  rove(one(".orders li"));
};

const paintHead = () => {
  const phase = G.phases[now.at], step = phase.k[0].toUpperCase() + phase.k.slice(1);
  one("#phase").innerHTML = `${escaped(phase.t)} <small>${step} · ${now.at + 1} of ${G.phases.length}</small>`;
  one("[data-page]").href = pageOf(now.at);
  one("[data-try]").hash = one("[data-try]").hash.replace(/[^/]*$/, phase.s);
  for (const [name, at] of [["first", 0], ["back", now.at - 1], ["on", now.at + 1], ["last", LAST]]) {
    const button = one(`[data-go=${name}]`), to = Math.max(0, Math.min(LAST, at));
    button.href = pageOf(to);
    button.setAttribute("aria-disabled", to === now.at);
    button.setAttribute("aria-label", `${{ first: "First", back: "Previous", on: "Next", last: "Last" }[name]} phase: ${label(to)}`);
  }
};

const paintChart = () => {
  const chart = one(".chart"), scrub = one("#scrub");
  const column = all(".col")[now.at], from = chart.getBoundingClientRect(), box = column.getBoundingClientRect();
  const x = box.left - from.left + box.width / 2, flag = one(".cursor b");
  all(".col").forEach((column, at) => {
    column.classList.toggle("ahead", at > now.at);
    column.classList.toggle("now", at === now.at);
  });
  flag.textContent = G.phases[now.at].t;
  const half = flag.offsetWidth / 2, shift = Math.max(0, half - x) + Math.min(0, from.width - x - half);
  one(".cursor").style.setProperty("--x", `${x}px`);
  one(".cursor").style.setProperty("--shift", `${shift}px`);
  scrub.value = now.at;
  scrub.setAttribute("aria-valuetext", `${label(now.at)}, phase ${now.at + 1} of ${G.phases.length}`);
};

const say = () => {
  const orders = Object.values(G.phases[now.at].o).flat(), bad = orders.filter(order => failed(order[3]));
  const told = bad.map(order => `${order[2]}: ${order[3]}`).join("; ");
  one("[data-say]").textContent = `${label(now.at)}. ${orders.length} orders, ${bad.length} failed. ${told}`;
};

const paint = () => {
  clear();
  paintMap();
  paintOrders();
  paintHead();
  paintChart();
  choosePower(now.power);
  light(held());
};
