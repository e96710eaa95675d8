// Hints, and why an answer is wrong: the sentences of `plyscope.exercises.hints`; a test compares the two.

import { coveredBy, shownNumber } from "./entries.mjs";
import { AT_LEAST, AT_MOST, narrowed, stepsFrom } from "./marking.mjs";
import { isBox } from "./work.mjs";

const joined = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

export class Hints {
  constructor(work, key) {
    this.work = work;
    this.exercise = work.exercise;
    this.key = key;
    this.cut = this.exercise.cut === ">" ? ">" : "≥";
  }

  name(number) {
    return this.work.name(number);
  }

  node(number) {
    return this.exercise.nodes[number];
  }

  // The three hints for a box or an edge: the rule, the numbers that it rests on, and the answer.
  of(field) {
    const numbers = new Numbers(this, false), { number } = field;
    if (isBox(field)) {
      const isKnown = this.key.values.has(number);
      const answer = isKnown ? `${field.label}: ${this.right(field)}.` : `The search never comes to ${this.name(number)}: it is pruned.`;
      return [this.rule(field, numbers), this.numbers(field, numbers), answer];
    }
    if (this.exercise.cut === null) return ["Minimax prunes nothing."];
    const { parent } = this.node(number), { tried } = this.node(parent);
    const soFar = numbers.windowSoFar(parent, tried.slice(0, tried.indexOf(number)));
    return [
      `What is left at ${this.name(parent)} is pruned as soon as α ${this.cut} β there.`,
      `${soFar} Is α ${this.cut} β now?`,
      this.whyEdge(number),
    ];
  }

  // What the key says of a box; nothing below a branch that is pruned.
  right({ kind, number, when, place }) {
    const { key } = this;
    if (kind === "best") return this.name(key.best);
    if (!key.values.has(number)) return "";
    if (kind === "value") return ({ [AT_LEAST]: "≥", [AT_MOST]: "≤" }[key.bounds.get(number)] ?? "") + shownNumber(key.values.get(number));
    return shownNumber((when === "in" ? key.windowsIn.get(number) : key.windowsOut.get(number)[0])[place]);
  }

  rule({ kind, number, when }, numbers) {
    const name = this.name(number), { max, parent } = this.node(number);
    if (kind === "best") return `The best move of ${name} is the first whose value is the one that ${name} returns.`;
    if (kind === "value") {
      const children = numbers.children(number), names = joined(children.map((child) => this.name(child)));
      if (this.exercise.calls) return `${name} returns what the program makes of what ${names} return.`;
      const one = `${name} returns what ${names} returns.`;
      const several = `${name} is ${max ? "MAX" : "MIN"}: it returns the ${max ? "largest" : "smallest"} of what ${names} return.`;
      return (children.length === 1 ? one : several) + (this.exercise.fail === "hard" ? " A value outside its window is moved to the end of the window." : "");
    }
    if (when === "in") {
      if (number === 0) return "The search begins with the widest window: α is −∞, β is ∞.";
      return `${name} is called with α and β as ${this.name(parent)} has them at that moment.`;
    }
    if (max) return `${name} is MAX: a value that comes back and is larger than α raises α. β stays.`;
    return `${name} is MIN: a value that comes back and is smaller than β lowers β. α stays.`;
  }

  numbers({ kind, number, when }, numbers) {
    const name = this.name(number), children = numbers.children(number), { max, parent } = this.node(number);
    if (kind === "value" || kind === "best") {
      if (!children.length) return `All moves of ${name} are pruned in your answers: nothing comes back.`;
      const asked = kind === "best" ? ` Which is the first that gives ${name} its value?` : this.exercise.calls ? "" : ` Which is the ${max ? "largest" : "smallest"}?`;
      return `${numbers.returned(children)}.${asked}`;
    }
    if (when === "out") return numbers.windowSoFar(number, children);
    if (number === 0) return "Nothing has been searched yet, so nothing narrows the window.";
    const before = numbers.children(parent), place = before.indexOf(number);
    return numbers.windowSoFar(parent, place < 0 ? before : before.slice(0, place));
  }

