// Feedback: marks with their reasons, hints, and giving up. A page for a test does without all of this.

const key = solve(exercise);
let shown = null, hinted = null, level = 0;

/* Marks */

function showMarks(marks) {
  const points = byId("points"), remarks = byId("remarks");
  shown = marks;
  for (const field of fields) field.entry.classList.remove("right", "wrong", "follows", "missing", "given-up");
  points.replaceChildren();
  remarks.replaceChildren();
  if (marks === null) {
    showProgress();
    showWhy();
    return;
  }
  element("h2", "", points, "Points");
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
  const about = (name) => whyEdge(exercise.nodes.findIndex((node) => node.name === name));
  for (const name of marks.pruned_too_much) element("p", "wrong", remarks, `Pruned too much: ${name}. ${about(name)}`);
  for (const name of isChecked ? marks.pruned_too_little : []) element("p", "wrong", remarks, `Pruned too little: ${name}. ${about(name)}`);
  for (const remark of marks.remarks) {
    if (isChecked || !marks.pruned_too_little.includes(remark.node)) element("p", "", remarks, `${remark.text}.`);
  }
  showWhy();
}

function markOf(field, marks) {
  const name = nameOf(field.number);
  if (field.kind === "value") return marks.values.find((one) => one.node === name);
  const end = ["alpha", "beta"][field.place];
  return marks.windows.find((one) => one.node === name && one.when === field.when && one.end === end);
}

/** How a box is marked: right, wrong, follows, given-up, or nothing yet. */
function verdict(field, marks) {
  if (answers.givenUp.has(field.number)) return "given-up";
  if (field === typing) return "";
  if (field.kind === "best") {
    const given = marks.best_ok === null ? (isChecked ? "wrong" : "") : marks.best_points ? "follows" : "wrong";
    return marks.best_ok ? "right" : given;
  }
  const one = markOf(field, marks);
  if (one === undefined) return "";
  if (one.given === null) return isChecked ? "wrong" : "";
  return one.ok ? "right" : one.consequential ? "follows" : "wrong";
}

const SIGNS = { right: "right", wrong: "wrong", follows: "follows from your own answers", "given-up": "given up" };

function showMark(field, marks) {
  if (isBox(field)) {
    const found = verdict(field, marks);
    if (found) field.entry.classList.add(found);
    return;
  }
  const name = nameOf(field.number), isPressed = answers.pruned?.has(field.number) ?? false;
  if (answers.givenUp.has(exercise.nodes[field.number].parent)) return;
  if (isPressed) field.entry.classList.add(marks.pruned_too_much.includes(name) || !key.pruned.has(field.number) ? "wrong" : "right");
  else if (isChecked && marks.pruned_too_little.includes(name)) field.entry.classList.add("missing");
}

/** Say of the box at the keyboard how it is marked, and why. */
function showWhy() {
  const field = hinted, place = byId("why");
  place.textContent = "";
  place.className = "";
  if (field === null || shown === null) return;
  const name = nameOf(field.number);
  let found = "", why = "";
  if (isBox(field)) {
    found = verdict(field, shown);
    if (found === "wrong") why = field.get() === "" ? `${name} is not answered.` : whyWrong(field);
    if (found === "follows") why = "The step is right from what stands there, so its point is yours. The mistake is counted once, where it was made.";
  } else if (["wrong", "missing"].some((one) => field.entry.classList.contains(one))) {
    found = "wrong";
    why = whyEdge(field.number);
  }
  if (!found || found === "right" || found === "given-up") return;
  place.className = found;
  place.textContent = `${found === "wrong" ? "✗" : "↪"} ${field.label ?? name}: ${SIGNS[found]}. ${why}`;
}

/* Hints: the sentences of `plyscope.exercises.hints`; a test compares the two */

