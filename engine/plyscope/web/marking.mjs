// The search by hand and its marking, as `plyscope.exercises` has them; a test compares the two, entry by entry.

import { coveredBy, shownNumber } from "./entries.mjs";

const EXACT = "exact";
export const AT_LEAST = "at least", AT_MOST = "at most";

// The children of a node in the order of the search, without those that are pruned.
function searched(exercise, pruned, number) {
  return exercise.nodes[number].tried.filter((child) => !pruned.has(child));
}

function isCut(exercise, [low, high]) {
  return exercise.cut !== null && (exercise.cut === ">" ? low > high : low >= high);
}

export function narrowed(exercise, number, [low, high], values) {
  return exercise.nodes[number].max ? [Math.max(low, ...values), high] : [low, Math.min(high, ...values)];
}

function choice(exercise, number, values) {
  return exercise.nodes[number].max ? Math.max(...values) : Math.min(...values);
}

function minimax(exercise, number) {
  const node = exercise.nodes[number];
  return node.given ?? choice(exercise, number, node.children.map((child) => minimax(exercise, child)));
}

export function parentOf(exercise, number) {
  return exercise.nodes[number].parent;
}

// What calls may do with the results of their calls, by the names that the exercise has for it.
const FOLDS = {
  "sum": (ply, values) => values.reduce((sum, value) => sum + value, 0),
  "product": (ply, values) => values.reduce((product, value) => product * value, 1),
  "largest": (ply, values) => Math.max(...values),
  "smallest": (ply, values) => Math.min(...values),
  "largest first, then smallest": (ply, values) => (ply % 2 ? Math.min(...values) : Math.max(...values)),
  "smallest first, then largest": (ply, values) => (ply % 2 ? Math.max(...values) : Math.min(...values)),
};

function stepOfCalls(exercise, number, values) {
  const found = new Set(exercise.folds.map((name) => FOLDS[name](exercise.nodes[number].ply, values)));
  return found.size === 1 ? [...found][0] : null;
}

// The key of an exercise on calls, whose page has their results in it.
function keyOfCalls(exercise) {
  const inner = [...exercise.nodes.keys()].filter((number) => exercise.nodes[number].given === null);
  const values = new Map(inner.map((number) => [number, exercise.results[exercise.nodes[number].name]]));
  const bounds = new Map(inner.map((number) => [number, EXACT]));
  const visited = new Set(exercise.nodes.keys());
  return { values, bounds, windowsIn: new Map(), windowsOut: new Map(), visited, pruned: new Set(), best: -1 };
}

// The key: what the search does, by the numbers of the nodes.
export function solve(exercise, cut = exercise.cut) {
  if (exercise.calls) return keyOfCalls(exercise);
  const rule = { ...exercise, cut };
  const key = { values: new Map(), bounds: new Map(), windowsIn: new Map(), windowsOut: new Map(), visited: new Set(), best: -1 };
  const [bottom, top] = exercise.extremes.map((end, place) => end ?? (place ? Infinity : -Infinity));
  function call(number, window) {
    key.visited.add(number);
    const node = exercise.nodes[number];
    if (node.given !== null) return { value: node.given, low: node.given, high: node.given };
    let [before, after, best, tried, isOver] = [window, window, null, 0, false];
    const proofs = [];
    for (const child of node.tried) {
      const found = call(child, after);
      tried += 1;
      proofs.push(found);
      if (best === null || (node.max ? found.value > best : found.value < best)) {
        best = found.value;
        if (number === 0) key.best = child;
      }
      before = after;
      if (cut !== null) after = narrowed(rule, number, after, [best]);
      if (isCut(rule, after)) {
        isOver = true;
        break;
      }
    }
    const all = tried === node.tried.length;
    const lows = proofs.map((proof) => proof.low), highs = proofs.map((proof) => proof.high);
    const low = node.max ? Math.max(...lows) : all ? Math.min(...lows) : bottom;
    const high = node.max ? (all ? Math.max(...highs) : top) : Math.min(...highs);
    const value = exercise.fail === "hard" ? Math.min(Math.max(best, window[0]), window[1]) : best;
    key.values.set(number, value);
    key.bounds.set(number, low === high && low === value ? EXACT : low >= value ? AT_LEAST : high <= value ? AT_MOST : null);
    key.windowsIn.set(number, window);
    const differs = before[0] !== after[0] || before[1] !== after[1];
    key.windowsOut.set(number, isOver && differs ? [after, before] : [after]);
    return { value, low, high };
  }
  call(0, [-Infinity, Infinity]);
  key.pruned = new Set([...exercise.nodes.keys()].filter((number) => !key.visited.has(number)));
  return key;
}

