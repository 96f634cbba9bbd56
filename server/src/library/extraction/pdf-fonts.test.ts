import type { PDFPageProxy } from 'unpdf/pdfjs';
import { type LoadedFont, isMostlyStray, judgeFont, withoutStrays } from './pdf-font.ts';
import { PdfFonts } from './pdf-fonts.ts';

/** A map from codes, as PDF.js tells of a font. */
const mapOf = (characters: string, from = 33) => {
  const map: string[] = [];
  [...characters].forEach((character, at) => (map[from + at] = character));
  return map;
};
const roman = mapOf(Array.from({ length: 215 }, (_, at) => String.fromCharCode(33 + at)).join(''));
/** A font of old files: embedded, and all it has are codes, for which PDF.js assumes an encoding. */
const assumed: LoadedFont = { composite: false, isSymbolicFont: true, differences: [], toUnicode: { _map: roman } };

/** A page that draws with one font, loaded once it is drawn. */
function pageWith(name: string, font: LoadedFont) {
  let isDrawn = false;
  const commonObjs = { has: (asked: string) => isDrawn && asked === name, get: () => font };
  return {
    page: { commonObjs } as unknown as PDFPageProxy, // as much of a page as fonts are judged by
    draw: () => {
      isDrawn = true;
      return Promise.resolve(true);
    },
  };
}

async function judged(font: LoadedFont, ...pages: readonly string[]) {
  const fonts = new PdfFonts();
  const { page, draw } = pageWith('f1', font);
  for (const text of pages) await fonts.judge(page, new Map([['f1', text]]), draw);
  return { isUnmapped: fonts.isUnmapped('f1'), isLate: fonts.hasLateFinding };
}

describe('a font that only has codes', () => {
  test('is text where they are spread as letters are', async () => {
    expect(await judged(assumed, 'THE QUICK BROWN FOX, 1998: JUMPS (OVER) A LAZY DOG')).toEqual({
      isUnmapped: false,
      isLate: false,
    });
  });

  test.each(['ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789', 'A'])('is text where it has the headings %s', async (text) => {
    expect((await judged(assumed, text)).isUnmapped).toBe(false);
  });

  test('is unmapped where glyphs were numbered, as they came or in another order', async () => {
    const numbered = '!"#$%&\'()*+,-./0123';
    expect(await judged(assumed, numbered)).toEqual({ isUnmapped: true, isLate: false });
    expect((await judged(assumed, [...numbered].reverse().join(''))).isUnmapped).toBe(true);
  });

  test('is found to be unmapped on a later page, so that earlier ones are read again', async () => {
    expect(await judged(assumed, '!"#$%', "!&#'()*", '+,-./')).toEqual({ isUnmapped: true, isLate: true });
  });
});

describe('what the file says of a font', () => {
  const sample = '7UDLQV EHIRUH SODQHV';
  test.each<[string, LoadedFont, string | null]>([
    ['nothing', { composite: true, toUnicode: {} }, 'unmapped'],
    ['a map', { composite: true, toUnicode: { _map: mapOf(sample) } }, 'text'],
    ['a map of the space alone', { composite: true, toUnicode: { _map: mapOf(' ') } }, 'unmapped'],
    ['a map of ligatures', { composite: true, toUnicode: { _map: ['ﬃ', 'ﬁ', 'ab', 'c'] } }, 'text'],
  ])('%s', (_, font, judgement) => {
    const text = font.toUnicode?._map?.[0] === 'ﬃ' ? 'ffi fi ab c ffi fi ab c' : sample;
    expect(judgeFont(font, text)).toBe(judgement);
  });

  test('codes that are Unicode, as some programs write them, are text', () => {
    const font: LoadedFont = { composite: true, toUnicode: {} };
    expect(judgeFont(font, 'Trains before planes, always.')).toBe('text');
    expect(judgeFont(font, 'Trains before\u0003planes, always.')).toBe('unmapped');
  });

  test('a sample of a few signs is too short to say that a map lacks most of them', () => {
    expect(judgeFont({ composite: true, toUnicode: { _map: mapOf('a') } }, 'xyz')).toBeNull();
  });

  test('names that are codes are none of dingbats', () => {
    const differences = (of: (code: number) => string) =>
      Array.from({ length: 40 }, (_, at) => (at < 33 ? undefined : of(at)));
    const dingbats = { _map: mapOf('✁✂✃✄☎✆✇') };
    expect(
      judgeFont({ composite: false, differences: differences((code) => `a${code}`), toUnicode: dingbats }, '✁✂'),
    ).toBe('unmapped');
    expect(
      judgeFont({ composite: false, differences: differences((code) => `a${code - 32}`), toUnicode: dingbats }, '✁✂✃'),
    ).toBe('doubtful');
  });
});

test('a font that is plainly words is not looked at', async () => {
  const fonts = new PdfFonts();
  const { page } = pageWith('f1', assumed);
  await fonts.judge(page, new Map([['f1', 'Trains before planes.']]), () => Promise.reject(new Error('It was drawn.')));
  await fonts.judge(page, new Map([['f2', 'ΑΒΓ']]), () => Promise.resolve(false));
  expect([fonts.isUnmapped('f1'), fonts.isUnmapped('f2')]).toEqual([false, false]);
});

test('a few signs that are no text go in silence, and many take the others with them', () => {
  const bullet = '\uf0b7 First point\u0000 of the list\ufffd';
  expect(withoutStrays(bullet)).toBe(' First point of the list');
  expect(isMostlyStray(bullet)).toBe(false);
  expect(isMostlyStray('\u0001\u0002A\u0003B')).toBe(true);
  expect(withoutStrays('line\n\ttab')).toBe('line\n\ttab');
  expect(isMostlyStray('年假二十五天 ลาพักร้อน الإجازة ∑ᵢ≤√')).toBe(false);
});
