// The tree on its canvas: the visible part is drawn anew at every step.

import { Nodes } from "./nodes.mjs";
import { ENTER, IS_BEST, TABLE } from "./recording.mjs";
import { Strips } from "./strips.mjs";
import { MARGIN } from "./view.mjs";

const LEAST_ROOM = 7;

export class Tree extends Nodes {
  constructor(canvas, recording, board) {
    super(canvas, recording, board);
    this.strips = new Strips(this.layout);
  }

  paint(now, stack) {
    const { context, colours } = this;
    this.now = now;
    this.stack = stack;
    context.setTransform(this.dots, 0, 0, this.dots, 0, 0);
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, this.width, this.height);
    this.look();
    context.direction = "ltr";
    this.paintBands();
    context.save();
    context.beginPath();
    context.rect(this.isMirrored ? 0 : this.gutter, 0, this.width - this.gutter, this.height);
    context.clip();
    this.paintStrips();
    this.paintLinks();
    this.paintEdges();
    this.paintPath();
    const [first, last] = this.plies;
    for (let ply = first; ply <= last; ply++) {
      for (const node of this.seen.nodes[ply]) if (!stack.has(node)) this.paintNode(node);
    }
    for (const frame of stack.frames.slice(first, last + 1)) this.paintNode(frame);
    if (this.focused >= 0) this.paintRing(this.focused);
    context.restore();
  }

  // The visible nodes stay the same from step to step until the view moves.
  look() {
    const from = this.from - MARGIN / this.scale, [, last] = this.plies;
    const key = [from, this.scale, this.width, last].join();
    if (key === this.lookKey) return;
    this.lookKey = key;
    const to = from + (this.width - this.gutter) / this.scale;
    this.seen = this.layout.visible(from, to, this.scale, LEAST_ROOM, last);
    this.hasStrips = this.seen.closed.some((stretches) => stretches.length);
  }

  paintBands() {
    const { context, colours } = this;
    const [first, last] = this.plies;
    context.textAlign = this.isMirrored ? "right" : "left";
    context.textBaseline = "middle";
    for (let ply = first; ply <= last; ply++) {
      const row = this.layout.rows[ply], y = this.y(ply);
      if (ply % 2) {
        context.fillStyle = colours.band;
        context.fillRect(0, y - this.pitch / 2, this.width, this.pitch);
      }
      if (!this.gutter) continue;
      const x = this.isMirrored ? this.width - 10 : 10;
      const sides = new Set(row.slice(0, 50).map((node) => this.sideOf(node)));
      sides.delete("LEAF");
      context.fillStyle = colours.ink;
      context.font = "600 11px " + colours.face;
      const [side = "LEAF"] = sides;
      context.fillText(sides.size > 1 ? "" : side, x, y - 7);
      context.fillStyle = colours.quiet;
      context.font = "10px " + colours.face;
      context.fillText("ply " + (this.recording.data.ply + ply), x, y + 7);
    }
  }

  sideOf(node) {
    if (!this.layout.isStub(node)) return this.recording.side(node);
    return "LEAF";
  }

  // Strips differ between steps only by how far they are searched: one picture of each, kept until the view moves.
  paintStrips() {
    if (!this.hasStrips) return;
    const key = [this.from, this.scale, this.down, this.width, this.height, this.colours.paper, this.isMirrored].join();
    if (key !== this.stripsKey) {
      this.stripsKey = key;
      this.past = this.stripsPicture(this.past, true);
      this.future = this.stripsPicture(this.future, false);
    }
    const { context, dots, canvas } = this;
    const high = this.pitch * 0.62;
    const lastPath = this.recording.path(this.recording.lastEntered(this.now.step));
    this.seen.closed.forEach((stretches, ply) => {
      if (!stretches.length) return;
      const edge = Math.round(Math.min(this.width, Math.max(0, this.x(this.reached(ply, lastPath)))));
      const top = Math.round((this.y(ply) - high / 2 - 1) * dots), tall = Math.round((high + 2) * dots);
      if (top >= canvas.height || top + tall <= 0) return;
      const [first, second] = this.isMirrored ? [this.future, this.past] : [this.past, this.future];
      const parts = [[first, 0, edge], [second, edge, this.width]];
      for (const [picture, left, right] of parts) {
        if (right <= left) continue;
        const area = [left * dots, top, (right - left) * dots, tall];
        context.drawImage(picture, ...area, left, top / dots, right - left, tall / dots);
      }
    });
  }

  // The place up to which a ply has been searched; the path leads to the frame entered last.
  reached(ply, lastPath) {
    const { start, end } = this.layout;
    if (ply < lastPath.length) {
      const node = lastPath[ply];
      return this.isDone(node) ? end[node] : start[node];
    }
    const last = lastPath[lastPath.length - 1];
    return this.isDone(last) ? end[last] : start[last];
  }

  // Frames not searched yet have no values.
  stripsPicture(old, isPast) {
    const picture = old || document.createElement("canvas");
    picture.width = this.canvas.width;
    picture.height = this.canvas.height;
    const context = picture.getContext("2d");
    context.scale(this.dots, this.dots);
    const high = this.pitch * 0.62, pixel = 1 / this.scale;
    const first = this.place(this.isMirrored ? this.width - this.gutter : this.gutter);
    const last = first + (this.width - this.gutter) / this.scale;
    this.seen.closed.forEach((stretches, ply) => {
      const y = this.y(ply) - high / 2;
      for (const [start, end] of stretches) {
        for (const run of this.strips.runs(ply, Math.max(start, first), Math.min(end, last), pixel)) {
          const left = Math.min(this.x(run.from), this.x(run.to));
          context.globalAlpha = (isPast ? 1 : 0.5) * (0.35 + 0.65 * run.full);
          context.fillStyle = isPast ? this.ofShade(run.shade) : this.colours.hairline;
          context.fillRect(left, y, (run.to - run.from) * this.scale, high);
        }
      }
    });
    return picture;
  }

  paintEdges() {
    const [plain, future, stubs, severed, fans] = Array.from({ length: 5 }, () => new Path2D());
    const best = new Map();
    const [first, last] = this.plies;
    for (let ply = first; ply <= last; ply++) {
      const row = this.seen.nodes[ply], room = this.glyph(row);
      for (const node of row) {
        const x = this.middle(node), y = this.y(ply), state = this.stateOf(node);
        if (state === "hidden") continue;
        const hasBelow = this.layout.children[node].length > 0;
        if (hasBelow && !this.layout.isStub(node) && !this.isOpened(node)) this.addFan(fans, node, x, y + this.below(node));
        if (!ply) continue;
        const parent = this.layout.parent[node];
        const startX = this.middle(parent), startY = this.y(ply - 1) + this.below(parent);
        const endY = y - room / 2;
        let path = state === "future" ? future : plain;
        if (this.layout.isStub(node)) {
          path = state.startsWith("future") ? future : stubs;
          if (path === stubs && !this.layout.isStub(parent) && room > 6) this.addCut(severed, startX, startY, x, endY);
        } else if (state === "done" && this.recording.marks[node] & IS_BEST && this.isDone(parent)) {
          const colour = this.ofShade(this.recording.data.values[this.recording.value[node]][1]);
          if (!best.has(colour)) best.set(colour, new Path2D());
          path = best.get(colour);
        } else if (state === "done" && this.recording.status[node] === TABLE) path = stubs;
        path.moveTo(startX, startY);
        path.lineTo(x, endY);
      }
    }
    const { context, colours } = this;
    const stroke = (path, colour, width, dashes = []) => {
      context.setLineDash(dashes);
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.stroke(path);
    };
    context.fillStyle = colours.hairline;
    context.fill(fans);
    stroke(future, colours.hairline, 1);
    stroke(plain, colours.edge, 1);
    stroke(stubs, colours.pruned, 1.2, [3, 3]);
    for (const [colour, path] of best) stroke(path, colour, this.glyph(this.seen.nodes[1] || []) > 14 ? 3 : 2);
    stroke(severed, colours.ink, 1.3);
    context.setLineDash([]);
  }

  // From what the table has answered by the step to what had stored the answer; that of the step is bold.
  paintLinks() {
    const { recording, now, context, colours } = this;
    const here = now.child >= 0 ? now.child : now.frame;
    context.lineJoin = "round";
    for (const node of this.seen.nodes.flat()) {
      const source = recording.data.storedBy[node];
      if (source === undefined || !this.isDone(node) || !this.isSeen(source)) continue;
      const isHere = node === here && now.moment !== ENTER;
      context.strokeStyle = context.fillStyle = isHere ? colours.ink : colours.quiet;
      context.lineWidth = isHere ? 2 : 1;
      this.paintLink(node, source);
    }
    context.setLineDash([]);
  }

  // A flat curve below both nodes, with a head.
  paintLink(node, source) {
    const { context } = this;
    const side = Math.sign(this.middle(source) - this.middle(node)) * 5;
    const x = this.middle(node) + side, y = this.y(this.layout.ply[node]) + this.below(node) + 3;
    const toX = this.middle(source) - side, toY = this.y(this.layout.ply[source]) + this.below(source) + 3;
    const bendX = (x + toX) / 2, sag = Math.min(0.6 * this.pitch, Math.max(14, Math.abs(toX - x) / 4));
    const bendY = Math.max(y, toY) + sag;
    context.setLineDash([4, 3]);
    context.beginPath();
    context.moveTo(x, y);
    context.quadraticCurveTo(bendX, bendY, toX, toY);
    context.stroke();
    const length = Math.hypot(toX - bendX, toY - bendY), alongX = (toX - bendX) / length, alongY = (toY - bendY) / length;
    context.beginPath();
    context.moveTo(toX, toY);
    context.lineTo(toX - 7 * alongX - 3.5 * alongY, toY - 7 * alongY + 3.5 * alongX);
    context.lineTo(toX - 7 * alongX + 3.5 * alongY, toY - 7 * alongY - 3.5 * alongX);
    context.fill();
  }

  // Whether a frame is drawn as a node, and not as a part of a strip.
  isSeen(frame) {
    const above = this.recording.path(frame);
    return above.every((node) => node === frame || this.isOpened(node));
  }

  isOpened(node, ply) {
    const children = this.layout.children[node];
    if (!children.length) return false;
    return ((this.layout.end[node] - this.layout.start[node]) * this.scale) / children.length >= LEAST_ROOM;
  }

  // From a node to the strip that stands for its subtree.
  addFan(path, node, x, y) {
    const low = this.y(this.layout.ply[node] + 1) - this.pitch * 0.31;
    path.moveTo(x, y);
    path.lineTo(this.x(this.layout.start[node]), low);
    path.lineTo(this.x(this.layout.end[node]), low);
    path.closePath();
  }

  // Two short strokes across a dashed edge.
  addCut(path, startX, startY, endX, endY) {
    for (const share of [0.5, 0.58]) {
      const x = startX + (endX - startX) * share, y = startY + (endY - startY) * share;
      path.moveTo(x - 3, y + 5);
      path.lineTo(x + 3, y - 5);
    }
  }

  paintPath() {
    const { context, colours, stack } = this;
    const line = new Path2D(), [first, last] = this.plies;
    const frames = stack.frames.slice(first, last + 1);
    frames.forEach((frame, at) => {
      const x = this.middle(frame), y = this.y(first + at);
      if (!at) line.moveTo(x, y);
      else {
        line.lineTo(this.middle(frames[at - 1]), this.y(first + at - 1) + this.below(frames[at - 1]));
        line.lineTo(x, y);
      }
    });
    context.lineJoin = context.lineCap = "round";
    for (const [colour, width] of [[colours.now, 11], [colours.ink, 2.2]]) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke(line);
    }
    context.lineCap = "butt";
    context.fillStyle = colours.now;
    for (const frame of frames) {
      const size = this.glyphOf(frame), high = size / 2 + 5 + this.below(frame) - size / 2;
      const x = this.middle(frame), y = this.y(this.recording.ply[frame]);
      const wide = Math.max(size / 2 + 5, this.hasBoard(frame) ? 27 : 0);
      context.beginPath();
      context.roundRect(x - wide, y - size / 2 - 5, 2 * wide, size / 2 + 5 + Math.max(high, size / 2 + 5), 7);
      context.fill();
    }
  }

  paintRing(node) {
    const { context, colours } = this;
    const size = Math.max(12, this.glyphOf(node)) / 2 + 7;
    context.strokeStyle = colours.forMax;
    context.lineWidth = 2;
    context.beginPath();
    context.roundRect(this.middle(node) - size, this.y(this.layout.ply[node]) - size, 2 * size, 2 * size, 6);
    context.stroke();
  }
}
