// A stepper as a whole: the current step, and all that shows it. A page may have any number.

import { Boards } from "./boards.mjs";
import { readColours } from "./colours.mjs";
import { Controls } from "./controls.mjs";
import { find, grouped, isMirrored, Part, set, write } from "./elements.mjs";
import { firstBeyond } from "./layout.mjs";
import { Panels } from "./panels.mjs";
import { listenToPointers } from "./pointing.mjs";
import { Recording } from "./recording.mjs";
import { Timeline } from "./timeline.mjs";
import { Tree } from "./tree.mjs";
import { unpack } from "./unpacking.mjs";

class Stepper extends Part {
  constructor(root, data) {
    super(root);
    this.recording = new Recording(data);
    this.boards = new Boards(this.recording);
    this.panels = new Panels(root, this.recording, this.boards);
    this.tree = new Tree(this.find("tree"), this.recording, this.boards);
    this.timeline = new Timeline(root, this.recording);
    this.controls = new Controls(this);
    this.now = this.recording.at(data.start);
    this.hovered = -1;
    write(this.find("of"), "of " + grouped(this.numberOf(this.recording.lastStep)));
    listenToPointers(this.find("tree"), this.tree, {
      changed: () => this.paint(),
      chosen: (node) => this.goToNode(node),
      looked: (node) => this.hover(node),
    });
    for (const [id, key] of [["closer", "+"], ["farther", "-"], ["fit", "z"]]) {
      this.find(id).addEventListener("click", () => this.look(key));
    }
    this.find("stack").addEventListener("click", (event) => {
      const row = event.target.closest("tr[data-frame]");
      if (row) this.go(this.recording.enter(Number(row.dataset.frame)));
    });
    this.followAppearance();
    this.restyle();
  }

  // The number of a step in the recording.
  numberOf(step) {
    return this.recording.number ? this.recording.number[step] : this.recording.data.offset + step;
  }

  nearest(number) {
    const { recording } = this;
    const at = firstBeyond(recording.steps, (step) => this.numberOf(step) >= number);
    return Math.min(at, recording.lastStep);
  }

  // Going

  go(step) {
    const target = Math.min(Math.max(step, 0), this.recording.lastStep);
    if (target === this.now.step) return false;
    this.now = this.recording.at(target);
    this.tree.focused = -1;
    this.show();
    return true;
  }

  do(what) {
    const { recording, now } = this;
    if (what === "into") return this.go(now.step + 1);
    if (what === "back") return this.go(now.step - 1);
    if (what === "first") return this.go(0);
    if (what === "last") return this.go(recording.lastStep);
    return this.go(recording[what](now));
  }

  goToNode(node) {
    if (node >= 0 && !this.tree.layout.isStub(node)) this.go(this.recording.enter(node));
  }

  // Showing

  show() {
    const { now, recording } = this;
    this.stack = recording.stack(now);
    this.panels.show(now, this.stack, this.tree.colours);
    this.timeline.show(now, this.stack);
    const number = this.numberOf(now.step);
    this.find("slider").setAttribute("aria-valuetext", `Step ${number}. ${recording.sentenceAt(now.step).map(([text]) => text).join("")}`);
    if (this.root.activeElement !== this.find("step")) this.find("step").value = number;
    this.tree.reveal(now.frame);
    this.paint();
  }

  paint() {
    this.tree.paint(this.now, this.stack);
    const node = this.tree.focused >= 0 ? this.tree.focused : this.hovered;
    write(this.find("looked-at"), node >= 0 ? this.describe(node) : "");
  }

  hover(node) {
    if (node === this.hovered) return;
    this.hovered = node;
    if (this.tree.focused < 0) write(this.find("looked-at"), node >= 0 ? this.describe(node) : "");
  }

  // A node in a line, as far as it is known at this step.
  describe(node) {
    const { recording, tree } = this;
    const move = tree.layout.move(node) || "The root", state = tree.stateOf(node);
    if (tree.layout.isStub(node)) return this.describeStub(node, move, state);
    const { text, isFinal } = recording.known(node, this.now.step, this.stack);
    const isGiven = text && !isFinal && recording.isLeaf(node);
    const value = isGiven ? "given " + text : text && text !== "?" ? "value " + text : "";
    const missing = state === "future" ? "not searched yet" : value ? "" : "no value yet";
    const calls = recording.calls[node];
    const below = state !== "done" ? "" : calls === 1 ? "1 call" : grouped(calls) + " calls";
    const note = recording.data.notes[node];
    return [move, recording.side(node), value, missing, below, note].filter(Boolean).join(" · ");
  }