  // What a wrong entry misses: the mistake where it is a usual one, else the rule and the student's own numbers.
  whyWrong(field) {
    const numbers = new Numbers(this, true);
    const usual = field.kind === "value" ? this.wrongValue(field.number, numbers) : field.kind === "window" ? this.wrongEnd(field) : "";
    return usual || `${this.rule(field, numbers)} ${this.numbers(field, numbers)}`;
  }

  wrongValue(number, numbers) {
    const entry = this.work.values.get(number), name = this.name(number), children = numbers.children(number);
    if (entry.sign && entry.number === this.key.values.get(number)) return `${name} returns this number, but ${entry.sign} is not true of it.`;
    const values = children.map(numbers.steps.valueOf);
    if (this.exercise.calls || new Set(values).size < 2 || !children.every((child) => numbers.isKnown(child))) return "";
    const [side, own, other, extreme] = this.node(number).max ? ["MAX", "largest", "smallest", Math.min] : ["MIN", "smallest", "largest", Math.max];
    if (entry.number !== extreme(...values)) return "";
    return `${shownNumber(entry.number)} is the ${other} that came back, but ${name} is ${side} and returns the ${own}.`;
  }

  wrongEnd({ number, when }) {
    const given = this.work.windows(when).get(number);
    const windows = when === "in" ? [this.key.windowsIn.get(number)] : this.key.windowsOut.get(number);
    return windows.some(([low, high]) => given[0] === high && given[1] === low) ? "α and β are swapped." : "";
  }

  // Whether the edge above a node is pruned, with the comparison that decides; by the key's numbers.
  whyEdge(number) {
    const { exercise, key, cut } = this, { parent } = this.node(number), name = this.name(number);
    if (!key.values.has(parent) || exercise.cut === null) return `${name} is searched.`;
    const { tried } = this.node(parent), before = [];
    for (const child of tried) {
      if (child === number || !key.visited.has(child)) break;
      before.push(this.node(child).given ?? key.values.get(child));
    }
    const [low, high] = narrowed(exercise, parent, key.windowsIn.get(parent), before).map((end) => shownNumber(end));
    const after = `After ${joined(before.map((one) => shownNumber(one)))}, ${this.name(parent)} has α = ${low} and β = ${high}.`;
    if (key.pruned.has(number)) return `${after} α ${cut} β, so ${name} cannot matter any more.`;
    if (!before.length) return `Nothing has come back to ${this.name(parent)} yet: ${name} has to be searched.`;
    return `${after} The cut needs α ${cut} β, but ${low} ${cut} ${high} is false: ${name} can still matter.`;
  }
}

// The numbers that hints put in: the student's, and the key's where there are none; or the student's only.
class Numbers {
  constructor({ work, exercise, key }, onlyOwn) {
    Object.assign(this, { work, exercise, onlyOwn, covered: work.covered, given: work.answersToMark });
    const { values, windowsIn, pruned } = this.given;
    const numbers = new Map([...values].map(([number, entry]) => [number, entry.number]));
    this.steps = stepsFrom(exercise, key, numbers, windowsIn, pruned === null ? new Set(key.pruned) : coveredBy(exercise, pruned));
  }

  children(number) {
    return this.exercise.nodes[number].tried.filter((child) => !this.covered.has(child));
  }

  isKnown(number) {
    return this.work.isLeaf(number) || this.given.values.has(number);
  }

  returned(children) {
    const text = (child) => (this.isKnown(child) || !this.onlyOwn ? shownNumber(this.steps.valueOf(child)) : "?");
    return `Came back: ${children.map((child) => `${this.work.name(child)} ${text(child)}`).join(", ")}`;
  }

  windowSoFar(number, children) {
    const own = this.given.windowsIn.get(number) ?? [null, null], isShown = (place) => number === 0 || own[place] !== null || !this.onlyOwn;
    const [low, high] = this.steps.windowOf(number).map((end, place) => (isShown(place) ? shownNumber(end) : "?"));
    const called = `${this.work.name(number)} was called with α = ${low} and β = ${high}`;
    return children.length ? `${called}. ${this.returned(children)}.` : `${called}, and nothing has come back yet.`;
  }
}
