import { readFileSync } from 'node:fs';
import { stemmedLanguages } from './stemming.ts';
import { languagesOf } from './stop-words.ts';
import { queryTermsOf, tokensOf } from './tokens.ts';

/** Ordinary nouns of an office, “singular plural”, by language. */
const pairs = JSON.parse(readFileSync(new URL('./singular-plural.json', import.meta.url), 'utf8')) as Record<
  string,
  string[]
>; // our own file

/** A sentence around a word, by whose stop words its language is told. */
const sentences = {
  en: (word: string) => `This is what you should have about the ${word} of it.`,
  de: (word: string) => `Das ist, was wir über ${word} und nicht mit den anderen haben.`,
  fr: (word: string) => `C’est ce que nous avons avec ${word} dans la maison pour vous.`,
  es: (word: string) => `Esto es lo que tenemos para los que están con ${word} en la casa.`,
  it: (word: string) => `Questo è quello che abbiamo per gli altri con ${word} nella casa.`,
  pt: (word: string) => `Isto é o que temos para os que estão com ${word} em uma casa.`,
  nl: (word: string) => `Dit is wat wij hebben voor de anderen met ${word} in het huis.`,
} as const;

/** The number of pairs that must match; changes to the rest are named. May rise, and may not fall. */
const meetAtLeast = { en: 70, de: 63, fr: 61, es: 61, it: 58, pt: 64, nl: 62 } as const;

const finds = (asked: string, text: string): boolean => {
  const tokens = new Set(tokensOf(text));
  return queryTermsOf(asked).every((term) => term.tokens.some((token) => tokens.has(token)));
};

test.each(stemmedLanguages)('singular and plural find each other: %s', (language) => {
  const sentence = sentences[language];
  expect(
    languagesOf(
      sentence('')
        .toLowerCase()
        .split(/\P{L}+/u),
      3,
    ),
  ).toContain(language);
  const apart = (pairs[language] ?? []).filter((pair) => {
    const [singular = '', plural = ''] = pair.split(' ');
    return !finds(plural, sentence(singular)) || !finds(singular, sentence(plural));
  });
  const met = (pairs[language] ?? []).length - apart.length;
  if (met !== meetAtLeast[language]) console.info(`${language}: ${met} meet, apart are ${apart.join(', ')}`);
  expect(met).toBeGreaterThanOrEqual(meetAtLeast[language]);
});

test.each(stemmedLanguages)('a word of its own, in a heading or a question, finds both: %s', (language) => {
  const apart = (pairs[language] ?? []).filter((pair) => {
    const [singular = '', plural = ''] = pair.split(' ');
    return !finds(plural, singular) || !finds(singular, plural);
  });
  expect(apart.length).toBeLessThanOrEqual(2);
});

test('a text has the endings of its own language alone, and a word that no language is told of those of all', () => {
  expect(tokensOf(sentences.en('regulations'))).toEqual(['regul']);
  expect(tokensOf('regulations').length).toBeGreaterThan(2);
});

test('words that differ in more than their endings stay apart', () => {
  for (const [asked, other] of [
    ['Kündigung', 'Kunde'],
    ['compte', 'comité'],
    ['contract', 'contact'],
    ['policy', 'police'],
    ['pensão', 'peso'],
    ['huis', 'huur'],
    ['ufficio', 'uffa'],
  ] as const) {
    expect([asked, other, finds(asked, other)]).toEqual([asked, other, false]);
  }
});

test('a stop word of one language is a word in another', () => {
  expect(finds('mes', sentences.es('mes'))).toBe(true);
  expect(finds('mes', sentences.fr('projets'))).toBe(false);
});
