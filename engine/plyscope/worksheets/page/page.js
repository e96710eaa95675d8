// The page: the tree with boxes to fill in, points and remarks, hints, and handing in.

const exercise = JSON.parse(document.getElementById("exercise").textContent);
const key = solve(exercise);
const KEPT = `plyscope-exercise-${exercise.id}`;
const PLY = 170, TOP = 90, BOXES = 205, LEAF = 46, MARGIN = 40;
const SYMBOL = { in: "called", out: "returns" };
const fields = [];
let answers, feedback = "once", isChecked = false, hinted = null, level = 0;

const byId = (id) => document.getElementById(id);
const nameOf = (number) => exercise.nodes[number].name;
const isLeaf = (number) => exercise.nodes[number].given !== null;

function emptyAnswers() {
  return { values: new Map(), windowsIn: new Map(), windowsOut: new Map(), pruned: null, best: null };
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
  const widths = nodes.map((_, number) => (isLeaf(number) ? 64 : 0));
  for (let number = nodes.length - 1; number >= 0; number -= 1) {
    const { children } = nodes[number];
    if (children.length) widths[number] = Math.max(BOXES + 75, children.reduce((sum, child) => sum + widths[child], 0));
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
  const right = Math.max(...nodes.map((node, number) => x[number] + (node.children.length ? BOXES : LEAF / 2)));
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
    if (exercise.asks.includes("values")) valueRow(number, x[number] + 34, y[number] + 20 - rise);
  };
  call(0);
  if (exercise.asks.includes("best")) bestRow(x[0] + 34, y[0] + 12);
}

function drawNode(svg, node, number, x, y) {
  if (isLeaf(number)) {
    drawn("rect", { x: x - LEAF / 2, y: y - LEAF / 2, width: LEAF, height: LEAF, rx: 4, class: "shape" }, svg);
    const text = shownNumber(node.given);
    drawn("text", { x, y: y + 6, "text-anchor": "middle", "font-size": Math.min(18, 60 / text.length) }, svg, text);
    drawn("text", { x, y: y + LEAF / 2 + 16, "text-anchor": "middle", "font-size": 12, class: "leaf-name" }, svg, node.name);
    return;
  }
  const up = node.max ? 1 : -1;
  drawn("polygon", { points: `${x - 28},${y + up * 22} ${x + 28},${y + up * 22} ${x},${y - up * 24}`, class: "shape" }, svg);
  drawn("text", { x: x - 34, y: y - up * 6, "text-anchor": "end", "font-size": 16 }, svg, node.name);
}

/* Boxes */

function row(label, x, y) {
  const made = element("div", "row", byId("tree"));
  made.style.left = `${x}px`;
  made.style.top = `${y}px`;
  element("span", "", made, label);
  return made;
}

function box(parent, field, label, isWide) {
  const entry = element("div", isWide ? "entry wide" : "entry", parent);
  const input = element("input", "", entry);
  input.setAttribute("aria-label", label);
  input.placeholder = field.placeholder ?? "";
  input.autocomplete = "off";
  input.spellcheck = false;
  input.addEventListener("input", () => {
    const text = input.value.trim(), read = text ? readEntry(text) : null;
    const isNumber = read !== null && (field.kind === "value" || !read.sign);
    entry.classList.toggle("unread", text !== "" && !isNumber);
    field.set(isNumber ? read : null);
    changed();
  });
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
    box(made, field, `${nameOf(number)}: ${end} as it ${when === "in" ? "is called" : "returns"}`, false);
  }
}

function valueRow(number, x, y) {
  const set = (read) => (read === null ? answers.values.delete(number) : answers.values.set(number, read));
  const get = () => {
    const entry = answers.values.get(number);
    return entry === undefined ? "" : entry.sign + shownNumber(entry.number);
  };
  box(row("value", x, y), { kind: "value", number, set, get }, `${nameOf(number)}: the value that it returns`, true);
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
  select.dataset.field = fields.push({ kind: "best", number: 0, input: select, entry, get: () => answers.best ?? "" }) - 1;
}

function edgeButton(child, x, y) {
  const button = element("button", "edge", byId("tree"));
  button.type = "button";
  button.style.left = `${x}px`;
  button.style.top = `${y}px`;
  button.setAttribute("aria-label", `The edge to ${nameOf(child)}`);
  button.title = `Prune ${nameOf(child)}, or take it back`;
  button.addEventListener("click", () => prune(child));
  button.dataset.field = fields.push({ kind: "edge", number: child, input: button, entry: button, get: () => "" }) - 1;
}

function prune(child) {
  const pruned = new Set(answers.pruned ?? []);
  if (!pruned.delete(child)) pruned.add(child);
  answers.pruned = pruned;
  changed();
}

/* What changes */

function changed() {
  isChecked = false;
  keep();
  present();
}

function keep() {
  const kept = { ...answersAsJson(exercise, byId("student").value, answers), feedback };
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch { /* A browser may keep nothing for files. */ }
}

