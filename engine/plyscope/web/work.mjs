// A student's work on an exercise, as `plyscope.exercises.work` has it: its boxes and edges, what stands in them, and
// which of them are open.

import { coveredBy, meant, readEntry, shownNumber } from "./entries.mjs";
import { answersAsJson, struckBy } from "./hand_in.mjs";

export const isBox = (field) => field.kind !== "edge";

export class Work {
  constructor(exercise) {
    this.exercise = exercise;
    this.fields = [...this.fieldsFrom(0)];
    if (this.asks("best")) this.fields.push({ kind: "best", number: 0 });
    for (const field of this.fields) field.label = this.label(field);
    // The numbers that the tree itself has: those may be typed with fewer digits.
    this.numbers = exercise.nodes.map((node) => node.given);
    this.feedback = exercise.feedback || "once";
    this.student = "";
    this.inOrder = this.isChecked = false;
    // The box that is being typed in.
    this.typing = null;
    this.clear();
  }

  clear() {
    this.values = new Map();
    this.windowsIn = new Map();
    this.windowsOut = new Map();
    this.pruned = this.best = null;
    this.givenUp = new Set();
  }

  asks(what) {
    return this.exercise.asks.includes(what);
  }

  name(number) {
    return this.exercise.nodes[number].name;
  }

  isLeaf(number) {
    return this.exercise.nodes[number].given !== null;
  }

  get covered() {
    return coveredBy(this.exercise, this.pruned ?? []);
  }

  // Boxes and edges

  // Those of a subtree in the order in which the search would fill them.
  *fieldsFrom(number) {
    if (this.isLeaf(number)) return;
    const ends = (when) => [0, 1].map((place) => ({ kind: "window", number, when, place }));
    if (this.asks("windows")) yield* ends("in");
    for (const child of this.exercise.nodes[number].tried) {
      if (this.asks("pruned")) yield { kind: "edge", number: child };
      yield* this.fieldsFrom(child);
    }
    if (this.asks("windows")) yield* ends("out");
    if (this.asks("values")) yield { kind: "value", number };
  }

  label({ kind, number, when, place }) {
    const name = this.name(number);
    if (kind === "edge") return `The edge to ${name}`;
    if (kind === "best") return `The best move of ${name}`;
    return kind === "value" ? `${name}: the value that it returns` : `${name}: ${"αβ"[place]} as it ${when === "in" ? "is called" : "returns"}`;
  }

  windows(when) {
    return when === "in" ? this.windowsIn : this.windowsOut;
  }

  text({ kind, number, when, place }) {
    if (kind === "best") return this.best === null ? "" : String(this.best);
    const entry = kind === "value" ? this.values.get(number) : { number: this.windows(when).get(number)?.[place] ?? null, sign: "" };
    return !entry || entry.number === null ? "" : entry.sign + shownNumber(entry.number);
  }

  // Returns whether a typed text could be read.
  type(field, text) {
    const read = text.trim() ? readEntry(text.trim()) : null, isNumber = read !== null && (field.kind === "value" || !read.sign);
    if (isNumber) read.number = meant(read.number, this.numbers);
    this.set(field, isNumber ? read : null);
    this.typing = field;
    return isNumber || !text.trim();
  }

  set({ kind, number, when, place }, read) {
    const map = kind === "value" ? this.values : this.windows(when);
    const ends = kind === "value" ? read : [...(map.get(number) ?? [null, null])];
    if (kind === "window") ends[place] = read?.number ?? null;
    if (ends === null || (kind === "window" && ends.every((end) => end === null))) map.delete(number);
    else map.set(number, ends);
  }

  isDone(field) {
    return this.givenUp.has(field.number) || this.text(field) !== "";
  }

  // The boxes outside what is pruned.
  get live() {
    const { covered } = this;
    return this.fields.filter((field) => isBox(field) && !covered.has(field.number));
  }

  // As the search goes, what is passed is locked, but for the last answer, and what comes later waits.
  get open() {
    const boxes = this.live.filter((field) => !this.givenUp.has(field.number));
    if (!this.inOrder) return boxes;
    const found = boxes.findIndex((field) => !this.isDone(field)), next = found < 0 ? boxes.length : found;
    return boxes.slice(Math.max(0, next - 1), next + 1);
  }

  notYet(number) {
    return `The search has not come to ${this.name(number)} yet.`;
  }

  passed(number) {
    return `The search has passed ${this.name(number)}. Backspace in an empty box goes back.`;
  }

