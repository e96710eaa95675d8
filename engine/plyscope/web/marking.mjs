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

// Whether a node takes the largest value; at the plies in `exchanged` MIN does.
function isMax(exercise, number) {
  const { max, ply } = exercise.nodes[number];
  return max !== (exercise.exchanged?.has(ply) ?? false);
}

export function narrowed(exercise, number, [low, high], values) {
  return isMax(exercise, number) ? [Math.max(low, ...values), high] : [low, Math.min(high, ...values)];
}

function choice(exercise, number, values) {
  return isMax(exercise, number) ? Math.max(...values) : Math.min(...values);
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

// One step of the algorithm from the student's own entries; the values are numbers by the numbers of nodes.
export function stepsFrom(exercise, key, values, windowsIn, pruned) {
  const valueOf = (number) => exercise.nodes[number].given ?? values.get(number) ?? key.values.get(number) ?? minimax(exercise, number);
  // The root's is known beforehand, and a window that is closed on entry excuses nothing.
  function windowOf(number) {
    const due = steps.windowIn(number);
    if (number === 0) return due;
    const [low, high] = windowsIn.get(number) ?? [null, null];
    const window = [low ?? due[0], high ?? due[1]];
    return isCut(exercise, window) ? due : window;
  }
  const steps = {
    values,
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
      const all = searched(exercise, pruned, number).map(valueOf), window = windowOf(number);
      const found = [narrowed(exercise, number, window, all)];
      if (isCut(exercise, found[0])) found.push(narrowed(exercise, number, window, all.slice(0, -1)));
      if (values.has(number)) found.push(narrowed(exercise, number, window, [values.get(number)]));
      return found;
    },
    best() {
      const children = searched(exercise, pruned, 0);
      const best = choice(exercise, 0, children.map(valueOf));
      return children.find((child) => valueOf(child) === best);
    },
    prunedAt(number) {
      const { tried } = exercise.nodes[number];
      let window = windowOf(number);
      for (const [place, child] of tried.entries()) {
        if (pruned.has(child)) continue;
        window = narrowed(exercise, number, window, [valueOf(child)]);
        if (isCut(exercise, window)) return new Set(tried.slice(place + 1));
      }
      return new Set();
    },
    ownEnd: (number) => (isMax(exercise, number) ? 0 : 1),
  };
  return steps;
}

function topsOf(exercise, covered) {
  return [...covered].filter((number) => !covered.has(parentOf(exercise, number))).sort((one, other) => one - other);
}

const holds = (set, some) => [...some].every((one) => set.has(one));
const same = (one, other) => one.size === other.size && holds(one, other);
const minus = (one, other) => [...one].filter((number) => !other.has(number));

const LAW_ASKS = { fold: "values", pass: "windows", narrow: "windows", leave: "pruned", stay: "pruned", played: "best" };
const ROOTED_SHARE = 1 / 2, SPARED_SHARE = 1 / 4;

// The misconceptions that there may be, with the rules by which the student then searches.
function misconceptionsOf(exercise) {
  if (exercise.calls) return [];
  const plies = new Set(exercise.nodes.filter((node) => node.children.length).map((node) => node.ply));
  const sides = { name: "sides", asks: ["values", "windows", "pruned", "best"], factor: 1 / 2 };
  const found = [plies, ...[...plies].map((ply) => new Set([ply]))].map((exchanged) => [sides, { ...exercise, exchanged }]);
  if (exercise.cut === null) return found;
  return [
    [{ name: "swapped", asks: ["windows"], factor: 3 / 4 }, exercise],
    [{ name: "cut", asks: ["pruned"], factor: 3 / 4 }, { ...exercise, cut: exercise.cut === ">" ? ">=" : ">" }],
    [{ name: "fail", asks: ["values"], factor: 3 / 4 }, { ...exercise, fail: exercise.fail === "hard" ? "soft" : "hard" }],
    ...found,
  ];
}

// The points of one question, by how its entries are judged.
function partOf(outcomes, isRooted, outOf, isReasoned) {
  const count = (...some) => outcomes.filter((one) => some.includes(one)).length, each = outOf / outcomes.length;
  const most = outcomes.length * SPARED_SHARE, [right, follows, spared] = [count("right"), count("follows"), count("spared")];
  return {
    each,
    out_of: outOf,
    hasFault: count("wrong", "missing", "lost") > 0,
    points: isRooted ? each * (right + follows + Math.min(spared, most)) : isReasoned ? 0 : each * right,
    explained: (factor) => each * (right + follows + spared) * factor,
    review: (isRooted ? spared : isReasoned ? right : 0) > most,
  };
}