const joined = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`);
const sideOf = (number) => (exercise.nodes[number].max ? "MAX" : "MIN");
const ruleOfCut = () => (exercise.cut === ">" ? ">" : "≥");

/** The numbers that hints put in: the student's, and the key's where there are none; or the student's only. */
function numbersFor(onlyOwn) {
  const given = finalAnswers(), pruned = given.pruned === null ? new Set(key.pruned) : coveredBy(exercise, given.pruned);
  const steps = stepsFrom(exercise, key, given.values, given.windowsIn, pruned);
  const covered = coveredBy(exercise, answers.pruned ?? []);
  const childrenOf = (number) => exercise.nodes[number].tried.filter((child) => !covered.has(child));
  const isKnown = (number) => isLeaf(number) || given.values.has(number);
  const valueText = (number) => (isKnown(number) || !onlyOwn ? shownNumber(steps.valueOf(number)) : "?");
  const returned = (children) => `Came back: ${children.map((child) => `${nameOf(child)} ${valueText(child)}`).join(", ")}`;
  function windowSoFar(number, children) {
    const own = given.windowsIn.get(number) ?? [null, null];
    const [low, high] = steps.windowOf(number).map((end, place) => (number === 0 || own[place] !== null || !onlyOwn ? shownNumber(end) : "?"));
    const called = `${nameOf(number)} was called with α = ${low} and β = ${high}`;
    return children.length ? `${called}. ${returned(children)}.` : `${called}, and nothing has come back yet.`;
  }
  return { steps, childrenOf, isKnown, valueText, returned, windowSoFar };
}

function ruleOf(field, numbers) {
  const { number } = field, name = nameOf(number);
  if (field.kind === "best") return `The best move of ${name} is the first whose value is the one that ${name} returns.`;
  if (field.kind === "value") {
    const children = numbers.childrenOf(number), names = joined(children.map(nameOf));
    if (exercise.calls) return `${name} returns what the program makes of what ${names} return.`;
    const extreme = exercise.nodes[number].max ? "largest" : "smallest";
    const rule = children.length === 1 ? `${name} returns what ${names} returns.` : `${name} is ${sideOf(number)}: it returns the ${extreme} of what ${names} return.`;
    return exercise.fail === "hard" ? `${rule} A value outside its window is moved to the end of the window.` : rule;
  }
  if (field.when === "in") {
    if (number === 0) return "The search begins with the widest window: α is −∞, β is ∞.";
    const parent = nameOf(parentOf(exercise, number));
    return `${name} is called with α and β as ${parent} has them at that moment.`;
  }
  if (exercise.nodes[number].max) return `${name} is MAX: a value that comes back and is larger than α raises α. β stays.`;
  return `${name} is MIN: a value that comes back and is smaller than β lowers β. α stays.`;
}

function numbersOf(field, numbers) {
  const { number } = field, name = nameOf(number), children = numbers.childrenOf(number);
  if (field.kind === "value" || field.kind === "best") {
    if (!children.length) return `All moves of ${name} are pruned in your answers: nothing comes back.`;
    if (field.kind === "best") return `${numbers.returned(children)}. Which is the first that gives ${name} its value?`;
    if (exercise.calls) return `${numbers.returned(children)}.`;
    return `${numbers.returned(children)}. Which is the ${exercise.nodes[number].max ? "largest" : "smallest"}?`;
  }
  if (field.when === "in") {
    if (number === 0) return "Nothing has been searched yet, so nothing narrows the window.";
    const parent = parentOf(exercise, number), before = numbers.childrenOf(parent), place = before.indexOf(number);
    return numbers.windowSoFar(parent, place < 0 ? before : before.slice(0, place));
  }
  return numbers.windowSoFar(number, children);
}

/** What a wrong entry misses: the mistake where it is a usual one, else the rule and the student's own numbers. */
function whyWrong(field) {
  const numbers = numbersFor(true);
  const usual = field.kind === "value" ? wrongValue(field.number, numbers) : field.kind === "window" ? wrongEnd(field) : "";
  return usual || `${ruleOf(field, numbers)} ${numbersOf(field, numbers)}`;
}

function wrongValue(number, numbers) {
  const entry = answers.values.get(number), name = nameOf(number), children = numbers.childrenOf(number);
  if (entry.sign && entry.number === key.values.get(number)) return `${name} returns this number, but ${entry.sign} is not true of it.`;
  const values = children.map(numbers.steps.valueOf);
  if (exercise.calls || new Set(values).size < 2 || !children.every(numbers.isKnown)) return "";
  const [own, other, extreme] = exercise.nodes[number].max ? ["largest", "smallest", Math.min] : ["smallest", "largest", Math.max];
  if (entry.number !== extreme(...values)) return "";
  return `${shownNumber(entry.number)} is the ${other} that came back, but ${name} is ${sideOf(number)} and returns the ${own}.`;
}

function wrongEnd(field) {
  const given = (field.when === "in" ? answers.windowsIn : answers.windowsOut).get(field.number);
  const windows = field.when === "in" ? [key.windowsIn.get(field.number)] : key.windowsOut.get(field.number);
  return windows.some(([low, high]) => given[0] === high && given[1] === low) ? "α and β are swapped." : "";
}

/** Whether the edge above a node is pruned, with the comparison that decides; by the key's numbers. */
function whyEdge(number) {
  const { parent } = exercise.nodes[number], name = nameOf(number);
  if (!key.values.has(parent) || exercise.cut === null) return `${name} is searched.`;
  const { tried } = exercise.nodes[parent], before = [];
  for (const child of tried) {
    if (child === number || !key.visited.has(child)) break;
    before.push(exercise.nodes[child].given ?? key.values.get(child));
  }
  const [low, high] = narrowed(exercise, parent, key.windowsIn.get(parent), before).map((end) => shownNumber(end));
  const rule = ruleOfCut(), after = `After ${joined(before.map((one) => shownNumber(one)))}, ${nameOf(parent)} has α = ${low} and β = ${high}.`;
  if (key.pruned.has(number)) return `${after} α ${rule} β, so ${name} cannot matter any more.`;
  if (!before.length) return `Nothing has come back to ${nameOf(parent)} yet: ${name} has to be searched.`;
  return `${after} The cut needs α ${rule} β, but ${low} ${rule} ${high} is false: ${name} can still matter.`;
}

function hints(field) {
  const numbers = numbersFor(false), { number } = field;
  if (isBox(field)) {
    const answer = key.values.has(number) ? `${field.label}: ${rightText(field)}.` : `The search never comes to ${nameOf(number)}: it is pruned.`;
    return [ruleOf(field, numbers), numbersOf(field, numbers), answer];
  }
  if (exercise.cut === null) return ["Minimax prunes nothing."];
  const parent = parentOf(exercise, number), { tried } = exercise.nodes[parent];
  const soFar = numbers.windowSoFar(parent, tried.slice(0, tried.indexOf(number)));
  return [
    `What is left at ${nameOf(parent)} is pruned as soon as α ${ruleOfCut()} β there.`,
    `${soFar} Is α ${ruleOfCut()} β now?`,
    whyEdge(number),
  ];
}

function showHint() {
  const field = hinted;
  if (field === null) {
    say("Go to a box or an edge first.");
    return;
  }
  const found = hints(field);
  level = Math.min(level + 1, found.length);
  byId("hint-text").textContent = found[level - 1];
  byId("more").textContent = level < found.length ? "Next hint" : "No more hints";
  const owner = ownerOf(field);
  byId("give-up").hidden = answers.givenUp.has(owner);
  byId("give-up").textContent = `Show ${nameOf(owner)}, and give up its points`;
}

/* Giving up */

/** The node whose answers a box or an edge is about. */
const ownerOf = (field) => (isBox(field) ? field.number : parentOf(exercise, field.number));

/** What the key says of a box; nothing below a branch that is pruned. */
function rightText(field) {
  const { number } = field;
  if (field.kind === "best") return nameOf(key.best);
  if (!key.values.has(number)) return "";
  if (field.kind === "value") return ({ [AT_LEAST]: "≥", [AT_MOST]: "≤" }[key.bounds.get(number)] ?? "") + shownNumber(key.values.get(number));
  return shownNumber((field.when === "in" ? key.windowsIn.get(number) : key.windowsOut.get(number)[0])[field.place]);
}

/** Show the key's answers at a node, whose points are lost. */
function giveUp(number) {
  answers.givenUp.add(number);
  answers.values.delete(number);
  answers.windowsIn.delete(number);
  answers.windowsOut.delete(number);
  if (number === 0) answers.best = null;
  if (!exercise.asks.includes("pruned")) return;
  const { children } = exercise.nodes[number], pruned = new Set(answers.pruned ?? []);
  for (const child of children) pruned[key.pruned.has(child) ? "add" : "delete"](child);
  if (pruned.size || answers.pruned !== null) answers.pruned = pruned;
}

function showAnswer() {
  const owner = ownerOf(hinted);
  giveUp(owner);
  for (const field of fields) if (field.number === owner) field.entry.classList.remove("unread");
  clearHint();
  changed();
  openBoxes().find((field) => !isDone(field))?.input.focus();
}

function clearHint() {
  level = 0;
  byId("give-up").hidden = true;
  byId("more").textContent = "Hint";
  byId("hint-text").textContent = hinted === null ? "Go to a box or an edge and press ?." : `${hinted.label ?? nameOf(hinted.number)}: press ? for a hint.`;
}

function startFeedback() {
  document.addEventListener("focusin", (event) => {
    const place = event.target.dataset?.field;
    if (place === undefined) return;
    hinted = fields[place];
    clearHint();
    showWhy();
  });
  byId("more").addEventListener("click", showHint);
  byId("give-up").addEventListener("click", showAnswer);
  byId("check").addEventListener("click", () => {
    isChecked = true;
    present();
  });
}
