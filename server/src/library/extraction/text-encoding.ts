import chardet from 'chardet';
import iconv from 'iconv-lite';

/** The size of the sample: more would not improve the guess of an encoding. */
const sampleBytes = 65_536;
/**
 * The share of zero bytes in UTF-16 without a mark: in most scripts every second byte of spaces, digits and signs is
 * zero.
 */
const zerosOfUtf16 = 0.02;

/** Decodes bytes: by their mark, as UTF-8 if valid, otherwise in the likeliest encoding. */
export function decodeText(bytes: Uint8Array): string {
  const marked = encodingByMark(bytes);
  if (marked !== null) return iconv.decode(bytes, marked);
  const utf16 = utf16WithoutMark(bytes);
  if (utf16 !== null) return iconv.decode(bytes, utf16);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    // A text that is not UTF-8 has one of the older encodings.
    return iconv.decode(bytes, likeliestEncoding(bytes));
  }
}

function encodingByMark(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

function utf16WithoutMark(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, sampleBytes);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (sample.length % 2 === 1) return null;
  if (odd > sample.length * zerosOfUtf16 && even === 0) return 'utf-16le';
  if (even > sample.length * zerosOfUtf16 && odd === 0) return 'utf-16be';
  return null;
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
