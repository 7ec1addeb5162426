/* The script that is running, by whose address its neighbours are found. */
const ownScript = () => /** @type {HTMLScriptElement} */ (document.currentScript);
