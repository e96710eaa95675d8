// Boards: the first one, and the changes of each move on the path to a frame. No rules of any game are in here.
// One geometry, in units of a cell, is drawn twice: large as SVG, small on the canvas of the tree.

import { mixed } from "./colours.mjs";
import { element, set, svg } from "./elements.mjs";

const OUTSIDE = 3, FIRST = 1;
const ROW_PITCH = 0.866, CORNER_TO_CORNER = 1.1547, REACH = 0.27;
// Where the lines of a text are one apart: the distance of characters, their font's size, the room around the text.
const TEXT_PITCH = 0.5, TEXT_SIZE = 0.82, TEXT_MARGIN = 0.3;

export class Boards {
  constructor(recording) {
    this.recording = recording;
    Object.assign(this, recording.data.board);
    this.hasCells = this.shape !== "node";
    this.isText = this.shape === "text";
    this.width = this.isText ? TEXT_PITCH : 1;
  }

  // The cells with their owners, the cells of the last move, and those of the winning line.
  at(frame) {
    const { recording } = this;
    const cells = this.cells.slice();
    const change = (one) => this.changes[recording.change[one]];
    for (const one of recording.path(frame)) {
      const changed = change(one);
      for (let at = 0; at < changed.length; at += 2) cells[changed[at]] = changed[at + 1];
    }
    const last = change(frame).filter((_, at) => at % 2 === 0);
    return { cells, last, line: this.lines[recording.won[frame]] };
  }

  labelsAt(frame) {
    return this.labels[this.recording.label[frame]];
  }

  // The text in a cell of a board of texts, or the letter of a chess piece.
  signOf(content) {
    return content > OUTSIDE ? this.signs[content - OUTSIDE] : "";
  }

  // The outlines of a chess piece: polygons about the middle of its cell.
  outlinesOf(sign) {
    return this.outlines[sign.toUpperCase()];
  }

  isDark(cell) {
    return this.shaded.includes(cell);
  }

  sideOf(owner) {
    if (owner > OUTSIDE) return "text";
    return owner === this.max ? "max" : "min";
  }

  // The middle of a cell, where a cell is one wide.
  centre(cell) {
    const column = cell % this.columns, row = Math.floor(cell / this.columns);
    if (this.shape !== "hex") return [(column + 0.5) * this.width, row + 0.5];
    return [column + 0.5 + (row % 2 ? 0.5 : 0), row * ROW_PITCH + CORNER_TO_CORNER / 2];
  }

  // The bounds of the cells: left, top, width, height. Only cells of the board count.
  get box() {
    if (this.knownBox) return this.knownBox;
    const high = this.shape === "hex" ? CORNER_TO_CORNER / 2 : 0.5;
    const cells = [...this.cells.keys()].filter((cell) => this.cells[cell] !== OUTSIDE);
    const centres = cells.map((cell) => this.centre(cell));
    const [left, right] = [Math.min, Math.max].map((most) => most(...centres.map(([x]) => x)));
    const [top, bottom] = [Math.min, Math.max].map((most) => most(...centres.map(([, y]) => y)));
    const margin = this.isText ? TEXT_MARGIN : 0, wide = this.width / 2 + margin;
    return (this.knownBox = [left - wide, top - high - margin, right - left + 2 * wide, bottom - top + 2 * (high + margin)]);
  }

  hexagon(x, y, inset = 0.03) {
    const wide = 0.5 - inset, high = CORNER_TO_CORNER / 2 - inset, shoulder = high / 2;
    return [[0, -high], [wide, -shoulder], [wide, shoulder], [0, high], [-wide, shoulder], [-wide, -shoulder]]
      .map(([right, down]) => [x + right, y + down]);
  }

  // The lines between squares, each from end to end; none between discs.
  grid(inset = 0) {
    if (this.shape !== "square" || this.pieces === "discs" || this.pieces === "chess") return [];
    const [, , wide, high] = this.box, inner = (count) => Array.from({ length: count - 1 }, (_, at) => at + 1);
    return [
      ...inner(wide).map((x) => [x, inset, x, high - inset]), ...inner(high).map((y) => [inset, y, wide - inset, y]),
    ];
  }

  // The two strokes of a cross round a point.
  cross(x, y) {
    return [[x - REACH, y - REACH, x + REACH, y + REACH], [x - REACH, y + REACH, x + REACH, y - REACH]];
  }

  // The winning line from end to end, beyond its outer cells by a part of its length.
  wonLine(board, beyond = 0) {
    const [[x, y], [endX, endY]] = [board.line[0], board.line[board.line.length - 1]].map((cell) => this.centre(cell));
    const [right, down] = [(endX - x) * beyond, (endY - y) * beyond];
    return [x - right, y - down, endX + right, endY + down];
  }

  // The board as text, for screen readers.
  describe(board) {
    const names = [".", ...this.marks];
    const rows = [];
    for (let row = 0; row < this.rows; row++) {
      const cells = board.cells.slice(row * this.columns, (row + 1) * this.columns);
      if (this.isText) rows.push(cells.map((content) => this.signOf(content) || " ").join("").trimEnd());
      else rows.push(cells.map((owner) => (owner === OUTSIDE ? "#" : this.signOf(owner) || names[owner])).join(" "));
    }
    return rows.join(", ");
  }

