/* The code of a frame names this very page, wherever the archive stands. */
const code = document.querySelector("[data-embed]");
if (code) code.textContent = code.textContent.replace(/src="[^"#]*/, `src="${location.href.split("#")[0]}`);
/* From disk the player of a game cannot read this page; in its frame the page says what it holds. */
if (location.protocol === "file:" && parent !== self) parent.postMessage(document.querySelector(".ch-phase").outerHTML, "*");
