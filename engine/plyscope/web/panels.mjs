// The panels beside the tree: the sentence, the position, the window, the source, the call stack.

import { ofShade } from "./colours.mjs";
import { element, grouped, Part, set, svg, write } from "./elements.mjs";
import { CHANCE } from "./recording.mjs";

const MAX_ROWS = 40, MAX_BARS = 24, MAX_MOVES = 30;

export class Panels extends Part {
  constructor(root, recording, boards) {
    super(root);
    this.recording = recording;
    this.boards = boards;
    this.codeLines = [...this.find("code").children];
    this.marked = [];
    this.rows = [];
    const { data } = recording;
    for (const part of root.querySelectorAll(".windowed")) part.hidden = !data.windowed;
    for (const part of root.querySelectorAll(".keeps-move")) part.hidden = !data.keepsMove;
    this.find("window").hidden = !data.windowed;
    this.find("ghost-legend").hidden = !Object.keys(data.ghosts).length;
    this.find("chance-legend").hidden = !recording.kind.includes(CHANCE);
    this.find("table-legend").hidden = !Object.keys(data.storedBy).length;
    this.find("code-panel").hidden = !this.codeLines.length;
    this.find("main").classList.toggle("no-source", !this.codeLines.length);
    const first = this.codeLines[recording.enterLine[0] - 1];
    if (first) this.find("code").scrollTop = first.offsetTop;
  }

  show(now, stack, colours) {
    const { recording } = this;
    const here = stack.top;
    this.showParts(this.find("sentence"), recording.sentenceAt(now.step), colours);
    this.showParts(this.find("reason"), recording.reasonAt(now.step), colours);
    this.showPosition(here, stack, colours);
    this.showWindow(here);
    this.showSource(now, stack);
    this.showStack(stack);
  }

  // Values are boxes in the colours of their nodes.
  showParts(place, parts, colours) {
    place.replaceChildren(...parts.map(([text, kind, shade]) => {
      const part = element("span", kind, text);
      if (kind === "value") part.style.background = ofShade(colours, shade);
      return part;
    }));
  }

  showPosition(here, stack, colours) {
    const { recording, boards } = this;
    boards.show(this.find("board"), here.frame, colours);
    const side = recording.side(here.frame);
    write(this.find("ply"), [side, "ply " + (recording.data.ply + here.ply)].filter(Boolean).join(" · "));
    const path = [...recording.data.path, ...stack.moves(MAX_MOVES + 1)];
    write(this.find("way"), path.length ? shortPath(path).join("  ") : "The root");
    const note = recording.data.notes[here.frame];
    this.find("note").hidden = !note;
    write(this.find("note"), note || "");
  }

  showWindow(here) {
    if (!this.recording.data.windowed) return;
    const [alpha, beta] = [here.alpha, here.beta];
    write(this.find("bounds"), `α = ${alpha[0]}   β = ${beta[0]}`);
    const place = ([text, shade]) => (text.endsWith("∞") ? (text[0] === "-" ? 0 : 100) : 50 + 40 * shade);
    const [left, right] = [place(alpha), place(beta)];
    this.find("alpha-mark").style.insetInlineStart = left + "%";
    this.find("beta-mark").style.insetInlineStart = right + "%";
    this.find("inside").style.insetInlineStart = Math.min(left, right) + "%";
    this.find("inside").style.width = Math.max(0, right - left) + "%";
    this.find("number-line").classList.toggle("closed", right <= left);
  }

  showSource(now, stack) {
    if (!this.codeLines.length) return;
    for (const line of this.marked) {
      line.className = "";
      line.removeAttribute("aria-current");
      line.querySelector(".values")?.remove();
    }
    this.marked = [];
    const mark = (number, kind) => {
      const line = this.codeLines[number - 1];
      if (!line) return null;
      if (kind) line.classList.add(kind);
      this.marked.push(line);
      return line;
    };
    for (const line of stack.lines) mark(line, "caller");
    const values = new Map();
    for (const [line, text] of this.recording.inlineValuesAt(now.step)) {
      values.set(line, [...(values.get(line) || []), text]);
    }
    for (const [number, texts] of values) mark(number, "")?.append(element("span", "values", texts.join("  ")));
    const line = mark(this.recording.lineAt(now), "now");
    if (!line) return;
    line.setAttribute("aria-current", "step");
    const list = this.find("code");
    if (line.offsetTop < list.scrollTop || line.offsetTop + line.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = line.offsetTop - list.clientHeight / 2;
    }
  }

