import chardet from 'chardet';
import iconv from 'iconv-lite';

/** The size of the sample: more would not improve the guess of an encoding. */
const sampleBytes = 65_536;
/** The share of high bytes that are zero in UTF-16 without a mark: those of spaces, digits and signs, at least. */
const zerosOfUtf16 = 0.04;
/** The most zeros among the low bytes, for each among the high ones: a few that do not belong there. */
const strayZeros = 0.25;
/** The share of high bytes that are small, but no tabs or line ends: the letters of most scripts are below U+2000. */
const smallAtLeast = 0.5;
/** The share of large bytes in UTF-16 of other scripts: ideographs and syllables have them all over the range. */
const largeAtLeast = 0.3;

/**
 * Decodes bytes as text, without U+0000, which PostgreSQL does not hold, and without byte order marks, which stand in
 * the middle of files that were joined.
 */
export const decodeText = (bytes: Uint8Array): string => decodeAsWritten(bytes).replace(/[\0\uFEFF]/g, '');

/**
 * Decodes bytes: by their mark, as UTF-16 if every second byte looks like it, as UTF-8 if more of its letters are valid
 * than not, otherwise in the likeliest encoding. A byte that belongs to no letter is U+FFFD.
 */
export function decodeAsWritten(bytes: Uint8Array): string {
  const encoding = encodingByMark(bytes) ?? utf16WithoutMark(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  const text = new TextDecoder('utf-8').decode(bytes);
  return isMostlyUtf8(text) ? text : iconv.decode(bytes, likeliestEncoding(bytes));
}

/**
 * Says whether bytes that were decoded as UTF-8 are. In texts of sixteen older encodings there is at most one valid
 * letter for two invalid bytes, by chance; in a damaged UTF-8 text it is the other way round.
 */
function isMostlyUtf8(text: string): boolean {
  const invalid = text.match(/\uFFFD/g)?.length ?? 0;
  if (invalid === 0) return true;
  const letters = text.match(/[^\0-\x7F\uFFFD]/gu)?.length ?? 0;
  return letters >= invalid;
}

function encodingByMark(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

/** Tells UTF-16 from text with a few stray zeros by the bytes around them. */
function utf16WithoutMark(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, sampleBytes);
  const even = sample.filter((_, at) => at % 2 === 0);
  const odd = sample.filter((_, at) => at % 2 === 1);
  if (isUtf16(odd, even)) return 'utf-16le';
  return isUtf16(even, odd) ? 'utf-16be' : null;
}

function isUtf16(high: Uint8Array, low: Uint8Array): boolean {
  const shareOf = (half: Uint8Array, is: (byte: number) => boolean) => half.filter(is).length / half.length;
  const isZero = (byte: number) => byte === 0;
  const isSmall = (byte: number) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d;
  const isLarge = (byte: number) => byte >= 0x80;
  const zeros = shareOf(high, isZero);
  if (shareOf(low, isZero) > zeros * strayZeros) return false;
  if (shareOf(high, isSmall) >= smallAtLeast) return shareOf(low, isSmall) < smallAtLeast;
  if (zeros <= zerosOfUtf16) return false;
  return (
    shareOf(high, (byte) => byte < 0x20) >= smallAtLeast || shareOf(Buffer.concat([high, low]), isLarge) >= largeAtLeast
  );
}

/**
 * Returns the likeliest encoding. Some are unknown to the guesser; a second look tells them from what it takes their
 * bytes for.
 */
function likeliestEncoding(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, sampleBytes);
  if (isThai(sample)) return 'windows-874';
  const name = chardet.analyse(sample).find(({ name: candidate }) => iconv.encodingExists(candidate))?.name;
  return name ?? 'windows-1252';
}

/**
 * The share of letters: TIS-620 keeps them in one half of the upper bytes; second bytes of other encodings are all over
 * it.
 */
const lettersAtLeast = 0.99;
/** The share of vowels and tone marks among them: a third in Thai, a few by chance in Big5. */
const marksAtLeast = 0.25;
/** The length of runs: Thai writes no spaces; in Big5 every third byte is a Latin sign. */
const runAtLeast = 4;
/** The share of words in which vowels and tone marks are well placed. */
const wordsAtLeast = 0.9;
const thaiWord = /^(?:[เแโใไ]?[ก-ฮ][ัิีึืฺุู็]?[่-๎]?|[ะาำๅๆฯ๐-๙฿๏๚๛])+$/;

function isThai(sample: Uint8Array): boolean {
  const upper = sample.filter((byte) => byte >= 0x80).length;
  const words = iconv.decode(sample, 'windows-874').match(/[\u0e01-\u0e5b]+/g) ?? [];
  const letters = words.join('');
  const marks = letters.match(/[\u0e30-\u0e3a\u0e40-\u0e4e]/g) ?? [];
  const held = words.filter((word) => thaiWord.test(word)).join('');
  return (
    letters.length > 0 &&
    letters.length >= upper * lettersAtLeast &&
    marks.length >= letters.length * marksAtLeast &&
    letters.length >= words.length * runAtLeast &&
    held.length >= letters.length * wordsAtLeast
  );
}
