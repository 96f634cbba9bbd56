import { type AgentDefinition, agentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { LocalizedText } from '@parlance/shared/contract/values/language';
import * as z from 'zod/mini';
import type { Issue } from '../../platform/errors/api-error.ts';

/** Returns the definition of an empty agent. */
export const blankDefinition = (): AgentDefinition => z.parse(agentDefinition, { name: {}, avatar: '🤖' });

/** Drops empty texts, which would hide those of the fallback language. */
export const writeDefinition = (texts: LocalizedText): LocalizedText =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

/** Drops empty lines and empty lists. */
export const writtenLists = (lists: AgentDefinition['starters']): AgentDefinition['starters'] =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([language, lines]) =>
      lines.some((line) => line !== '') ? [[language, lines.filter((line) => line !== '')]] : [],
    ),
  );

/** Returns what a definition lacks before members may use it. */
export const missingOf = ({ name }: AgentDefinition): Issue[] =>
  Object.keys(writeDefinition(name)).length === 0
    ? [{ path: 'definition.name', message: 'Give it a name in at least one language.' }]
    : [];