  // Large, as SVG

  show(place, frame) {
    if (!this.hasCells) return this.showNode(place, frame);
    const board = this.at(frame);
    place.setAttribute("aria-label", this.describe(board));
    if (!this.drawing) this.drawing = this.draw(place);
    board.cells.forEach((owner, cell) => {
      const group = this.drawing.cells[cell];
      if (!group) return;
      const isLast = board.last.includes(cell), isWon = board.line.includes(cell);
      const state = `cell ${owner ? this.sideOf(owner) : "free"}${isLast ? " last" : ""}${isWon ? " won" : ""}`;
      if (group.getAttribute("class") !== state) group.setAttribute("class", state);
      if (group.dataset.owner === String(owner)) return;
      group.dataset.owner = owner;
      group.lastChild.replaceChildren(...(owner ? this.piece(cell, owner) : []));
    });
    this.drawing.line.toggleAttribute("hidden", board.line.length < 2);
    if (board.line.length > 1) {
      const [x1, y1, x2, y2] = this.wonLine(board, 0.33 / (board.line.length - 1));
      set(this.drawing.line, { x1, y1, x2, y2 });
    }
    return board;
  }

  draw(place) {
    const [left, top, wide, high] = this.box, [below, beside] = this.names;
    // The names are as large on a board of three columns as on one of eight.
    const size = Math.min(0.42, 0.09 + 0.042 * this.columns);
    const [across, down] = [beside.length ? 1.7 * size : 0.06, below.length ? 1.6 * size : 0.06];
    const viewBox = [left - across, top - 0.06, wide + across + 0.06, high + 0.06 + down].join(" ");
    const drawing = svg("svg", { viewBox, class: `${this.shape} ${this.pieces}` });
    drawing.setAttribute("aria-hidden", "true");
    below.forEach((name, column) => drawing.append(edgeName(name, size, column + 0.5, top + high + 1.25 * size)));
    beside.forEach((name, row) => drawing.append(edgeName(name, size, left - 0.9 * size, row + 0.5 + 0.35 * size)));
    if (this.shape !== "hex") {
      drawing.append(svg("rect", { class: "ground", x: left, y: top, width: wide, height: high, rx: 0.06 }));
      drawing.append(...this.grid(0.05).map((stroke) => svg("path", { class: "grid", d: pathOf(stroke) })));
    }
    const cells = this.cells.map((owner, cell) => {
      if (owner === OUTSIDE) return null;
      const group = svg("g", { class: "cell free", "data-cell": cell });
      const [x, y] = this.centre(cell);
      if (this.shape === "hex") group.append(svg("polygon", { class: "ground", points: this.hexagon(x, y).join(" ") }));
      else if (this.pieces === "discs") group.append(svg("circle", { class: "hole", cx: x, cy: y, r: 0.4 }));
      else group.append(this.tint(cell, x, y));
      group.append(svg("g", {}));
      drawing.append(group);
      return group;
    });
    const line = svg("line", { class: "won-line" });
    drawing.append(line);
    place.replaceChildren(drawing);
    return { cells, line };
  }

  tint(cell, x, y) {
    const [wide, high] = this.isText ? [TEXT_PITCH, 1] : [0.96, 0.96];
    const look = this.isDark(cell) ? "tint dark" : "tint";
    return svg("rect", { class: look, x: x - wide / 2, y: y - high / 2, width: wide, height: high });
  }

  piece(cell, owner) {
    const [x, y] = this.centre(cell), sign = this.signOf(owner);
    if (this.pieces === "chess") {
      const points = (outline) => outline.map(([right, down]) => [x + right, y + down]).join(" ");
      const side = sign === sign.toUpperCase() ? "white" : "black";
      return this.outlinesOf(sign).map((outline) => svg("polygon", { class: side, points: points(outline) }));
    }
    if (sign) {
      const text = svg("text", { class: "sign", x, y: y + (this.isText ? 0.26 : 0.2) });
      text.textContent = sign;
      return [text];
    }
    if (this.pieces === "cells") {
      const text = svg("text", { x, y: y + 0.18 });
      text.textContent = owner;
      return [text];
    }
    if (this.pieces === "discs") {
      const disc = svg("circle", { class: `disc of-${owner}`, cx: x, cy: y, r: 0.385 });
      return owner === FIRST ? [disc, svg("circle", { class: "disc ring of-1", cx: x, cy: y, r: 0.2 })] : [disc];
    }
    if (owner !== FIRST) return [svg("circle", { class: "mark", cx: x, cy: y, r: 0.28 })];
    return [svg("path", { class: "mark", d: this.cross(x, y).map(pathOf).join("") })];
  }

