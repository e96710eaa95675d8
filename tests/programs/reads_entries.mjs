// Reads entries as the page of an exercise does: a list of texts, of each its number and its sign, or null.
import { readFileSync } from "node:fs";

import { readEntry } from "../../engine/plyscope/web/entries.mjs";

const read = (text) => {
  const one = readEntry(text);
  return one && [String(one.number), one.sign];
};
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(read)));
