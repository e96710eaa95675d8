// The page of an exercise: the tree with boxes to fill in, its keys, what is kept in the browser, and handing in.

import { add, element, find } from "./elements.mjs";
import { ExerciseTree } from "./exercise_tree.mjs";
import { codeOf } from "./hand_in.mjs";
import { isBox, Work } from "./work.mjs";

const PAPER = 690;

export class ExercisePage {
  // Without the feedback, which a page for a test does not have, nothing is marked; not every exercise has boards.
  constructor({ Feedback, Boards }) {
    const exercise = JSON.parse(find("exercise").textContent);
    this.exercise = exercise;
    this.work = new Work(exercise);
    this.feedback = Feedback && new Feedback(this);
    this.boards = Boards && new Boards({ ...exercise, data: exercise, path: (number) => this.path(number) });
    this.keptAs = `plyscope-exercise-${exercise.id}`;
    this.restore();
    this.tree = new ExerciseTree(exercise);
    this.tree.draw(find("tree"), (child) => this.prune(child));
    this.rows = new Map();
    this.work.fields.forEach((field, place) => this.place(field, place));
    this.listen();
    this.showBoard(0);
    this.present();
    // A tree that is wider than the window begins with its root in the middle.
    find("scroll").scrollLeft = this.tree.x[0] - find("scroll").clientWidth / 2;
  }

  listen() {
    const { work } = this;
    this.radios("feedback", work.feedback, (value) => (work.feedback = value));
    this.radios("order", work.inOrder ? "search" : "free", (value) => (work.inOrder = value === "search"));
    find("times").hidden = this.exercise.feedback !== "";
    find("check").hidden = this.exercise.feedback === "once";
    const missing = [...(this.feedback ? [] : [".practice"]), ...(work.asks("pruned") ? [] : [".prunes"])];
    for (const kind of missing) for (const one of document.querySelectorAll(kind)) one.remove();
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("focusin", ({ target }) => {
      const field = this.fieldOf(target);
      if (!field) return;
      this.showBoard(field.number);
      this.feedback?.focus(field);
    });
    // A tree that is wider than paper is printed smaller; with the board of its root.
    for (const media of ["print", "(prefers-color-scheme: dark)"]) matchMedia(media).addEventListener("change", () => this.showBoard(this.shown));
    addEventListener("beforeprint", () => {
      this.showBoard(0);
      find("tree").style.zoom = Math.min(1, PAPER / find("tree").offsetWidth);
    });
    addEventListener("afterprint", () => (find("tree").style.zoom = 1));
    find("student").value = work.student;
    find("student").addEventListener("input", () => {
      work.student = find("student").value;
      this.keep();
    });
    find("save").addEventListener("click", () => this.save());
    find("code").addEventListener("click", () => this.showCode());
    find("again").addEventListener("click", () => this.startAgain());
  }

  radios(name, chosen, choose) {
    for (const radio of document.querySelectorAll(`[name=${name}]`)) {
      radio.checked = radio.value === chosen;
      radio.addEventListener("change", () => {
        choose(radio.value);
        this.changed();
      });
    }
  }

  // Boxes

  // Puts the element of a box or of an edge where it belongs.
  place(field, place) {
    const at = this.tree.placeOf(field), { calls } = this.exercise;
    if (field.kind === "edge") {
      field.input = field.entry = this.put("button", "edge", at);
      Object.assign(field.input, { type: "button", title: `Prune ${this.work.name(field.number)}, or take it back` });
      field.input.addEventListener("click", () => this.prune(field.number));
      // Edges are reached by the arrows, and struck from the boxes of their nodes; without boxes they are the stops of Tab.
      if (this.work.fields.some(isBox)) field.input.tabIndex = -1;
    } else {
      const label = field.kind === "window" ? { in: "called", out: "returns" }[field.when] : calls ? "" : field.kind;
      field.entry = add(this.row(at, label), "div", `entry ${field.kind === "window" ? "" : calls ? "call" : "wide"}`);
      if (field.kind === "best") this.addChoice(field);
      else this.addInput(field, field.kind === "window" ? "αβ"[field.place] : calls ? "returns" : "");
    }
    field.input.setAttribute("aria-label", field.label);
    field.input.dataset.field = place;
  }

  put(tag, kind, [left, top]) {
    const made = add(find("tree"), tag, kind);
    Object.assign(made.style, { left: `${left}px`, top: `${top}px` });
    return made;
  }

  // The row at a place: both ends of a window share one.
  row(at, label) {
    const known = this.rows.get(String(at));
    if (known) return known;
    const row = this.put("div", "row", at);
    if (label) add(row, "span", "", label);
    this.rows.set(String(at), row);
    return row;
  }

  addInput(field, placeholder) {
    const { work } = this, input = field.input = add(field.entry, "input");
    Object.assign(input, { placeholder, autocomplete: "off", spellcheck: false });
    input.addEventListener("input", () => {
      field.entry.classList.toggle("unread", !work.type(field, input.value));
      this.changed();
    });
    input.addEventListener("blur", () => {
      work.typing = null;
      this.present();
    });
    field.entry.addEventListener("pointerdown", () => this.say(work.whyClosed(field)));
  }

