import { type Unzipped, unzipSync } from 'fflate';
import { ExtractionFailure } from './document.ts';
import { decodeText } from './text-encoding.ts';

/** Parts of a document: a workbook of a thousand sheets has two thousand. */
const entriesAtMost = 10_000;
/** Bytes of all parts that are read, inflated. */
const inflatedAtMost = 150_000_000;
/** The maximal inflation ratio: rows of one repeated number stay below it. */
const ratioAtMost = 200;
/** The size below which the ratio does no harm. */
const ratioMattersFrom = 10_000_000;

/**
 * The parts of an Office document that `isWanted` names, inflated. Everything that reads such a document gets its parts
 * from here: what is not wanted, such as pictures and archives inside the archive, is never inflated, and what inflates
 * to more than a document has is refused by what the archive says of itself. An entry that says less than it holds is
 * cut off there.
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

/** Entities that are declared in the document can grow without end; Office documents declare none. */
function refuseDeclarations(name: string, part: Uint8Array): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(decodeText(part)))
    throw new ExtractionFailure('file_too_complex', `The part ${name} declares entities.`);
}
