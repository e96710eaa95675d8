// The page: the tree with boxes to fill in, points and remarks, hints, and handing in.

const exercise = JSON.parse(document.getElementById("exercise").textContent);
const KEPT = `plyscope-exercise-${exercise.id}`;
const PLY = exercise.calls ? 96 : 170, TOP = exercise.calls ? 50 : 90, BOXES = 205, LEAF = 46, MARGIN = 40;
const PAPER = 690;
const CALL_BOX = 68, LONGEST = 36, LETTER = 8;
const SYMBOL = { in: "called", out: "returns" };
const fields = [];
let answers, feedback = "once", inOrder = false, isChecked = false, typing = null;

const byId = (id) => document.getElementById(id);
const nameOf = (number) => exercise.nodes[number].name;
const numbersOfTree = () => [...exercise.nodes.map((node) => node.given), ...(exercise.marked ? key.values.values() : [])];
const isLeaf = (number) => exercise.nodes[number].given !== null;

/** The text of a call as it is drawn; a long one is shortened, and stands whole in its tooltip. */
const callOf = (node) => (node.call.length > LONGEST ? `${node.call.slice(0, LONGEST - 1)}…` : node.call);
const wideOf = (node) => (exercise.calls ? callOf(node).length * LETTER + 16 : 0);

function emptyAnswers() {
  return { values: new Map(), windowsIn: new Map(), windowsOut: new Map(), pruned: null, best: null, givenUp: new Set() };
}

function element(tag, className, parent, text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  parent?.append(made);
  return made;
}

function drawn(tag, attributes, parent, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  parent.append(made);
  return made;
}

/* Where everything lies */

function places() {
  const x = [], { nodes } = exercise;
  const widths = nodes.map((node, number) => (isLeaf(number) ? (exercise.calls ? wideOf(node) + 18 : 64) : 0));
  const needed = (node) => (exercise.calls ? wideOf(node) + 2 * (CALL_BOX + 12) : BOXES + 75);
  for (let number = nodes.length - 1; number >= 0; number -= 1) {
    const { children } = nodes[number];
    if (children.length) widths[number] = Math.max(needed(nodes[number]), children.reduce((sum, child) => sum + widths[child], 0));
  }
  const lay = (number, left) => {
    const { children } = nodes[number];
    const own = children.reduce((sum, child) => sum + widths[child], 0);
    let at = left + (widths[number] - own) / 2;
    for (const child of children) {
      lay(child, at);
      at += widths[child];
    }
    x[number] = children.length ? (x[children[0]] + x[children[children.length - 1]]) / 2 : left + widths[number] / 2;
  };
  lay(0, MARGIN);
  const right = Math.max(...nodes.map((node, number) => x[number] + (node.children.length ? (exercise.calls ? needed(node) / 2 : BOXES) : Math.max(LEAF, wideOf(node)) / 2)));
  return { x, y: nodes.map((node) => TOP + node.ply * PLY), width: right + MARGIN };
}

function draw() {
  const tree = byId("tree"), { x, y, width } = places();
  const high = Math.max(...y) + 80;
  tree.style.width = `${width}px`;
  tree.style.height = `${high}px`;
  const svg = drawn("svg", { width, height: high, "aria-hidden": "true" }, tree);
  exercise.nodes.forEach((node, number) => {
    for (const child of node.children) {
      const line = { x1: x[number], y1: y[number] + 22, x2: x[child], y2: y[child] - 24, class: "edge-line", "data-child": child };
      drawn("line", line, svg);
      if (!exercise.asks.includes("pruned")) continue;
      const target = drawn("line", { ...line, class: "edge-target" }, svg);
      target.addEventListener("click", () => prune(child));
    }
  });
  exercise.nodes.forEach((node, number) => drawNode(svg, node, number, x[number], y[number]));
  const call = (number) => {
    const node = exercise.nodes[number];
    if (isLeaf(number)) return;
    // The root has a row more, and room above it.
    const rise = number === 0 && exercise.asks.includes("best") ? 36 : 8;
    if (exercise.asks.includes("windows")) windowRow(number, "in", x[number] + 34, y[number] - 36 - rise);
    for (const child of node.tried) {
      if (exercise.asks.includes("pruned")) edgeButton(child, x[number] + (x[child] - x[number]) * 0.62, y[number] + (y[child] - y[number]) * 0.6);
      call(child);
    }
    if (exercise.asks.includes("windows")) windowRow(number, "out", x[number] + 34, y[number] - 8 - rise);
    if (exercise.calls) valueRow(number, x[number] + wideOf(exercise.nodes[number]) / 2 + 5, y[number] - 13);
    else if (exercise.asks.includes("values")) valueRow(number, x[number] + 34, y[number] + 20 - rise);
  };
  call(0);
  if (exercise.asks.includes("best")) bestRow(x[0] + 34, y[0] + 12);
}

