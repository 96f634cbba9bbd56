import type { Language } from '@parlance/shared/contract/values/language';
import { textsOf } from '../texts/texts.ts';

/** What the embedded model says in its own words; everything else it says is quoted. */
type EmbeddedTexts = { quoting: string; nothing: string; nothing_files: string; no_files: string };

// our own file; a test checks it
export const embeddedTexts = (language: Language): EmbeddedTexts => textsOf(language)['embedded'] as EmbeddedTexts;
