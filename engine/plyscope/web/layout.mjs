// Where nodes stand. Leaves follow each other in the order searched, two units wide, stubs one; a subtree owns one
// interval at every ply. Nodes are frames by their numbers, then stubs and the nodes of ghosts. Where the position gives
// the tree, its pruned part is laid out as the rest is.

import { IS_CLOSED } from "./recording.mjs";

export class Layout {
  constructor(recording) {
    this.recording = recording;
    this.count = recording.count;
    this.rows = [];
    this.stubs = [];
    const start = [], end = [], children = [];
    const open = [];
    let x = 0;
    const put = (stub) => {
      const { parent, ply, ghost } = this.stubs[stub - this.count];
      children[parent].push(stub);
      children[stub] = [];
      this.row(ply).push(stub);
      start[stub] = x;
      for (const below of this.below(stub)) put(below);
      if (x === start[stub]) x += ghost ? 2 : 1;
      end[stub] = x;
    };
    const close = (frame) => {
      for (const move of this.stubsOf(frame)) put(this.addStub(frame, move));
      if (x === start[frame]) x += 2;
      end[frame] = x;
    };
    for (let frame = 0; frame < this.count; frame++) {
      while (open.length > recording.ply[frame]) close(open.pop());
      start[frame] = x;
      children[frame] = [];
      if (open.length) children[open[open.length - 1]].push(frame);
      open.push(frame);
      this.row(recording.ply[frame]).push(frame);
    }
    while (open.length) close(open.pop());
    this.start = Float64Array.from(start);
    this.end = Float64Array.from(end);
    this.children = children;
    this.width = x;
  }

  row(ply) {
    return (this.rows[ply] ??= []);
  }

  stubsOf(frame) {
    const { data, skipped, marks } = this.recording;
    if (!data.stubs || !skipped[frame] || marks[frame] & IS_CLOSED) return [];
    return (data.untried[frame] || []).slice(-skipped[frame]);
  }

  addStub(frame, move) {
    const { ghosts, givenBelow, untried, untriedChances } = this.recording.data;
    const chance = (untriedChances[frame] || [])[(untried[frame] || []).indexOf(move)] || 0;
    const searched = (ghosts[frame] || {})[move], given = (givenBelow[frame] || {})[move];
    const rows = searched || given, isGiven = !searched && Boolean(given);
    const ply = this.recording.ply[frame] + 1;
    const ghost = rows ? rows[0] : null;
    this.stubs.push({ frame, parent: frame, ply, move, chance, ghost, rows, place: 0, isGiven });
    return this.count + this.stubs.length - 1;
  }

  // The nodes below a node of a ghost or of a given part, made on request.
  *below(stub) {
    const { frame, ply, rows, place, isGiven } = this.stubs[stub - this.count];
    for (let at = place + 1; rows && at < rows.length; at++) {
      if (rows[at][0] !== place) continue;
      const row = rows[at];
      this.stubs.push({ frame, parent: stub, ply: ply + 1, move: row[1], ghost: row, rows, place: at, isGiven });
      yield this.count + this.stubs.length - 1;
    }
  }

  isStub(node) {
    return node >= this.count;
  }

  // The facts of a node of a ghost or of a given part: parent, move, kind, status, value, calls.
  ghost(node) {
    return this.isStub(node) ? this.stubs[node - this.count].ghost : null;
  }

  // Whether the position gives what is known of a pruned move.
  isGiven(node) {
    return this.isStub(node) && this.stubs[node - this.count].isGiven;
  }

  // The frame whose move was pruned.
  owner(node) {
    return this.stubs[node - this.count].frame;
  }

  parent(node) {
    return this.isStub(node) ? this.stubs[node - this.count].parent : this.recording.parent[node];
  }

  ply(node) {
    return this.isStub(node) ? this.stubs[node - this.count].ply : this.recording.ply[node];
  }

  move(node) {
    return this.recording.words(this.isStub(node) ? this.stubs[node - this.count].move : this.recording.move[node]);
  }

  // The probability of the move that leads to a node; empty where a side makes it.
  chance(node) {
    const { recording } = this;
    const chance = this.isStub(node) ? this.stubs[node - this.count].chance : recording.chance && recording.chance[node];
    return chance ? recording.words(chance) : "";
  }

  childrenOf(node) {
    return this.children[node];
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
        const children = this.childrenOf(node);
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
