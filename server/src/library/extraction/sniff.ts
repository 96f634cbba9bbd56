import { fileTypeFromBuffer } from 'file-type';
import { ExtractionFailure } from './document.ts';
import type { FileKind } from './file-kinds.ts';
import { checkPictureSize } from './picture-size.ts';
import { decodeAsWritten } from './text-encoding.ts';

/** The size of the sample: enough for every mark that tells text from other bytes. */
const sampleBytes = 65_536;
const pdfMarkWithin = 1_024;
/** The name of the part that holds a password-protected Office document. */
const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le');
/** The allowed share of control characters, or one: a few may be left by an old program. */
const controlsAtMost = 0.001;
/** The allowed share of U+0000: an interrupted log and a record of fixed length are filled with it. */
const nullsAtMost = 0.5;
/**
 * Control characters used in text: line ends, tabs and pages; the end of a file in DOS; the backspace and the escape of
 * bold and coloured output.
 */
const usedInText: ReadonlySet<string> = new Set(['\b', '\t', '\n', '\v', '\f', '\r', '\u001a', '\u001b']);

/**
 * Checks a file against its name. Throws file_type_mismatch for other content, heic_unsupported for a picture in HEIC,
 * file_empty for none, and the reason for a picture that nobody can show. The beginning of a large file suffices: then
 * `isWhole` is false.
 */
export async function checkContent(bytes: Uint8Array, kind: FileKind, isWhole = true): Promise<void> {
  if (bytes.length === 0) throw new ExtractionFailure('file_empty', 'It has no bytes.');
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  if (found !== undefined && /^image\/hei[cf]/.test(found))
    throw new ExtractionFailure('heic_unsupported', `It is ${found} and not ${kind.mediaType}.`);
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
  // Two-letter marks, such as BM of a bitmap, begin many a text; but a PDF may be text from end to end.
  if (found === 'application/pdf' || !looksLikeText(bytes))
    throw new ExtractionFailure('file_type_mismatch', `It is ${found ?? 'no text'} and not ${kind.mediaType}.`);
}

/**
 * True for variants: an animated picture is a PNG all the same, and a PDF may have something before its mark, as
 * readers allow.
 */
function isVariantOf(mediaType: string, found: string | undefined, bytes: Uint8Array): boolean {
  if (mediaType === 'image/png') return found === 'image/apng';
  return (
    mediaType === 'application/pdf' &&
    found === undefined &&
    Buffer.from(bytes.subarray(0, pdfMarkWithin)).includes('%PDF-')
  );
}

/** True for an archive, as an Office document may name its kind behind large pictures; its reader decides. */
const isArchiveOf = (kind: FileKind, found: string | undefined) =>
  kind.kind === 'document' && kind.format !== 'pdf' && found === 'application/zip';

function looksLikeText(bytes: Uint8Array): boolean {
  const sample = decodeAsWritten(bytes.subarray(0, sampleBytes));
  const nulls = sample.match(/\0/g)?.length ?? 0;
  const controls = sample.match(/\p{Cc}/gu)?.filter((sign) => sign < ' ' && !usedInText.has(sign)).length ?? 0;
  return nulls <= sample.length * nullsAtMost && controls - nulls <= Math.max(1, sample.length * controlsAtMost);
}
