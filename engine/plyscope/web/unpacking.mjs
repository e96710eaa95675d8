// The recording from its block of Base64.

export async function unpack(letters) {
  const small = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const open = new Blob([small]).stream().pipeThrough(new DecompressionStream("deflate"));
  const block = await new Response(open).arrayBuffer();
  const length = new DataView(block).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(block, 4, length)));
  const columns = {};
  let place = 4 + length;
  for (const [name, bytes, count] of head.columns) {
    columns[name] = column(new DataView(block, place, bytes * count), bytes, count);
    place += bytes * count;
  }
  return { ...head, columns };
}

function column(view, bytes, count) {
  const numbers = new (bytes === 1 ? Uint8Array : bytes === 2 ? Uint16Array : Uint32Array)(count);
  const read = { 1: "getUint8", 2: "getUint16", 4: "getUint32" }[bytes];
  for (let at = 0; at < count; at++) numbers[at] = view[read](at * bytes, true);
  return numbers;
}
