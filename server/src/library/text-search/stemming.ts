/// <reference path="./snowball-stemmers.d.ts" />
import { newStemmer, type Stemmer as Algorithm } from 'snowball-stemmers';

/**
 * The languages whose words change their endings, each with a stemmer of its own. The other languages of the product
 * write none.
 */
export const stemmedLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const;
export type StemmedLanguage = (typeof stemmedLanguages)[number];

type Rewrite = readonly [pattern: RegExp, replacement: string];
type Stemming = {
  readonly algorithm: string;
  readonly singular?: readonly Rewrite[];
  readonly ending?: readonly Rewrite[];
};

/**
 * Snowball's algorithm for each language, and what it leaves apart: plurals that `singular` makes singulars before it
 * (for Portuguese the rules of Orengo and Huyck, “A stemming algorithm for the Portuguese language”, 2001), and final
 * consonants that `ending` makes one after it (for Dutch those of Kraaij and Pohlmann, which later releases of Snowball
 * took over).
 */
const stemmings: Readonly<Record<StemmedLanguage, Stemming>> = {
  en: { algorithm: 'english' },
  de: {
    algorithm: 'german',
    singular: [
      [/innen$/, 'in'],
      [/(..[^aeiou][aou])s$/, '$1'],
    ],
  },
  fr: { algorithm: 'french', singular: [[/^(...?)s$/, '$1']] },
  es: {
    algorithm: 'spanish',
    singular: [
      [/ces$/, 'z'],
      [/(..[^aeiouáéíóú])es$/, '$1'],
      [/^(..[aeo])s$/, '$1'],
    ],
  },
  it: { algorithm: 'italian', singular: [[/^(...?)[aeio]$/, '$1']] },
  pt: {
    algorithm: 'portuguese',
    singular: [
      [/(?:ões|ães|ãos)$/, 'ão'],
      [/éis$/, 'el'],
      [/óis$/, 'ol'],
      [/(...)eis$/, '$1el'],
      [/(.[aou])is$/, '$1l'],
      [/(..[^aeiou])is$/, '$1il'],
      [/ns$/, 'm'],
      [/^(..[aeiou])s$/, '$1'],
    ],
  },
  nl: {
    algorithm: 'dutch',
    singular: [
      [/'s$/, ''],
      [/ën$/, ''],
      [/ies$/, 'ie'],
    ],
    ending: [
      [/z$/, 's'],
      [/v$/, 'f'],
      [/([bcfglmnprs])\1$/, '$1'],
    ],
  },
};

/**
 * A text repeats its words: what has been stemmed is kept, so that a word costs some 10 µs once. In characters of a Map
 * per language.
 */
const keptStemsAtMost = 20_000;

class Stemmer {
  readonly #stemming: Stemming;
  readonly #kept = new Map<string, string>();
  #algorithm: Algorithm | null = null;

  constructor(stemming: Stemming) {
    this.#stemming = stemming;
  }

  stem(word: string): string {
    const kept = this.#kept.get(word);
    if (kept !== undefined) return kept;
    const { algorithm, singular = [], ending = [] } = this.#stemming;
    this.#algorithm ??= newStemmer(algorithm);
    const stem = rewrite(this.#algorithm.stem(rewrite(word, singular)), ending);
    if (this.#kept.size >= keptStemsAtMost) this.#kept.clear();
    this.#kept.set(word, stem);
    return stem;
  }
}

const rewrite = (word: string, rewrites: readonly Rewrite[]) =>
  rewrites.reduce((rewritten, [pattern, replacement]) => rewritten.replace(pattern, replacement), word);

const stemmers = new Map(stemmedLanguages.map((language) => [language, new Stemmer(stemmings[language])]));

/** The stem of a word in lower case, with its accents: some endings are told by them. */
export function stemOf(word: string, language: StemmedLanguage): string {
  return stemmers.get(language)?.stem(word) ?? word;
}
