import { languages, type Language } from '../../contract/values/language.ts';
import { flatten, type PackageTexts } from './check-texts.ts';

export type Glossary = {
  /** Each term: its words by language. */
  readonly terms: readonly Readonly<Record<Language, string>>[];
  readonly refused: readonly { readonly language: Language; readonly say: string; readonly not: string }[];
  /** The texts, as `namespace:key`, whose English is a term and that mean something else. */
  readonly exceptions: readonly string[];
};

/**
 * Reads the three tables of docs/glossary.md.
 *
 * @throws Error where a table is missing, or a row is not of all languages.
 */
export function readGlossary(document: string): Glossary {
  const [head = [], ...terms] = rowsBelow(document, '## Terms');
  const columns = head.map((name) => (name === 'English' ? 'en' : name));
  if (columns.toSorted().join() !== languages.toSorted().join()) {
    throw new Error(`The columns of the terms are ${columns.join(', ')}, not the languages of the product.`);
  }
  return {
    terms: terms.map((row) => {
      if (row.length !== columns.length || row.includes('')) {
        throw new Error(`The term “${row[0] ?? ''}” lacks a language.`);
      }
      // The columns are all languages, as checked above.
      return Object.fromEntries(columns.map((language, at) => [language, row[at]])) as Record<Language, string>;
    }),
    refused: rowsBelow(document, '## Words not to use')
      .slice(1)
      .flatMap(([tag = '', say = '', not = '']) => {
        const language = languages.find((it) => it === tag);
        if (language === undefined) throw new Error(`“${tag}” is no language of the product.`);
        return not.split(', ').map((word) => ({ language, say, not: word }));
      }),
    exceptions: rowsBelow(document, '## Texts that mean something else')
      .slice(1)
      .map(([text = '']) => text.replaceAll('`', '')),
  };
}

/** Returns the rows of the table below a heading, the head first and without the line of dashes. */
function rowsBelow(document: string, heading: string): string[][] {
  const [, part = ''] = document.split(`${heading}\n`);
  const [section = ''] = part.split('\n## ');
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[-|\s]+\|$/.test(line))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
  if (rows.length < 2) throw new Error(`There is no table below “${heading}”.`);
  return rows;
}

/** Matches a word in a text: whole where the script sets words apart, anywhere in Thai and Chinese. */
function matcher(language: Language, word: string): RegExp {
  const stem = word.replace(/\*$/, '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (language === 'th-TH' || language === 'zh-TW') return new RegExp(stem, 'u');
  return new RegExp(`(?<![\\p{L}-])${stem}${word.endsWith('*') ? '' : '(?![\\p{L}-])'}`, 'iu');
}

/**
 * Lists the texts of a package that have another word than the glossary: each a sentence that names language, key and
 * both words.
 */
export function checkWords(glossary: Glossary, namespace: string, texts: PackageTexts): string[] {
  const byEnglish = new Map(glossary.terms.map((term) => [term.en, term]));
  const english = flatten(texts['en'] ?? {});
  const refused = glossary.refused.map((it) => ({ ...it, pattern: matcher(it.language, it.not) }));
  return languages.flatMap((tag) =>
    [...flatten(texts[tag] ?? {})].flatMap(([key, text]) => {
      const faults: string[] = [];
      const wanted = byEnglish.get(english.get(key) ?? '')?.[tag];
      if (wanted !== undefined && text !== wanted && !glossary.exceptions.includes(`${namespace}:${key}`)) {
        faults.push(`${tag}: “${key}” is “${text}”; docs/glossary.md has “${wanted}”.`);
      }
      const words = text.replaceAll(/\{\{[^}]*\}\}/g, '·');
      for (const { say, not } of refused.filter((it) => it.language === tag && it.pattern.test(words))) {
        faults.push(`${tag}: “${key}” says “${not}”; docs/glossary.md has “${say}”.`);
      }
      return faults;
    }),
  );
}
