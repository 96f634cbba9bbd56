import * as z from '@parlance/shared/contract/schema';
import { fallbackLanguage, languages, nearestLanguage, type Language } from './language-tags.ts';

export { fallbackLanguage, languageCookie, languages, nearestLanguage, type Language } from './language-tags.ts';

export const language = z.enum(languages);

/** A language range as a browser writes it, and its weight: `de`, `de-AT;q=0.8`, `*;q=0`. */
type Range = { readonly tag: string; readonly weight: number };

function rangeOf(wish: string): Range {
  const [tag = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase());
  const weight = Number(parameters.find((it) => it.startsWith('q='))?.slice(2) ?? 1);
  return { tag, weight: Number.isNaN(weight) ? 1 : weight };
}

/** Says whether the range that matches a language most closely refuses it (RFC 9110 §12.4.2). */
function isRefused(language: Language, ranges: readonly Range[]): boolean {
  const tag = language.toLowerCase();
  const closest = [tag, tag.split('-')[0], '*']
    .map((it) => ranges.find((range) => range.tag === it))
    .find((range) => range !== undefined);
  return closest?.weight === 0;
}

/**
 * Returns the UI language that an Accept-Language header or navigator.languages prefers (RFC 9110 §12.5.4), else
 * `otherwise`. A refused language is not chosen, unless all are.
 */
export function preferredLanguage(wishes: readonly string[], otherwise: Language = fallbackLanguage): Language {
  const ranges = wishes.map(rangeOf);
  const open = languages.filter((language) => !isRefused(language, ranges));
  const any = open.includes(otherwise) ? otherwise : (open[0] ?? otherwise);
  for (const { tag } of ranges.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight)) {
    const found = tag === '*' ? any : nearestLanguage(tag);
    if (found !== null && open.includes(found)) return found;
  }
  return any;
}

/** Content in several languages. It has a text in at least one. */
export const localizedText = z.partialRecord(language, z.string());
export type LocalizedText = z.infer<typeof localizedText>;

/** Returns the text in a language, else in the fallback, else in whichever there is. */
export function textIn(text: LocalizedText, wanted: Language): string {
  return text[wanted] ?? text[fallbackLanguage] ?? Object.values(text)[0] ?? '';
}