function drawCall(svg, node, number, x, y) {
  const wide = wideOf(node), top = y - 17;
  const shape = drawn("rect", { x: x - wide / 2, y: top, width: wide, height: 34, rx: 8, class: "shape" }, svg);
  drawn("title", {}, shape, node.call);
  drawn("text", { x, y: y + 5, "text-anchor": "middle", "font-size": 13, class: "call" }, svg, callOf(node));
  drawn("text", { x: x - wide / 2, y: top - 4, "font-size": 12, class: "leaf-name" }, svg, node.name);
  if (isLeaf(number)) drawn("text", { x, y: y + 36, "text-anchor": "middle", "font-size": 15 }, svg, `returns ${shownNumber(node.given)}`);
}

function drawNode(svg, node, number, x, y) {
  if (exercise.calls) {
    drawCall(svg, node, number, x, y);
    return;
  }
  if (isLeaf(number)) {
    drawn("rect", { x: x - LEAF / 2, y: y - LEAF / 2, width: LEAF, height: LEAF, rx: 4, class: "shape" }, svg);
    const text = shownNumber(node.given);
    drawn("text", { x, y: y + 6, "text-anchor": "middle", "font-size": Math.min(18, 60 / text.length) }, svg, text);
    drawn("text", { x, y: y + LEAF / 2 + 16, "text-anchor": "middle", "font-size": 12, class: "leaf-name" }, svg, [node.name, node.label].filter(Boolean).join(" "));
    return;
  }
  if (node.label) drawn("text", { x: x - 34, y: y + 18 - (node.max ? 6 : -6), "text-anchor": "end", "font-size": 12, class: "leaf-name" }, svg, node.label);
  const up = node.max ? 1 : -1;
  drawn("polygon", { points: `${x - 28},${y + up * 22} ${x + 28},${y + up * 22} ${x},${y - up * 24}`, class: "shape" }, svg);
  drawn("text", { x: x - 34, y: y - up * 6, "text-anchor": "end", "font-size": 16 }, svg, node.name);
}

/* Boxes */

function row(label, x, y) {
  const made = element("div", "row", byId("tree"));
  made.style.left = `${x}px`;
  made.style.top = `${y}px`;
  if (label) element("span", "", made, label);
  return made;
}

function box(parent, field, label, width = "") {
  const entry = element("div", `entry ${width}`, parent);
  const input = element("input", "", entry);
  input.setAttribute("aria-label", label);
  input.placeholder = field.placeholder ?? "";
  input.autocomplete = "off";
  input.spellcheck = false;
  input.addEventListener("input", () => {
    const text = input.value.trim(), read = text ? readEntry(text) : null;
    if (read !== null) read.number = meant(read.number, numbersOfTree());
    const isNumber = read !== null && (field.kind === "value" || !read.sign);
    entry.classList.toggle("unread", text !== "" && !isNumber);
    field.set(isNumber ? read : null);
    typing = field;
    changed();
  });
  input.addEventListener("blur", () => {
    typing = null;
    present();
  });
  entry.addEventListener("pointerdown", () => say(whyClosed(field)));
  Object.assign(field, { input, entry, label });
  input.dataset.field = fields.push(field) - 1;
}

function windowRow(number, when, x, y) {
  const made = row(SYMBOL[when], x, y);
  for (const [place, end] of ["α", "β"].entries()) {
    const map = () => (when === "in" ? answers.windowsIn : answers.windowsOut);
    const set = (read) => {
      const ends = [...(map().get(number) ?? [null, null])];
      ends[place] = read === null ? null : read.number;
      if (ends.every((one) => one === null)) map().delete(number);
      else map().set(number, ends);
    };
    const get = () => map().get(number)?.[place] ?? null;
    const field = { kind: "window", number, when, place, set, get: () => (get() === null ? "" : shownNumber(get())) };
    field.placeholder = end;
    box(made, field, `${nameOf(number)}: ${end} as it ${when === "in" ? "is called" : "returns"}`);
  }
}

