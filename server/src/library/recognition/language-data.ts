import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Thrown if no data of a language is found. */
export class LanguageDataMissing extends Error {
  override name = 'LanguageDataMissing';
  /** The language as Tesseract names it, such as `chi_tra`. */
  readonly language: string;
  /** The files that were looked for, as paths, and the package, by its name. */
  readonly lookedFor: readonly string[];

  constructor(language: string, lookedFor: readonly string[]) {
    super(`There is no data of the language ${language}: neither ${lookedFor.join(' nor ')}.`);
    this.language = language;
    this.lookedFor = lookedFor;
  }
}

/** A language and the file with its data, which may be compressed with gzip. */
export type LanguageData = { readonly language: string; readonly file: string };

/** Languages that are recognised together, as a page may have words of each. */
export type LanguageGroup = {
  /** True if characters are as wide as high, or stand without spaces between words. */
  readonly isAsian: boolean;
  readonly languages: readonly LanguageData[];
};

const english = 'eng';
const asian = /^(?:chi_|jpn|kor|tha|khm|lao|mya)/;
/** Of these scripts the data of no other language knows a letter. */
const ownScript: readonly (readonly [RegExp, string])[] = [
  [/^(?:chi_|jpn|kor)/, 'Han'],
  [/^tha$/, 'Thai'],
  [/^(?:rus|ukr|bel|bul|mkd|srp|kaz|kir|mon|tgk|tat)$/, 'Cyrillic'],
  [/^(?:ell|grc)$/, 'Greek'],
  [/^(?:ara|fas|urd|pus|snd|uig)$/, 'Arabic'],
  [/^(?:heb|yid)$/, 'Hebrew'],
  [/^(?:hin|mar|nep|san)$/, 'Devanagari'],
];

/**
 * Finds the data of each language: in the folder if there is one, otherwise among the packages. Throws
 * LanguageDataMissing.
 */
export function findLanguageData(languages: readonly string[], folder: string | undefined): LanguageData[] {
  return [...new Set(languages)].map((language) => ({ language, file: fileOf(language, folder) }));
}

function fileOf(language: string, folder: string | undefined): string {
  const names = [`${language}.traineddata`, `${language}.traineddata.gz`];
  const inFolder = folder === undefined ? [] : names.map((name) => path.join(folder, name));
  const found = [...inFolder, inPackage(language)].find((file) => file !== null && existsSync(file));
  if (found === undefined || found === null)
    throw new LanguageDataMissing(language, [...inFolder, `the package ${packageOf(language)}`]);
  return found;
}

const packageOf = (language: string) => `@tesseract.js-data/${language}`;

function inPackage(language: string): string | null {
  try {
    const manifest = import.meta.resolve(`${packageOf(language)}/package.json`);
    return fileURLToPath(new URL(`4.0.0_best_int/${language}.traineddata.gz`, manifest));
  } catch {
    return null;
  }
}

/**
 * Groups languages by script, those of Latin letters first: all at once take several times as long, and read worse.
 * English is the last of its group, since before the others it takes their letters for ones without accents; they lose
 * nothing of English. Groups of other scripts get the last Latin language, too, as its words stand in texts of each.
 */
export function groupLanguages(all: readonly LanguageData[]): LanguageGroup[] {
  const groups = new Map<string, LanguageData[]>();
  for (const data of all) {
    const script = ownScript.find(([languages]) => languages.test(data.language))?.[1] ?? 'Latin';
    groups.set(script, [...(groups.get(script) ?? []), data]);
  }
  const latin = (groups.get('Latin') ?? []).toSorted(
    (one, other) => Number(one.language === english) - Number(other.language === english),
  );
  groups.delete('Latin');
  const others = [...groups.values()].map((languages) => [...languages, ...latin.slice(-1)]);
  return (latin.length > 0 ? [latin, ...others] : others).map((languages) => ({
    isAsian: asian.test(languages[0]?.language ?? ''),
    languages,
  }));
}
