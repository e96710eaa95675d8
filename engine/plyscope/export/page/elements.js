// Helpers for the elements and colours of the page.

function find(id) {
  return document.getElementById(id);
}

function element(tag, kind = "", text = "") {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (text !== "") made.textContent = text;
  return made;
}

// The namespace comes from an element of the page: no address stands in this file.
function svg(tag, attributes) {
  return set(document.createElementNS(document.querySelector("svg").namespaceURI, tag), attributes);
}

function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

// The colours of the style sheet, for canvases.
const ROLES = {
  whitePiece: "white-piece", blackPiece: "black-piece",
  paper: "paper", card: "card", ink: "ink", quiet: "quiet", edge: "edge", hairline: "hairline", band: "band",
  pruned: "pruned", forMax: "for-max", forMin: "for-min", even: "even", now: "now", onFill: "on-fill", onNow: "on-now",
  red: "red", yellow: "yellow", face: "face", fixed: "fixed",
};

function readColours() {
  const style = getComputedStyle(document.documentElement);
  const colours = {};
  for (const [role, name] of Object.entries(ROLES)) colours[role] = style.getPropertyValue("--" + name).trim();
  colours.key = colours.paper;
  return colours;
}

// The colour of a value: -1 is best for MIN, 1 for MAX.
function ofShade(colours, shade) {
  const part = Math.round(Math.abs(shade) * SHADES) / SHADES;
  return mixed(colours.even, shade > 0 ? colours.forMax : colours.forMin, part);
}

const mixtures = new Map();

// An opaque mixture of two colours.
function mixed(below, above, share) {
  if (share <= 0) return below;
  if (share >= 1) return above;
  const key = below + above + share.toFixed(3);
  if (!mixtures.has(key)) {
    const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    const [one, other] = [parts(below), parts(above)];
    const mixture = one.map((part, at) => Math.round(part + (other[at] - part) * share));
    mixtures.set(key, "#" + mixture.map((part) => part.toString(16).padStart(2, "0")).join(""));
  }
  return mixtures.get(key);
}