function restore() {
  answers = emptyAnswers();
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
  feedback = kept.feedback ?? "once";
}

function present() {
  const covered = coveredBy(exercise, answers.pruned ?? []);
  for (const line of document.querySelectorAll(".edge-line")) line.classList.toggle("pruned", covered.has(Number(line.dataset.child)));
  for (const field of fields) {
    if (field.kind === "edge") field.input.setAttribute("aria-pressed", String((answers.pruned ?? new Set()).has(field.number)));
    else if (document.activeElement !== field.input && !field.entry.classList.contains("unread")) field.input.value = field.get();
  }
  const isShown = feedback === "once" || isChecked;
  showMarks(isShown ? mark(exercise, key, answers) : null);
}

function showMarks(marks) {
  const points = byId("points"), remarks = byId("remarks");
  for (const field of fields) field.entry.classList.remove("right", "wrong", "follows", "missing");
  points.replaceChildren();
  remarks.replaceChildren();
  element("h2", "", points, "Points");
  if (marks === null) {
    element("p", "", points, "They are shown when you check your answers.");
    return;
  }
  const score = element("div", "", points);
  element("span", "score", score, String(marks.score));
  element("span", "", score, ` of ${marks.out_of} points`);
  const bar = element("div", "", element("div", "bar", points));
  bar.style.width = `${(100 * marks.score) / Math.max(1, marks.out_of)}%`;
  const table = element("table", "", points);
  const share = (list) => `${list.filter((one) => one.ok || one.consequential).length} of ${list.length}`;
  const rows = [["Values", marks.values.length && share(marks.values)], ["Ends of windows", marks.windows.length && share(marks.windows)]];
  if (exercise.asks.includes("pruned")) rows.push(["Pruned moves", `${marks.pruned_points} of ${marks.pruned_out_of}`]);
  if (exercise.asks.includes("best")) rows.push(["Best move", `${marks.best_points} of 1`]);
  for (const [label, text] of rows.filter(([, text]) => text)) {
    const line = element("tr", "", table);
    element("td", "", line, label);
    element("td", "", line, text);
  }
  for (const field of fields) showMark(field, marks);
  if (marks.pruned_too_much.length) element("p", "wrong", remarks, `Pruned too much: ${marks.pruned_too_much.join(", ")}`);
  if (isChecked && marks.pruned_too_little.length) element("p", "wrong", remarks, `Pruned too little: ${marks.pruned_too_little.join(", ")}`);
  for (const remark of marks.remarks) {
    if (isChecked || !marks.pruned_too_little.includes(remark.node)) element("p", "", remarks, remark.text);
  }
}

function showMark(field, marks) {
  const add = (one) => {
    if (one?.given !== null && one !== undefined) field.entry.classList.add(one.ok ? "right" : one.consequential ? "follows" : "wrong");
    else if (isChecked && one) field.entry.classList.add("wrong");
  };
  const name = nameOf(field.number);
  if (field.kind === "value") add(marks.values.find((one) => one.node === name));
  if (field.kind === "window") {
    const end = ["alpha", "beta"][field.place];
    add(marks.windows.find((one) => one.node === name && one.when === field.when && one.end === end));
  }
  if (field.kind === "best" && marks.best_ok !== null) field.entry.classList.add(marks.best_ok ? "right" : marks.best_points ? "follows" : "wrong");
  if (field.kind === "edge") {
    const isPressed = answers.pruned?.has(field.number) ?? false;
    if (isPressed) field.entry.classList.add(marks.pruned_too_much.includes(name) ? "wrong" : key.pruned.has(field.number) ? "right" : "wrong");
    else if (isChecked && marks.pruned_too_little.includes(name)) field.entry.classList.add("missing");
  }
}

/* Hints */

