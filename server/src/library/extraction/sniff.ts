import { fileTypeFromBuffer } from 'file-type';
import { ExtractionFailure } from './document.ts';
import type { FileKind } from './file-kinds.ts';
import { checkPictureSize } from './picture-size.ts';
import { decodeText } from './text-encoding.ts';

/** Enough for every mark that tells text from other bytes. */
const sampleBytes = 65_536;
const pdfMarkWithin = 1_024;
/** The name of the part that holds an Office document which asks for a password. */
const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le');
/** A control character that no text has: a few may be the remains of an old program. */
const controlsAtMost = 0.001;
/** Line ends, tabs and pages; the escape with which programs colour what they print. */
const usedInText: ReadonlySet<string> = new Set(['\t', '\n', '\v', '\f', '\r', '\u001b']);

/**
 * Holds a file to what its name says. Throws file_type_mismatch where the content is something else, file_empty where
 * there is none, and for a picture whatever makes it one that nobody can show. The beginning of a large file is enough:
 * then `isWhole` is false.
 */
export async function checkContent(bytes: Uint8Array, kind: FileKind, isWhole = true): Promise<void> {
  if (bytes.length === 0) throw new ExtractionFailure('file_empty', 'It has no bytes.');
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  if (kind.isBinary) {
    if (found === 'application/x-cfb' && Buffer.from(bytes).includes(encryptedPart))
      throw new ExtractionFailure('file_encrypted', 'It is an Office document under a password.');
    if (
      found !== kind.mediaType &&
      !isVariantOf(kind.mediaType, found, bytes) &&
      (isWhole || !isArchiveOf(kind, found))
    )
      throw new ExtractionFailure(
        'file_type_mismatch',
        `It is ${found ?? 'of no known type'} and not ${kind.mediaType}.`,
      );
    if (kind.kind === 'image') checkPictureSize(bytes, kind.mediaType);
    return;
  }
  // Marks of two letters, such as BM of a bitmap, begin many a text; but a PDF may be text from end to end.
  if (found === 'application/pdf' || !looksLikeText(bytes))
    throw new ExtractionFailure('file_type_mismatch', `It is ${found ?? 'no text'} and not ${kind.mediaType}.`);
}

/** A picture that moves is a PNG all the same, and a PDF may have something before its mark, as its readers allow. */
function isVariantOf(mediaType: string, found: string | undefined, bytes: Uint8Array): boolean {
  if (mediaType === 'image/png') return found === 'image/apng';
  return (
    mediaType === 'application/pdf' &&
    found === undefined &&
    Buffer.from(bytes.subarray(0, pdfMarkWithin)).includes('%PDF-')
  );
}

/** An Office document may name its kind behind large pictures; whether it is one, its reader says. */
const isArchiveOf = (kind: FileKind, found: string | undefined) =>
  kind.kind === 'document' && kind.format !== 'pdf' && found === 'application/zip';

function looksLikeText(bytes: Uint8Array): boolean {
  const sample = decodeText(bytes.subarray(0, sampleBytes));
  const controls = sample.match(/\p{Cc}/gu)?.filter((sign) => sign < ' ' && !usedInText.has(sign)).length ?? 0;
  return controls <= sample.length * controlsAtMost;
}
