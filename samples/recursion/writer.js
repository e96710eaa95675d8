// The same recording as writer.c, sent live to Plyscope.
//
//   plyscope debug --listen 4711 -o nim.plytrace &     and then     node writer.js 4711
//   node writer.js > nim.jsonl                         without a port it is printed

const port = process.argv[2];
const lines = [];
const say = (fact) => lines.push(JSON.stringify(fact));
let frames = 0;

function search(matches, maximizing, parent, move) {
  const id = frames++;
  const kind = maximizing ? "max" : "min";
  say(parent === null ? { ev: "enter", id, kind } : { ev: "enter", id, parent, move, kind });
  let best = maximizing ? -1 : 1; // nothing left: who has just moved has won
  for (let take = 1; take <= 2 && take <= matches; take++) {
    const value = search(matches - take, !maximizing, id, `take ${take}`);
    if (take === 1 || (maximizing ? value > best : value < best)) best = value;
  }
  say({ ev: "leave", id, value: best, status: matches ? "inner" : "terminal" });
  return best;
}

say({ format: "plyscope-trace", version: 1, game: "matches", position: "5" });
search(5, true, null, null);

if (port === undefined) {
  console.log(lines.join("\n"));
} else {
  const socket = require("net").connect(Number(port), "127.0.0.1");
  socket.end(lines.join("\n") + "\n");
}