  describeStub(node, move, state) {
    const { tree, recording } = this;
    const facts = tree.layout.facts[node], number = facts ? recording.data.values[facts[4]][0] : "";
    const given = tree.layout.isGiven[node] && number ? "given " + number : "";
    if (state.startsWith("future")) return [move, given, "not searched yet"].filter(Boolean).join(" · ");
    if (state !== "ghost") return [move, given, "pruned, never tried"].filter(Boolean).join(" · ");
    const saved = facts[5] === 1 ? "1 call" : grouped(facts[5]) + " calls";
    return `${move} · never tried · would be worth ${number} · ${saved} saved`;
  }

  // Moving the view of the tree

  look(key) {
    const { tree } = this;
    if (key === "z" || key === "0") tree.fit();
    else if (key === "+" || key === "=") tree.zoom(1.4, tree.middle(this.now.frame));
    else if (key === "-") tree.zoom(1 / 1.4);
    else if (key === "m") tree.centre(this.now.frame);
    else if (key === "r") tree.centre(0);
    else if (key === "b") this.toggle("showsBoards");
    else if (key === "w") this.toggle("showsWindows");
    else return false;
    this.paint();
    return true;
  }

  toggle(what) {
    this.tree[what] = !this.tree[what];
    this.tree.resize();
    this.tree.reveal(this.now.frame);
  }

  pressInTree(key) {
    const { tree } = this;
    const node = tree.focused >= 0 ? tree.focused : this.now.frame;
    if (key === "Enter" && tree.focused >= 0) return this.goToNode(node), true;
    if (key === "Escape") tree.focused = -1;
    else if (key.startsWith("Arrow")) {
      const next = this.neighbour(node, key.slice(5));
      if (next === undefined || next < 0 || tree.stateOf(next) === "hidden") return true;
      tree.focused = next;
      tree.reveal(next);
    } else return false;
    this.paint();
    return true;
  }

  neighbour(node, where) {
    const { layout, isMirrored } = this.tree;
    if (where === "Up") return layout.parent[node];
    if (where === "Down") return layout.children[node][0];
    const parent = layout.parent[node];
    if (parent < 0) return -1;
    const siblings = layout.children[parent];
    return siblings[siblings.indexOf(node) + ((where === "Right") !== isMirrored ? 1 : -1)];
  }

  // Theme, direction, size, printing

  // The page as a whole has a theme and a direction.
  followAppearance() {
    const page = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)"), restyle = () => this.restyle();
    this.find("theme").addEventListener("click", () => {
      const isDark = page.dataset.theme === "dark" || (page.dataset.theme === "auto" && dark.matches);
      page.dataset.theme = isDark ? "light" : "dark";
    });
    this.find("direction").addEventListener("click", () => (page.dir = isMirrored() ? "ltr" : "rtl"));
    for (const media of [dark, matchMedia("print")]) media.addEventListener("change", restyle);
    for (const moment of ["beforeprint", "afterprint"]) addEventListener(moment, restyle);
    new MutationObserver(restyle).observe(page, { attributes: true });
    new ResizeObserver(restyle).observe(this.find("tree"));
  }

  restyle() {
    this.root.host.dir = document.documentElement.dir;
    this.find("direction").setAttribute("aria-pressed", isMirrored());
    this.tree.colours = readColours();
    this.tree.resize();
    this.timeline.paint(this.tree, this.tree.isMirrored);
    this.show();
  }
}

// All steppers of the page have one style and one template; what differs stands in their elements.
const sheet = new CSSStyleSheet();
sheet.replaceSync(document.querySelector("style").textContent);
// The keys go to the stepper that was used last.
let used = null;

for (const host of document.querySelectorAll("plyscope-stepper")) {
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  root.append(find("stepper").content.cloneNode(true));
  for (const place of root.querySelectorAll("slot")) place.replaceWith(set(host.querySelector(`[slot=${place.name}]`), { id: place.id }));
  unpack(host.querySelector("script").textContent).then((data) => {
    const stepper = new Stepper(root, data);
    used ??= stepper;
    for (const moment of ["pointerdown", "focusin"]) host.addEventListener(moment, () => (used = stepper));
  }).catch((error) => {
    const trouble = root.getElementById("trouble");
    trouble.hidden = false;
    write(trouble, "This browser cannot open the recording: one from 2023 or later is needed. " + error);
  });
}
document.addEventListener("keydown", (event) => used?.controls.press(event));
const [, asked] = location.hash.match(/^#(rtl|dark|light)$/) ?? [];
if (asked === "rtl") document.documentElement.dir = asked;
else if (asked) document.documentElement.dataset.theme = asked;
