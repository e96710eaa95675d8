// The whole run behind the slider: a line for every ply, an interval for every call, in the colour of its value.

class Timeline {
  constructor(recording) {
    this.recording = recording;
    this.canvas = find("timeline");
    this.slider = find("slider");
  }

  paint(tree, isMirrored) {
    const { canvas, recording } = this;
    const box = canvas.getBoundingClientRect(), dots = window.devicePixelRatio || 1;
    canvas.width = Math.max(1, Math.round(box.width * dots));
    canvas.height = Math.max(1, Math.round(box.height * dots));
    const context = canvas.getContext("2d");
    if (isMirrored) {
      context.translate(canvas.width, 0);
      context.scale(-1, 1);
    }
    const wide = canvas.width / Math.max(1, recording.lastStep), high = canvas.height / (recording.deepest + 1);
    for (let frame = 0; frame < recording.count; frame++) {
      const start = recording.enter(frame), end = Math.min(recording.lastStep, recording.leave(frame));
      context.fillStyle = tree.ofShade(recording.data.values[recording.value[frame]][1]);
      const top = recording.ply[frame] * high;
      context.fillRect(start * wide, top, Math.max(0.5, (end - start) * wide), Math.max(1, high - 1));
    }
  }

  show(step) {
    const share = this.recording.lastStep ? step / this.recording.lastStep : 0;
    this.slider.value = step;
    find("ahead").style.width = 100 * (1 - share) + "%";
  }
}
