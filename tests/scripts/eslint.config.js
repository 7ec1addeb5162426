import js from "@eslint/js";
import globals from "globals";

const THEME = { __md_get: "readonly", __md_set: "readonly" };
const WORKER = { importScripts: "readonly", loadPyodide: "readonly" };
const WIDEST = 120; // letters of a line

export default [
  js.configs.recommended,
  {
    languageOptions: { sourceType: "module", globals: { ...globals.browser, ...THEME, ...WORKER } },
    rules: {
      "max-len": ["error", { code: WIDEST, ignorePattern: "^const \\w+ = \"M[^\"]*\";$" }],
      "no-unused-vars": ["error", { args: "after-used" }],
      "no-var": "error",
      "one-var": ["error", "never"],
      "prefer-const": "error",
      eqeqeq: ["error", "always"],
    },
  },
];