  whyClosed(field) {
    if (this.open.includes(field)) return "";
    if (this.givenUp.has(field.number)) return `${this.name(field.number)} was given up.`;
    return this.isDone(field) ? this.passed(field.number) : this.notYet(field.number);
  }

  whyNotPruned(child) {
    const { parent } = this.exercise.nodes[child], { covered, givenUp } = this;
    if (givenUp.has(parent)) return `${this.name(parent)} was given up: its edges are those of the key.`;
    if (covered.has(parent) && !this.pruned.has(child)) return `${this.name(parent)} is pruned, and so is all below it.`;
    if (!this.inOrder || covered.has(parent)) return "";
    const boxes = this.live, place = this.fields.findIndex((field) => field.kind === "edge" && field.number === child);
    const isBefore = (field) => this.fields.indexOf(field) < place;
    if (!boxes.filter(isBefore).every((field) => this.isDone(field))) return this.notYet(child);
    const isPassed = boxes.some((field) => !isBefore(field) && !givenUp.has(field.number) && this.isDone(field));
    return isPassed ? this.passed(child) : "";
  }

  // Strikes an edge, or takes it back; returns why that cannot be done now.
  prune(child) {
    const reason = this.whyNotPruned(child);
    if (reason) return reason;
    const pruned = new Set(this.pruned ?? []);
    if (!pruned.delete(child)) pruned.add(child);
    this.pruned = pruned;
    return "";
  }

  // The key's edges stand for the student's below a node that is given up; its own answers are gone.
  giveUp(number, key) {
    this.givenUp.add(number);
    for (const map of [this.values, this.windowsIn, this.windowsOut]) map.delete(number);
    if (number === 0) this.best = null;
    if (!this.asks("pruned")) return;
    const pruned = new Set(this.pruned ?? []);
    for (const child of this.exercise.nodes[number].children) pruned[key.pruned.has(child) ? "add" : "delete"](child);
    if (pruned.size || this.pruned !== null) this.pruned = pruned;
  }

  // What is marked, kept and handed in

  get answers() {
    const { values, windowsIn, windowsOut, pruned, best, givenUp } = this;
    return { values, windowsIn, windowsOut, pruned, best, givenUp };
  }

  // What is marked now: without the box that is being typed in, and in the end with nothing pruned where nothing was struck.
  get answersToMark() {
    const isFinal = this.isChecked && this.asks("pruned"), { answers, typing } = this;
    answers.pruned = this.pruned === null ? (isFinal ? new Set() : null) : struckBy(this.exercise, answers);
    if (typing === null) return answers;
    const name = typing.kind === "value" ? "values" : typing.when === "in" ? "windowsIn" : "windowsOut", map = new Map(answers[name]);
    if (typing.kind === "value" || !map.has(typing.number)) map.delete(typing.number);
    else map.set(typing.number, map.get(typing.number).map((end, place) => (place === typing.place ? null : end)));
    return { ...answers, [name]: map };
  }

  handedIn() {
    const pruned = this.pruned ?? (this.asks("pruned") ? new Set() : null);
    return answersAsJson(this.exercise, this.student, { ...this.answers, pruned });
  }

  kept() {
    const json = answersAsJson(this.exercise, this.student, this.answers);
    return { ...json, feedback: this.feedback, in_order: this.inOrder, given_up: [...this.givenUp].map((one) => this.name(one)) };
  }

  // From what was kept; the key is that of a page that has one.
  restore(kept, key) {
    const numberOf = (name) => this.exercise.nodes.findIndex((node) => node.name === name);
    const end = (one) => (one === null ? null : readEntry(String(one))?.number ?? null);
    const read = (named, one) => new Map(Object.entries(named ?? {}).map(([name, text]) => [numberOf(name), one(text)]));
    this.values = read(kept.values, (one) => readEntry(String(one)));
    this.windowsIn = read(kept.windows_in, (ends) => ends.map(end));
    this.windowsOut = read(kept.windows_out, (ends) => ends.map(end));
    this.pruned = kept.pruned === null ? null : new Set(kept.pruned.map(numberOf));
    this.best = kept.best === null ? null : numberOf(kept.best);
    this.student = kept.student ?? "";
    this.feedback = this.exercise.feedback || (kept.feedback ?? "once");
    this.inOrder = kept.in_order ?? false;
    if (key) for (const name of kept.given_up ?? []) this.giveUp(numberOf(name), key);
  }
}
