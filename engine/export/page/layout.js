// Where nodes stand. Leaves follow each other in the order searched, two units wide, stubs one; a subtree owns one
// stretch at every ply. Nodes are frames by their numbers, and after them the stubs.

class Layout {
  constructor(recording) {
    this.recording = recording;
    this.count = recording.count;
    this.rows = [];
    this.stubParent = [];
    this.stubMove = [];
    const start = [], end = [], children = [];
    const open = [];
    let x = 0;
    const close = (frame) => {
      const stubs = this.stubsOf(frame);
      for (const move of stubs) {
        const stub = this.count + this.stubParent.length;
        this.stubParent.push(frame);
        this.stubMove.push(move);
        children[frame].push(stub);
        this.row(recording.ply[frame] + 1).push(stub);
        start[stub] = x;
        end[stub] = x += 1;
      }
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
    const { data, skipped, status, marks } = this.recording;
    if (!data.stubs || !skipped[frame] || status[frame] !== INNER || marks[frame] & IS_CLOSED) return [];
    return (data.rest[frame] || []).slice(-skipped[frame]);
  }

  isStub(node) {
    return node >= this.count;
  }

  parent(node) {
    return this.isStub(node) ? this.stubParent[node - this.count] : this.recording.parent[node];
  }

  ply(node) {
    return this.isStub(node) ? this.recording.ply[this.parent(node)] + 1 : this.recording.ply[node];
  }

  move(node) {
    return this.recording.words(this.isStub(node) ? this.stubMove[node - this.count] : this.recording.move[node]);
  }

  childrenOf(node) {
    return this.isStub(node) ? [] : this.children[node];
  }

  // The node of a ply that owns a place; -1 where there is none.
  nodeAt(ply, x) {
    const row = this.rows[ply] || [];
    const place = firstBeyond(row.length, (at) => this.start[row[at]] > x) - 1;
    return place >= 0 && x < this.end[row[place]] ? row[place] : -1;
  }

  // What is drawn one by one between two places, down to a ply: for each ply its nodes, and the stretches whose nodes
  // are too close.
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
      closed.push(closed[ply].length || stretches.length ? joined([...closed[ply], ...stretches]) : stretches);
    }
    return { nodes, closed };
  }
}

// The first place at which something holds that holds from there on.
function firstBeyond(count, holds) {
  let low = 0, high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

// Stretches in order, those that touch made one.
function joined(stretches) {
  const found = [];
  for (const [start, end] of stretches.sort((one, other) => one[0] - other[0])) {
    const last = found[found.length - 1];
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else found.push([start, end]);
  }
  return found;
}