// One step of the algorithm from the student's own entries.
export function stepsFrom(exercise, key, values, windowsIn, pruned) {
  const valueOf = (number) =>
    exercise.nodes[number].given ?? values.get(number)?.number ?? key.values.get(number) ?? minimax(exercise, number);
  function windowOf(number) {
    const right = key.windowsIn.get(number) ?? steps.windowIn(number);
    const [low, high] = windowsIn.get(number) ?? [null, null];
    return [low ?? right[0], high ?? right[1]];
  }
  const steps = {
    valueOf,
    windowOf,
    value(number) {
      const children = searched(exercise, pruned, number);
      if (!children.length) return null;
      if (exercise.calls) return stepOfCalls(exercise, number, children.map(valueOf));
      const best = choice(exercise, number, children.map(valueOf));
      const [low, high] = windowOf(number);
      return exercise.fail === "hard" ? Math.min(Math.max(best, low), high) : best;
    },
    windowIn(number) {
      const parent = parentOf(exercise, number);
      if (parent < 0) return key.windowsIn.get(0);
      const children = searched(exercise, pruned, parent);
      const place = children.indexOf(number);
      return narrowed(exercise, parent, windowOf(parent), children.slice(0, place < 0 ? undefined : place).map(valueOf));
    },
    windowsOut(number) {
      const all = searched(exercise, pruned, number).map(valueOf);
      const after = narrowed(exercise, number, windowOf(number), all);
      const before = narrowed(exercise, number, windowOf(number), all.slice(0, -1));
      const differs = before[0] !== after[0] || before[1] !== after[1];
      return isCut(exercise, after) && differs ? [after, before] : [after];
    },
    best() {
      const children = searched(exercise, pruned, 0);
      const best = choice(exercise, 0, children.map(valueOf));
      return children.find((child) => valueOf(child) === best);
    },
    isPruned(number) {
      const parent = parentOf(exercise, number), before = [];
      for (const child of exercise.nodes[parent].tried) {
        if (child === number) return false;
        before.push(valueOf(child));
        if (isCut(exercise, narrowed(exercise, parent, windowOf(parent), before))) return true;
      }
      return false;
    },
  };
  return steps;
}

function topsOf(exercise, covered) {
  return [...covered].filter((number) => !covered.has(parentOf(exercise, number))).sort((one, other) => one - other);
}

// The marks of some answers, which are maps by the numbers of nodes, as `exercise check --json` prints them; and parts.
export function mark(exercise, key, answers) {
  const name = (number) => exercise.nodes[number].name;
  const pruned = answers.pruned === null ? new Set(key.pruned) : coveredBy(exercise, answers.pruned);
  const steps = stepsFrom(exercise, key, answers.values, answers.windowsIn, pruned);
  const counted = [...key.values.keys()].filter((number) => !pruned.has(number)).sort((one, other) => one - other);
  const remarks = [];
  const say = (number, text, rightUnder = null) => remarks.push({ node: name(number), right_under: rightUnder, text });
  const marks = { values: [], windows: [], pruned_too_much: [], pruned_too_little: [], best_ok: null };
  const parts = { pruned_points: 0, pruned_out_of: 0, best_points: 0 };
  let score = 0, outOf = 0;

  function isSignRight(number, entry) {
    const bound = key.bounds.get(number);
    if (!entry.sign || bound === EXACT || bound === { "≤": AT_MOST, "≥": AT_LEAST }[entry.sign]) return true;
    const shown = shownNumber(entry.number, "-");
    say(number, bound === null ? `${name(number)} returns exactly ${shown}` : `${name(number)} returns ${bound} ${shown}`);
    return false;
  }
  function add(list, number, given, right, ok, follows, place = {}) {
    list.push({ node: name(number), ...place, given, right, ok, consequential: follows });
    score += ok || follows;
    outOf += 1;
  }
  if (exercise.asks.includes("values")) {
    for (const number of counted) {
      const entry = answers.values.get(number) ?? null, right = key.values.get(number);
      const ok = entry !== null && entry.number === right && isSignRight(number, entry);
      const follows = entry !== null && !ok && entry.number !== right && entry.number === steps.value(number);
      add(marks.values, number, entry, right, ok, follows);
    }
  }
  if (exercise.asks.includes("windows")) {
    for (const number of counted) {
      const parts = [
        ["in", answers.windowsIn, [key.windowsIn.get(number)], [steps.windowIn(number)]],
        ["out", answers.windowsOut, key.windowsOut.get(number), steps.windowsOut(number)],
      ];
      for (const [when, given, right, own] of parts) {
        for (const [place, end] of ["alpha", "beta"].entries()) {
          const found = given.get(number)?.[place] ?? null;
          const ok = found !== null && right.some((window) => window[place] === found);
          const follows = found !== null && !ok && own.some((window) => window[place] === found);
          add(marks.windows, number, found === null ? null : { number: found, sign: "" }, right[0][place], ok, follows, { when, end });
        }
      }
    }
  }
  if (exercise.asks.includes("pruned")) {
    const tops = topsOf(exercise, key.pruned);
    outOf += parts.pruned_out_of = tops.length;
    if (answers.pruned !== null) {
      const right = tops.filter((number) => pruned.has(number));
      const little = tops.filter((number) => !pruned.has(number));
      const much = topsOf(exercise, pruned).filter((number) => key.visited.has(number));
      const other = exercise.cut === ">" ? ">=" : ">";
      const underOther = solve(exercise, other).pruned;
      for (const number of [...much, ...little]) {
        const isMuch = much.includes(number);
        if (underOther.has(number) === isMuch) {
          const rule = other === ">=" ? "≥" : ">";
          say(number, `${name(number)} is ${isMuch ? "pruned" : "searched"} only where a node is cut at α ${rule} β`, other);
        } else if (steps.isPruned(number) === isMuch) {
          say(number, `${name(number)}: this follows from an earlier answer`);
        }
      }
      marks.pruned_too_much = much.map(name);
      marks.pruned_too_little = little.map(name);
      score += parts.pruned_points = Math.max(0, right.length - much.length);
    }
  }
  if (exercise.asks.includes("best")) {
    outOf += 1;
    const given = answers.best;
    if (given !== null) {
      marks.best_ok = given === key.best;
      if (!marks.best_ok && exercise.nodes[0].children.includes(given) && minimax(exercise, given) === minimax(exercise, 0)) {
        marks.best_ok = true;
        say(given, `${name(given)} is worth as much as ${name(key.best)}, which the search finds first`);
      }
      const follows = !marks.best_ok && given === steps.best();
      if (follows) say(given, `${name(given)}: this follows from an earlier answer`);
      score += parts.best_points = Number(marks.best_ok || follows);
    }
  }
  return { score, out_of: outOf, ...marks, ...parts, remarks };
}