  // A node of a tree: its name and its moves.
  showNode(place, frame) {
    const [name, ...moves] = this.labelsAt(frame);
    place.setAttribute("aria-label", [name, ...moves].join(" "));
    if (this.shown === frame) return;
    this.shown = frame;
    place.className = "node";
    const list = element("p", "moves"), title = element("p", "name", name);
    moves.slice(0, 60).forEach((move) => list.append(set(element("span", "", move), { dir: "auto" }), " "));
    if (moves.length > 60) list.append("…");
    place.replaceChildren(set(title, { dir: "auto" }), list);
  }

  // Small, on the canvas of the tree

  paint(context, board, left, top, size, colours) {
    const [boxLeft, boxTop, wide, high] = this.box, unit = size / Math.max(wide, high);
    const x = left + (size - wide * unit) / 2 - boxLeft * unit, y = top + (size - high * unit) / 2 - boxTop * unit;
    const ofSide = (owner) => (owner === this.max ? colours.forMax : colours.forMin);
    if (this.shape !== "hex") {
      context.fillStyle = colours.card;
      context.strokeStyle = colours.hairline;
      context.lineWidth = 1;
      const ground = [x + boxLeft * unit, y + boxTop * unit, wide * unit, high * unit];
      context.fillRect(...ground);
      context.beginPath();
      context.rect(...ground);
      for (const stroke of this.grid()) line(context, x, y, unit, stroke);
      context.stroke();
    }
    board.cells.forEach((owner, cell) => {
      if (owner === OUTSIDE) return;
      const [right, down] = this.centre(cell);
      const at = [x + right * unit, y + down * unit];
      if (this.isDark(cell)) {
        context.fillStyle = colours.hairline;
        context.fillRect(at[0] - unit / 2, at[1] - unit / 2, unit, unit);
      }
      if (owner > OUTSIDE) return this.paintSign(context, at, unit, this.signOf(owner), colours);
      const isHot = board.last.includes(cell) || board.line.includes(cell);
      this.paintCell(context, at, unit, owner, isHot, owner ? ofSide(owner) : "", colours);
    });
    if (board.line.length > 1) {
      context.beginPath();
      line(context, x, y, unit, this.wonLine(board));
      context.strokeStyle = colours.ink;
      context.lineWidth = Math.max(1.4, unit * 0.12);
      context.stroke();
    }
  }

  paintSign(context, [x, y], unit, sign, colours) {
    if (this.pieces !== "chess") {
      context.fillStyle = colours.ink;
      context.font = this.isText ? `${unit * TEXT_SIZE}px monospace` : `600 ${unit * 0.62}px sans-serif`;
      context.textAlign = "center";
      context.fillText(sign, x, y + unit * (this.isText ? 0.26 : 0.22));
      return;
    }
    const isWhite = sign === sign.toUpperCase();
    context.fillStyle = isWhite ? colours.whitePiece : colours.blackPiece;
    context.strokeStyle = isWhite ? colours.blackPiece : colours.whitePiece;
    context.lineWidth = Math.max(0.4, unit * 0.03);
    for (const outline of this.outlinesOf(sign)) {
      context.beginPath();
      outline.forEach(([right, down]) => context.lineTo(x + right * unit, y + down * unit));
      context.closePath();
      context.fill();
      context.stroke();
    }
  }

  paintCell(context, [x, y], unit, owner, isHot, colour, colours) {
    context.beginPath();
    if (this.shape === "hex") {
      this.hexagon(0, 0).forEach(([right, down]) => context.lineTo(x + right * unit, y + down * unit));
      context.closePath();
      context.fillStyle = owner ? mixed(colours.card, colour, isHot ? 1 : 0.4) : colours.card;
      context.strokeStyle = colours.edge;
      context.lineWidth = 0.8;
      context.fill();
      context.stroke();
      return;
    }
    if (this.pieces === "discs") {
      context.arc(x, y, unit * 0.4, 0, 7);
      context.fillStyle = owner ? (owner === FIRST ? colours.red : colours.yellow) : colours.band;
      context.fill();
      if (!isHot || !owner) return;
      context.strokeStyle = colours.ink;
      context.lineWidth = 1;
      context.stroke();
      return;
    }
    if (!owner) return;
    if (owner === FIRST) for (const stroke of this.cross(0, 0)) line(context, x, y, unit, stroke);
    else context.arc(x, y, unit * REACH, 0, 7);
    context.strokeStyle = isHot ? colour : colours.quiet;
    context.lineWidth = isHot ? 2 : 1.2;
    context.stroke();
  }
}

function pathOf([x, y, endX, endY]) {
  return `M${x} ${y}L${endX} ${endY}`;
}

// The name of a column or of a row, beside the board.
function edgeName(name, size, x, y) {
  const text = svg("text", { class: "edge-name", x, y });
  text.style.fontSize = `${size}px`;
  text.textContent = name;
  return text;
}

// A line of a board whose top left is at x, y, with cells of that size.
function line(context, x, y, unit, [startX, startY, endX, endY]) {
  context.moveTo(x + startX * unit, y + startY * unit);
  context.lineTo(x + endX * unit, y + endY * unit);
}
