// Entries: how numbers are read and shown, and what a list of pruned nodes covers. A page for a test has this, not the marking.

// The listed nodes with their subtrees, and nodes all of whose children are listed.
export function coveredBy(exercise, listed) {
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

// A number with all of its digits.
export function wholeNumber(number) {
  return number === Infinity ? "∞" : number === -Infinity ? "-∞" : String(number);
}

// Whether a number has more digits than people read.
function hasMoreDigits(number) {
  return wholeNumber(number).length > 15;
}

// A number as it is shown.
export function shownNumber(number, minus = "−") {
  return wholeNumber(hasMoreDigits(number) ? Number(number.toPrecision(6)) : number).replace("-", minus);
}

// A number that was typed: the tree's own, where that is shown with fewer digits than it has.
export function meant(typed, numbers) {
  if (numbers.includes(typed)) return typed;
  const isTyped = (number, digits) => Number(number.toPrecision(digits)) === typed;
  return numbers.find((one) => hasMoreDigits(one) && [6, 7, 8, 9, 10, 11, 12].some((digits) => isTyped(one, digits))) ?? typed;
}

// What was typed in the letters of ASCII, but ≤, ≥ and ∞: keyboards have other digits, minus signs and spaces.
function plain(text) {
  const narrow = (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0);
  const digit = (letter) => String(letter.charCodeAt(0) & 15);
  const found = text.replace(/[\uff01-\uff5e]/g, narrow).replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit).replace(/\u3000/g, " ");
  const signs = found.replace(/[−–‒—﹣]/g, "-").replace(/[≦⩽]|=<|<=/g, "≤").replace(/[≧⩾]|=>|>=/g, "≥");
  return signs.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "").trim();
}

// A number as it is typed: 2, ≤2, <=2, -inf; null where it is none.
export function readEntry(text) {
  const match = /^([≤≥])?\s*([-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?|[-+]?(?:inf(?:inity)?|∞))$/i.exec(plain(text));
  if (match === null || text.length > 40) return null;
  const digits = match[2].replace(/inf(inity)?|∞/i, "Infinity").replace(",", ".");
  const number = Number(digits) + 0;
  return Number.isFinite(number) || digits.endsWith("Infinity") ? { number, sign: match[1] ?? "" } : null;
}
