// Entries: how numbers are read and shown, and what a list of pruned nodes covers. A page for a test has this, not the marking.

/** The listed nodes with their subtrees, and nodes all of whose children are listed. */
function coveredBy(exercise, listed) {
  const covered = new Set();
  const add = (number) => {
    covered.add(number);
    exercise.nodes[number].children.forEach(add);
  };
  listed.forEach(add);
  for (let number = exercise.nodes.length - 1; number > 0; number -= 1) {
    const { children } = exercise.nodes[number];
    if (children.length && children.every((child) => covered.has(child))) covered.add(number);
  }
  return covered;
}

/** A number as it is shown. */
function shownNumber(number, minus = "−") {
  const text = number === Infinity ? "∞" : number === -Infinity ? "-∞" : String(number);
  return text.replace("-", minus);
}

/** A number as it is typed: 2, ≤2, <=2, -inf; null where it is none. */
function readEntry(text) {
  const match = /^\s*(≤|<=|≥|>=)?\s*([-+−]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+−]?\d+)?|[-+−]?(?:inf(?:inity)?|∞))\s*$/i.exec(text);
  if (match === null || text.length > 40) return null;
  const sign = { "<=": "≤", ">=": "≥" }[match[1]] ?? match[1] ?? "";
  const digits = match[2].replaceAll("−", "-").replace(/inf(inity)?|∞/i, "Infinity").replace(",", ".");
  const number = Number(digits) + 0;
  return Number.isFinite(number) || digits.endsWith("Infinity") ? { number, sign } : null;
}
