import { readFileSync } from 'node:fs';

/**
 * Changes whenever the same text would give other tokens. Stored with every passage, so that passages made by an
 * older version are found and made anew.
 */
export const TOKENIZER_VERSION = 3;

/** What a token is worth in a question: a bigram is a hint, a word is a statement. */
export type QueryTerm = { readonly term: string; readonly weight: number };

// Scripts that write no spaces. A dictionary cuts them differently from sentence to sentence, so bigrams go with
// the words always: the same two characters give the same token wherever they stand.
const ideographRun = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々〆]+/gu;
const thaiRun = /\p{sc=Thai}+/gu;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

const ideographBigramWeight = 0.5;
// Two Thai letters are part of a syllable at best: they tell apart far less than two ideographs.
const thaiBigramWeight = 0.12;

/** A lexeme of PostgreSQL holds 2 KB; a “word” this long is an address or a key, and its beginning finds it. */
const tokenMaxLength = 100;

/** More of a long prompt adds time and noise, not better passages. */
const queryMaxLength = 2_000;
const queryMaxTerms = 96;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The same letters however they were typed: compatibility forms folded, lower case. */
function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}+/gu, '').replace(/ß/g, 'ss');
}

/** Cuts the endings that tell number, gender and case apart in the seven European languages; rough on purpose. */
function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  if (word.length === 4) return word.replace(/s$/, '');
  const singular = word.replace(/(?:[aeiou]?[sn]|[aeiou])$/, '');
  return singular.length < 7 ? singular : singular.replace(/er$/, '');
}

const stopWordLists = JSON.parse(readFileSync(new URL('./stop-words.json', import.meta.url), 'utf8')) as Record<string, string>; // our own file: words with spaces between, by language
const stopWords: ReadonlySet<string> = new Set(
  Object.values(stopWordLists).flatMap((list) => list.split(' ').flatMap((word) => [normalize(word), withoutAccents(normalize(word))])),
);

function* bigrams(text: string): Generator<{ token: string; weight: number }> {
  for (const [run] of text.matchAll(ideographRun)) {
    const characters = [...run];
    for (let at = 0; at + 1 < characters.length; at++) {
      yield { token: `${characters[at]}${characters[at + 1]}`, weight: ideographBigramWeight };
    }
  }
  for (const [run] of text.matchAll(thaiRun)) {
    const clusters = Array.from(graphemes.segment(run), (part) => part.segment);
    for (let at = 0; at + 1 < clusters.length; at++) {
      yield { token: `${clusters[at]}${clusters[at + 1]}`, weight: thaiBigramWeight };
    }
  }
}

function* wordTokens(text: string): Generator<string> {
  for (const { segment, isWordLike } of words.segment(text)) {
    if (isWordLike !== true) continue;
    if (unspaced.test(segment)) {
      // one character alone says too little, and the bigrams hold it together with its neighbours
      if (graphemeCount(segment) > 1 && !stopWords.has(segment)) yield segment.slice(0, tokenMaxLength);
      continue;
    }
    // “l’organisation” and “dell’azienda” are one word to the segmenter
    for (const part of segment.split(/['’]/)) {
      const plain = withoutAccents(part);
      if (plain.length > 1 && !stopWords.has(part) && !stopWords.has(plain)) yield stem(plain).slice(0, tokenMaxLength);
    }
  }
}

function graphemeCount(text: string): number {
  let count = 0;
  for (const part of graphemes.segment(text)) if (part.segment !== '') count++;
  return count;
}

/** The distinct tokens of a text, as they are stored with a passage. */
export function tokensOf(text: string): string[] {
  const normalized = normalize(text);
  const tokens = new Set<string>(wordTokens(normalized));
  for (const { token } of bigrams(normalized)) tokens.add(token);
  return [...tokens];
}

/** The distinct tokens of a question with what each is worth; the weightiest where there are too many. */
export function queryTermsOf(text: string): QueryTerm[] {
  const normalized = normalize(text.slice(0, queryMaxLength));
  const weights = new Map<string, number>();
  for (const token of wordTokens(normalized)) weights.set(token, 1);
  for (const { token, weight } of bigrams(normalized)) {
    if (!weights.has(token) && !stopWords.has(token)) weights.set(token, weight);
  }
  return Array.from(weights, ([term, weight]) => ({ term, weight }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, queryMaxTerms);
}
