// The whole run behind the slider: a line for every ply, an interval for every call, in the colour of its value once it
// has returned.

import { Part } from "./elements.mjs";

export class Timeline extends Part {
  constructor(root, recording) {
    super(root);
    this.recording = recording;
    this.canvas = this.find("timeline");
    this.slider = this.find("slider");
  }

  // All calls twice: with their values and without.
  paint(tree, isMirrored) {
    const { canvas, recording } = this;
    const box = canvas.getBoundingClientRect(), dots = window.devicePixelRatio || 1;
    canvas.width = Math.max(1, Math.round(box.width * dots));
    canvas.height = Math.max(1, Math.round(box.height * dots));
    this.isMirrored = isMirrored;
    this.plain = tree.colours.edge;
    this.past = this.picture((frame) => tree.ofShade(recording.data.values[recording.value[frame]][1]));
    this.future = this.picture(() => this.plain);
  }

  picture(colourOf) {
    const picture = document.createElement("canvas");
    picture.width = this.canvas.width;
    picture.height = this.canvas.height;
    const context = picture.getContext("2d");
    for (let frame = 0; frame < this.recording.count; frame++) {
      context.fillStyle = colourOf(frame);
      context.fillRect(...this.areaOf(frame));
    }
    return picture;
  }

  areaOf(frame) {
    const { canvas, recording } = this;
    const wide = canvas.width / Math.max(1, recording.lastStep), high = canvas.height / (recording.deepest + 1);
    const start = recording.enter(frame), end = Math.min(recording.lastStep, recording.leave(frame));
    return [start * wide, recording.ply[frame] * high, Math.max(0.5, (end - start) * wide), Math.max(1, high - 1)];
  }

  show(now, stack) {
    this.showStep(now.step);
    const { canvas, recording } = this, { width, height } = canvas;
    const context = canvas.getContext("2d");
    context.setTransform(this.isMirrored ? -1 : 1, 0, 0, 1, this.isMirrored ? width : 0, 0);
    context.clearRect(0, 0, width, height);
    const here = Math.round((now.step / Math.max(1, recording.lastStep)) * width);
    if (here > 0) context.drawImage(this.past, 0, 0, here, height, 0, 0, here, height);
    if (here < width) context.drawImage(this.future, here, 0, width - here, height, here, 0, width - here, height);
    context.fillStyle = this.plain;
    for (const frame of stack.frames) if (recording.leave(frame) > now.step) context.fillRect(...this.areaOf(frame));
  }

  showStep(step) {
    const share = this.recording.lastStep ? step / this.recording.lastStep : 0;
    this.slider.value = step;
    this.find("ahead").style.width = 100 * (1 - share) + "%";
  }
}
