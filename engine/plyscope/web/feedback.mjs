// Feedback: marks with their reasons, hints, and giving up. A page for a test does without all of this.

import { add, find } from "./elements.mjs";
import { Hints } from "./hints.mjs";
import { mark, parentOf, solve } from "./marking.mjs";
import { isBox } from "./work.mjs";

const ASKS = { values: "Values", windows: "Ends of windows", pruned: "Pruned moves", best: "Best move" };
const SIGNS = { right: "right", wrong: "wrong", follows: "follows from your own answers", "given-up": "given up" };

export class Feedback {
  constructor(page) {
    const { work } = page;
    this.page = page;
    this.work = work;
    this.key = solve(work.exercise);
    this.hints = new Hints(work, this.key);
    this.marks = this.field = null;
    this.level = 0;
    work.numbers.push(...this.key.values.values());
    find("more").addEventListener("click", () => this.showHint());
    find("give-up").addEventListener("click", () => this.giveUp());
    find("check").addEventListener("click", () => {
      work.isChecked = true;
      page.present();
    });
  }

  // Marks

  // Returns whether there are marks to be shown now.
  show() {
    const { work } = this, remarks = find("remarks");
    const marks = this.marks = work.feedback === "once" || work.isChecked ? mark(work.exercise, this.key, work.answersToMark) : null;
    for (const { entry } of work.fields) entry.classList.remove("right", "wrong", "follows", "missing", "given-up");
    remarks.replaceChildren();
    if (marks !== null) {
      this.showPoints(marks);
      for (const field of work.fields) this.showMark(field);
      const about = (name) => this.hints.whyEdge(work.exercise.nodes.findIndex((node) => node.name === name));
      for (const name of marks.pruned_too_much) add(remarks, "p", "wrong", `Pruned too much: ${name}. ${about(name)}`);
      for (const name of work.isChecked ? marks.pruned_too_little : []) add(remarks, "p", "wrong", `Pruned too little: ${name}. ${about(name)}`);
      for (const remark of marks.remarks) {
        if (work.isChecked || !marks.pruned_too_little.includes(remark.node)) add(remarks, "p", "", `${remark.text}.`);
      }
    }
    this.showWhy();
    return marks !== null;
  }

  showPoints(marks) {
    const points = find("points");
    points.replaceChildren();
    add(points, "h2", "", "Points");
    const score = add(points, "div");
    add(score, "span", "score", String(marks.score));
    add(score, "span", "", ` of ${marks.out_of} points`);
    add(add(points, "div", "bar"), "div").style.width = `${(100 * marks.score) / marks.out_of}%`;
    const table = add(points, "table");
    for (const [ask, part] of Object.entries(marks.parts)) {
      const line = add(table, "tr");
      for (const text of [ASKS[ask], `${part.score} of ${part.out_of}`]) add(line, "td", "", text);
    }
    const isWaiting = !marks.rooted && Object.values(marks.cuts).includes("right");
    if (isWaiting) add(points, "p", "", "Pruned moves earn their points once there are values or bounds that they follow from.");
  }

  // How a box is marked: right, wrong, follows, given-up, or nothing yet.
  verdict(field) {
    const { work, marks } = this, { kind, number, when, place } = field;
    if (work.givenUp.has(number)) return "given-up";
    if (field === work.typing) return "";
    const shown = (outcome) => ({ right: "right", follows: "follows", spared: "follows", missing: work.isChecked ? "wrong" : "" })[outcome] ?? "wrong";
    if (kind === "best") return shown(marks.best);
    const isThis = (one) => one.node === work.name(number) && (kind === "value" || (one.when === when && one.end === ["alpha", "beta"][place]));
    const one = (kind === "value" ? marks.values : marks.windows).find(isThis);
    return one === undefined ? "" : shown(one.outcome);
  }

  showMark(field) {
    const { work, marks, key } = this, { number, entry } = field, name = work.name(number);
    const show = (kind) => kind && entry.classList.add(kind);
    if (isBox(field)) show(this.verdict(field));
    else if (work.givenUp.has(work.exercise.nodes[number].parent)) return;
    else if (work.pruned?.has(number)) {
      show(marks.pruned_follows.includes(name) ? "follows" : marks.pruned_too_much.includes(name) || !key.pruned.has(number) ? "wrong" : "right");
    }
    else if (work.isChecked && marks.pruned_too_little.includes(name)) show("missing");
  }

  // Says of the box at the keyboard how it is marked, and why.
  showWhy() {
    const { field, work } = this, place = find("why");
    let found = "", why = "";
    if (field !== null && this.marks !== null && isBox(field)) {
      found = this.verdict(field);
      if (found === "wrong") why = work.text(field) === "" ? `${work.name(field.number)} is not answered.` : this.hints.whyWrong(field);
      if (found === "follows") why = "The step is right from what stands there. The mistake is counted once, where it was made.";
    } else if (field !== null && this.marks !== null && ["wrong", "missing"].some((one) => field.entry.classList.contains(one))) {
      found = "wrong";
      why = this.hints.whyEdge(field.number);
    }
    const isSaid = found === "wrong" || found === "follows";
    place.className = isSaid ? found : "";
    place.textContent = isSaid ? `${found === "wrong" ? "✗" : "↪"} ${field.label}: ${SIGNS[found]}. ${why}` : "";
  }

  // Hints and giving up

  focus(field) {
    this.field = field;
    this.clearHint();
    this.showWhy();
  }

  clearHint() {
    this.level = 0;
    find("give-up").hidden = true;
    find("more").textContent = "Hint";
    find("hint-text").textContent = `${this.field.label}: press ? for a hint.`;
  }

  // The node whose answers the box or the edge at the keyboard is about.
  get owner() {
    return isBox(this.field) ? this.field.number : parentOf(this.work.exercise, this.field.number);
  }

  showHint() {
    if (this.field === null) return this.page.say("Go to a box or an edge first.");
    const found = this.hints.of(this.field);
    this.level = Math.min(this.level + 1, found.length);
    find("hint-text").textContent = found[this.level - 1];
    find("more").textContent = this.level < found.length ? "Next hint" : "No more hints";
    find("give-up").hidden = this.work.givenUp.has(this.owner);
    find("give-up").textContent = `Show ${this.work.name(this.owner)}, and give up its points`;
  }

  giveUp() {
    const { work, owner } = this;
    work.giveUp(owner, this.key);
    for (const field of work.fields) if (field.number === owner) field.entry.classList.remove("unread");
    this.clearHint();
    this.page.changed();
    work.open.find((field) => !work.isDone(field))?.input.focus();
  }
}
