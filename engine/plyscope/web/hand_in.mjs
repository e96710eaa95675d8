// What is handed in: the answers as a file, or as a code that mail and forms let through.

import { wholeNumber } from "./entries.mjs";

function jsonNumber(number) {
  return number === null ? null : Number.isFinite(number) ? number : number > 0 ? "inf" : "-inf";
}

// The struck edges, but for those below nodes that were given up: they are the key's.
export function struckBy(exercise, answers) {
  return new Set([...answers.pruned].filter((number) => !answers.givenUp.has(exercise.nodes[number].parent)));
}

// The answers as `exercise check` reads them.
export function answersAsJson(exercise, student, answers) {
  const name = (number) => exercise.nodes[number].name;
  const named = (map, write) => Object.fromEntries([...map].map(([number, entry]) => [name(number), write(entry)]));
  const ends = (window) => window.map(jsonNumber);
  return {
    exercise: exercise.id,
    student,
    values: named(answers.values, (entry) => (entry.sign ? entry.sign + wholeNumber(entry.number) : jsonNumber(entry.number))),
    windows_in: named(answers.windowsIn, ends),
    windows_out: named(answers.windowsOut, ends),
    pruned: answers.pruned === null ? null : [...struckBy(exercise, answers)].map(name),
    best: answers.best === null ? null : name(answers.best),
  };
}

// The code: compressed where the browser can, else wrapped as it is.
export async function codeOf(json) {
  const bytes = new TextEncoder().encode(JSON.stringify(json));
  const packed = typeof CompressionStream === "undefined" ? wrapped(bytes) : await deflated(bytes);
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return "PLY1." + letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// A zlib stream of stored blocks.
function wrapped(bytes) {
  const out = [0x78, 0x01];
  for (let start = 0; start === 0 || start < bytes.length; start += 65535) {
    const block = bytes.subarray(start, start + 65535), size = block.length;
    const last = start + 65535 >= bytes.length ? 1 : 0;
    out.push(last, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255, ...block);
  }
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  out.push(high >> 8, high & 255, low >> 8, low & 255);
  return new Uint8Array(out);
}
