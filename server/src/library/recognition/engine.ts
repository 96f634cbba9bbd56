import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import type { LanguageGroup } from './language-data.ts';
import type { GreyPicture } from './page-picture.ts';

/** A word; the confidence goes from 0 to 100. */
export type RecognizedWord = {
  readonly text: string;
  readonly confidence: number;
  /** True if it is higher than wide, as words are on a page that lies on its side; null if it is too short to tell. */
  readonly isTall: boolean | null;
};
export type RecognizedLine = {
  readonly text: string;
  readonly words: readonly RecognizedWord[];
  readonly beginsParagraph: boolean;
};

export type ReadingOptions = {
  /** The number of clockwise quarter turns of the picture before it is read. */
  readonly turns: 0 | 1 | 2 | 3;
  /** True to judge black and white by the surroundings of each pixel: for shadows, but it makes letters of textures. */
  readonly isAdaptive: boolean;
  /** True to read across the page, as tables are read; otherwise columns are looked for, and read one by one. */
  readonly isInRows: boolean;
};

/** Reads pictures in the languages of one group. */
export type Engine = { read(picture: GreyPicture, options: ReadingOptions): RecognizedLine[] };

// The part of Tesseract's interface that is used, as tesseract.js-core has it.
type ResultIterator = {
  Begin(): void;
  Next(level: number): boolean;
  IsAtBeginningOf(level: number): boolean;
  IsAtFinalElement(level: number, element: number): boolean;
  GetUTF8Text(level: number): string | null;
  Confidence(level: number): number;
  getBoundingBox(level: number): { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
};
type TessBaseAPI = {
  /** 1 means LSTM. Returns 0, or -1 if the data cannot be loaded. */
  Init(folder: null, languages: string, engine: 1): number;
  SetVariable(name: string, value: string): boolean;
  SetImageFile(exifOrientation: number, radians: number): void;
  FindLines(): number;
  GetGradient(): number;
  Recognize(monitor: null): number;
  GetIterator(): ResultIterator;
  Clear(): void;
};
type Core = {
  readonly FS: { writeFile(path: string, data: Uint8Array): void };
  readonly TessBaseAPI: new () => TessBaseAPI;
  destroy(object: ResultIterator): void;
};

/** Levels of the iterator (`PageIteratorLevel`). */
const [paragraph, textLine, word] = [1, 2, 3];
/** EXIF's orientations of pictures that need 0 to 3 clockwise quarter turns. */
const orientations = [1, 6, 3, 8] as const;
/** Methods of `thresholding_method`: Otsu and Sauvola. */
const [otsu, sauvola] = ['0', '2'];
/** Modes of `tessedit_pageseg_mode`: PSM_AUTO and PSM_SINGLE_COLUMN. The default takes columns for one block. */
const [inColumns, inRows] = ['3', '4'];
/** Lines that slope more, in radians, are made level first: half a degree. */
const slopeAtMost = 0.0087;
/** The least letters of a word whose shape tells how the page lies. */
const lettersOfShape = 4;

/** Loads Tesseract. */
export async function openCore(): Promise<Core> {
  const load = createRequire(import.meta.url)('tesseract.js-core/tesseract-core-simd-lstm.js') as (
    settings: object,
  ) => Promise<Core>; // the package has no types
  const silent = () => undefined;
  return load({ print: silent, printErr: silent });
}

/** Loads the data of a group. Throws an Error if Tesseract refuses it. */
export async function openEngine(core: Core, { languages, isAsian }: LanguageGroup): Promise<Engine> {
  for (const { language, file } of languages) core.FS.writeFile(dataName(language), await dataOf(file));
  const api = new core.TessBaseAPI();
  const names = languages.map(({ language }) => language.replace('/', '-')).join('+');
  if (api.Init(null, names, 1) !== 0)
    throw new Error(`Tesseract cannot use the data of ${languages.map(({ file }) => file).join(', ')}.`);
  // Otherwise a short line of Thai is taken for columns of single characters.
  if (isAsian) api.SetVariable('textord_use_cjk_fp_model', '1');
  return { read: (picture, options) => read({ core, api }, picture, options) };
}

const dataName = (language: string) => `${language.replace('/', '-')}.traineddata`;

async function dataOf(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file);
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

type Tesseract = { readonly core: Core; readonly api: TessBaseAPI };

function read(
  { core, api }: Tesseract,
  picture: GreyPicture,
  { turns, isAdaptive, isInRows }: ReadingOptions,
): RecognizedLine[] {
  const header = Buffer.from(`P5\n${picture.width} ${picture.height}\n255\n`);
  core.FS.writeFile('/input', Buffer.concat([header, picture.pixels]));
  api.SetVariable('thresholding_method', isAdaptive ? sauvola : otsu);
  api.SetVariable('tessedit_pageseg_mode', isInRows ? inRows : inColumns);
  api.SetImageFile(orientations[turns], 0);
  if (api.FindLines() !== 0) return [];
  const slope = api.GetGradient();
  if (Math.abs(slope) > slopeAtMost) api.SetImageFile(orientations[turns], slope);
  api.Recognize(null);
  const lines = linesOf({ core, api });
  api.Clear();
  return lines;
}

function linesOf({ core, api }: Tesseract): RecognizedLine[] {
  const at = api.GetIterator();
  const lines: RecognizedLine[] = [];
  at.Begin();
  do {
    const text = at.GetUTF8Text(textLine)?.trim() ?? '';
    const beginsParagraph = at.IsAtBeginningOf(paragraph);
    const words: RecognizedWord[] = [];
    for (;;) {
      const { x0, y0, x1, y1 } = at.getBoundingBox(word);
      const spelled = at.GetUTF8Text(word)?.trim() ?? '';
      if (spelled !== '') {
        const isTall = spelled.length < lettersOfShape ? null : y1 - y0 > x1 - x0;
        words.push({ text: spelled, confidence: at.Confidence(word), isTall });
      }
      if (at.IsAtFinalElement(textLine, word) || !at.Next(word)) break;
    }
    if (text !== '') lines.push({ text, words, beginsParagraph });
  } while (at.Next(textLine));
  core.destroy(at);
  return lines;
}