  // Rows are kept, and only differences are written: a step changes little. Of a deep stack, the end is shown.
  showStack(stack) {
    const body = this.find("stack").tBodies[0], shown = Math.min(stack.length, MAX_ROWS);
    const frames = stack.length === 1 ? "1 frame" : grouped(stack.length) + " frames";
    write(this.find("depth"), shown < stack.length ? `${frames}, the last ${shown}` : frames);
    while (this.rows.length < shown) this.rows.push(this.stackRow());
    if (body.children.length !== shown) body.replaceChildren(...this.rows.slice(0, shown).map(({ row }) => row));
    for (let at = 0; at < shown; at++) this.fillRow(this.rows[at], stack.at(stack.length - 1 - at), at === 0);
  }

  stackRow() {
    const row = element("tr");
    const cells = ["ply", "side", "move", "alpha windowed", "beta windowed", "best", "best-move keeps-move", "tried"]
      .map((kind) => row.appendChild(element("td", kind)));
    const { windowed, keepsMove } = this.recording.data;
    cells[3].hidden = cells[4].hidden = !windowed;
    cells[6].hidden = !keepsMove;
    cells[2].dir = cells[6].dir = "auto";
    const pill = cells[5].appendChild(element("span", "pill"));
    const bars = cells[7].appendChild(svg("svg", { height: 12, class: "bars" }));
    return { row, cells, pill, bars, key: "" };
  }

  fillRow({ row, cells, pill, bars }, open, isNow) {
    const { recording } = this;
    row.classList.toggle("now", isNow);
    if (isNow) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
    row.dataset.frame = open.frame;
    const side = recording.side(open.frame);
    const texts = [recording.data.ply + open.ply, side, open.move || "–", open.alpha[0], open.beta[0]];
    texts.forEach((text, at) => write(cells[at], String(text)));
    cells[1].dataset.side = side;
    const [text, shade] = open.value || open.best;
    write(pill, text);
    const isKnown = open.value || open.tried.length;
    const kind = "pill" + (isKnown && text ? ` shaded ${shade > 0.33 ? "max" : shade < -0.33 ? "min" : "even"}` : "");
    if (pill.className !== kind) pill.className = kind;
    write(cells[6], open.bestMove);
    this.fillBars(bars, open);
  }

  // Tried moves are full bars, the current one is higher, the others are low and pale.
  fillBars(bars, open) {
    const awaited = open.trying !== null && !open.tried.includes(open.trying) ? 1 : 0;
    const key = [open.tried.length, awaited, open.left.length].join();
    const words = [["Tried", open.tried], ["Trying", awaited ? [open.trying] : []], ["Left", open.left]]
      .filter(([, moves]) => moves.length).map(([name, moves]) => `${name}: ${severalMoves(moves)}`).join(". ");
    bars.parentNode.title = words;
    bars.setAttribute("aria-label", words);
    if (bars.dataset.key === key) return;
    bars.dataset.key = key;
    const total = open.tried.length + awaited + open.left.length;
    const wide = total ? Math.min(6, 48 / total) : 0;
    set(bars, { width: Math.max(1, wide * total), role: "img" });
    const kinds = [["tried", open.tried.length, 7], ["trying", awaited, 12], ["left", open.left.length, 4]];
    const drawn = [];
    let x = 0;
    for (const [kind, count, high] of kinds) {
      const single = wide < 2.5;
      for (let at = 0; at < (single ? Math.min(count, 1) : count); at++) {
        const room = single ? wide * count : wide;
        const width = Math.max(0.8, room - (single ? 0 : 1.5));
        drawn.push(svg("rect", { class: kind, x, y: (12 - high) / 2, width, height: high }));
        x += room;
      }
    }
    bars.replaceChildren(...drawn);
  }
}

function severalMoves(moves) {
  if (moves.length <= MAX_BARS) return moves.join(" ");
  return `${moves.slice(0, MAX_BARS).join(" ")} and ${moves.length - MAX_BARS} more`;
}

// The path to a frame; of a long one the end.
function shortPath(path) {
  return path.length <= MAX_MOVES ? path : ["…", ...path.slice(1 - MAX_MOVES)];
}
