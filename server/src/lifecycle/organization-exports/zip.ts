import { Zip, ZipDeflate } from 'fflate';

export type ZipEntry = { readonly name: string; readonly content: AsyncIterable<Uint8Array> };

/** Streams entries as a ZIP: it holds no more in memory than a piece of an entry. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    made.push(piece);
  });
  for await (const { name, content } of entries) {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    for await (const piece of content) {
      entry.push(piece);
      yield* made.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}
