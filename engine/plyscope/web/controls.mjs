// Buttons, keys, the slider and playing. All of them go to a step.

import { find } from "./elements.mjs";
import { listenToSwipes } from "./pointing.mjs";

const LETTERS = {
  n: "into", p: "back", N: "over", P: "backOver", "^": "out", "<": "first", ">": "last", c: "nextCut", C: "previousCut",
  F10: "over", F11: "into", Home: "first", End: "last", " ": "play",
};

export class Controls {
  constructor(walk) {
    this.walk = walk;
    this.timer = 0;
    for (const button of document.querySelectorAll("[data-does]")) {
      button.addEventListener("click", () => this.do(button.dataset.does));
    }
    document.addEventListener("keydown", (event) => this.press(event));
    find("slider").addEventListener("input", (event) => walk.go(Number(event.target.value)));
    find("slider").max = walk.recording.lastStep;
    find("speed").addEventListener("change", () => this.timer && this.play(true));
    find("go").addEventListener("submit", (event) => {
      event.preventDefault();
      this.goToTyped();
    });
    find("step").addEventListener("change", () => this.goToTyped());
    find("step").addEventListener("focus", () => this.play(false));
    find("keys").addEventListener("click", () => find("help").showModal());
    for (const place of [find("sentence"), find("board")]) {
      listenToSwipes(place, { forwards: () => this.do("into"), backwards: () => this.do("back") });
    }
  }

  do(what) {
    if (what === "play") this.play(!this.timer);
    else {
      this.play(false);
      this.walk.do(what);
    }
  }

  play(isOn) {
    clearInterval(this.timer);
    this.timer = 0;
    if (isOn && this.walk.now.step === this.walk.recording.lastStep) this.walk.go(0);
    if (isOn) this.timer = setInterval(() => this.tick(), 1000 / Number(find("speed").value));
    find("play").setAttribute("aria-label", isOn ? "Pause" : "Play");
    find("play").querySelector("use").setAttribute("href", isOn ? "#icon-pause" : "#icon-play");
    find("sentence").setAttribute("aria-live", isOn ? "off" : "polite");
  }

  tick() {
    if (!this.walk.do("into")) this.play(false);
  }

  // The number of a step in the recording; it leads to the nearest step in the page.
  goToTyped() {
    const typed = Number.parseInt(find("step").value.replace(/[^\d-]/g, ""), 10);
    find("step").blur();
    if (!Number.isNaN(typed)) this.walk.go(this.walk.nearest(typed));
    this.walk.show();
  }

  press(event) {
    if (find("help").open) return;
    const { tagName, type } = event.target;
    if (["INPUT", "SELECT"].includes(tagName) && (type !== "range" || isSliding(event.key))) return;
    if (event.altKey || event.metaKey) return;
    if ((event.key === " " || event.key === "Enter") && event.target.tagName === "BUTTON") return;
    if (this.pressed(event)) event.preventDefault();
  }

  pressed(event) {
    const { walk } = this;
    if (event.ctrlKey) return this.backwards(event);
    if (event.key === "F11" && event.shiftKey) return this.do("out"), true;
    if (LETTERS[event.key]) return this.do(LETTERS[event.key]), true;
    if (event.target === walk.tree.canvas && walk.pressInTree(event.key)) return true;
    const isMirrored = document.documentElement.dir === "rtl";
    if (event.key === (isMirrored ? "ArrowLeft" : "ArrowRight")) return this.do("into"), true;
    if (event.key === (isMirrored ? "ArrowRight" : "ArrowLeft")) return this.do("back"), true;
    return this.other(event.key);
  }

  // With Ctrl the same keys go backwards in time.
  backwards(event) {
    const does = { F10: "backOver", F11: event.shiftKey ? "backOut" : "back" }[event.key];
    if (does) this.do(does);
    return Boolean(does);
  }

  other(key) {
    const { walk } = this;
    if (key === "g") find("step").select();
    else if (key === "?") find("help").showModal();
    else if (key === "t") find("theme").click();
    else return walk.look(key);
    return true;
  }
}

function isSliding(key) {
  return key.startsWith("Arrow") || ["Home", "End", "PageUp", "PageDown"].includes(key);
}
