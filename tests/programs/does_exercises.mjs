// Does an exercise as its page does: reads {exercise, inOrder, edits}, and prints after each edit which boxes are open.
import { readFileSync } from "node:fs";

import { Work } from "../../engine/plyscope/web/work.mjs";

const { exercise, inOrder, edits } = JSON.parse(readFileSync(0, "utf8"));
const work = new Work(exercise);
work.inOrder = inOrder;
const nameOf = ({ kind, when, place }) => (kind === "window" ? `${when}_${["alpha", "beta"][place]}` : kind);
const fieldOf = (node, name) => work.fields.find((one) => work.name(one.number) === node && nameOf(one) === name);
const seen = edits.map((edit) => {
  let reason = "";
  if (edit.prune) reason = work.prune(exercise.nodes.findIndex((node) => node.name === edit.prune));
  else {
    const field = fieldOf(edit.node, edit.field);
    reason = work.whyClosed(field);
    work.type(field, edit.text);
  }
  return { reason, open: work.open.map((field) => `${work.name(field.number)} ${nameOf(field)}`) };
});
process.stdout.write(JSON.stringify(seen));