  addChoice(field) {
    const { work } = this, select = field.input = add(field.entry, "select");
    add(select, "option").value = "";
    for (const child of this.exercise.nodes[0].children) add(select, "option", "", work.name(child)).value = child;
    select.addEventListener("change", () => {
      work.best = select.value === "" ? null : Number(select.value);
      this.changed();
    });
  }

  fieldOf(target) {
    return this.work.fields[target.dataset?.field];
  }

  prune(child) {
    const reason = this.work.prune(child);
    if (!reason) this.changed();
    this.say(reason);
  }

  say(text) {
    find("say").textContent = text;
  }

  // What changes

  changed() {
    this.work.isChecked = false;
    this.say("");
    this.keep();
    this.present();
  }

  keep() {
    try {
      localStorage.setItem(this.keptAs, JSON.stringify(this.work.kept()));
    } catch { /* A browser may keep nothing for files. */ }
  }

  restore() {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(this.keptAs) ?? "null");
    } catch { /* What cannot be read is not there. */ }
    if (kept !== null) this.work.restore(kept, this.feedback?.key);
  }

  present() {
    const { work } = this, { covered } = work, open = new Set(work.open);
    for (const line of document.querySelectorAll(".edge-line")) line.classList.toggle("pruned", covered.has(Number(line.dataset.child)));
    for (const field of work.fields) {
      const { input, entry, number } = field, isOpen = open.has(field);
      if (!isBox(field)) {
        input.setAttribute("aria-pressed", String(work.pruned?.has(number) ?? false));
        continue;
      }
      entry.parentElement.hidden = covered.has(number);
      entry.classList.toggle("locked", !isOpen);
      if (field.kind === "best") input.disabled = !isOpen;
      input.readOnly = !isOpen;
      input.tabIndex = isOpen ? 0 : -1;
      if (work.givenUp.has(number)) input.value = field.kind === "best" ? this.feedback.key.best : this.feedback.hints.right(field);
      else if (document.activeElement !== input && !entry.classList.contains("unread")) input.value = work.text(field);
    }
    if (!this.feedback?.show()) this.showProgress();
  }

  showProgress() {
    const points = find("points"), { live, feedback } = this.work;
    points.replaceChildren(element("h2", "", "Answers"));
    add(points, "p", "", `${live.filter((field) => this.work.isDone(field)).length} of ${live.length} boxes answered`);
    const test = feedback === "never" ? "This is a test: it is marked after you have handed it in." : "It is marked after you have handed it in.";
    add(points, "p", "", this.feedback ? "They are marked when you check your answers." : test);
  }

  path(number) {
    return number < 0 ? [] : [...this.path(this.exercise.nodes[number].parent), number];
  }

  // The board at a node, where the exercise is on a game.
  showBoard(number) {
    this.shown = number;
    find("position").hidden = !this.boards;
    if (!this.boards) return;
    this.boards.show(find("board"), number);
    find("position-name").textContent = this.exercise.captions[number];
  }

  // Keys

  press(event) {
    const { work } = this, { key } = event, field = this.fieldOf(event.target);
    if (!field) return;
    const goTo = (by) => work.open[work.open.indexOf(field) + by]?.input.focus();
    const isWithin = (key === "ArrowLeft" || key === "ArrowRight") && field.input.value;
    if (key === "Enter" && field.input.tagName === "INPUT") return goTo(1);
    if (key === "?") this.feedback?.showHint();
    else if (key === " " && (field.kind === "value" || field.kind === "window")) {
      if (field.number > 0 && work.asks("pruned")) this.prune(field.number);
    } else if (key === "Backspace" && work.inOrder && isBox(field) && field.input.value === "") goTo(-1);
    else if (key.startsWith("Arrow") && field.kind !== "best" && !isWithin) this.focusNear(field, key);
    else return;
    event.preventDefault();
  }

  focusNear({ number }, arrow) {
    const { work, exercise } = this, node = exercise.nodes[number];
    const siblings = node.parent < 0 ? [number] : exercise.nodes[node.parent].children, place = siblings.indexOf(number);
    const to = { ArrowUp: node.parent, ArrowDown: node.children[0], ArrowLeft: siblings[place - 1], ArrowRight: siblings[place + 1] }[arrow];
    const own = work.fields.filter((one) => one.number === to), open = work.open.filter((one) => one.number === to);
    const found = open.find((one) => !work.isDone(one)) ?? open[0] ?? own.find((one) => !isBox(one)) ?? own[0];
    found?.input.focus();
  }

  // Handing in

  save() {
    const json = this.work.handedIn(), link = element("a");
    link.href = URL.createObjectURL(new Blob([`${JSON.stringify(json, null, 1)}\n`], { type: "application/json" }));
    const student = this.work.student.trim().replaceAll(/[^\p{L}\p{N}]+/gu, "-") || "answers";
    link.download = `${student}-${this.exercise.id}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async showCode() {
    const area = find("shown-code");
    area.value = await codeOf(this.work.handedIn());
    area.hidden = false;
    area.select();
  }

  startAgain() {
    if (!confirm("Throw away all answers?")) return;
    this.work.clear();
    for (const { input, entry } of this.work.fields) {
      entry.classList.remove("unread");
      input.value = "";
    }
    this.changed();
  }
}
