import { ownScript } from "../common/own_script.js";

/* From disk no worker may start: a frame on the same page does its work. */
class FrameWorker extends EventTarget {
  constructor(address) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    /** @type {any} */
    this.inside = frame.contentWindow;
    this.inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }));
    const script = this.inside.document.createElement("script");
    this.ready = new Promise(done => (script.onload = done));
    script.src = address;
    this.inside.document.head.append(script);
  }

  postMessage(data) {
    this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
  }
}

/* On disk a folder is no page: links lead to the page in it. Fonts stand in a sheet of their own. */
const inFolder = (place, name) => {
  const [, folder, rest] = /^([^?#]*)(.*)$/.exec(place.getAttribute(name) ?? "");
  if (/(^|\/)\.{0,2}\/?$/.test(folder) && (folder || rest[0] === "?") && !/^(?!file:)\w+:/.test(folder))
    place.setAttribute(name, `${folder}${/\.$/.test(folder) ? "/" : ""}index.html${rest}`);
};

if (location.protocol === "file:") {
  Object.assign(window, { Worker: FrameWorker });
  const within = e => e.target.closest?.("a[href]");
  for (const kind of ["click", "auxclick"]) addEventListener(kind, e => within(e) && inFolder(within(e), "href"), true);
  addEventListener("submit", e => inFolder(e.target, "action"), true);
  document.head.append(Object.assign(document.createElement("link"), {
    rel: "stylesheet", href: new URL("disk.css", ownScript().src),
  }));
}
