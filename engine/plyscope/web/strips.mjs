// Plies whose nodes are too close to be drawn one by one: the mean value under every column of pixels.

import { SHADES } from "./colours.mjs";
import { firstBeyond } from "./layout.mjs";

export class Strips {
  constructor(layout) {
    const { recording } = layout;
    this.rows = layout.rows.map((row) => {
      const frames = row.filter((node) => !layout.isStub(node));
      const start = Float64Array.from(frames, (frame) => layout.start[frame]);
      const end = Float64Array.from(frames, (frame) => layout.end[frame]);
      const shade = Float64Array.from(frames, (frame) => recording.data.values[recording.value[frame]][1]);
      const width = new Float64Array(frames.length + 1), weight = new Float64Array(frames.length + 1);
      for (let at = 0; at < frames.length; at++) {
        width[at + 1] = width[at] + end[at] - start[at];
        weight[at + 1] = weight[at] + (end[at] - start[at]) * shade[at];
      }
      return { start, end, shade, width, weight };
    });
  }

  // The width of a ply before a place, and the sum of the values there.
  before(row, x) {
    const at = firstBeyond(row.start.length, (place) => row.start[place] > x) - 1;
    if (at < 0) return [0, 0];
    const part = Math.min(x, row.end[at]) - row.start[at];
    return [row.width[at] + part, row.weight[at] + part * row.shade[at]];
  }

  // Runs of equal colour in an interval of a ply, in steps of one pixel: from, to, mean value, filled share.
  runs(ply, from, to, pixel) {
    const row = this.rows[ply], runs = [];
    let [width, weight] = this.before(row, from);
    for (let x = from; x < to; x += pixel) {
      const end = Math.min(to, x + pixel);
      const [nextWidth, nextWeight] = this.before(row, end);
      const covered = nextWidth - width;
      if (covered > 1e-9) {
        const shade = Math.round(((nextWeight - weight) / covered) * SHADES) / SHADES;
        const full = Math.ceil((covered / (end - x)) * 4 - 1e-6) / 4;
        const last = runs[runs.length - 1];
        if (last && last.to === x && last.shade === shade && last.full === full) last.to = end;
        else runs.push({ from: x, to: end, shade, full });
      }
      [width, weight] = [nextWidth, nextWeight];
    }
    return runs;
  }
}
