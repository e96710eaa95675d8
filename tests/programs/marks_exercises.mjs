// Marks answers as the page of an exercise does: reads [[exercise, answers], …] and prints the marks of each.
import { readFileSync } from "node:fs";

import { readEntry, wholeNumber } from "../../engine/plyscope/web/entries.mjs";
import { mark, solve } from "../../engine/plyscope/web/marking.mjs";

const number = (one) => (one === "inf" ? Infinity : one === "-inf" ? -Infinity : one);

const marked = JSON.parse(readFileSync(0, "utf8")).map(([exercise, given]) => {
  const numberOf = new Map(exercise.nodes.map((node, place) => [node.name, place]));
  const map = (named, read) => new Map(Object.entries(named).map(([name, one]) => [numberOf.get(name), read(one)]));
  const ends = (window) => window.map(number);
  const answers = {
    values: map(given.values, (one) => readEntry(String(one))),
    windowsIn: map(given.windows_in, ends),
    windowsOut: map(given.windows_out, ends),
    pruned: given.pruned === null ? null : new Set(given.pruned.map((name) => numberOf.get(name))),
    best: given.best === null ? null : numberOf.get(given.best),
  };
  const write = (one) => (Number.isFinite(one) || one === null ? one : one > 0 ? "inf" : "-inf");
  const marks = mark(exercise, solve(exercise), answers);
  for (const one of [...marks.values, ...marks.windows]) {
    if (one.given !== null) one.given = one.given.sign ? one.given.sign + wholeNumber(one.given.number) : write(one.given.number);
    one.right = write(one.right);
  }
  return marks;
});
process.stdout.write(JSON.stringify(marked));
