/* The script that is running, by whose address its neighbours are found. */
export const ownScript = () => /** @type {HTMLScriptElement} */ (document.currentScript);