export const rounded = (points) => Math.floor(points * 10 + 0.5) / 10;

// How the entries and cuts of some answers are judged, by the rules of the exercise or of a misconception.
function judged(exercise, key, answers, rules, lawOnly = []) {
  const { nodes } = exercise, asks = (what) => exercise.asks.includes(what), none = new Map();
  const given = asks("values") ? answers.values : none;
  const [windowsIn, windowsOut] = asks("windows") ? [answers.windowsIn, answers.windowsOut] : [none, none];
  const listed = asks("pruned") ? answers.pruned : null, chosen = asks("best") ? answers.best : null;
  const pruned = listed === null ? new Set(key.pruned) : coveredBy(exercise, listed);
  const numbers = new Map([...given].map(([number, entry]) => [number, entry.number]));
  const steps = stepsFrom(rules, key, numbers, windowsIn, pruned);
  const counted = [...key.values.keys()].sort((one, other) => one - other);

  // Whether a node is spared or lost, or rightly pruned; null if the student searches it.
  function branch(number) {
    if (!pruned.has(number)) return null;
    let top = number;
    while (pruned.has(parentOf(exercise, top))) top = parentOf(exercise, top);
    if (steps.prunedAt(parentOf(exercise, top)).has(top)) return "spared";
    return key.pruned.has(top) ? "right" : "lost";
  }

  // Whether enough of the nodes above leaves have the number of one of their leaves, or that of the key.
  function isFromTheTree() {
    const hits = [];
    for (const number of counted) {
      const leaves = nodes[number].children.map((child) => nodes[child].given).filter((one) => one !== null);
      const own = [numbers.get(number) ?? null, windowsOut.get(number)?.[steps.ownEnd(number)] ?? null].filter((one) => one !== null);
      const isClamped = rules.fail === "hard" && steps.windowOf(number).includes(numbers.get(number));
      if (!leaves.length || isClamped || branch(number) === "spared") continue;
      const known = [...(exercise.calls ? [steps.value(number)] : leaves), key.values.get(number)];
      hits.push(own.some((one) => known.includes(one)));
    }
    const found = hits.filter((hit) => hit).length;
    return !(asks("values") || asks("windows")) || (found > 0 && found >= hits.length * ROOTED_SHARE);
  }

  // Takes for each value that is missing the one number that explains all that rests on it, if there is one.
  function fillBlanks() {
    for (const number of [...counted].reverse()) {
      if (steps.values.has(number) || pruned.has(number) || number === 0) continue;
      const parent = parentOf(exercise, number), end = steps.ownEnd(parent), resting = [];
      if (given.has(parent)) resting.push([given.get(parent).number, () => [steps.value(parent)]]);
      const out = windowsOut.get(parent)?.[end] ?? null;
      if (out !== null) resting.push([out, () => steps.windowsOut(parent).map((window) => window[end])]);
      const children = searched(exercise, pruned, parent);
      for (const later of children.slice(children.indexOf(number) + 1)) {
        const entry = windowsIn.get(later)?.[end] ?? null;
        if (entry !== null) resting.push([entry, () => steps.windowIn(later)]);
      }
      for (const guess of [key.values.get(number), ...resting.map(([entry]) => entry)]) {
        steps.values.set(number, guess);
        if (resting.length && resting.every(([entry, due]) => due().includes(entry))) break;
        steps.values.delete(number);
      }
    }
  }

  function outcome(number, ask, entry, isRight, due) {
    const found = branch(number);
    if (found === "lost") return found;
    if (entry !== null && isRight && !lawOnly.includes(ask)) return "right";
    if (found !== null) return found;
    return entry === null ? "missing" : due.includes(entry) ? "follows" : "wrong";
  }

  function isSignRight(number, { sign }) {
    return !sign || [EXACT, { "≤": AT_MOST, "≥": AT_LEAST }[sign]].includes(key.bounds.get(number));
  }

  function valueMark(number) {
    const entry = given.get(number) ?? null, right = key.values.get(number), isKey = entry?.number === right;
    const due = isKey && !lawOnly.includes("values") ? [] : [steps.value(number)];
    return { number, given: entry, right, outcome: outcome(number, "values", entry?.number ?? null, isKey && isSignRight(number, entry), due) };
  }

  function* windowMarks(number) {
    const parts = [
      ["in", windowsIn, [key.windowsIn.get(number)], [steps.windowIn(number)]],
      ["out", windowsOut, key.windowsOut.get(number), steps.windowsOut(number)],
    ];
    for (const [when, own, right, due] of parts) {
      for (const [place, end] of ["alpha", "beta"].entries()) {
        const entry = own.get(number)?.[place] ?? null, all = (windows) => windows.map((window) => window[place]);
        const found = outcome(number, "windows", entry, all(right).includes(entry), all(due));
        yield {
          number, when, end, counts: Number.isFinite(right[0][place]) || found === "wrong", right: right[0][place],
          given: entry === null ? null : { number: entry, sign: "" }, outcome: found,
        };
      }
    }
  }

  // How the student decides at a node; null where no move is to be pruned, and none is.
  function cutAt(number) {
    const { children } = nodes[number], isLawOnly = lawOnly.includes("pruned");
    const due = new Set(key.visited.has(number) ? children.filter((child) => key.pruned.has(child)) : []);
    if (listed === null) return due.size ? "missing" : null;
    if (pruned.has(number)) return !due.size ? null : branch(number) === "spared" ? "follows" : "lost";
    const own = new Set(children.filter((child) => pruned.has(child))), follows = steps.prunedAt(number);
    if (same(own, due) && !isLawOnly) return due.size ? "right" : null;
    if (minus(own, follows).some((child) => isLawOnly || !key.pruned.has(child))) return "wrong";
    // A window that does not follow from what stands above it is no excuse for a missing cut: only values are.
    const least = isLawOnly || minus(due, own).length ? byValues.prunedAt(number) : new Set();
    if (same(own, follows) && holds(own, least)) return due.size || (own.size && isLawOnly) ? "follows" : null;
    return minus(due, own).length || isLawOnly ? "missing" : null;
  }

  function bestMove() {
    if (chosen === null) return "missing";
    if (pruned.has(chosen) && listed !== null) return "lost";
    const isAsGood = nodes[0].children.includes(chosen) && minimax(exercise, chosen) === minimax(exercise, 0);
    if ((chosen === key.best || isAsGood) && !lawOnly.includes("best")) return "right";
    return chosen === steps.best() ? "follows" : "wrong";
  }

  const isRooted = isFromTheTree();
  if (isRooted) fillBlanks();
  const byValues = stepsFrom(rules, key, steps.values, none, pruned);
  const values = asks("values") ? counted.map(valueMark) : [];
  const windows = asks("windows") ? counted.flatMap((number) => [...windowMarks(number)]) : [];
  const cuts = asks("pruned") ? nodes.map((_, number) => [number, cutAt(number)]).filter(([, cut]) => cut !== null) : [];
  const best = bestMove(), outcomes = {
    values: values.map((one) => one.outcome),
    windows: windows.filter((one) => one.counts).map((one) => one.outcome),
    pruned: cuts.length ? cuts.map(([, cut]) => cut) : [listed === null ? "missing" : "right"],
    best: [best],
  };
  const weights = Object.entries(exercise.points).filter(([ask]) => asks(ask)), all = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const parts = Object.fromEntries(weights.map(([ask, weight]) => [ask, partOf(outcomes[ask], isRooted, (100 * weight) / all, ask === "pruned")]));
  const lost = new Map();
  const slip = (law, number, points) => lost.set(`${law} ${number}`, { law, number, points: (lost.get(`${law} ${number}`)?.points ?? 0) + points });
  for (const one of [...values, ...windows]) {
    const law = { in: "pass", out: "narrow" }[one.when] ?? "fold";
    if (one.outcome === "wrong") slip(law, one.number, one.counts === false ? 0 : parts[LAW_ASKS[law]].each);
  }
  for (const [number, cut] of listed === null ? [] : cuts) {
    if (cut === "wrong" || cut === "missing") slip(cut === "wrong" ? "leave" : "stay", number, parts.pruned.each);
  }
  if (best === "wrong") slip("played", 0, parts.best.each);
  return { values, windows, cuts, best, parts, isRooted, slips: [...lost.values()], pruned, listed, chosen, branch, isSignRight };
}

