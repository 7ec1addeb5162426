/* Runs bytecode.py in the interpreter of a package: node bytecode.mjs PACKAGE LIBRARY COMPILED */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const [folder, library, compiled] = process.argv.slice(2);
const { loadPyodide } = createRequire(import.meta.url)(`${folder}/pyodide.js`);
const python = await loadPyodide({ indexURL: `${folder}/` });
python.FS.writeFile("/library.zip", readFileSync(library));
python.runPython(readFileSync(new URL("bytecode.py", import.meta.url), "utf8"));
writeFileSync(compiled, python.FS.readFile("/compiled.zip"));
