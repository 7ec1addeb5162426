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

/* Under each line runs its casing, on the same course. */
const encase = lines => {
  const casing = one(".lay-casing path:not([d])", lines);
  casing?.setAttribute("d", all(".lay-paths path:not(.f-illegal)", lines).map(path => path.getAttribute("d")).join(""));
};

const paintMap = () => {
  if (!board) return;
  const phase = G.phases[now.at], shown = now.after ? G.phases[now.at + 1] || G.end : phase;
  one("#b-lines").innerHTML = now.after ? "" : unfolded(phase.l);
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
