// Steps by arithmetic. A frame is entered, it leaves with a value, and its parent is back with that value; in preorder
//
//   enter(i) = 3 i - 2 ply(i)      leave(i) = enter(i) + 3 size(i) - 2      back(i) = leave(i) + 1
//
// Frames that a limit cut short are still open: they are the last path, and never leave.

export const TERMINAL = 1, HORIZON = 2, OPEN = 3, TABLE = 4;
const MIN = 0, MAX = 1;
export const CHANCE = 3;
export const SIDES = { [MAX]: "MAX", [MIN]: "MIN", [CHANCE]: "CHANCE" };
export const IS_BEST = 1, CUTS = 2, IS_PROBE = 4, IS_CLOSED = 8;
const KINDS = ["value", "value open", "value pruned", "strong", "code"];
export const ENTER = "enter", LEAVE = "leave", BACK = "back";

export class Recording {
  constructor(data) {
    Object.assign(this, data.columns);
    this.data = data;
    // A sentence that is new has the number 0.
    let sentences = 0;
    this.sentence = Uint32Array.from(this.sentence, (number) => (number ? number - 1 : sentences++));
    this.count = this.ply.length;
    this.steps = data.open ? 3 * this.count - 2 * data.open : 3 * this.count - 1;
    this.deepest = this.ply.reduce((most, ply) => Math.max(most, ply), 0);
    this.parent = new Int32Array(this.count).fill(-1);
    this.size = new Int32Array(this.count).fill(1);
    const last = [];
    for (let frame = 0; frame < this.count; frame++) {
      if (frame) this.parent[frame] = last[this.ply[frame] - 1];
      last[this.ply[frame]] = frame;
    }
    for (let frame = this.count - 1; frame > 0; frame--) this.size[this.parent[frame]] += this.size[frame];
  }

  // Steps and frames

  enter(frame) {
    return 3 * frame - 2 * this.ply[frame];
  }

  // Infinity for a frame that never leaves.
  leave(frame) {
    return this.status[frame] === OPEN ? Infinity : this.enter(frame) + 3 * this.size[frame] - 2;
  }

  back(frame) {
    return frame ? this.leave(frame) + 1 : Infinity;
  }

  lastEntered(step) {
    let frame = Math.min(this.count - 1, Math.floor((step + 2 * this.deepest) / 3));
    while (this.enter(frame) > step) frame--;
    return frame;
  }

  at(step) {
    let frame = this.lastEntered(step);
    const since = step - this.enter(frame);
    if (since === 0) return { step, moment: ENTER, frame, child: -1 };
    for (let above = Math.floor((since - 1) / 2); above > 0; above--) frame = this.parent[frame];
    if (since % 2) return { step, moment: LEAVE, frame, child: -1 };
    return { step, moment: BACK, frame: this.parent[frame], child: frame };
  }

  path(frame) {
    const path = [];
    for (; frame >= 0; frame = this.parent[frame]) path.push(frame);
    return path.reverse();
  }

  children(frame) {
    const children = [];
    const end = frame + this.size[frame];
    for (let child = frame + 1; child < end; child += this.size[child]) children.push(child);
    return children;
  }

  // What is known at a step

  words(number) {
    return this.data.words[number];
  }

  sentenceAt(step) {
    return this.parts(this.data.sentences[this.sentence[step]]);
  }

  reasonAt(step) {
    return this.parts(this.data.reasons[this.reason[step]]);
  }

  // The parts of a sentence: text, kind, and the shade of a value. A value is the number of one, or stands behind "=".
  parts(text) {
    return text.split(/([\x7f-\x83].*?[\x7f-\x83])/).filter(Boolean).map((part) => {
      const kind = KINDS[part.charCodeAt(0) - 127];
      if (!kind) return [part];
      const inside = part.slice(1, -1);
      if (KINDS.indexOf(kind) > 2) return [inside, kind];
      if (inside[0] === "=") return [inside.slice(1), kind, 0];
      const [, bound, number] = inside.match(/^([≥≤]?)(.*)/), [value, shade] = this.data.values[number];
      return [bound + value.replace(/^[≥≤]/, ""), kind, shade];
    });
  }

  side(frame) {
    return sideOf(this.kind[frame], this.status[frame]);
  }

  inlineValuesAt(step) {
    return this.data.inlineValues[this.inline[step]];
  }

  lineAt(now) {
    if (now.moment === ENTER) return this.enterLine[now.frame];
    return now.moment === LEAVE ? this.leaveLine[now.frame] : this.backLine[now.child];
  }

  stack(now) {
    return new Stack(this, now);
  }

  openFrame(frame, child, moment, now) {
    let variables = this.first[frame];
    if (moment === LEAVE) variables = this.last[frame];
    else if (child >= 0) variables = moment === BACK ? this.after[child] : this.before[child];
    const [alpha, beta, best, bestMove, known] = this.data.variables.slice(5 * variables, 5 * variables + 5);
    const numbers = this.data.numbers;
    return {
      frame,
      function: this.data.functions[this.function[frame]],
      ply: this.ply[frame],
      move: this.words(this.move[frame]),
      alpha: numbers[alpha],
      beta: numbers[beta],
      best: numbers[best],
      bestMove: this.words(bestMove),
      known: this.words(known),
      value: moment === LEAVE ? this.data.values[this.value[frame]] : null,
      line: moment === null ? this.backLine[child] : this.lineAt(now),
      ...this.moves(frame, child, moment),
    };
  }

