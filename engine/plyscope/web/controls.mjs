// Buttons, keys, the slider and playing. All of them go to a step.

import { isMirrored, Part } from "./elements.mjs";
import { listenToSwipes } from "./pointing.mjs";

// With Ctrl the same keys go backwards in time.
const KEYS = {
  n: "into", p: "back", N: "over", P: "backOver", "^": "out", "<": "first", ">": "last", c: "nextCut", C: "previousCut",
  Home: "first", End: "last", " ": "play", F10: "over", F11: "into", "Shift+F11": "out",
  "Ctrl+F10": "backOver", "Ctrl+F11": "back", "Ctrl+Shift+F11": "backOut",
};
const MOVE_SLIDER = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"];

export class Controls extends Part {
  constructor(stepper) {
    super(stepper.root);
    this.stepper = stepper;
    this.timer = 0;
    for (const button of this.root.querySelectorAll("[data-does]")) {
      button.addEventListener("click", () => this.do(button.dataset.does));
    }
    this.find("slider").addEventListener("input", (event) => stepper.go(Number(event.target.value)));
    this.find("slider").max = stepper.recording.lastStep;
    this.find("speed").addEventListener("change", () => this.timer && this.play(true));
    this.find("go").addEventListener("submit", (event) => {
      event.preventDefault();
      this.goToTyped();
    });
    this.find("step").addEventListener("change", () => this.goToTyped());
    this.find("step").addEventListener("focus", () => this.play(false));
    this.find("keys").addEventListener("click", () => this.find("help").showModal());
    for (const place of [this.find("sentence"), this.find("board")]) {
      listenToSwipes(place, { forwards: () => this.do("into"), backwards: () => this.do("back") });
    }
  }

  do(what) {
    if (what === "play") this.play(!this.timer);
    else {
      this.play(false);
      this.stepper.do(what);
    }
  }

  play(isOn) {
    clearInterval(this.timer);
    this.timer = 0;
    if (isOn && this.stepper.now.step === this.stepper.recording.lastStep) this.stepper.go(0);
    if (isOn) this.timer = setInterval(() => this.tick(), 1000 / Number(this.find("speed").value));
    this.find("play").setAttribute("aria-label", isOn ? "Pause" : "Play");
    this.find("play").querySelector("use").setAttribute("href", isOn ? "#icon-pause" : "#icon-play");
    this.find("sentence").setAttribute("aria-live", isOn ? "off" : "polite");
  }

  tick() {
    if (!this.stepper.do("into")) this.play(false);
  }

  // The number of a step in the recording; it leads to the nearest step in the page.
  goToTyped() {
    const typed = Number.parseInt(this.find("step").value.replace(/[^\d-]/g, ""), 10);
    this.find("step").blur();
    if (!Number.isNaN(typed)) this.stepper.go(this.stepper.nearest(typed));
    this.stepper.show();
  }

  press(event) {
    const { key, ctrlKey, shiftKey } = event, target = event.composedPath()[0], { tagName, type } = target;
    if (this.find("help").open || event.altKey || event.metaKey) return;
    if (["INPUT", "SELECT"].includes(tagName) && (type !== "range" || MOVE_SLIDER.includes(key))) return;
    if ((key === " " || key === "Enter") && tagName === "BUTTON") return;
    const does = KEYS[(ctrlKey ? "Ctrl+" : "") + (shiftKey && key.length > 1 ? "Shift+" : "") + key];
    if (does) this.do(does);
    if (does || (!ctrlKey && this.isPressed(key, target))) event.preventDefault();
  }

  // Whether a key does something beside stepping.
  isPressed(key, target) {
    const { stepper } = this, [forwards, backwards] = isMirrored() ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    if (target === stepper.tree.canvas && stepper.pressInTree(key)) return true;
    if (key === forwards) this.do("into");
    else if (key === backwards) this.do("back");
    else if (key === "g") this.find("step").select();
    else if (key === "?") this.find("help").showModal();
    else if (key === "t") this.find("theme").click();
    else return stepper.look(key);
    return true;
  }
}
