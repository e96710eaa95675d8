// The visible part of the tree, and the places of its nodes on the canvas.

import { isMirrored } from "./elements.mjs";
import { Layout } from "./layout.mjs";

export const MARGIN = 18;
const LARGEST_SCALE = 64, TOP = 36;

export class View {
  constructor(canvas, recording, board) {
    this.canvas = canvas;
    this.recording = recording;
    this.board = board;
    this.layout = new Layout(recording);
    this.showsBoards = recording.data.boards;
    this.focused = -1;
    this.from = 0;
    this.scale = 1;
    this.down = 0;
    this.isWhole = true;
  }

  // `from` is the place at the left edge, `scale` the pixels of a unit, `down` how far the view is scrolled.

  resize() {
    const box = this.canvas.getBoundingClientRect();
    this.isMirrored = isMirrored();
    this.width = Math.max(1, box.width);
    this.height = Math.max(1, box.height);
    this.dots = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(this.width * this.dots);
    this.canvas.height = Math.round(this.height * this.dots);
    this.gutter = this.width < 480 ? 0 : 66;
    const rows = this.layout.rows.length;
    const shared = (this.height - TOP - (this.showsBoards ? 64 : 6)) / (rows - 1 + (this.showsBoards ? 0 : 0.31));
    this.pitch = Math.min(150, Math.max(this.leastPitch, shared));
    this.tall = TOP + this.pitch * (rows - 1) + (this.showsBoards ? 64 : Math.max(24, this.pitch * 0.31 + 6));
    // A finger moves the tree; where the tree ends, it scrolls the page.
    this.canvas.style.touchAction = this.tall > this.height ? "none" : "pan-y";
    if (this.isWhole) this.fit();
    else this.move(0, 0);
  }

  get leastPitch() {
    return this.showsBoards ? 96 : this.gutter ? 44 : 38;
  }

  get room() {
    return this.width - this.gutter - 2 * MARGIN;
  }

  get smallest() {
    return Math.min(LARGEST_SCALE, this.room / this.layout.width);
  }

  fit() {
    this.scale = this.smallest;
    this.from = 0;
    this.isWhole = true;
    this.move(0, 0);
  }

  move(right, down) {
    const most = this.layout.width - this.room / this.scale;
    this.from = most < 0 ? most / 2 : Math.min(Math.max(0, this.from + right / this.scale), most);
    this.down = Math.min(Math.max(0, this.down + down), Math.max(0, this.tall - this.height));
  }

  zoom(factor, x = this.width / 2) {
    const place = this.place(x);
    this.scale = Math.min(LARGEST_SCALE, Math.max(this.smallest, this.scale * factor));
    this.isWhole = this.scale === this.smallest;
    const offset = (this.isMirrored ? this.width - x : x) - this.gutter - MARGIN;
    this.from = place - offset / this.scale;
    this.move(0, 0);
  }

  x(place) {
    const x = this.gutter + MARGIN + (place - this.from) * this.scale;
    return this.isMirrored ? this.width - x : x;
  }

  place(x) {
    return ((this.isMirrored ? this.width - x : x) - this.gutter - MARGIN) / this.scale + this.from;
  }

  y(ply) {
    const spare = Math.max(0, this.height - this.tall) / 2;
    return TOP + spare + ply * this.pitch - this.down;
  }

  // The visible plies, and one more on either side.
  get plies() {
    const first = Math.floor(-this.y(0) / this.pitch) - 1, last = Math.ceil((this.height - this.y(0)) / this.pitch) + 1;
    return [Math.max(0, first), Math.min(this.layout.rows.length - 1, last)];
  }

  // In the middle of the visible part of its interval, so that the frames above stay visible.
  middle(node) {
    const first = this.from - MARGIN / this.scale;
    const last = first + (this.width - this.gutter) / this.scale;
    const start = Math.max(this.layout.start[node], first), end = Math.min(this.layout.end[node], last);
    if (start < end) return this.x((start + end) / 2);
    return this.x((this.layout.start[node] + this.layout.end[node]) / 2);
  }

  // Scrolls as little as possible to make a node visible.
  reveal(node) {
    const { start, end } = this.layout;
    const wide = this.room / this.scale, middle = (start[node] + end[node]) / 2;
    const edge = Math.min(wide / 5, 2);
    if (end[node] < this.from + edge || start[node] > this.from + wide - edge) this.from = middle - wide / 2;
    else if (end[node] - start[node] < wide) {
      this.from = Math.min(this.from, start[node]);
      this.from = Math.max(this.from, end[node] - wide);
    }
    const y = this.y(this.layout.ply[node]);
    if (y < 40) this.down += y - 40;
    if (y > this.height - 60) this.down += y - this.height + 60;
    this.move(0, 0);
  }

  centre(node) {
    this.from = (this.layout.start[node] + this.layout.end[node]) / 2 - this.room / this.scale / 2;
    this.move(0, 0);
    this.reveal(node);
  }

  nodeAt(x, y) {
    const ply = Math.round((y - this.y(0)) / this.pitch);
    if (ply < 0 || ply >= this.layout.rows.length) return -1;
    const place = this.place(x);
    const near = this.layout.nodeAt(ply, place);
    return near >= 0 ? near : this.layout.rows.length === 1 ? 0 : -1;
  }
}
