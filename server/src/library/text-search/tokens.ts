import { emojiIn, withoutEmoji } from './emoji.ts';
import { type StemmedLanguage, stemmedLanguages, stemOf } from './stemming.ts';
import { isStopWord, languagesOf, withoutAccents } from './stop-words.ts';

/**
 * The version of the tokenizer, raised whenever a text would get other tokens. Stored with every passage, so that
 * outdated passages are found and re-tokenised.
 */
export const TOKENIZER_VERSION = 5;

/**
 * A word of a question, or a pair of characters of a script without spaces. Any of its `tokens` is the word: nobody
 * knows which language the text that answers is written in, so a word is stemmed as in each of them.
 *
 * `weight`: a pair is a hint, a word (1) is a statement, a synonym says less.
 */
export type QueryTerm = {
  readonly term: string;
  readonly tokens: readonly string[];
  readonly weight: number;
  /** A text that holds all tokens of one of these holds the term too. */
  readonly phrases?: readonly (readonly string[])[];
  /** The terms of the question whose synonyms these are; none for its own words. */
  readonly synonymOf?: readonly string[];
};

/** True if a text with these tokens holds the term. */
export const holdsTerm = ({ tokens, phrases = [] }: QueryTerm, held: ReadonlySet<string>): boolean =>
  tokens.some((token) => held.has(token)) || phrases.some((phrase) => phrase.every((token) => held.has(token)));

// Scripts that write no spaces. A dictionary cuts them differently from sentence to sentence, so bigrams go with
// the words always: the same two characters give the same token wherever they stand.
const ideographRun = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々〆]+/gu;
const thaiRun = /\p{sc=Thai}+/gu;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

const ideographBigramWeight = 0.5;
// Two Thai letters are a part of a syllable at best: they discriminate far less than two ideographs.
const thaiBigramWeight = 0.12;

/** A lexeme of PostgreSQL holds 2 KB; a “word” this long is an address or a key, and its beginning finds it. */
const tokenMaxLength = 100;

/** The limits of a query: more of a long prompt adds time and noise, not better passages. */
const queryMaxLength = 2_000;
const queryMaxTerms = 96;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The same letters however they were typed: compatibility forms folded, lower case. */
export function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The pairs of neighbours in scripts without spaces. */
export function* bigrams(text: string): Generator<{ token: string; weight: number }> {
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

/** A word between spaces, in lower case with its accents, or one of a script without spaces. */
export type Word = { readonly text: string; readonly isUnspaced: boolean };

/** The words of a normalized text, in order. */
export function* wordsIn(normalized: string): Generator<Word> {
  for (const { segment, isWordLike } of words.segment(normalized)) {
    if (isWordLike !== true) continue;
    if (unspaced.test(segment)) {
      // a single character says too little, and the bigrams combine it with its neighbours
      if (graphemeCount(segment) > 1) yield { text: segment, isUnspaced: true };
      continue;
    }
    // “l’organisation” and “dell’azienda” are one word to the segmenter
    for (const part of segment.split(/['’]/))
      if (withoutAccents(part).length > 1) yield { text: part, isUnspaced: false };
  }
}

/** Returns the significant words with their likely languages; with all languages if that is undecidable. */
function tellingWords(normalized: string, stopWordsAtLeast: number): { words: Word[]; languages: StemmedLanguage[] } {
  const found = [...wordsIn(normalized)];
  const languages = languagesOf(
    found.map(({ text }) => text),
    stopWordsAtLeast,
  );
  const stopping = languages.length === 0 ? everyLanguage : [...languages, 'zh', 'th'];
  // A single word is meant, even if it is a stop word of some language: “mes” is a month in Spanish, and “my” in
  // French.
  const telling =
    found.length === 1
      ? found
      : found.filter(({ text }) => !isStopWord(text, stopping) && !isStopWord(withoutAccents(text), stopping));
  return { words: telling, languages };
}

const everyLanguage = [...stemmedLanguages, 'zh', 'th'];

/** Letters of which languages make words with endings: Latin ones. */
const isStemmed = ({ text, isUnspaced }: Word) => !isUnspaced && /^\p{sc=Latin}[\p{sc=Latin}\p{M}]+$/u.test(text);

/** Returns the tokens of a word in some languages: its stems as written, and as somebody without accents writes it. */
export function tokensOfWord(word: Word, languages: readonly StemmedLanguage[]): string[] {
  if (!isStemmed(word)) return [(word.isUnspaced ? word.text : withoutAccents(word.text)).slice(0, tokenMaxLength)];
  const text = word.text.slice(0, tokenMaxLength);
  const plain = withoutAccents(text);
  const stems = languages.flatMap((language) =>
    plain === text ? [stemOf(text, language)] : [stemOf(text, language), stemOf(plain, language)],
  );
  return [...new Set(stems.map((stem) => withoutAccents(stem).slice(0, tokenMaxLength)))];
}

function graphemeCount(text: string): number {
  let count = 0;
  for (const part of graphemes.segment(text)) if (part.segment !== '') count++;
  return count;
}

/**
 * The number of stop words by which a stored text counts as written in one language: its tokens are of that language
 * alone.
 */
const stopWordsOfText = 3;

/** The distinct tokens of a text, as they are stored with a passage. */
export function tokensOf(text: string): string[] {
  const normalized = normalize(withoutEmoji(text));
  const telling = tellingWords(normalized, stopWordsOfText);
  const languages = telling.languages.length === 0 ? stemmedLanguages : telling.languages;
  const tokens = new Set(telling.words.flatMap((word) => tokensOfWord(word, languages)));
  for (const { token } of bigrams(normalized)) tokens.add(token);
  for (const { token } of emojiIn(text)) tokens.add(token);
  return [...tokens];
}

/** The part of a question that is searched for, and its likely languages; none if that is undecidable. */
export function readQuestion(text: string): { normalized: string; languages: StemmedLanguage[]; telling: Word[] } {
  const normalized = normalize(withoutEmoji(text.slice(0, queryMaxLength)));
  const { words: telling, languages } = tellingWords(normalized, 1);
  return { normalized, languages, telling };
}

/** The name of a word among the terms of a question in these languages: “policy” and “policies” have one. */
export const termOf = (word: Word, [language = 'en']: readonly StemmedLanguage[]): string =>
  tokensOfWord(word, [language])[0] ?? word.text;

/** Returns the distinct words of a question with their weights; the weightiest if there are too many. */
export function queryTermsOf(text: string): QueryTerm[] {
  const { normalized, languages, telling } = readQuestion(text);
  const terms = new Map<string, QueryTerm>();
  for (const word of telling) {
    const term = termOf(word, languages);
    const tokens = new Set([...(terms.get(term)?.tokens ?? []), ...tokensOfWord(word, stemmedLanguages)]);
    terms.set(term, { term, tokens: [...tokens], weight: 1 });
  }
  for (const { token, weight } of bigrams(normalized)) {
    if (!terms.has(token) && !isStopWord(token, everyLanguage))
      terms.set(token, { term: token, tokens: [token], weight });
  }
  return Array.from(terms.values())
    .sort((one, other) => other.weight - one.weight)
    .slice(0, queryMaxTerms);
}

/** Returns the distinct emoji of a question. Beside words they are decoration, unless somebody looks for them. */
export function emojiTermsOf(text: string): QueryTerm[] {
  const found = new Set(Array.from(emojiIn(text.slice(0, queryMaxLength)), ({ token }) => token));
  return Array.from(found, (token) => ({ term: token, tokens: [token], weight: 1 })).slice(0, queryMaxTerms);
}
