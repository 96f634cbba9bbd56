import { agentInstructionsMaxLength, agentStartersAtMost } from '@parlance/shared/contract/agents/agent-definition';
import type { Language } from '@parlance/shared/i18n';

export const instructionsAtMost = agentInstructionsMaxLength;

type LocalizedText = Readonly<Partial<Record<Language, string>>>;

/** Sets the text in one language; a language without a text has no entry, so that the fallback applies. */
export function withText(texts: LocalizedText, language: Language, text: string): Partial<Record<Language, string>> {
  const { [language]: _, ...others } = texts;
  return text === '' ? others : { ...others, [language]: text };
}

/** Returns the starters as text, one a line. */
export const linesOf = (starters: readonly string[] | undefined): string => (starters ?? []).join('\n');

export function withStarters(
  all: Readonly<Partial<Record<Language, readonly string[]>>>,
  language: Language,
  lines: string,
): Partial<Record<Language, string[]>> {
  const { [language]: _, ...others } = all;
  const starters = lines === '' ? [] : lines.split('\n').slice(0, agentStartersAtMost);
  return starters.length === 0 ? others : { ...others, [language]: starters };
}
