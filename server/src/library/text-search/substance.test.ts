import { readFileSync } from 'node:fs';
import { languages } from '@parlance/shared/contract/values/language';
import { passagesOf } from './passages.ts';
import { cutBySubstance, scriptWeights, substanceOf } from './substance.ts';

const workspace = new URL('../../../../', import.meta.url);

/** The texts of the product in one language, in the order of the English file. */
function textsIn(language: string): string[] {
  return ['host', 'remote-admin', 'remote-chat', 'server', 'shared'].flatMap((folder) => {
    const leaves = (value: unknown): string[] =>
      typeof value === 'string' ? [value] : Object.values(value as Record<string, unknown>).flatMap(leaves); // our own files
    return leaves(JSON.parse(readFileSync(new URL(`${folder}/locales/${language}.json`, workspace), 'utf8')));
  });
}

const inLatin = ['en', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'pt-PT', 'nl-NL'];

test.each([
  ['zh-TW', /\p{sc=Han}/gu, scriptWeights.han],
  ['th-TH', /\p{sc=Thai}/gu, scriptWeights.thai],
] as const)('the weight of a script is what its texts leave out: %s', (language, script, weight) => {
  const lengthIn = (spoken: string) => textsIn(spoken).join('').length;
  const latin = inLatin.reduce((sum, spoken) => sum + lengthIn(spoken), 0) / inLatin.length;
  const own = (textsIn(language).join('').match(script) ?? []).length;
  const measured = (latin - (lengthIn(language) - own)) / own;
  expect(Math.abs(measured / weight - 1)).toBeLessThan(0.04);
});

test('the nine translations of a text make about as many passages', () => {
  const counts = languages.map((language) => passagesOf(textsIn(language).join('\n\n')).length);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  expect(mean).toBeGreaterThan(50);
  for (const [at, count] of counts.entries()) {
    const share = count / mean;
    expect([languages[at], share > 0.65 && share < 1.35, count]).toEqual([languages[at], true, count]);
  }
});

test('a passage of several scripts holds as much as one of either', () => {
  const mixed = Array.from({ length: 400 }, () => 'Holidays are days 特別休假是假期。').join(' ');
  for (const { content } of passagesOf(mixed).slice(0, -1)) {
    expect(substanceOf(content)).toBeLessThanOrEqual(900);
    expect(substanceOf(content)).toBeGreaterThan(800);
  }
});

describe('pieces', () => {
  const family = '👩🏽‍👩🏿‍👧🏻‍👦🏼';
  test.each([
    ['families of emoji', family.repeat(500)],
    ['flags', `xyz${'🇩🇪🇹🇭🇹🇼'.repeat(500)}`],
    ['flags from another place', `xy${'🇩🇪🇹🇭🇹🇼'.repeat(500)}`],
    ['letters with accents beside them', 'n\u0303'.repeat(3_000)],
    ['syllables of Thai', 'กำ้'.repeat(2_000)],
    ['Hangul in parts', '\u1112\u1161\u11ab'.repeat(2_000)],
    ['conjuncts of Devanagari', 'क्षि'.repeat(2_000)],
    ['rare ideographs', '𠮷'.repeat(3_000)],
    ['line ends', '\r\n'.repeat(2_000)],
  ])('end between graphemes: %s', (_, text) => {
    const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    const starts = new Set(Array.from(graphemes.segment(text), ({ index }) => index));
    for (const atMost of [300, 880, 900]) {
      const pieces = cutBySubstance(text, atMost);
      expect(pieces.join('')).toBe(text);
      let at = 0;
      for (const piece of pieces) {
        expect(starts.has(at)).toBe(true);
        expect(substanceOf(piece)).toBeLessThanOrEqual(atMost);
        at += piece.length;
      }
    }
  });

  test.each([
    ['a word without end', 'x'.repeat(1_000_000)],
    ['a grapheme without end', `a${'\u0301'.repeat(1_000_000)}`],
    ['halves of pairs', '\ud83d'.repeat(500_000) + '\ude00'.repeat(500_000)],
    ['a heading of marks', `# ${'#'.repeat(500_000)}x`],
    ['a heading of spaces', `# a${' '.repeat(500_000)}b`],
    ['lines of headings', '# a\n'.repeat(250_000)],
    ['short paragraphs', 'One, two.\n\n'.repeat(5_000)],
    ['ends of sentences', '. '.repeat(500_000)],
    ['Chinese without a mark', '一'.repeat(1_000_000)],
  ])('are of bounded size, and lose nothing: %s', (_, text) => {
    const passages = passagesOf(text);
    const signs = (some: string) => some.replace(/\s/g, '').length;
    if (!text.startsWith('# a\n'))
      expect(passages.reduce((sum, { content }) => sum + signs(content), 0)).toBe(signs(text));
    for (const { heading, content } of passages) {
      if (substanceOf(content) > 900 || heading.length > 300) throw new Error(`${heading.length}, ${content.length}`);
    }
  });

  test('may hold one grapheme that alone is too long, in whole code points', () => {
    const pieces = cutBySubstance('🙂'.repeat(3), 1);
    expect(pieces).toEqual(['🙂', '🙂', '🙂']);
    expect(cutBySubstance('一二', 1)).toEqual(['一', '二']);
    for (const piece of cutBySubstance(`a${'\u{1D165}'.repeat(1_000)}`, 100)) expect(piece.isWellFormed()).toBe(true);
  });
});
