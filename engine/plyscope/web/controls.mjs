// Buttons, keys, the slider and playing. All of them go to a step.

import { find, isMirrored } from "./elements.mjs";
import { listenToSwipes } from "./pointing.mjs";

const LETTERS = {
  n: "into", p: "back", N: "over", P: "backOver", "^": "out", "<": "first", ">": "last", c: "nextCut", C: "previousCut",
  F10: "over", F11: "into", Home: "first", End: "last", " ": "play",
};

export class Controls {
  constructor(stepper) {
    const { root } = this.stepper = stepper;
    this.timer = 0;
    for (const button of root.querySelectorAll("[data-does]")) {
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

  find(id) {
    return find(id, this.stepper.root);
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
    if (this.find("help").open) return;
    const target = event.composedPath()[0], { tagName, type } = target;
    if (["INPUT", "SELECT"].includes(tagName) && (type !== "range" || isSliding(event.key))) return;
    if (event.altKey || event.metaKey) return;
    if ((event.key === " " || event.key === "Enter") && tagName === "BUTTON") return;
    if (this.pressed(event, target)) event.preventDefault();
  }

  pressed(event, target) {
    const { stepper } = this;
    if (event.ctrlKey) return this.backwards(event);
    if (event.key === "F11" && event.shiftKey) return this.do("out"), true;
    if (LETTERS[event.key]) return this.do(LETTERS[event.key]), true;
    if (target === stepper.tree.canvas && stepper.pressInTree(event.key)) return true;
    const [forwards, backwards] = isMirrored() ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    if (event.key === forwards) return this.do("into"), true;
    if (event.key === backwards) return this.do("back"), true;
    return this.other(event.key);
  }

  // With Ctrl the same keys go backwards in time.
  backwards(event) {
    const does = { F10: "backOver", F11: event.shiftKey ? "backOut" : "back" }[event.key];
    if (does) this.do(does);
    return Boolean(does);
  }

  other(key) {
    const { stepper } = this;
    if (key === "g") this.find("step").select();
    else if (key === "?") this.find("help").showModal();
    else if (key === "t") this.find("theme").click();
    else return stepper.look(key);
    return true;
  }
}

function isSliding(key) {
  return key.startsWith("Arrow") || ["Home", "End", "PageUp", "PageDown"].includes(key);
}
