import { readFileSync } from 'node:fs';
import type { ErrorCode } from '@parlance/shared/contract/errors';
import {
  type Language,
  fallbackLanguage,
  languages,
  preferredLanguage,
} from '@parlance/shared/contract/values/language';
import type { FastifyRequest } from 'fastify';

/** The texts of `shared/locales/<lng>.json`: the browser shows the same sentence that the server sends. */
const folder = new URL('../../../../shared/locales/', import.meta.url);

type SharedTexts = { errors: Partial<Record<ErrorCode, string>> };

const texts = new Map<Language, SharedTexts>();

function textsOf(language: Language): SharedTexts {
  const known = texts.get(language);
  if (known !== undefined) return known;
  // the locale checks hold its shape
  const read = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as SharedTexts;
  texts.set(language, read);
  return read;
}

/**
 * Returns the message of a failure for people. A code without a text falls back to English, then to the code itself.
 */
export function errorText(code: ErrorCode, language: Language): string {
  return textsOf(language).errors[code] ?? textsOf(fallbackLanguage).errors[code] ?? code;
}

/** Loads all texts. Throws at the start if a locale file is missing or broken, not with the first error of a person. */
export function loadTexts(): void {
  for (const language of languages) textsOf(language);
}

/**
 * Returns the language of the page, which our clients send as Accept-Language, so that the name of a bot and the menu
 * beside it agree; otherwise the language of the profile.
 */
export function languageOf(request: FastifyRequest, profileLanguage?: Language): Language {
  return preferredLanguage(
    (request.headers['accept-language'] ?? '').split(','),
    profileLanguage ?? request.caller?.language,
  );
}