const hasSlip = ({ slips }, asks) => slips.some(({ law }) => asks.includes(LAW_ASKS[law]));

// The marks of some answers, which are maps by the numbers of nodes, as `exercise check --json` prints them; and parts.
export function mark(exercise, key, answers) {
  const name = (number) => exercise.nodes[number].name, names = (numbers) => numbers.map(name);
  const plain = ({ parts }) => Object.entries(parts).map(([ask, { points, out_of }]) => ({ ask, points, out_of }));
  const isDoubtful = ({ parts }) => Object.values(parts).some((part) => part.review);
  let found = judged(exercise, key, answers, exercise);
  const total = (parts) => rounded(parts.reduce((sum, { points }) => sum + points, 0));
  let parts = plain(found), misconception = null, review = isDoubtful(found);
  const remarks = [];
  for (const [mistake, rules] of found.slips.length ? misconceptionsOf(exercise) : []) {
    const asked = mistake.asks.filter((ask) => exercise.asks.includes(ask));
    const swap = (windows) => new Map([...windows].map(([number, [low, high]]) => [number, [high, low]]));
    const { windowsIn, windowsOut } = answers, isSwapped = mistake.name === "swapped";
    const read = isSwapped ? { ...answers, windowsIn: swap(windowsIn), windowsOut: swap(windowsOut) } : answers;
    const other = judged(exercise, key, read, rules, isSwapped ? [] : mistake.asks);
    const isExplained = other.isRooted && !asked.some((ask) => other.parts[ask].hasFault);
    if (!isExplained || !hasSlip(found, asked) || hasSlip(other, asked)) continue;
    if (exercise.any.includes(mistake.name)) {
      if (total(plain(other)) <= total(parts)) continue;
      [found, parts, misconception, review] = [other, plain(other), null, isDoubtful(other)];
      const rule = { cut: "cut rule", fail: "fail mode" }[mistake.name];
      remarks.push({ node: name(0), right_under: null, text: `all follows by the other ${rule}, which is right, too` });
      continue;
    }
    const explained = Object.entries(other.parts).map(([ask, part]) => ({
      ask, out_of: part.out_of, points: asked.includes(ask) ? part.explained(mistake.factor) : part.points,
    }));
    misconception ??= mistake.name;
    if (total(explained) > total(parts)) {
      [parts, misconception] = [explained, mistake.name];
      review = Object.entries(other.parts).some(([ask, part]) => !asked.includes(ask) && part.review);
    }
  }
  const { listed, pruned, branch, chosen, best } = found;
  const struck = listed === null ? [] : topsOf(exercise, pruned), ofKey = listed === null ? [] : topsOf(exercise, key.pruned);
  const tooMuch = struck.filter((number) => branch(number) === "lost");
  const follows = struck.filter((number) => branch(number) === "spared" && key.visited.has(number));
  const missing = ofKey.filter((number) => !pruned.has(number)), cutAt = new Map(found.cuts);
  const excused = missing.filter((number) => cutAt.get(parentOf(exercise, number)) === "follows");
  const say = (number, text, rightUnder = null) => remarks.push({ node: name(number), right_under: rightUnder, text: `${name(number)}${text}` });
  for (const [number, entry] of exercise.asks.includes("values") ? [...answers.values].sort(([one], [other]) => one - other) : []) {
    if (entry.number !== key.values.get(number) || found.isSignRight(number, entry)) continue;
    say(number, ` returns ${key.bounds.get(number) ?? "exactly"} ${shownNumber(entry.number, "-")}`);
  }
  const other = exercise.cut === ">" ? ">=" : ">", underOther = exercise.cut === null ? new Set() : solve(exercise, other).pruned;
  for (const number of [...tooMuch, ...missing]) {
    if (underOther.has(number) !== tooMuch.includes(number)) continue;
    say(number, ` is ${tooMuch.includes(number) ? "pruned" : "searched"} only where a node is cut at α ${other === ">=" ? "≥" : ">"} β`, other);
  }
  for (const number of [...follows, ...excused, ...(best === "follows" ? [chosen] : [])]) say(number, ": this follows from an earlier answer");
  if (best === "right" && chosen !== key.best) say(chosen, ` is worth as much as ${name(key.best)}, which the search finds first`);
  const shown = ({ number, outcome, ...one }) => ({ node: name(number), ...one, ok: outcome === "right", consequential: outcome === "follows", outcome });
  return {
    score: total(parts),
    out_of: 100,
    parts: Object.fromEntries(parts.map(({ ask, points, out_of }) => [ask, { score: rounded(points), out_of: rounded(out_of) }])),
    slips: found.slips.map(({ law, number, points }) => ({ law, node: name(number), points: rounded(points) })),
    misconception,
    review,
    rooted: found.isRooted,
    values: found.values.map(shown),
    windows: found.windows.map(shown),
    cuts: Object.fromEntries(found.cuts.map(([number, cut]) => [name(number), cut])),
    pruned_follows: names(follows),
    pruned_too_much: names(tooMuch),
    pruned_too_little: names(missing.filter((number) => !excused.includes(number))),
    remarks,
    best,
    best_ok: best === "missing" ? null : best === "right",
  };
}
