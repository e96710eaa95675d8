// Where nodes stand. Leaves follow each other in the order searched, two units wide, stubs one; a subtree owns one
// interval at every ply. Nodes are frames by their numbers, then stubs and the nodes of ghosts. Where the position gives
// the tree, its pruned part is laid out as the rest is.

import { IS_CLOSED } from "./recording.mjs";

export class Layout {
  constructor(recording) {
    const { count, chance } = recording;
    this.recording = recording;
    this.count = count;
    this.rows = [];
    this.start = [];
    this.end = [];
    this.children = [];
    // Of all nodes: their parents, their plies, the moves that lead to them and their probabilities, by the numbers of words.
    this.parent = [...recording.parent];
    this.ply = [...recording.ply];
    this.moves = [...recording.move];
    this.chances = chance ? [...chance] : Array(count).fill(0);
    // Of those that are no frames: the frame whose move was pruned; what is known of them, if anything, as parent, move,
    // kind, status, value, calls; and whether the position gives that.
    this.owner = Array(count).fill(-1);
    this.facts = Array(count).fill(null);
    this.isGiven = Array(count).fill(false);
    this.width = 0;
    const open = [];
    for (let frame = 0; frame < count; frame++) {
      while (open.length > recording.ply[frame]) this.close(open.pop());
      this.begin(frame);
      open.push(frame);
    }
    while (open.length) this.close(open.pop());
    this.start = Float64Array.from(this.start);
    this.end = Float64Array.from(this.end);
  }

  begin(node) {
    this.start[node] = this.width;
    this.children[node] = [];
    if (node) this.children[this.parent[node]].push(node);
    (this.rows[this.ply[node]] ??= []).push(node);
  }

  close(frame) {
    const { data, skipped, marks } = this.recording, untried = data.untried[frame] ?? [];
    const hasStubs = data.stubs && skipped[frame] && !(marks[frame] & IS_CLOSED);
    for (const move of hasStubs ? untried.slice(-skipped[frame]) : []) {
      const searched = data.ghosts[frame]?.[move], given = data.givenBelow[frame]?.[move];
      const node = this.add(frame, frame, move, searched ?? given, 0, !searched && Boolean(given));
      this.chances[node] = data.untriedChances[frame]?.[untried.indexOf(move)] ?? 0;
    }
    if (this.width === this.start[frame]) this.width += 2;
    this.end[frame] = this.width;
  }

  // A pruned move, or a row of what is known of one, with all that is below it.
  add(owner, parent, move, rows = [], place = 0, isGiven = false) {
    const node = this.parent.push(parent) - 1;
    this.ply[node] = this.ply[parent] + 1;
    this.moves[node] = move;
    this.chances[node] = 0;
    this.owner[node] = owner;
    this.facts[node] = rows[place];
    this.isGiven[node] = isGiven;
    this.begin(node);
    for (let at = place + 1; at < rows.length; at++) if (rows[at][0] === place) this.add(owner, node, rows[at][1], rows, at, isGiven);
    if (this.width === this.start[node]) this.width += rows.length ? 2 : 1;
    this.end[node] = this.width;
    return node;
  }

  isStub(node) {
    return node >= this.count;
  }

  move(node) {
    return this.recording.words(this.moves[node]);
  }

  // The probability of the move that leads to a node; empty where a side makes it.
  chance(node) {
    return this.recording.words(this.chances[node]);
  }

  // The node at a place of a ply; -1 where there is none.
  nodeAt(ply, x) {
    const row = this.rows[ply] || [];
    const place = firstBeyond(row.length, (at) => this.start[row[at]] > x) - 1;
    return place >= 0 && x < this.end[row[place]] ? row[place] : -1;
  }

  // The visible nodes between two places, down to a ply: for each ply its nodes, and the intervals whose nodes
  // are too close to be drawn one by one.
  visible(from, to, scale, least, deepest) {
    const nodes = [[0]], closed = [[]];
    for (let ply = 0; ply < deepest; ply++) {
      const below = [], stretches = [];
      for (const node of nodes[ply]) {
        const children = this.children[node];
        if (!children.length) continue;
        if (((this.end[node] - this.start[node]) * scale) / children.length < least) {
          stretches.push([this.start[node], this.end[node]]);
          continue;
        }
        const first = firstBeyond(children.length, (at) => this.end[children[at]] > from);
        for (let at = first; at < children.length && this.start[children[at]] < to; at++) below.push(children[at]);
      }
      nodes.push(below);
      closed.push(closed[ply].length || stretches.length ? merged([...closed[ply], ...stretches]) : stretches);
    }
    return { nodes, closed };
  }
}

// The first place at which a condition holds that holds from there on.
export function firstBeyond(count, holds) {
  let low = 0, high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

// Intervals in order; those that touch are merged.
function merged(stretches) {
  const found = [];
  for (const [start, end] of stretches.sort((one, other) => one[0] - other[0])) {
    const last = found[found.length - 1];
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else found.push([start, end]);
  }
  return found;
}
