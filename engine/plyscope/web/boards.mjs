// Boards: the first one, and the changes of each move on the path to a frame. No rules of any game are in here.
// What a board is drawn of is worked out once, in units of a cell, for two pens: SVG, and the canvas of the tree.

import { mixed, readColours } from "./colours.mjs";
import { element, set, svg } from "./elements.mjs";

const OUTSIDE = 3, FIRST = 1;
const MAX_SMALL_BOARDS = 1000;
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

  hexagon(x, y) {
    const wide = 0.47, high = CORNER_TO_CORNER / 2 - 0.03, shoulder = high / 2;
    const corners = [[0, -high], [wide, -shoulder], [wide, shoulder], [0, high], [-wide, shoulder], [-wide, -shoulder]];
    return polygon(corners.map(([right, down]) => [x + right, y + down]));
  }

  // The winning line from end to end, beyond its outer cells by a third of a cell.
  wonLine(line) {
    const [x, y] = this.centre(line[0]), [endX, endY] = this.centre(line.at(-1)), beyond = 0.33 / (line.length - 1);
    const [right, down] = [(endX - x) * beyond, (endY - y) * beyond];
    return stroke(x - right, y - down, endX + right, endY + down);
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

  // What it is drawn of from the ground up: paths with their fill, stroke and the width of that, and texts above them.
  // On a small board, where so many units are a pixel, what is hot is told by its colour, and nothing has a number.
  drawing({ cells, last, line }, colours, pixel = 0) {
    const paths = new Map(), texts = [], [left, top, wide, high] = this.box;
    const put = (d, fill, stroke = "none", width = 0) => {
      const known = paths.get([fill, stroke, width].join());
      if (known) known.d += d;
      else paths.set([fill, stroke, width].join(), { d, fill, stroke, width });
    };
    if (this.shape !== "hex") put(rectangle(left, top, wide, high), colours.card, colours.hairline, pixel || 0.02);
    if (this.shape === "square" && this.pieces !== "discs" && this.pieces !== "chess") {
      for (let x = left + 1; x < left + wide; x++) put(stroke(x, top, x, top + high), "none", colours.hairline, pixel || 0.02);
      for (let y = top + 1; y < top + high; y++) put(stroke(left, y, left + wide, y), "none", colours.hairline, pixel || 0.02);
    }
    cells.forEach((owner, cell) => {
      if (owner === OUTSIDE) return;
      const [x, y] = this.centre(cell), isLast = last.includes(cell), isHot = isLast || line.includes(cell);
      const [colour, tint] = owner === this.max ? [colours.forMax, colours.maxTint] : [colours.forMin, colours.minTint];
      if (this.shape === "hex") {
        const fill = !owner ? colours.card : pixel ? mixed(colours.card, colour, isHot ? 1 : 0.4) : tint;
        if (isLast && owner && !pixel) put(this.hexagon(x, y), fill, colour, 0.08);
        else put(this.hexagon(x, y), fill, colours.edge, 0.8 * pixel || 0.025);
      } else if (this.pieces === "discs") {
        const [fill, rim] = owner === FIRST ? [colours.red, colours.redRim] : [colours.yellow, colours.yellowRim];
        if (pixel) put(circle(x, y, 0.4), owner ? fill : colours.band, isHot && owner ? colours.ink : "none", pixel);
        else put(circle(x, y, 0.4), colours.band, isLast ? colours.ink : colours.hairline, isLast ? 0.2 : 0.02);
        if (owner && !pixel) put(circle(x, y, 0.385) + (owner === FIRST ? circle(x, y, 0.2) : ""), fill, rim, 0.045);
      } else {
        const isTinted = isLast && !pixel && owner > 0 && owner < OUTSIDE, isSign = owner > OUTSIDE || this.pieces === "chess";
        const fill = isTinted ? tint : isLast && !pixel && isSign ? colours.band : this.shaded.includes(cell) ? colours.hairline : "";
        const edge = pixel || this.isText ? 0 : 0.02;
        if (fill) put(rectangle(x - this.width / 2 + edge, y - 0.5 + edge, this.width - 2 * edge, 1 - 2 * edge), fill);
      }
      if (owner) this.addPiece(put, texts, { x, y, owner, isHot, colour }, colours, pixel);
    });
    if (line.length > 1) put(this.wonLine(line), "none", colours.ink, pixel ? Math.max(1.4 * pixel, 0.12) : 0.09);
    return { paths: paths.values(), texts };
  }

  addPiece(put, texts, { x, y, owner, isHot, colour }, colours, pixel) {
    const sign = this.signOf(owner);
    if (this.pieces === "chess") {
      const { whitePiece, blackPiece } = colours, [fill, rim] = sign === sign.toUpperCase() ? [whitePiece, blackPiece] : [blackPiece, whitePiece];
      for (const outline of this.outlines[sign.toUpperCase()]) {
        put(polygon(outline.map(([right, down]) => [x + right, y + down])), fill, rim, Math.max(0.03, 0.4 * pixel));
      }
    } else if (this.isText) texts.push({ text: sign, x, y: y + 0.26, size: TEXT_SIZE, face: "monospace", weight: 400, fill: colours.ink });
    else if (sign) texts.push({ text: sign, x, y: y + 0.21, size: 0.6, face: colours.face, weight: 600, fill: colours.ink });
    else if (this.pieces === "cells") {
      if (!pixel) texts.push({ text: owner, x, y: y + 0.18, size: 0.5, face: colours.face, weight: 650, fill: colour });
    } else if (this.pieces !== "discs" && this.shape !== "hex") {
      const mark = owner === FIRST ? stroke(x - REACH, y - REACH, x + REACH, y + REACH) + stroke(x - REACH, y + REACH, x + REACH, y - REACH) : circle(x, y, REACH);
      put(mark, "none", pixel && !isHot ? colours.quiet : colour, pixel * (isHot ? 2 : 1.2) || 0.11);
    }
  }

  // Large, as SVG

  show(place, frame, colours = readColours()) {
    if (!this.hasCells) return this.showNode(place, frame);
    const board = this.at(frame), { paths, texts } = this.drawing(board, colours);
    const [left, top, wide, high] = this.box, [below, beside] = this.names;
    // The names are as large on a board of three columns as on one of eight.
    const size = Math.min(0.42, 0.09 + 0.042 * this.columns), name = { size, face: colours.face, weight: 400, fill: colours.quiet };
    const [across, down] = [beside.length ? 1.7 * size : 0.06, below.length ? 1.6 * size : 0.06];
    below.forEach((text, column) => texts.push({ text, x: column + 0.5, y: top + high + 1.25 * size, ...name }));
    beside.forEach((text, row) => texts.push({ text, x: left - 0.9 * size, y: row + 0.5 + 0.35 * size, ...name }));
    const viewBox = [left - across, top - 0.06, wide + across + 0.06, high + 0.06 + down].join(" ");
    const picture = svg("svg", { viewBox, "aria-hidden": "true", "stroke-linecap": "round", "stroke-linejoin": "round", "text-anchor": "middle" });
    for (const { d, fill, stroke, width } of paths) picture.append(svg("path", { d, fill, stroke, "stroke-width": width }));
    for (const { text, x, y, size, face, weight, fill } of texts) {
      picture.append(svg("text", { x, y, fill, "font-size": size, "font-family": face, "font-weight": weight }, text));
    }
    place.setAttribute("aria-label", this.describe(board));
    place.replaceChildren(picture);
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

  // Kept, since most boards that are in sight at a step were so at the step before.
  small(frame, colours, pixel) {
    if (this.colours !== colours || this.kept.size > MAX_SMALL_BOARDS) [this.colours, this.kept] = [colours, new Map()];
    if (!this.kept.has(frame)) {
      const { paths, texts } = this.drawing(this.at(frame), colours, pixel);
      this.kept.set(frame, { paths: [...paths].map((one) => ({ ...one, path: new Path2D(one.d) })), texts });
    }
    return this.kept.get(frame);
  }

  paint(context, frame, left, top, size, colours) {
    const [boxLeft, boxTop, wide, high] = this.box, unit = size / Math.max(wide, high);
    const x = left + (size - wide * unit) / 2 - boxLeft * unit, y = top + (size - high * unit) / 2 - boxTop * unit;
    const { paths, texts } = this.small(frame, colours, 1 / unit);
    context.save();
    context.translate(x, y);
    context.scale(unit, unit);
    context.lineCap = context.lineJoin = "round";
    for (const { path, fill, stroke, width } of paths) {
      context.fillStyle = fill;
      context.strokeStyle = stroke;
      context.lineWidth = width;
      if (fill !== "none") context.fill(path);
      if (stroke !== "none") context.stroke(path);
    }
    context.restore();
    context.save();
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    for (const { text, x: right, y: down, size: high, face, weight, fill } of texts) {
      context.font = `${weight} ${high * unit}px ${face}`;
      context.fillStyle = fill;
      context.fillText(text, x + right * unit, y + down * unit);
    }
    context.restore();
  }
}

// Paths, as SVG and canvases read them.

const stroke = (x, y, endX, endY) => `M${x} ${y}L${endX} ${endY}`;
const polygon = (corners) => `M${corners.map((corner) => corner.join(" ")).join("L")}Z`;
const rectangle = (x, y, wide, high) => `M${x} ${y}h${wide}v${high}h${-wide}Z`;
const circle = (x, y, radius) => `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
