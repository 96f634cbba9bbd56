import { type AgentDefinition, agentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { LocalizedText } from '@parlance/shared/contract/values/language';
import * as z from 'zod/mini';
import type { Issue } from '../../platform/errors/api-error.ts';

/** What an agent begins with where nothing is said. */
export const blankDefinition = (): AgentDefinition => z.parse(agentDefinition, { name: {}, avatar: '🤖' });

/** Texts by language without the empty ones, which would stand in for those of the fallback. */
export const writeDefinition = (texts: LocalizedText): LocalizedText =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

/** Lists by language without empty lines and without empty lists. */
export const writtenLists = (lists: AgentDefinition['starters']): AgentDefinition['starters'] =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([language, lines]) =>
      lines.some((line) => line !== '') ? [[language, lines.filter((line) => line !== '')]] : [],
    ),
  );

/** What a definition needs and has not, before members may use it. */
export const missingOf = ({ name }: AgentDefinition): Issue[] =>
  Object.keys(writeDefinition(name)).length === 0
    ? [{ path: 'definition.name', message: 'Give it a name in at least one language.' }]
    : [];
