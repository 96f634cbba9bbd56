/** Splits bytes into parts of `partBytes`; the last one has the rest. An empty content has no part. */
export async function* partsOf(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer, undefined> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    held.push(chunk);
    size += chunk.length;
    if (size < partBytes) continue;
    const all = Buffer.concat(held, size);
    let at = 0;
    for (; size - at >= partBytes; at += partBytes) yield all.subarray(at, at + partBytes);
    held = at === size ? [] : [Buffer.from(all.subarray(at))];
    size -= at;
  }
  if (size > 0) yield Buffer.concat(held, size);
}
