// Pointers on the tree: one moves it, two zoom, a tap goes to a node. The wheel zooms at its place.

import { isMirrored } from "./elements.mjs";

const A_TAP = 6;

export function listenToPointers(canvas, tree, { changed, chosen, looked }) {
  const down = new Map();
  let travelled = 0, apart = 0;
  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, at(event));
    if (down.size === 1) travelled = 0;
    apart = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = at(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") looked(tree.nodeAt(x, y));
      return;
    }
    down.set(event.pointerId, [x, y]);
    travelled += Math.abs(x - before[0]) + Math.abs(y - before[1]);
    if (down.size === 2) {
      const [one, other] = [...down.values()];
      const distance = Math.hypot(one[0] - other[0], one[1] - other[1]);
      if (apart) tree.zoom(distance / apart, (one[0] + other[0]) / 2);
      apart = distance;
      changed();
    } else if (travelled > A_TAP) {
      tree.move((before[0] - x) * (tree.isMirrored ? -1 : 1), before[1] - y);
      changed();
    }
  });
  canvas.addEventListener("pointerup", (event) => {
    if (down.size === 1 && travelled <= A_TAP) chosen(tree.nodeAt(...at(event)));
    down.delete(event.pointerId);
  });
  canvas.addEventListener("pointercancel", (event) => down.delete(event.pointerId));
  canvas.addEventListener("pointerleave", () => looked(-1));
  // Where the page scrolls, the wheel zooms once the tree has been clicked.
  canvas.addEventListener("wheel", (event) => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (scrollHeight > clientHeight && canvas.getRootNode().activeElement !== canvas) return;
    event.preventDefault();
    const [x] = at(event);
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      tree.move((event.deltaX || event.deltaY) * (tree.isMirrored ? -1 : 1), 0);
    } else tree.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) / 400), x);
    changed();
  }, { passive: false });
}

// A swipe steps.
export function listenToSwipes(place, { forwards, backwards }) {
  let start = null;
  place.addEventListener("touchstart", (event) => {
    start = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null;
  }, { passive: true });
  place.addEventListener("touchend", (event) => {
    if (!start) return;
    const right = event.changedTouches[0].clientX - start[0], low = event.changedTouches[0].clientY - start[1];
    start = null;
    if (Math.abs(right) < 40 || Math.abs(right) < 1.5 * Math.abs(low)) return;
    if (right < 0 !== isMirrored()) forwards();
    else backwards();
  });
}
