import { fileTypeFromBuffer } from 'file-type';
import { ExtractionFailure } from '../../../library/extraction/document.ts';
import { checkPictureSize } from '../../../library/extraction/picture-size.ts';
import type { ResultContent } from '../kinds/tool-source.ts';

type RecognisedKind = { readonly type: Exclude<ResultContent['type'], 'link'>; readonly mediaType: string };

/** The pictures that browsers and models show; others are files. */
const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** The media type of what a container holds, if it is said to be a sound. */
const soundsIn: Readonly<Record<string, string>> = {
  'video/webm': 'audio/webm',
  'video/matroska': 'audio/matroska',
  'video/x-matroska': 'audio/x-matroska',
  'video/mp4': 'audio/mp4',
  'video/ogg': 'audio/ogg',
  'application/ogg': 'audio/ogg',
};

const mediaTypeMaxLength = 100;
/** RFC 6838 §4.2, without parameters. */
const mediaTypePattern = /^[a-z\d][\w!#$&^.+-]*\/[a-z\d][\w!#$&^.+-]*$/;

/** Returns a media type without its parameters, in small letters; empty if it is none. */
export function plainMediaType(stated: string): string {
  const plain = stated.split(';')[0]?.trim().toLowerCase() ?? '';
  return plain.length <= mediaTypeMaxLength && mediaTypePattern.test(plain) ? plain : '';
}

/**
 * Tells what bytes are. What is said to be a picture or a sound, or of which nothing is said, is judged by its own
 * marks. Returns null for what is said to be one and is none, and for a picture that nobody can show.
 */
export async function recognise(
  bytes: Buffer,
  stated: string,
  wanted: RecognisedKind['type'] = 'file',
): Promise<RecognisedKind | null> {
  const mediaType = plainMediaType(stated);
  const isVague = mediaType === '' || mediaType === 'application/octet-stream';
  const said = mediaType.startsWith('image/') ? 'image' : mediaType.startsWith('audio/') ? 'audio' : wanted;
  if (said === 'file' && !isVague) return { type: 'file', mediaType };
  const found = await markedType(bytes);
  if (pictures.has(found) && said !== 'audio')
    return isShowable(bytes, found) ? { type: 'image', mediaType: found } : null;
  if (found.startsWith('audio/') && said !== 'image') return { type: 'audio', mediaType: found };
  const sound = said === 'audio' ? soundsIn[found] : undefined;
  if (sound !== undefined) return { type: 'audio', mediaType: sound };
  if (said === 'image' && found.startsWith('image/')) return { type: 'file', mediaType: found };
  if (said === 'image' && isDrawing(bytes)) return { type: 'file', mediaType: 'image/svg+xml' };
  return said === 'file' ? { type: 'file', mediaType: isVague && found !== '' ? found : mediaType } : null;
}

/** Returns the media type that the first bytes tell; empty for none. An animated PNG is one all the same. */
async function markedType(bytes: Buffer): Promise<string> {
  const found = (await fileTypeFromBuffer(bytes))?.mime.split(';')[0] ?? '';
  // Three letters alone begin many a text.
  if (found === 'image/gif' && !/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return '';
  return found === 'image/apng' ? 'image/png' : found;
}

function isShowable(bytes: Buffer, mediaType: string): boolean {
  try {
    checkPictureSize(bytes, mediaType);
    return true;
  } catch (error) {
    if (error instanceof ExtractionFailure) return false;
    throw error;
  }
}

/** True for SVG: it may hold scripts, and is given out as a file only. */
const isDrawing = (bytes: Buffer) =>
  /^\uFEFF?\s*<(\?xml|!--|!doctype\s+svg|svg)/i.test(bytes.toString('utf8', 0, 1_000)) && bytes.includes('<svg');
