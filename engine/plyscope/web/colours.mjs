// The colours of the style sheet, for canvases, and their mixtures.

// Shades of a value that can be told apart.
export const SHADES = 12;

const ROLES = {
  whitePiece: "white-piece", blackPiece: "black-piece",
  paper: "paper", card: "card", ink: "ink", quiet: "quiet", edge: "edge", hairline: "hairline", band: "band",
  pruned: "pruned", forMax: "for-max", forMin: "for-min", even: "even", now: "now", onFill: "on-fill", onNow: "on-now",
  red: "red", yellow: "yellow", face: "face", fixed: "fixed",
};

export function readColours() {
  const style = getComputedStyle(document.documentElement);
  const colours = {};
  for (const [role, name] of Object.entries(ROLES)) colours[role] = style.getPropertyValue("--" + name).trim();
  colours.key = colours.paper;
  return colours;
}

// The colour of a value: -1 is best for MIN, 1 for MAX.
export function ofShade(colours, shade) {
  const part = Math.round(Math.abs(shade) * SHADES) / SHADES;
  return mixed(colours.even, shade > 0 ? colours.forMax : colours.forMin, part);
}

const mixtures = new Map();

// An opaque mixture of two colours.
export function mixed(below, above, share) {
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
