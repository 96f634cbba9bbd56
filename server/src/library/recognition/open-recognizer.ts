import type { Recognizer } from './recognizer.ts';

/** Thrown for a language of which there is no data. */
export class LanguageDataMissing extends Error {
  override name = 'LanguageDataMissing';
  readonly language: string;
  /** Where it was looked for. */
  readonly places: readonly string[];

  constructor(language: string, places: readonly string[]) {
    super(`There is no data of ${language}.`);
    this.language = language;
    this.places = places;
  }
}

type Settings = { readonly languages: readonly string[]; readonly dataFolder: string | undefined };

export function openRecognizer({ languages }: Settings): Recognizer {
  throw new LanguageDataMissing(languages[0] ?? '', []);
}
