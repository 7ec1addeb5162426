// What the scripts find on a page, which TypeScript cannot know: the elements that our templates
// write, and the names that other scripts define.

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Element {
  picture?: () => Promise<any>; // of a hit of the search
  closest(selectors: string): any;
}
interface Document {
  getElementById(id: string): any;
  readonly currentScript: any;
}
interface Event {
  readonly target: any;
}
interface Navigator {
  readonly connection?: { saveData: boolean };
}
interface Window {
  chancery: any; // takes the data that a script brings
  chanceryData: any; // takes the data that a script brings, by name
}
declare function importScripts(...addresses: string[]): void;
declare function loadPyodide(options: object): Promise<any>;
declare function __md_get(key: string): any; // of the theme
declare function __md_set(key: string, value: unknown): void;