function valueRow(number, x, y) {
  const set = (read) => (read === null ? answers.values.delete(number) : answers.values.set(number, read));
  const get = () => {
    const entry = answers.values.get(number);
    return entry === undefined ? "" : entry.sign + shownNumber(entry.number);
  };
  const field = { kind: "value", number, set, get };
  if (exercise.calls) field.placeholder = "returns";
  box(row(exercise.calls ? "" : "value", x, y), field, `${nameOf(number)}: the value that it returns`, exercise.calls ? "call" : "wide");
}

function bestRow(x, y) {
  const entry = element("div", "entry wide", row("best", x, y));
  const select = element("select", "", entry);
  select.setAttribute("aria-label", `The best move of ${nameOf(0)}`);
  element("option", "", select, "").value = "";
  for (const child of exercise.nodes[0].children) element("option", "", select, nameOf(child)).value = child;
  select.addEventListener("change", () => {
    answers.best = select.value === "" ? null : Number(select.value);
    changed();
  });
  const label = `The best move of ${nameOf(0)}`;
  select.dataset.field = fields.push({ kind: "best", number: 0, label, input: select, entry, get: () => answers.best ?? "" }) - 1;
}

function edgeButton(child, x, y) {
  const button = element("button", "edge", byId("tree"));
  button.type = "button";
  button.style.left = `${x}px`;
  button.style.top = `${y}px`;
  button.setAttribute("aria-label", `The edge to ${nameOf(child)}`);
  button.title = `Prune ${nameOf(child)}, or take it back`;
  button.addEventListener("click", () => prune(child));
  const label = `The edge to ${nameOf(child)}`;
  button.dataset.field = fields.push({ kind: "edge", number: child, label, input: button, entry: button, get: () => "" }) - 1;
}

function prune(child) {
  const reason = whyNotPruned(child);
  say(reason);
  if (reason) return;
  const pruned = new Set(answers.pruned ?? []);
  if (!pruned.delete(child)) pruned.add(child);
  answers.pruned = pruned;
  changed();
}

/* As the search goes: what is passed is locked, but for the last answer, and what comes later waits */

const isBox = (field) => field.kind !== "edge";
const isDone = (field) => answers.givenUp.has(field.number) || field.get() !== "";
const isEmpty = (field) => field.input.value === "";

/** The boxes outside what is pruned. */
function liveBoxes() {
  const covered = coveredBy(exercise, answers.pruned ?? []);
  return fields.filter((field) => isBox(field) && !covered.has(field.number));
}

function openBoxes() {
  const boxes = liveBoxes().filter((field) => !answers.givenUp.has(field.number));
  if (!inOrder) return boxes;
  const found = boxes.findIndex((field) => !isDone(field)), next = found < 0 ? boxes.length : found;
  return boxes.slice(Math.max(0, next - 1), next + 1);
}

const notYet = (number) => `The search has not come to ${nameOf(number)} yet.`;
const passed = (number) => `The search has passed ${nameOf(number)}. Backspace in an empty box goes back.`;

function whyClosed(field) {
  if (openBoxes().includes(field)) return "";
  if (answers.givenUp.has(field.number)) return `${nameOf(field.number)} was given up.`;
  return isDone(field) ? passed(field.number) : notYet(field.number);
}

function whyNotPruned(child) {
  const { parent } = exercise.nodes[child], covered = coveredBy(exercise, answers.pruned ?? []);
  if (answers.givenUp.has(parent)) return `${nameOf(parent)} was given up: its edges are those of the key.`;
  if (covered.has(parent) && !answers.pruned.has(child)) return `${nameOf(parent)} is pruned, and so is all below it.`;
  if (!inOrder || covered.has(parent)) return "";
  const boxes = liveBoxes(), place = fields.findIndex((field) => field.kind === "edge" && field.number === child);
  const isBefore = (field) => fields.indexOf(field) < place;
  if (!boxes.filter(isBefore).every(isDone)) return notYet(child);
  const isPassed = boxes.some((field) => !isBefore(field) && !answers.givenUp.has(field.number) && isDone(field));
  return isPassed ? passed(child) : "";
}

function say(text) {
  byId("say").textContent = text;
}

/* What changes */

function changed() {
  isChecked = false;
  say("");
  keep();
  present();
}

