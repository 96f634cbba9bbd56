import { inflateSync } from 'node:zlib';

/** The sizes of the headers of both formats, and of their table entries: https://www.w3.org/TR/WOFF/. */
const woff = { header: 44, entry: 20 } as const;
const sfnt = { header: 12, entry: 16 } as const;
const padded = (length: number) => Math.ceil(length / 4) * 4;

/**
 * Unpacks the font in a WOFF file. The PDF library reads WOFF too, but inflates a table anew for each glyph: seconds a
 * page instead of hundredths.
 */
export function unpackWoff(file: Buffer): Buffer {
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = woff.header + at * woff.entry;
    const [offset, packed, length] = [4, 8, 12].map((field) => file.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ]; // three were requested
    const bytes = file.subarray(offset, offset + packed);
    return {
      tag: file.subarray(entry, entry + 4),
      checksum: file.readUInt32BE(entry + 16),
      content: packed < length ? inflateSync(bytes) : bytes,
    };
  });
  const begin = sfnt.header + count * sfnt.entry;
  const font = Buffer.alloc(tables.reduce((sum, { content }) => sum + padded(content.length), begin));
  const power = Math.floor(Math.log2(count));
  font.writeUInt32BE(file.readUInt32BE(4), 0);
  for (const [at, value] of [count, 2 ** power * sfnt.entry, power, (count - 2 ** power) * sfnt.entry].entries())
    font.writeUInt16BE(value, 4 + at * 2);
  let end = begin;
  for (const [at, { tag, checksum, content }] of tables.entries()) {
    const entry = sfnt.header + at * sfnt.entry;
    tag.copy(font, entry);
    for (const [field, value] of [checksum, end, content.length].entries())
      font.writeUInt32BE(value, entry + 4 + field * 4);
    content.copy(font, end);
    end += padded(content.length);
  }
  return font;
}