  // The window that a frame was called with.
  windowOf(frame) {
    const at = 5 * this.first[frame];
    return this.data.variables.slice(at, at + 2).map((number) => this.data.numbers[number]);
  }

  // The moves of an open frame: tried, current, left.
  moves(frame, child, moment) {
    const { untried, hidden } = this.data;
    const tried = [], left = [];
    const trying = child >= 0 ? this.move[child] : -1;
    const seen = new Set([trying]);
    for (const one of this.children(frame)) {
      const isBack = moment === LEAVE || (child >= 0 && (one < child || (one === child && moment === BACK)));
      if (isBack && !(this.marks[one] & IS_PROBE)) tried.push(this.move[one]);
      if (isBack) seen.add(this.move[one]);
      else if (!seen.has(this.move[one])) seen.add(left[left.push(this.move[one]) - 1]);
    }
    (moment === LEAVE ? tried : left).push(...(hidden[frame] || []));
    left.push(...(untried[frame] || []));
    const texts = (moves) => moves.map((move) => this.words(move));
    return { tried: texts(tried), trying: child >= 0 ? this.words(trying) : null, left: texts(left) };
  }

  // The value of a frame: final, so far, or none yet.
  known(frame, step, stack) {
    if (this.enter(frame) > step) return { text: this.givenText(frame), shade: 0, isFinal: false };
    if (this.leave(frame) <= step) {
      const [text, shade] = this.data.values[this.value[frame]];
      return { text, shade, isFinal: true };
    }
    const open = stack.at(this.ply[frame]);
    if (!open.tried.length || !open.best[0]) return { text: this.givenText(frame) || "?", shade: 0, isFinal: false };
    return { text: open.known, shade: open.best[1], isFinal: false };
  }

  // The number that the position gives for a leaf; empty where it gives none.
  givenText(frame) {
    return this.given ? this.data.values[this.given[frame]][0] : "";
  }

  isLeaf(frame) {
    return [TERMINAL, HORIZON, TABLE].includes(this.status[frame]);
  }

  get cuts() {
    this.foundCuts ??= [...this.marks.keys()].filter((frame) => this.marks[frame] & CUTS)
      .map((frame) => this.back(frame)).sort((one, other) => one - other);
    return this.foundCuts;
  }

  // Commands to another step; each has its mirror in time. Where there is no such step, they go to the end.

  get lastStep() {
    return this.steps - 1;
  }

  over(now) {
    if (now.moment === LEAVE) return this.out(now);
    const child = now.moment === ENTER ? now.frame + 1 : now.child + this.size[now.child];
    const isInside = child < now.frame + this.size[now.frame];
    return Math.min(this.lastStep, isInside ? this.back(child) : this.leave(now.frame));
  }

  out(now) {
    return Math.min(this.lastStep, this.back(now.frame));
  }

  backOver(now) {
    if (now.moment === ENTER) return this.backOut(now);
    return now.moment === LEAVE ? now.step - 1 : this.enter(now.child) - 1;
  }

  backOut(now) {
    return Math.max(0, this.enter(now.frame) - 1);
  }

  nextCut(now) {
    return this.cuts.find((step) => step > now.step) ?? now.step;
  }

  previousCut(now) {
    return this.cuts.findLast((step) => step < now.step) ?? now.step;
  }
}

// The open frames, the root first. The facts of a frame are worked out on request: a stack may be deep, and little of
// it is visible.
class Stack {
  constructor(recording, now) {
    this.recording = recording;
    this.now = now;
    this.frames = recording.path(now.frame);
    this.opened = new Map();
  }

  get length() {
    return this.frames.length;
  }

  get top() {
    return this.at(this.length - 1);
  }

  has(frame) {
    return this.frames[this.recording.ply[frame]] === frame;
  }

  at(place) {
    if (!this.opened.has(place)) {
      const { now, frames } = this;
      const isRunning = place === frames.length - 1;
      const [child, moment] = isRunning ? [now.child, now.moment] : [frames[place + 1], null];
      this.opened.set(place, this.recording.openFrame(frames[place], child, moment, now));
    }
    return this.opened.get(place);
  }

  // The lines of the calls that have not returned.
  get lines() {
    return new Set(this.frames.slice(1).map((child) => this.recording.backLine[child]));
  }

  // The moves that led here; of a long path the end.
  moves(most) {
    const { move } = this.recording;
    return this.frames.slice(Math.max(1, this.length - most)).map((frame) => this.recording.words(move[frame]));
  }
}

export function sideOf(kind, status) {
  return [TERMINAL, HORIZON, TABLE].includes(status) ? "LEAF" : SIDES[kind] || "";
}
