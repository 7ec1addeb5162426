/* Runs the search's reading of questions outside of a browser: questions and tables come in, readings go out. */
const input = JSON.parse(require("fs").readFileSync(0, "utf8"));
const tables = joinedTables(input.names, input.shared);
const readings = input.questions.map(question => readQuestion(tables, question));
const fits = (input.orders ?? []).map(([question, text]) => fitsOrder(tables, readQuestion(tables, question).order, text));
const words = (input.texts ?? []).map(text => wordsOf(text));
console.log(JSON.stringify({ readings, fits, words }));
