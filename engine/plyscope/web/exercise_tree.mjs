// The tree of an exercise: where its nodes and boxes lie, in pixels, and how it is drawn.

import { add, svg } from "./elements.mjs";
import { shownNumber } from "./entries.mjs";

const BOXES = 205, LEAF = 46, EDGE = 40;
const CALL_BOX = 68, LONGEST = 36, LETTER = 8;

// The text of a call as it is drawn; a long one is shortened, and stands whole in its tooltip.
const callOf = (node) => (node.call.length > LONGEST ? `${node.call.slice(0, LONGEST - 1)}…` : node.call);
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

export class ExerciseTree {
  constructor(exercise) {
    const { nodes, calls } = exercise, [top, ply] = calls ? [50, 96] : [90, 170];
    this.exercise = exercise;
    this.y = nodes.map((node) => top + node.ply * ply);
    this.x = [];
    const wide = nodes.map((node) => (calls ? this.wide(node) + 18 : 64));
    const needed = (node) => (calls ? this.wide(node) + 2 * (CALL_BOX + 12) : BOXES + 75);
    const below = (number) => sum(nodes[number].children.map((child) => wide[child]));
    for (let number = nodes.length - 1; number >= 0; number--) {
      if (nodes[number].children.length) wide[number] = Math.max(needed(nodes[number]), below(number));
    }
    const lay = (number, left) => {
      const { children } = nodes[number];
      let at = left + (wide[number] - below(number)) / 2;
      for (const child of children) {
        lay(child, at);
        at += wide[child];
      }
      this.x[number] = children.length ? (this.x[children[0]] + this.x[children.at(-1)]) / 2 : left + wide[number] / 2;
    };
    lay(0, EDGE);
    const reach = (node) => (node.children.length ? (calls ? needed(node) / 2 : BOXES) : Math.max(LEAF, this.wide(node)) / 2);
    this.width = Math.max(...nodes.map((node, number) => this.x[number] + reach(node))) + EDGE;
    this.high = Math.max(...this.y) + 80;
  }

  wide(node) {
    return this.exercise.calls ? callOf(node).length * LETTER + 16 : 0;
  }

  // The top left of the row that a box stands in, or the middle of an edge's button.
  placeOf({ kind, number, when }) {
    const { asks, calls, nodes } = this.exercise, x = this.x[number], y = this.y[number];
    if (kind === "edge") {
      const { parent } = nodes[number];
      return [this.x[parent] + (x - this.x[parent]) * 0.62, this.y[parent] + (y - this.y[parent]) * 0.6];
    }
    if (calls) return [x + this.wide(nodes[number]) / 2 + 5, y - 13];
    if (kind === "best") return [x + 34, y + 12];
    // The root has a row more, and room above it.
    const rise = number === 0 && asks.includes("best") ? 36 : 8;
    return [x + 34, y - rise + (kind === "value" ? 20 : when === "in" ? -36 : -8)];
  }

  // Draws into a place; `struck` is called with the child at an edge that is clicked.
  draw(place, struck) {
    const { x, y, width, high, exercise } = this;
    place.style.width = `${width}px`;
    place.style.height = `${high}px`;
    this.picture = place.appendChild(svg("svg", { width, height: high, "aria-hidden": "true" }));
    exercise.nodes.forEach(({ parent }, child) => {
      if (parent < 0) return;
      const line = { x1: x[parent], y1: y[parent] + 22, x2: x[child], y2: y[child] - 24, class: "edge-line", "data-child": child };
      this.put("line", line);
      if (exercise.asks.includes("pruned")) this.put("line", { ...line, class: "edge-target" }).addEventListener("click", () => struck(child));
    });
    exercise.nodes.forEach((node, number) => {
      if (exercise.calls) this.drawCall(node, x[number], y[number]);
      else if (node.given === null) this.drawInner(node, x[number], y[number]);
      else this.drawLeaf(node, x[number], y[number]);
    });
  }

  put(tag, attributes, text) {
    return this.picture.appendChild(svg(tag, attributes, text));
  }

  write(text, x, y, size, anchor, kind = "") {
    if (text) this.put("text", { x, y, "font-size": size, "text-anchor": anchor, class: kind }, text);
  }

  drawCall(node, x, y) {
    const wide = this.wide(node), left = x - wide / 2;
    this.put("rect", { x: left, y: y - 17, width: wide, height: 34, rx: 8, class: "shape" }).append(svg("title", {}, node.call));
    this.write(callOf(node), x, y + 5, 13, "middle", "call");
    this.write(node.name, left, y - 21, 12, "start", "leaf-name");
    if (node.given !== null) this.write(`returns ${shownNumber(node.given)}`, x, y + 36, 15, "middle");
  }

  drawLeaf(node, x, y) {
    const text = shownNumber(node.given);
    this.put("rect", { x: x - LEAF / 2, y: y - LEAF / 2, width: LEAF, height: LEAF, rx: 4, class: "shape" });
    this.write(text, x, y + 6, Math.min(18, 60 / text.length), "middle");
    this.write([node.name, node.label].filter(Boolean).join(" "), x, y + LEAF / 2 + 16, 12, "middle", "leaf-name");
  }

  drawInner(node, x, y) {
    const up = node.max ? 1 : -1;
    this.write(node.label, x - 34, y + 18 - 6 * up, 12, "end", "leaf-name");
    this.put("polygon", { points: `${x - 28},${y + up * 22} ${x + 28},${y + up * 22} ${x},${y - up * 24}`, class: "shape" });
    this.write(node.name, x - 34, y - up * 6, 16, "end");
  }
}
