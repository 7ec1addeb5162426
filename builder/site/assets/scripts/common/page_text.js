/* The text of another page. From disk a script may not read it: the page in a frame says itself what
   it holds, and says nothing where it does not exist. */
const PATIENCE = 20000; // milliseconds
const framed = address => new Promise((done, fail) => {
  const frame = document.createElement("iframe");
  const end = () => {
    removeEventListener("message", hear);
    frame.remove();
  };
  const hear = e => {
    if (e.source !== frame.contentWindow) return;
    end();
    done(e.data);
  };
  addEventListener("message", hear);
  setTimeout(() => { end(); fail(new Error(`${address} does not answer.`)); }, PATIENCE);
  frame.hidden = true;
  frame.src = `${address}index.html`;
  document.body.append(frame);
});
export const pageText = async folder => {
  const address = folder.replace(/index\.html$/, "");
  return location.protocol === "file:" ? framed(address) : (await fetch(address)).text();
};