function keep() {
  const kept = { ...answersAsJson(exercise, byId("student").value, answers), feedback, in_order: inOrder };
  kept.given_up = [...answers.givenUp].map(nameOf);
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch { /* A browser may keep nothing for files. */ }
}

function restore() {
  answers = emptyAnswers();
  feedback = exercise.feedback || feedback;
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  } catch { /* What cannot be read is not there. */ }
  if (kept === null) return;
  const numberOf = (name) => exercise.nodes.findIndex((node) => node.name === name);
  const end = (one) => (one === null ? null : readEntry(String(one))?.number ?? null);
  const fill = (map, named, read) => Object.entries(named ?? {}).forEach(([name, one]) => map.set(numberOf(name), read(one)));
  fill(answers.values, kept.values, (one) => readEntry(String(one)));
  fill(answers.windowsIn, kept.windows_in, (ends) => ends.map(end));
  fill(answers.windowsOut, kept.windows_out, (ends) => ends.map(end));
  answers.pruned = kept.pruned === null ? null : new Set(kept.pruned.map(numberOf));
  answers.best = kept.best === null ? null : numberOf(kept.best);
  byId("student").value = kept.student ?? "";
  feedback = exercise.feedback || (kept.feedback ?? "once");
  inOrder = kept.in_order ?? false;
  if (exercise.marked) for (const name of kept.given_up ?? []) giveUp(numberOf(name));
}

function present() {
  const covered = coveredBy(exercise, answers.pruned ?? []);
  for (const line of document.querySelectorAll(".edge-line")) line.classList.toggle("pruned", covered.has(Number(line.dataset.child)));
  const open = new Set(openBoxes());
  for (const field of fields) {
    if (field.kind === "edge") {
      field.input.setAttribute("aria-pressed", String((answers.pruned ?? new Set()).has(field.number)));
      continue;
    }
    const isOpen = open.has(field), isGivenUp = answers.givenUp.has(field.number);
    field.entry.parentElement.hidden = covered.has(field.number);
    field.entry.classList.toggle("locked", !isOpen);
    if (field.kind === "best") field.input.disabled = !isOpen;
    field.input.readOnly = !isOpen;
    field.input.tabIndex = isOpen ? 0 : -1;
    if (isGivenUp) field.input.value = field.kind === "best" ? key.best : rightText(field);
    else if (document.activeElement !== field.input && !field.entry.classList.contains("unread")) field.input.value = field.get();
  }
  if (exercise.marked) showMarks(feedback === "once" || isChecked ? mark(exercise, key, finalAnswers()) : null);
  else showProgress();
}

/** The answers that are marked now: without the one that is being typed, and in the end with nothing pruned where nothing was struck. */
function finalAnswers() {
  const isFinal = isChecked && exercise.asks.includes("pruned");
  const pruned = answers.pruned === null ? (isFinal ? new Set() : null) : struckBy(answers);
  const found = { ...answers, pruned };
  if (typing === null) return found;
  const name = { value: "values", window: typing.when === "in" ? "windowsIn" : "windowsOut" }[typing.kind];
  found[name] = new Map(found[name]);
  if (typing.kind === "value" || !found[name].has(typing.number)) found[name].delete(typing.number);
  else found[name].set(typing.number, found[name].get(typing.number).map((end, place) => (place === typing.place ? null : end)));
  return found;
}

function showProgress() {
  const points = byId("points"), boxes = liveBoxes();
  points.replaceChildren();
  element("h2", "", points, "Answers");
  element("p", "", points, `${boxes.filter(isDone).length} of ${boxes.length} boxes answered`);
  const when = feedback === "never" ? "This is a test: it is marked after you have handed it in." : "It is marked after you have handed it in.";
  if (!exercise.marked) element("p", "", points, when);
  else element("p", "", points, "They are marked when you check your answers.");
}

/** The board at a node, where the exercise is on a game; that of the root where the page has no other. */
function showBoard(number) {
  const node = exercise.nodes[number].board ? exercise.nodes[number] : exercise.nodes[0];
  byId("position").hidden = !node.board;
  if (!node.board) return;
  byId("board").innerHTML = node.board;
  byId("position-name").textContent = node.position;
}

/** A tree that is wider than paper is printed smaller; with the board of its root. */
function beforePrint() {
  showBoard(0);
  byId("tree").style.zoom = Math.min(1, PAPER / byId("tree").offsetWidth);
}

/* Keys and the rest */

