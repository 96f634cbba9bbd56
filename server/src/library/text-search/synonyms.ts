import { readFileSync } from 'node:fs';
import { type StemmedLanguage, stemmedLanguages } from './stemming.ts';
import { isStopWord } from './stop-words.ts';
import {
  type QueryTerm,
  type Word,
  bigrams,
  emojiTermsOf,
  queryTermsOf,
  readQuestion,
  termOf,
  tokensOfWord,
  wordsIn,
} from './tokens.ts';

/** The value of a synonym, as a part of that of the word asked for; together they stay below it. */
const weightInLanguage = 0.55;
const weightInOthers = 0.4;
/** The concepts of one question: each costs two more terms, of some forty tokens. */
const conceptsAtMost = 12;

type Language = StemmedLanguage | 'th' | 'zh';
const languagesOfList = [...stemmedLanguages, 'th', 'zh'] as const;
/** What something is called, with commas between, by language. */
type Concept = Readonly<Record<Language, string>>;

/** The expressions of scripts without spaces, each with its concept. */
type TextIndex = {
  readonly byText: ReadonlyMap<string, { readonly concept: Concept; readonly language: Language }>;
  readonly longest: number;
};

/** The expressions of a language with spaces: the concept of each, by its stems with spaces between. */
type StemIndex = { readonly byStems: ReadonlyMap<string, Concept>; readonly mostWords: number };

/** Read with the first question, each language with the first in it: to stem them all takes a quarter of a second. */
let list: readonly Concept[] | null = null;
let textIndex: TextIndex | null = null;
const stemIndexes = new Map<StemmedLanguage, StemIndex>();

function readConcepts(): readonly Concept[] {
  list ??= Object.values(
    // our own file
    JSON.parse(readFileSync(new URL('./office-concepts.json', import.meta.url), 'utf8')) as Record<string, Concept>,
  );
  return list;
}

function readTextIndex(): TextIndex {
  const byText = new Map(
    readConcepts().flatMap((concept) =>
      (['th', 'zh'] as const).flatMap((language) =>
        concept[language].split(', ').map((text) => [text, { concept, language }] as const),
      ),
    ),
  );
  return { byText, longest: Math.max(...Array.from(byText.keys(), (text) => text.length)) };
}

function stemIndexOf(language: StemmedLanguage): StemIndex {
  const known = stemIndexes.get(language);
  if (known !== undefined) return known;
  const byStems = new Map<string, Concept>();
  let mostWords = 0;
  for (const concept of readConcepts())
    for (const form of formsOfConcept(concept, language)) {
      byStems.set(form.join(' '), concept);
      mostWords = Math.max(mostWords, form.length);
    }
  const index = { byStems, mostWords };
  stemIndexes.set(language, index);
  return index;
}

/** The forms of concepts that questions named: what is asked once is asked again. */
const keptForms = new Map<Concept, Partial<Record<Language, readonly string[][]>>>();

/** The tokens of each expression of a concept: its stems, or its pairs of characters. */
function formsOfConcept(concept: Concept, language: Language): readonly string[][] {
  const kept = keptForms.get(concept) ?? {};
  keptForms.set(concept, kept);
  return (kept[language] ??= concept[language]
    .split(', ')
    .flatMap((text) =>
      language === 'th' || language === 'zh'
        ? [Array.from(bigrams(text), ({ token }) => token)]
        : formsOf(tellingIn(wordsIn(text), language), language),
    ));
}

const tellingIn = (words: Iterable<Word>, language: StemmedLanguage) =>
  [...words].filter(({ text }) => !isStopWord(text, [language]));

/** The stems of words in a language, as written and as somebody without accents writes them. */
function formsOf(words: readonly Word[], language: StemmedLanguage): string[][] {
  const stems = words.map((word) => tokensOfWord(word, [language]));
  const asWritten = stems.map(([stem = '']) => stem);
  const plain = stems.map((tokens) => tokens.at(-1) ?? '');
  return asWritten.join(' ') === plain.join(' ') ? [asWritten] : [asWritten, plain];
}

/** A concept that a question names: by which of its terms, and in which languages. */
type Mention = { readonly terms: Set<string>; readonly languages: Set<Language> };

