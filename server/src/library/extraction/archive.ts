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

/**
 * Inflates the parts of an Office document that `isWanted` names. Every reader of such a document gets its parts from
 * here: unwanted ones, such as pictures and nested archives, are never inflated, and an archive whose directory states
 * more than a document has is refused. An entry that states less than it holds is cut off there.
 */
export function readParts(bytes: Uint8Array, isWanted: (name: string) => boolean): Unzipped {
  let entries = 0;
  let inflated = 0;
  const parts = unzip(bytes, ({ name, originalSize }) => {
    entries += 1;
    if (entries > entriesAtMost)
      throw new ExtractionFailure('file_too_complex', `It has more than ${entriesAtMost} parts.`);
    if (!isWanted(name)) return false;
    inflated += originalSize;
    if (inflated > inflatedAtMost)
      throw new ExtractionFailure('file_too_complex', `It inflates to more than ${inflatedAtMost} bytes.`);
    if (inflated > ratioMattersFrom && inflated > bytes.length * ratioAtMost)
      throw new ExtractionFailure('file_too_complex', `It inflates to more than ${ratioAtMost} times its size.`);
    return true;
  });
  for (const [name, part] of Object.entries(parts)) refuseDeclarations(name, part);
  return parts;
}

function unzip(bytes: Uint8Array, filter: (file: { name: string; originalSize: number }) => boolean): Unzipped {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof ExtractionFailure) throw error;
    throw new ExtractionFailure('file_unreadable', 'The archive is damaged.', error);
  }
}

/** Refuses entity declarations, which can expand without end; Office documents have none. */
function refuseDeclarations(name: string, part: Uint8Array): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(decodeText(part)))
    throw new ExtractionFailure('file_too_complex', `The part ${name} declares entities.`);
}
