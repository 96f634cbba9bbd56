import { readFileSync } from 'node:fs';
import { type StemmedLanguage, stemmedLanguages } from './stemming.ts';
import { isStopWord } from './stop-words.ts';
import {
  type QueryTerm,
  type Word,
  bigrams,
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
/** What people call something in a language; `forms` are its words, stemmed with and without accents. */
type Expression = {
  readonly concept: number;
  readonly language: Language;
  readonly forms: readonly (readonly string[])[];
};

type Concepts = {
  readonly expressions: readonly (readonly Expression[])[];
  /** The concept of an expression by its stems, with spaces between, in each language with spaces. */
  readonly byStems: ReadonlyMap<StemmedLanguage, ReadonlyMap<string, number>>;
  /** The concept of an expression in a script without spaces, and its language. */
  readonly byText: ReadonlyMap<string, { readonly concept: number; readonly language: Language }>;
  readonly mostWords: number;
  readonly mostCharacters: number;
};

let concepts: Concepts | null = null;

/** Reads the list with the first question: it takes some 50 ms, and who never searches needs none of it. */
function loadConcepts(): Concepts {
  // our own file: by concept and language, what people say, with commas between
  const lists = JSON.parse(readFileSync(new URL('./office-concepts.json', import.meta.url), 'utf8')) as Record<
    string,
    Record<Language, string>
  >;
  const byStems = new Map(stemmedLanguages.map((language) => [language, new Map<string, number>()]));
  const byText = new Map<string, { concept: number; language: Language }>();
  const expressions = Object.values(lists).map((list, concept) =>
    [...stemmedLanguages, 'th' as const, 'zh' as const].flatMap((language) =>
      list[language].split(', ').map((text): Expression => {
        if (language === 'th' || language === 'zh') {
          byText.set(text, { concept, language });
          return { concept, language, forms: [Array.from(bigrams(text), ({ token }) => token)] };
        }
        const forms = formsOf(tellingIn(wordsIn(text), language), language);
        for (const form of forms) byStems.get(language)?.set(form.join(' '), concept);
        return { concept, language, forms };
      }),
    ),
  );
  const lengths = expressions.flat().flatMap(({ forms }) => forms.map((form) => form.length));
  const mostCharacters = Math.max(...Array.from(byText.keys(), (text) => text.length));
  return { expressions, byStems, byText, mostWords: Math.max(...lengths), mostCharacters };
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
 * term for what it is called in the language of the question, and one for the other languages.
 */
export function termsWithSynonyms(text: string): QueryTerm[] {
  const terms = queryTermsOf(text);
  concepts ??= loadConcepts();
  const names = new Set(terms.map(({ term }) => term));
  const synonyms: QueryTerm[] = [];
  for (const [concept, { terms: mentioned, languages }] of mentionsIn(text, concepts)) {
    if (synonyms.length >= 2 * conceptsAtMost) break;
    const synonymOf = [...mentioned].filter((term) => names.delete(term));
    if (synonymOf.length === 0) continue;
    const known = new Set(terms.flatMap(({ term, tokens }) => (synonymOf.includes(term) ? tokens : [])));
    const expressions = concepts.expressions[concept] ?? [];
    for (const isOwn of [true, false]) {
      const forms = expressions.filter(({ language }) => languages.has(language) === isOwn).flatMap((it) => it.forms);
      synonyms.push({
        // No word of a question has a space in it.
        term: `${isOwn ? 'own' : 'other'} ${concept}`,
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

function mentionsIn(text: string, { byStems, byText, mostWords, mostCharacters }: Concepts): Map<number, Mention> {
  const { normalized, languages } = readQuestion(text);
  const mentions = new Map<number, Mention>();
  const mention = (concept: number, language: Language, terms: Iterable<string>) => {
    const known = mentions.get(concept) ?? { terms: new Set(), languages: new Set() };
    known.languages.add(language);
    for (const term of terms) known.terms.add(term);
    mentions.set(concept, known);
  };
  const words = [...wordsIn(normalized)].filter(({ isUnspaced }) => !isUnspaced);
  for (const language of languages.length === 0 ? stemmedLanguages : languages) {
    const telling = tellingIn(words, language);
    const forms = formsOf(telling, language);
    for (let at = 0; at < telling.length;) {
      let length = Math.min(mostWords, telling.length - at);
      const conceptAt = () =>
        forms
          .map((form) => byStems.get(language)?.get(form.slice(at, at + length).join(' ')))
          .find((it) => it !== undefined);
      let concept = conceptAt();
      // The longest expression counts: sick leave is no annual leave.
      while (concept === undefined && --length > 0) concept = conceptAt();
      if (concept !== undefined)
        mention(
          concept,
          language,
          telling.slice(at, at + length).map((word) => termOf(word, languages)),
        );
      at += Math.max(length, 1);
    }
  }
  const terms = queryTermsOf(text);
  for (let at = 0; at < normalized.length; at++) {
    for (let length = Math.min(mostCharacters, normalized.length - at); length > 1; length--) {
      const expression = normalized.slice(at, at + length);
      const found = byText.get(expression);
      if (found === undefined) continue;
      mention(
        found.concept,
        found.language,
        terms.flatMap(({ term }) => (expression.includes(term) ? [term] : [])),
      );
      at += length - 1;
      break;
    }
  }
  return mentions;
}