/**
 * Returns the terms of a question, and after them the synonyms of those that belong to a concept of office life: one
 * term for what it is called in the language of the question, and one for the other languages. Emoji decorate words:
 * they are terms only of a question without any.
 */
export function termsWithSynonyms(text: string): QueryTerm[] {
  const terms = queryTermsOf(text);
  if (terms.length === 0) return emojiTermsOf(text);
  const names = new Set(terms.map(({ term }) => term));
  const synonyms: QueryTerm[] = [];
  for (const [concept, { terms: mentioned, languages }] of mentionsIn(text, terms)) {
    if (synonyms.length >= 2 * conceptsAtMost) break;
    const synonymOf = [...mentioned].filter((term) => names.delete(term));
    if (synonymOf.length === 0) continue;
    const known = new Set(terms.flatMap(({ term, tokens }) => (synonymOf.includes(term) ? tokens : [])));
    for (const isOwn of [true, false]) {
      const forms = languagesOfList
        .filter((language) => languages.has(language) === isOwn)
        .flatMap((language) => formsOfConcept(concept, language));
      synonyms.push({
        // No word of a question has a space in it.
        term: `${isOwn ? 'own' : 'other'} ${concept.en.split(', ', 1).join('')}`,
        tokens: [...new Set(forms.flatMap((form) => (form.length === 1 ? form : [])))].filter(
          (token) => !known.has(token),
        ),
        phrases: forms.filter((form) => form.length > 1 && !form.every((token) => known.has(token))),
        weight: isOwn ? weightInLanguage : weightInOthers,
        synonymOf,
      });
    }
  }
  return [...terms, ...synonyms.filter(({ tokens, phrases = [] }) => tokens.length + phrases.length > 0)];
}

type Mentions = Map<Concept, Mention>;

function addMention(mentions: Mentions, concept: Concept, language: Language, terms: Iterable<string>): void {
  const known = mentions.get(concept) ?? { terms: new Set(), languages: new Set() };
  known.languages.add(language);
  for (const term of terms) known.terms.add(term);
  mentions.set(concept, known);
}

function mentionsIn(text: string, terms: readonly QueryTerm[]): Mentions {
  const { normalized, languages } = readQuestion(text);
  const mentions: Mentions = new Map();
  const words = [...wordsIn(normalized)].filter(({ isUnspaced }) => !isUnspaced);
  if (words.length > 0)
    for (const language of languages.length === 0 ? stemmedLanguages : languages)
      for (const { concept, words: named } of expressionsIn(words, language))
        addMention(
          mentions,
          concept,
          language,
          named.map((word) => termOf(word, languages)),
        );
  if (bigrams(normalized).next().done !== true) addUnspacedMentions(mentions, normalized, terms);
  return mentions;
}

/** Finds the expressions of a language in words, in order and without overlap. */
function* expressionsIn(
  words: readonly Word[],
  language: StemmedLanguage,
): Generator<{ concept: Concept; words: Word[] }> {
  const { byStems, mostWords } = stemIndexOf(language);
  const telling = tellingIn(words, language);
  const forms = formsOf(telling, language);
  for (let at = 0; at < telling.length;) {
    let concept: Concept | undefined;
    let length = Math.min(mostWords, telling.length - at) + 1;
    // The longest expression counts: sick leave is no annual leave.
    while (concept === undefined && --length > 0)
      for (const form of forms) concept ??= byStems.get(form.slice(at, at + length).join(' '));
    if (concept !== undefined) yield { concept, words: telling.slice(at, at + length) };
    at += Math.max(length, 1);
  }
}

function addUnspacedMentions(mentions: Mentions, normalized: string, terms: readonly QueryTerm[]): void {
  textIndex ??= readTextIndex();
  for (let at = 0; at < normalized.length; at++) {
    for (let length = Math.min(textIndex.longest, normalized.length - at); length > 1; length--) {
      const expression = normalized.slice(at, at + length);
      const found = textIndex.byText.get(expression);
      if (found === undefined) continue;
      const named = terms.flatMap(({ term }) => (expression.includes(term) ? [term] : []));
      addMention(mentions, found.concept, found.language, named);
      at += length - 1;
      break;
    }
  }
}
