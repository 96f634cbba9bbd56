import { type Config, ConfigError } from '../../platform/config/config.ts';
import { LanguageDataMissing } from './language-data.ts';
import { openRecognizer } from './open-recognizer.ts';
import type { Recognition } from './read-recognizing.ts';

type Settings = Pick<Config, 'TEXT_RECOGNITION_LANGUAGES' | 'TEXT_RECOGNITION_DATA' | 'TEXT_RECOGNITION_PAGES'>;

/** Opens text recognition as the operator has set it; null if it is off. Throws a ConfigError for missing data. */
export function openRecognition({
  TEXT_RECOGNITION_LANGUAGES: languages,
  TEXT_RECOGNITION_DATA: dataFolder,
  TEXT_RECOGNITION_PAGES: pagesAtMost,
}: Settings): Recognition | null {
  if (languages === undefined) return null;
  try {
    return { recognizer: openRecognizer({ languages, dataFolder }), languages, pagesAtMost };
  } catch (error) {
    throw error instanceof LanguageDataMissing
      ? new ConfigError(
          `The setting TEXT_RECOGNITION_LANGUAGES names “${error.language}”, of which there is no data: neither ${error.lookedFor.join(' nor ')}.`,
        )
      : error;
  }
}