function focusNear(field, arrow) {
  const { number } = field, node = exercise.nodes[number];
  const siblings = node.parent < 0 ? [number] : exercise.nodes[node.parent].children;
  const place = siblings.indexOf(number);
  const to = { ArrowUp: node.parent, ArrowDown: node.children[0], ArrowLeft: siblings[place - 1], ArrowRight: siblings[place + 1] }[arrow];
  const own = fields.filter((one) => one.number === to), open = openBoxes().filter((one) => one.number === to);
  const found = open.find((one) => !isDone(one)) ?? open[0] ?? own.find((one) => !isBox(one)) ?? own[0];
  found?.input.focus();
}

function goBack(field) {
  const open = openBoxes(), before = open[open.indexOf(field) - 1];
  if (before !== undefined) before.input.focus();
}

function onKey(event) {
  const place = event.target.dataset?.field;
  if (place === undefined) return;
  const field = fields[place];
  if (event.key === "?") {
    event.preventDefault();
    if (exercise.marked) showHint();
  } else if (event.key === " " && (field.kind === "value" || field.kind === "window")) {
    event.preventDefault();
    if (field.number > 0 && exercise.asks.includes("pruned")) prune(field.number);
  } else if (event.key === "Backspace" && inOrder && isBox(field) && isEmpty(field)) {
    event.preventDefault();
    goBack(field);
  } else if (event.key === "Enter" && field.input.tagName === "INPUT") {
    const open = openBoxes();
    open[open.indexOf(field) + 1]?.input.focus();
  } else if (event.key.startsWith("Arrow") && field.kind !== "best") {
    const isWithin = (event.key === "ArrowLeft" || event.key === "ArrowRight") && field.input.value;
    if (!isWithin) {
      event.preventDefault();
      focusNear(field, event.key);
    }
  }
}

function handedIn() {
  const pruned = answers.pruned ?? (exercise.asks.includes("pruned") ? new Set() : null);
  return answersAsJson(exercise, byId("student").value, { ...answers, pruned });
}

function save() {
  const json = handedIn();
  const link = element("a", "", null);
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(json, null, 1)}\n`], { type: "application/json" }));
  const student = byId("student").value.trim().replaceAll(/[^\p{L}\p{N}]+/gu, "-") || "answers";
  link.download = `${student}-${exercise.id}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function showCode() {
  const area = byId("shown-code");
  area.value = await codeOf(handedIn());
  area.hidden = false;
  area.select();
}

function startAgain() {
  if (!confirm("Throw away all answers?")) return;
  answers = emptyAnswers();
  for (const field of fields) field.entry.classList.remove("unread");
  for (const field of fields) if (isBox(field)) field.input.value = "";
  changed();
}

function radios(name, chosen, choose) {
  for (const radio of document.querySelectorAll(`[name=${name}]`)) {
    radio.checked = radio.value === chosen;
    radio.addEventListener("change", () => {
      choose(radio.value);
      changed();
    });
  }
}

function start() {
  restore();
  draw();
  radios("feedback", feedback, (value) => {
    feedback = value;
  });
  radios("order", inOrder ? "search" : "free", (value) => {
    inOrder = value === "search";
  });
  byId("times").hidden = exercise.feedback !== "";
  byId("check").hidden = exercise.feedback === "once";
  if (!exercise.marked) for (const one of document.querySelectorAll(".practice")) one.remove();
  if (!exercise.asks.includes("pruned")) for (const one of document.querySelectorAll(".prunes")) one.remove();
  // Edges are reached by the arrows, and struck from the boxes of their nodes; without boxes they are the stops of Tab.
  if (fields.some(isBox)) for (const field of fields) if (!isBox(field)) field.input.tabIndex = -1;
  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", (event) => {
    const field = fields[event.target.dataset?.field];
    if (field !== undefined) showBoard(field.number);
  });
  window.addEventListener("beforeprint", beforePrint);
  window.addEventListener("afterprint", () => {
    byId("tree").style.zoom = 1;
  });
  showBoard(0);
  if (exercise.marked) startFeedback();
  byId("student").addEventListener("input", keep);
  byId("save").addEventListener("click", save);
  byId("code").addEventListener("click", showCode);
  byId("again").addEventListener("click", startAgain);
  present();
  // A tree that is wider than the window begins with its root in the middle.
  const scroll = byId("scroll");
  scroll.scrollLeft = places().x[0] - scroll.clientWidth / 2;
}
