// How a node is drawn: its shape, its value, the move that led to it, its board, its window.

import { mixed, ofShade } from "./colours.mjs";
import { IS_BEST, IS_CLOSED, sideOf, SIDES } from "./recording.mjs";
import { View } from "./view.mjs";

const NEAR = 24, PALE = 0.22;
const isUncalled = (state) => state === "future" || state === "pruned";

export class Nodes extends View {
  constructor(canvas, recording, board) {
    super(canvas, recording, board);
    this.context = canvas.getContext("2d");
    this.showsWindows = recording.data.windows;
  }

  glyph(row) {
    const wide = row.length ? Math.min(...row.slice(0, 60).map((node) => this.roomOf(node))) : 40;
    return Math.min(30, Math.max(4, wide * 0.62, row.length < 2 ? 16 : 0), this.pitch * 0.6);
  }

  roomOf(node) {
    const room = (this.layout.end[node] - this.layout.start[node]) * this.scale;
    return this.layout.isStub(node) && !this.layout.facts[node] ? room * 2 : room;
  }

  glyphOf(node) {
    const small = Math.min(30, Math.max(5, this.roomOf(node) * 0.55), this.pitch * 0.6);
    return this.stack.has(node) ? Math.max(Math.min(24, this.pitch * 0.56), small) : small;
  }

  hasBoard(node) {
    const has = this.showsBoards && this.board.hasCells && !this.layout.isStub(node);
    return has && (this.roomOf(node) >= 46 || this.stack.has(node)) && this.pitch >= 90;
  }

  // How far the drawing of a node reaches below its middle.
  below(node) {
    return this.glyphOf(node) / 2 + (this.hasBoard(node) ? 50 : 0);
  }

  stateOf(node) {
    const { recording, now } = this;
    if (this.layout.isGiven[node]) {
      return recording.leave(this.layout.owner[node]) <= now.step ? "pruned" : "future";
    }
    if (this.layout.isStub(node)) {
      const isGhost = Boolean(this.layout.facts[node]);
      if (recording.leave(this.layout.owner[node]) <= now.step) return isGhost ? "ghost" : "stub";
      return this.layout.isStub(this.layout.parent[node]) ? "hidden" : "future stub";
    }
    if (recording.enter(node) > now.step) return "future";
    return recording.leave(node) <= now.step ? "done" : "open";
  }

  isDone(frame) {
    return this.recording.leave(frame) <= this.now.step;
  }

  paintNode(node) {
    const { context, colours, recording } = this;
    const x = this.middle(node), y = this.y(this.layout.ply[node]), size = this.glyphOf(node);
    if (y < -60 || y > this.height + 60) return;
    const state = this.stateOf(node);
    if (state === "hidden") return;
    const isStub = this.layout.isStub(node);
    const known = this.knownOf(node, state);
    shape(context, this.sideAt(node), x, y, state.endsWith("stub") ? size * 0.7 : size);
    context.setLineDash(["stub", "pruned", "ghost"].includes(state) ? [2.5, 2.5] : []);
    context.fillStyle = state === "done" ? this.ofShade(known.shade) : colours.card;
    if (state === "ghost") context.fillStyle = mixed(colours.paper, this.ofShade(known.shade), PALE);
    context.fill();
    if (state !== "done") {
      context.lineWidth = state === "open" ? 2 : 1;
      const { ink, pruned, quiet, hairline } = colours;
      context.strokeStyle = { open: ink, stub: pruned, pruned, ghost: quiet }[state] || hairline;
      context.stroke();
    }
    context.setLineDash([]);
    if (this.hasMore(node, state) && size >= 7) this.paintMore(x, y + this.below(node) + 5);
    if (this.hasBoard(node)) this.paintBoard(node, x, y + size / 2 + 4, state);
    if (known.text && size >= 15) this.paintValue(known.text, node, x, y, size, state);
    this.paintMove(node, x, y, size, state);
    const hasBegun = !isStub && state !== "future";
    if (this.showsWindows && hasBegun && this.roomOf(node) >= 96) this.paintWindow(node, x, y, size);
  }

  knownOf(node, state) {
    const { recording } = this;
    if (!this.layout.isStub(node)) return recording.known(node, this.now.step, this.stack);
    if (state !== "ghost" && !this.layout.isGiven[node]) return { text: "", shade: 0 };
    const [text, shade] = recording.data.values[this.layout.facts[node][4]];
    return { text, shade };
  }

  // Whether calls below it are not in the page.
  hasMore(node, state) {
    if (!this.layout.isStub(node)) return this.recording.marks[node] & IS_CLOSED;
    return state === "ghost" && this.layout.facts[node][5] > 1 && !this.isOpened(node);
  }

  sideAt(node) {
    if (!this.layout.isStub(node)) return this.recording.side(node);
    const ghost = this.layout.facts[node];
    return ghost ? sideOf(ghost[2], ghost[3]) : this.stubKind(node);
  }