const listed = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`);
const interval = ([low, high]) => `α = ${shownNumber(low)}, β = ${shownNumber(high)}`;

function hints(field) {
  const { number } = field, node = exercise.nodes[number], parent = node.parent;
  const seen = node.tried.filter((child) => key.visited.has(child));
  const valueText = (child) => `${nameOf(child)} ${isLeaf(child) ? "is" : "returns"} ${shownNumber(isLeaf(child) ? exercise.nodes[child].given : key.values.get(child))}`;
  const side = (one) => (exercise.nodes[one].max ? ["MAX", "largest", "α", "raises"] : ["MIN", "smallest", "β", "lowers"]);
  if (field.kind !== "edge" && !key.visited.has(number)) return [`Is ${nameOf(number)} ever called? Look at the edge above it.`];
  if (field.kind === "value" || field.kind === "best") {
    const found = seen.map(valueText);
    const rule = `${nameOf(number)} is ${side(number)[0]}: it returns the ${side(number)[1]} value of those that it has seen.`;
    const clipped = exercise.fail === "hard" ? " A value outside its window is moved to the end of the window." : "";
    if (field.kind === "best") return [`The best move is the first one whose value is ${nameOf(0)}'s.`, `${listed(found)}.`, `It is ${nameOf(key.best)}.`];
    return [rule + clipped, `${listed(found)}.`, `${nameOf(number)} returns ${shownNumber(key.values.get(number))}.`];
  }
  if (field.kind === "window" && field.when === "in") {
    if (parent < 0) return ["The root is called with all values open: α is −∞ and β is ∞."];
    const before = exercise.nodes[parent].tried.slice(0, exercise.nodes[parent].tried.indexOf(number));
    return [
      `${nameOf(number)} is called with the window that ${nameOf(parent)} has by then.`,
      `${nameOf(parent)} was called with ${interval(key.windowsIn.get(parent))}. ${before.length ? `${listed(before.map(valueText))}.` : "Nothing has come back yet."}`,
      `So ${interval(key.windowsIn.get(number))}.`,
    ];
  }
  if (field.kind === "window") {
    const [name, , end, verb] = side(number);
    return [
      `A ${name} node ${verb} ${end} as values come back; the other end stays.`,
      `It was called with ${interval(key.windowsIn.get(number))}. ${listed(seen.map(valueText))}.`,
      `It returns with ${key.windowsOut.get(number).map(interval).join(", or ")}.`,
    ];
  }
  const rule = exercise.cut === ">" ? "α > β" : "α ≥ β";
  if (!key.visited.has(parent)) return [`Is ${nameOf(parent)} ever called? If it is not, what is below it is pruned with it.`];
  const steps = stepsFrom(exercise, key, new Map(), new Map(), key.pruned);
  return [
    `${nameOf(number)} is pruned if ${nameOf(parent)} is cut before it is tried: as soon as ${rule} at ${nameOf(parent)}.`,
    `${nameOf(parent)} was called with ${interval(key.windowsIn.get(parent))}. Which values has it seen before ${nameOf(number)}?`,
    steps.isPruned(number) ? `By then ${rule}: it is pruned.` : `By then ${rule} is false: it is searched.`,
  ];
}

function showHint() {
  const field = hinted;
  if (field === null) return;
  const found = hints(field);
  level = Math.min(level + 1, found.length);
  byId("hint-text").textContent = found.slice(0, level).join(" ");
  byId("more").textContent = level < found.length ? "Next hint" : "No more hints";
}

/* Keys and the rest */

function focusNear(field, arrow) {
  const { number } = field, node = exercise.nodes[number];
  const siblings = node.parent < 0 ? [number] : exercise.nodes[node.parent].children;
  const place = siblings.indexOf(number);
  const to = { ArrowUp: node.parent, ArrowDown: node.children[0], ArrowLeft: siblings[place - 1], ArrowRight: siblings[place + 1] }[arrow];
  const found = fields.find((one) => one.number === to && one.kind !== "edge") ?? fields.find((one) => one.number === to);
  found?.input.focus();
}

function onKey(event) {
  const place = event.target.dataset?.field;
  if (place === undefined) return;
  const field = fields[place];
  if (event.key === "?") {
    event.preventDefault();
    showHint();
  } else if (event.key.startsWith("Arrow") && field.kind !== "best") {
    const isWithin = (event.key === "ArrowLeft" || event.key === "ArrowRight") && field.input.value;
    if (!isWithin) {
      event.preventDefault();
      focusNear(field, event.key);
    }
  }
}

function save() {
  const json = answersAsJson(exercise, byId("student").value, answers);
  const link = element("a", "", null);
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(json, null, 1)}\n`], { type: "application/json" }));
  const student = byId("student").value.trim().replaceAll(/[^\p{L}\p{N}]+/gu, "-") || "answers";
  link.download = `${student}-${exercise.id}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function showCode() {
  const area = byId("shown-code");
  area.value = await codeOf(answersAsJson(exercise, byId("student").value, answers));
  area.hidden = false;
  area.select();
}

function startAgain() {
  if (!confirm("Throw away all answers?")) return;
  answers = emptyAnswers();
  for (const field of fields) field.entry.classList.remove("unread");
  for (const field of fields) if (field.kind !== "edge") field.input.value = "";
  changed();
}

function start() {
  restore();
  draw();
  for (const radio of document.querySelectorAll("[name=feedback]")) {
    radio.checked = radio.value === feedback;
    radio.addEventListener("change", () => {
      feedback = radio.value;
      changed();
    });
  }
  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", (event) => {
    const place = event.target.dataset?.field;
    if (place === undefined) return;
    hinted = fields[place];
    level = 0;
    byId("more").textContent = "Hint";
    byId("hint-text").textContent = hinted.label ? `${hinted.label}?` : "Press ? for a hint.";
  });
  byId("more").addEventListener("click", showHint);
  byId("check").addEventListener("click", () => {
    isChecked = true;
    present();
  });
  byId("student").addEventListener("input", keep);
  byId("save").addEventListener("click", save);
  byId("code").addEventListener("click", showCode);
  byId("again").addEventListener("click", startAgain);
  present();
  // A tree that is wider than the window begins with its root in the middle.
  const scroll = byId("scroll");
  scroll.scrollLeft = places().x[0] - scroll.clientWidth / 2;
}

start();
