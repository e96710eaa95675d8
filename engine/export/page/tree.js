// The tree on its canvas: what is visible is drawn anew at every step, as it stands then.

const LEAST_ROOM = 7, NEAR = 24;

class Tree extends View {
  constructor(canvas, recording, board) {
    super(canvas, recording, board);
    this.context = canvas.getContext("2d");
    this.strips = new Strips(this.layout);
    this.showsWindows = recording.data.windows;
  }

  paint(now, stack) {
    const { context, colours } = this;
    this.now = now;
    this.stack = stack;
    this.onPath = new Set(stack.map((open) => open.frame));
    context.setTransform(this.dots, 0, 0, this.dots, 0, 0);
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, this.width, this.height);
    const from = this.from - MARGIN / this.scale;
    this.seen = this.layout.visible(from, from + (this.width - this.gutter) / this.scale, this.scale, LEAST_ROOM);
    context.direction = "ltr";
    this.paintBands();
    context.save();
    context.beginPath();
    context.rect(this.isMirrored ? 0 : this.gutter, 0, this.width - this.gutter, this.height);
    context.clip();
    this.paintStrips();
    this.paintEdges();
    this.paintPath();
    for (const row of this.seen.nodes) for (const node of row) if (!this.onPath.has(node)) this.paintNode(node);
    for (const open of stack) this.paintNode(open.frame);
    if (this.lookedAt >= 0) this.paintRing(this.lookedAt);
    context.restore();
  }

  paintBands() {
    const { context, colours } = this;
    context.textAlign = this.isMirrored ? "right" : "left";
    context.textBaseline = "middle";
    this.layout.rows.forEach((row, ply) => {
      const y = this.y(ply);
      if (y < -this.pitch || y > this.height + this.pitch) return;
      if (ply % 2) {
        context.fillStyle = colours.band;
        context.fillRect(0, y - this.pitch / 2, this.width, this.pitch);
      }
      if (!this.gutter) return;
      const x = this.isMirrored ? this.width - 10 : 10;
      const sides = new Set(row.slice(0, 50).map((node) => this.sideOf(node)));
      sides.delete("END");
      context.fillStyle = colours.ink;
      context.font = "600 11px " + colours.face;
      context.fillText(sides.size === 1 ? [...sides][0] : sides.size ? "" : "END", x, y - 7);
      context.fillStyle = colours.quiet;
      context.font = "10px " + colours.face;
      context.fillText("ply " + (this.recording.data.ply + ply), x, y + 7);
    });
  }

  sideOf(node) {
    if (!this.layout.isStub(node)) return this.recording.side(node);
    return "END";
  }

  // Strips are the same at every step but for what has happened: one picture of each, kept while the view stays.
  paintStrips() {
    if (!this.seen.closed.some((stretches) => stretches.length)) return;
    const key = [this.from, this.scale, this.down, this.width, this.height, this.colours.key, this.isMirrored].join();
    if (key !== this.stripsKey) {
      this.stripsKey = key;
      this.past = this.stripsPicture(this.past, true);
      this.future = this.stripsPicture(this.future, false);
    }
    const { context, dots, canvas } = this;
    const high = this.pitch * 0.62;
    this.seen.closed.forEach((stretches, ply) => {
      if (!stretches.length) return;
      const edge = Math.round(Math.min(this.width, Math.max(0, this.x(this.reached(ply)))));
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

  // Up to which place a ply has been searched.
  reached(ply) {
    const row = this.strips.rows[ply], now = this.now;
    const last = this.recording.lastEntered(now.step);
    const node = this.recording.ply[last] >= ply ? this.recording.path(last)[ply] : -1;
    if (node >= 0) {
      return this.recording.leave(node) <= now.step ? this.layout.end[node] : this.layout.start[node];
    }
    const x = this.layout.start[last];
    return x <= (row.start[0] ?? 0) ? 0 : x;
  }

  // What has not been searched yet has no values.
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
    const plain = new Path2D(), future = new Path2D(), stubs = new Path2D(), severed = new Path2D(), fans = new Path2D();
    const best = new Map();
    this.seen.nodes.forEach((row, ply) => {
      const room = this.glyph(row);
      for (const node of row) {
        const x = this.middle(node), y = this.y(ply);
        if (this.layout.childrenOf(node).length && !this.isOpened(node, ply)) this.addFan(fans, node, x, y + this.below(node));
        if (!ply) continue;
        const parent = this.layout.parent(node);
        const startX = this.middle(parent), startY = this.y(ply - 1) + this.below(parent);
        const endY = y - room / 2;
        const state = this.stateOf(node);
        let path = state === "future" ? future : plain;
        if (state === "stub" || state === "future stub") {
          path = state === "stub" ? stubs : future;
          if (state === "stub" && room > 6) this.addCut(severed, startX, startY, x, endY);
        } else if (state === "done" && this.recording.marks[node] & IS_BEST && this.isDone(parent)) {
          const colour = this.ofShade(this.recording.data.values[this.recording.value[node]][1]);
          if (!best.has(colour)) best.set(colour, new Path2D());
          path = best.get(colour);
        }
        path.moveTo(startX, startY);
        path.lineTo(x, endY);
      }
    });
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

  isOpened(node, ply) {
    const children = this.layout.childrenOf(node);
    return ((this.layout.end[node] - this.layout.start[node]) * this.scale) / children.length >= LEAST_ROOM;
  }

  // From a node to the strip that stands for what is below it.
  addFan(path, node, x, y) {
    const low = this.y(this.layout.ply(node) + 1) - this.pitch * 0.31;
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
    const line = new Path2D();
    for (const { frame, ply } of stack) {
      const x = this.middle(frame), y = this.y(ply);
      if (!ply) line.moveTo(x, y);
      else {
        line.lineTo(this.middle(stack[ply - 1].frame), this.y(ply - 1) + this.below(stack[ply - 1].frame));
        line.lineTo(x, y);
      }
    }
    context.lineJoin = context.lineCap = "round";
    for (const [colour, width] of [[colours.now, 11], [colours.ink, 2.2]]) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke(line);
    }
    context.lineCap = "butt";
    context.fillStyle = colours.now;
    for (const { frame, ply } of stack) {
      const size = this.glyphOf(frame), high = size / 2 + 5 + this.below(frame) - size / 2;
      const x = this.middle(frame), y = this.y(ply);
      const wide = Math.max(size / 2 + 5, this.hasBoard(frame) ? 27 : 0);
      context.beginPath();
      context.roundRect(x - wide, y - size / 2 - 5, 2 * wide, size / 2 + 5 + Math.max(high, size / 2 + 5), 7);
      context.fill();
    }
  }

  glyph(row) {
    const wide = row.length ? Math.min(...row.slice(0, 60).map((node) => this.roomOf(node))) : 40;
    return Math.min(30, Math.max(4, wide * 0.62, row.length < 2 ? 16 : 0), this.pitch * 0.6);
  }

  roomOf(node) {
    const room = (this.layout.end[node] - this.layout.start[node]) * this.scale;
    return this.layout.isStub(node) ? room * 2 : room;
  }

  glyphOf(node) {
    const small = Math.min(30, Math.max(5, this.roomOf(node) * 0.55), this.pitch * 0.6);
    return this.onPath.has(node) ? Math.max(Math.min(24, this.pitch * 0.56), small) : small;
  }

  hasBoard(node) {
    const has = this.showsBoards && this.board.hasCells && !this.layout.isStub(node);
    return has && (this.roomOf(node) >= 46 || this.onPath.has(node)) && this.pitch >= 90;
  }

  // How far what is drawn of a node reaches below its middle.
  below(node) {
    return this.glyphOf(node) / 2 + (this.hasBoard(node) ? 50 : 0);
  }

  stateOf(node) {
    const { recording, now } = this;
    if (this.layout.isStub(node)) return recording.leave(this.layout.parent(node)) <= now.step ? "stub" : "future stub";
    if (recording.enter(node) > now.step) return "future";
    return recording.leave(node) <= now.step ? "done" : "open";
  }

  isDone(frame) {
    return this.recording.leave(frame) <= this.now.step;
  }

  paintNode(node) {
    const { context, colours, recording } = this;
    const x = this.middle(node), y = this.y(this.layout.ply(node)), size = this.glyphOf(node);
    if (y < -60 || y > this.height + 60) return;
    const state = this.stateOf(node);
    const isStub = state.endsWith("stub");
    const known = isStub ? { text: "", shade: 0 } : recording.known(node, this.now.step, this.stack);
    shape(context, isStub ? this.stubKind(node) : recording.side(node), x, y, isStub ? size * 0.7 : size);
    context.setLineDash(state === "stub" ? [2.5, 2.5] : []);
    context.fillStyle = state === "done" ? this.ofShade(known.shade) : colours.card;
    context.fill();
    if (state !== "done") {
      context.lineWidth = state === "open" ? 2 : 1;
      context.strokeStyle = { open: colours.ink, stub: colours.pruned }[state] || colours.hairline;
      context.stroke();
    }
    context.setLineDash([]);
    if (!isStub && recording.marks[node] & IS_CLOSED && size >= 7) this.paintMore(x, y + this.below(node) + 5);
    if (this.hasBoard(node)) this.paintBoard(node, x, y + size / 2 + 4, state);
    if (known.text && size >= 15) this.paintValue(known.text, node, x, y, size, state);
    this.paintMove(node, x, y, size, state);
    if (this.showsWindows && !isStub && state !== "future" && this.roomOf(node) >= 96) this.paintWindow(node, x, y, size);
  }

  stubKind(node) {
    const sibling = this.layout.childrenOf(this.layout.parent(node))[0];
    return this.layout.isStub(sibling) ? "END" : { 0: "MIN", 1: "MAX" }[this.recording.kind[sibling]] || "END";
  }

  // Inside the shape where it fits, if need be in smaller letters; else under it.
  paintValue(text, node, x, y, size, state) {
    const { context, colours } = this;
    const side = this.recording.side(node), isOn = this.onPath.has(node);
    context.textAlign = "center";
    context.textBaseline = "middle";
    const room = size * (side === "END" ? 0.8 : 0.62);
    for (let pixels = Math.min(13, size * 0.44); pixels >= 8; pixels -= 1) {
      context.font = `700 ${pixels}px ${colours.face}`;
      if (context.measureText(text).width > room) continue;
      context.fillStyle = state === "done" ? colours.onFill : colours.ink;
      context.fillText(text, x, y + ({ MAX: 0.15, MIN: -0.13 }[side] || 0.02) * size);
      return;
    }
    context.font = `700 10px ${colours.face}`;
    if (context.measureText(text).width > Math.max(this.roomOf(node), isOn ? 80 : 0) + 4) return;
    const low = y + this.below(node) + 7;
    this.onPaper(text, x, low, isOn ? colours.now : this.ground(node));
    context.fillStyle = isOn ? colours.onNow : colours.ink;
    context.fillText(text, x, low);
  }

  // Three dots below a node whose children are not in the page.
  paintMore(x, y) {
    this.context.fillStyle = this.colours.edge;
    for (const right of [-4, 0, 4]) this.context.fillRect(x + right - 1, y, 2, 2);
  }

  // The colour of the band that a node stands on.
  ground(node) {
    return this.layout.ply(node) % 2 ? this.colours.band : this.colours.paper;
  }

  // Words over lines stand on a pill of paper.
  onPaper(text, x, y, colour) {
    const wide = this.context.measureText(text).width + 6;
    this.context.fillStyle = colour;
    this.context.beginPath();
    this.context.roundRect(x - wide / 2, y - 7, wide, 14, 7);
    this.context.fill();
  }

  paintMove(node, x, y, size, state) {
    const text = this.layout.ply(node) ? this.layout.move(node) : "";
    if (!text || this.roomOf(node) < NEAR && !this.onPath.has(node)) return;
    const { context, colours } = this;
    const isOn = this.onPath.has(node);
    const isBest = state === "done" && this.recording.marks[node] & IS_BEST && this.isDone(this.layout.parent(node));
    context.font = `${isOn || isBest ? 700 : 400} 11px ${colours.face}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const room = Math.max(isOn ? 110 : 0, (this.layout.end[node] - this.layout.start[node]) * this.scale - 4);
    const short = shortened(context, text, room);
    if (!short) return;
    const high = y - size / 2 - (this.pitch < 60 ? 10 : 13);
    this.onPaper(short, x, high, isOn ? colours.now : this.ground(node));
    context.fillStyle = isOn ? colours.onNow : state === "done" ? colours.ink : colours.quiet;
    context.fillText(short, x, high);
  }

  paintWindow(node, x, y, size) {
    if (!this.recording.data.windowed || this.recording.isLeaf(node)) return;
    const { context, colours, recording } = this;
    const open = this.stack.find((one) => one.frame === node);
    const [alpha, beta] = recording.data.variables.slice(4 * recording.first[node], 4 * recording.first[node] + 2);
    const texts = open ? [open.alpha[0], open.beta[0]] : [recording.data.numbers[alpha][0], recording.data.numbers[beta][0]];
    context.font = `10px ${colours.fixed}`;
    context.textAlign = this.isMirrored ? "right" : "left";
    context.fillStyle = colours.quiet;
    const beside = x + (this.isMirrored ? -1 : 1) * Math.max(size / 2 + 10, this.hasBoard(node) ? 32 : 0);
    context.fillText("α " + texts[0], beside, y - 6);
    context.fillText("β " + texts[1], beside, y + 6);
  }

  paintBoard(node, x, y, state) {
    this.context.globalAlpha = state === "future" ? 0.35 : 1;
    this.board.paint(this.context, this.board.at(node), x - 22, y, 44, this.colours);
    this.context.globalAlpha = 1;
  }

  paintRing(node) {
    const { context, colours } = this;
    const size = Math.max(12, this.glyphOf(node)) / 2 + 7;
    context.strokeStyle = colours.forMax;
    context.lineWidth = 2;
    context.beginPath();
    context.roundRect(this.middle(node) - size, this.y(this.layout.ply(node)) - size, 2 * size, 2 * size, 6);
    context.stroke();
  }

  // The colour of a value: -1 is best for MIN, 1 for MAX.
  ofShade(shade) {
    const part = Math.round(Math.abs(shade) * SHADES) / SHADES;
    return mixed(this.colours.even, shade > 0 ? this.colours.forMax : this.colours.forMin, part);
  }
}

// A triangle up for MAX, down for MIN, a square where the search stopped.
function shape(context, side, x, y, size) {
  context.beginPath();
  if (side !== "MAX" && side !== "MIN") {
    const half = size * 0.42;
    context.roundRect(x - half, y - half, 2 * half, 2 * half, size * 0.08);
    return;
  }
  const up = side === "MAX" ? 1 : -1, high = size * 0.44;
  context.lineJoin = "round";
  context.moveTo(x, y - high * up);
  context.lineTo(x + size / 2, y + high * up);
  context.lineTo(x - size / 2, y + high * up);
  context.closePath();
}

function shortened(context, text, room) {
  if (context.measureText(text).width <= room) return text;
  let letters = [...text];
  while (letters.length > 1 && context.measureText(letters.join("") + "…").width > room) letters.pop();
  return letters.length > 1 ? letters.join("") + "…" : "";
}
