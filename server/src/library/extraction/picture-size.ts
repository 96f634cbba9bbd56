import { ExtractionFailure } from './document.ts';

/** The limits of an attached picture; one of 20 KB may claim a hundred times as much to fill memory. */
const pixelsAtMost = 50_000_000;
const sideAtMost = 16_384;

type Size = { readonly width: number; readonly height: number };

/** Throws for a picture without a size, and for one that no screen and no model can hold. Nothing is decoded. */
export function checkPictureSize(bytes: Uint8Array, mediaType: string): void {
  const size = sizeOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), mediaType);
  if (size === null || size.width === 0 || size.height === 0)
    throw new ExtractionFailure('file_unreadable', 'The picture does not say how large it is.');
  const { width, height } = size;
  if (Math.max(width, height) > sideAtMost || width * height > pixelsAtMost)
    throw new ExtractionFailure('file_too_complex', `The picture has ${width} × ${height} pixels.`);
}

function sizeOf(view: DataView, mediaType: string): Size | null {
  try {
    if (mediaType === 'image/png') return { width: view.getUint32(16), height: view.getUint32(20) };
    if (mediaType === 'image/gif') return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (mediaType === 'image/webp') return sizeOfWebp(view);
    return sizeOfJpeg(view);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const chunkOfWebp = 12;

function sizeOfWebp(view: DataView): Size | null {
  const chunk = String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(chunkOfWebp + at)));
  if (chunk === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (chunk !== 'VP8X') return null;
  const threeBytes = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000;
  return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
}

/** Walks the segments to the start of a frame: 0xC0 to 0xCF without the three that are tables. */
function sizeOfJpeg(view: DataView): Size | null {
  for (let at = 2; at < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}
