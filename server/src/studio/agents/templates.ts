import { type AgentDefinition, agentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { BotCategory } from '@parlance/shared/contract/api/bots';
import {
  type Language,
  type LocalizedText,
  fallbackLanguage,
  languages,
} from '@parlance/shared/contract/values/language';
import * as z from 'zod/mini';
import { ApiError } from '../../platform/errors/api-error.ts';
import { sayIn } from '../../platform/texts/texts.ts';

/** In the order in which they are offered. Their texts stand in the locale files of the server. */
const templates: readonly { id: string; avatar: string; category: BotCategory; temperature: number | null }[] = [
  { id: 'policies', avatar: '📘', category: 'knowledge', temperature: 0.2 },
  { id: 'onboarding', avatar: '👋', category: 'people', temperature: null },
  { id: 'support', avatar: '🛟', category: 'it', temperature: 0.3 },
  { id: 'meetings', avatar: '🗒️', category: 'writing', temperature: 0.2 },
  { id: 'translation', avatar: '🌐', category: 'writing', temperature: 0.2 },
  { id: 'editing', avatar: '✒️', category: 'writing', temperature: null },
];

type Part = 'name' | 'description' | 'greeting' | 'ask' | 'askMore' | 'instructions';

function partOf(id: string, part: Part, language: Language): string {
  const t = sayIn(language);
  const text = t(`agentTemplates.${id}.${part}`);
  if (text === null) throw new Error(`server/locales/${language}.json has no agentTemplates.${id}.${part}.`);
  return text;
}

const inAll = (id: string, part: Part): LocalizedText =>
  Object.fromEntries(languages.map((language) => [language, partOf(id, part, language)]));

/** All templates, as somebody who speaks a language chooses among them. */
export const templatesIn = (language: Language = fallbackLanguage) =>
  templates.map(({ id, avatar, category }) => ({
    id,
    avatar,
    category,
    name: partOf(id, 'name', language),
    description: partOf(id, 'description', language),
  }));

/** What a template begins an agent with: for members in every language, its instructions in that of its author. */
export function templateNamed(name: string, language: Language): AgentDefinition {
  const template = templates.find(({ id }) => id === name);
  if (template === undefined) throw new ApiError('not_found');
  const { id, ...traits } = template;
  return z.parse(agentDefinition, {
    ...traits,
    name: inAll(id, 'name'),
    description: inAll(id, 'description'),
    greeting: inAll(id, 'greeting'),
    starters: Object.fromEntries(languages.map((tag) => [tag, [partOf(id, 'ask', tag), partOf(id, 'askMore', tag)]])),
    instructions: partOf(id, 'instructions', language),
  });
}