  stubKind(node) {
    const sibling = this.layout.children[this.layout.parent[node]][0];
    return this.layout.isStub(sibling) ? "LEAF" : SIDES[this.recording.kind[sibling]] || "LEAF";
  }

  // Inside the shape, in smaller letters if necessary; under it where it does not fit.
  paintValue(text, node, x, y, size, state) {
    const { context, colours } = this;
    const side = this.sideAt(node), isOn = this.stack.has(node);
    context.textAlign = "center";
    context.textBaseline = "middle";
    const room = size * (side === "LEAF" ? 0.8 : 0.62);
    for (let pixels = Math.min(13, size * 0.44); pixels >= 8; pixels -= 1) {
      context.font = `700 ${pixels}px ${colours.face}`;
      if (context.measureText(text).width > room) continue;
      context.fillStyle = state === "done" ? colours.onFill : isUncalled(state) ? colours.quiet : colours.ink;
      context.fillText(text, x, y + ({ MAX: 0.15, MIN: -0.13 }[side] || 0.02) * size);
      return;
    }
    context.font = `700 10px ${colours.face}`;
    if (context.measureText(text).width > Math.max(this.roomOf(node), isOn ? 80 : 0) + 4) return;
    const low = y + this.below(node) + 7;
    this.onPaper(text, x, low, isOn ? colours.now : this.ground(node));
    context.fillStyle = isOn ? colours.onNow : isUncalled(state) ? colours.quiet : colours.ink;
    context.fillText(text, x, low);
  }

  // Three dots below a node whose children are not in the page.
  paintMore(x, y) {
    this.context.fillStyle = this.colours.edge;
    for (const right of [-4, 0, 4]) this.context.fillRect(x + right - 1, y, 2, 2);
  }

  // The colour of the band that a node stands on.
  ground(node) {
    return this.layout.ply[node] % 2 ? this.colours.band : this.colours.paper;
  }

  // Texts over lines have a ground of paper.
  onPaper(text, x, y, colour) {
    const wide = this.context.measureText(text).width + 6;
    this.context.fillStyle = colour;
    this.context.beginPath();
    this.context.roundRect(x - wide / 2, y - 7, wide, 14, 7);
    this.context.fill();
  }

  paintMove(node, x, y, size, state) {
    const move = this.layout.ply[node] || this.recording.data.named ? this.layout.move(node) : "";
    const chance = this.layout.chance(node), text = [chance, move].filter(Boolean).join(" · ");
    if (!text || this.roomOf(node) < NEAR && !this.stack.has(node)) return;
    const { context, colours } = this;
    const isOn = this.stack.has(node);
    const isBest = state === "done" && this.recording.marks[node] & IS_BEST && this.isDone(this.layout.parent[node]);
    context.font = `${isOn || isBest ? 700 : 400} 11px ${colours.face}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const room = Math.max(isOn ? 110 : 0, (this.layout.end[node] - this.layout.start[node]) * this.scale - 4);
    const fits = context.measureText(text).width <= room;
    const short = shortened(context, fits || !chance ? text : chance, room);
    if (!short) return;
    const high = y - size / 2 - (this.pitch < 60 ? 10 : 13);
    this.onPaper(short, x, high, isOn ? colours.now : this.ground(node));
    context.fillStyle = isOn ? colours.onNow : state === "done" ? colours.ink : colours.quiet;
    context.fillText(short, x, high);
  }

  paintWindow(node, x, y, size) {
    if (!this.recording.data.windowed || this.recording.isLeaf(node)) return;
    const { context, colours, recording } = this;
    const open = this.stack.has(node) ? this.stack.at(recording.ply[node]) : null;
    const texts = (open ? [open.alpha, open.beta] : recording.windowOf(node)).map(([text]) => text);
    context.font = `10px ${colours.fixed}`;
    context.textAlign = this.isMirrored ? "right" : "left";
    context.fillStyle = colours.quiet;
    const beside = x + (this.isMirrored ? -1 : 1) * Math.max(size / 2 + 10, this.hasBoard(node) ? 32 : 0);
    context.fillText("α " + texts[0], beside, y - 6);
    context.fillText("β " + texts[1], beside, y + 6);
  }

  paintBoard(node, x, y, state) {
    this.context.globalAlpha = state === "future" ? 0.35 : 1;
    this.board.paint(this.context, node, x - 22, y, 44, this.colours);
    this.context.globalAlpha = 1;
  }

  ofShade(shade) {
    return ofShade(this.colours, shade);
  }
}

// A triangle up for MAX, down for MIN, a circle for chance, a square where the search stopped.
function shape(context, side, x, y, size) {
  context.beginPath();
  if (side === "CHANCE") {
    context.arc(x, y, size * 0.45, 0, 2 * Math.PI);
    return;
  }
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
