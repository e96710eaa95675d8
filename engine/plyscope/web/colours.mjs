// The colours of the style sheet, for canvases, and their mixtures.

// Shades of a value that can be told apart.
export const SHADES = 12;

const ROLES = [
  "paper", "card", "ink", "quiet", "edge", "hairline", "band", "pruned", "forMax", "forMin", "maxTint", "minTint", "even", "now", "onFill",
  "onNow", "red", "redRim", "yellow", "yellowRim", "whitePiece", "blackPiece", "face", "fixed",
];

export function readColours() {
  const style = getComputedStyle(document.documentElement);
  const property = (role) => "--" + role.replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase());
  return Object.fromEntries(ROLES.map((role) => [role, style.getPropertyValue(property(role)).trim()]));
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
