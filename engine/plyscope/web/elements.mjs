// Helpers for the elements of a page.

export function find(id) {
  return document.getElementById(id);
}

// A part of the page, which finds its elements below a root.
export class Part {
  constructor(root) {
    this.root = root;
  }

  find(id) {
    return this.root.getElementById(id);
  }
}

// Whether the page runs from right to left.
export function isMirrored() {
  return document.documentElement.dir === "rtl";
}

export function element(tag, kind = "", text = "") {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (text !== "") made.textContent = text;
  return made;
}

// A new element at the end of another one.
export function add(parent, tag, kind, text) {
  return parent.appendChild(element(tag, kind, text));
}

// The namespace comes from an element: no address stands in this file.
let namespace = "";

export function svg(tag, attributes, text = "") {
  namespace ||= new DOMParser().parseFromString("<svg/>", "text/html").querySelector("svg").namespaceURI;
  const made = set(document.createElementNS(namespace, tag), attributes);
  if (text) made.textContent = text;
  return made;
}

export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}
