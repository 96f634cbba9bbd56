import { type Unzipped, unzipSync } from 'fflate';
import { ExtractionFailure } from './document.ts';
import { decodeText } from './text-encoding.ts';

/** The maximal number of parts: a workbook of a thousand sheets has two thousand. */
const entriesAtMost = 10_000;
/** The maximal number of inflated bytes in all parts that are read. */
const inflatedAtMost = 150_000_000;
/** The maximal inflation ratio: rows of one repeated number stay below it. */
const ratioAtMost = 200;
/** The size below which the ratio does no harm. */
const ratioMattersFrom = 10_000_000;

/** The parts of a document. Their names know no case (ECMA-376, part 2, 6.2.2), and some writers turn the slashes. */
export type Parts = {
  has(name: string): boolean;
  /** Returns the text of a part, null if there is none. Throws file_too_complex for one that declares entities. */
  text(name: string): string | null;
};

/**
 * Inflates the parts of an Office document that `isWanted` names. Every reader of such a document gets its parts from
 * here: unwanted ones, such as pictures and nested archives, are never inflated, and an archive whose directory states
 * more than a document has is refused. An entry that states less than it holds is cut off there. Readers get text and
 * never bytes: what they parse is decoded once, and is what was searched for declarations.
 */
export function readParts(bytes: Uint8Array, isWanted: (name: string) => boolean): Parts {
  let entries = 0;
  let inflated = 0;
  const unzipped = unzip(bytes, ({ name, originalSize }) => {
    entries += 1;
    if (entries > entriesAtMost)
      throw new ExtractionFailure('file_too_complex', `It has more than ${entriesAtMost} parts.`);
    if (!isWanted(keyOf(name))) return false;
    inflated += originalSize;
    if (inflated > inflatedAtMost)
      throw new ExtractionFailure('file_too_complex', `It inflates to more than ${inflatedAtMost} bytes.`);
    if (inflated > ratioMattersFrom && inflated > bytes.length * ratioAtMost)
      throw new ExtractionFailure('file_too_complex', `It inflates to more than ${ratioAtMost} times its size.`);
    return true;
  });
  const parts = new Map(Object.entries(unzipped).map(([name, part]) => [keyOf(name), part]));
  return {
    has: (name) => parts.has(keyOf(name)),
    text(name) {
      const part = parts.get(keyOf(name));
      return part === undefined ? null : withoutDeclarations(name, decodeText(part));
    },
  };
}

const keyOf = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

function unzip(bytes: Uint8Array, filter: (file: { name: string; originalSize: number }) => boolean): Unzipped {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof ExtractionFailure) throw error;
    throw new ExtractionFailure('file_unreadable', 'The archive is damaged.', error);
  }
}

/** Refuses entity declarations, which can expand without end; Office documents have none. */
function withoutDeclarations(name: string, text: string): string {
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new ExtractionFailure('file_too_complex', `The part ${name} declares entities.`);
  return text;
}
