import {
  type AgentDefinition,
  agentDefinition,
  agentFile,
  agentFileVersion,
  agentNameMaxLength,
} from '@parlance/shared/contract/agents/agent-definition';
import type { LocalizedText } from '@parlance/shared/contract/values/language';
import * as z from 'zod/mini';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { findAgent, rightsOf } from './agents.ts';
import { blankDefinition } from './definition.ts';

const envelope = z.object({ kind: z.literal('parlance.agent'), version: z.number().check(z.int(), z.gte(1)) });

/**
 * The definition in a file of `exportAgent`. Throws import_too_new where a newer version of the product has written it.
 */
export function readFile(file: unknown): AgentDefinition {
  const head = z.safeParse(envelope, file);
  if (head.success && head.data.version > agentFileVersion) throw new ApiError('import_too_new');
  const { success, data, error } = z.safeParse(agentFile, file);
  if (success) return data.definition;
  throw new ApiError('validation_failed', {
    issues: error.issues.map(({ path, code }) => ({
      path: ['body.from.file', ...path.map(String)].join('.'),
      message: code,
    })),
  });
}

/** What may be taken from an agent: its draft by who may read that, else what is published of it. */
export async function readForCopy(trx: Trx, caller: Caller, agentId: string): Promise<AgentDefinition> {
  const row = await findAgent(trx, caller, agentId, 'copy');
  if (rightsOf(caller, row).read) return row.definition;
  const { definition } = await trx
    .selectFrom('agent_versions')
    .where('bot_id', '=', agentId)
    .where('number', '=', row.version)
    .select('definition')
    .executeTakeFirstOrThrow();
  return definition;
}

/** A definition as a second one beside its model: two of the same name could not be told apart. */
export const asCopy = (definition: AgentDefinition): AgentDefinition => ({
  ...definition,
  name: numbered(definition.name),
  responsible_id: null,
});

const suffix = ' (2)';
const numbered = (name: LocalizedText): LocalizedText =>
  Object.fromEntries(
    Object.entries(name).map(([language, text]) => [
      language,
      text === '' ? '' : `${text.slice(0, agentNameMaxLength - suffix.length).trimEnd()}${suffix}`,
    ]),
  );

/** Checked as any other, because a model wrote it. */
export const definitionFrom = (parts: object): AgentDefinition =>
  z.parse(agentDefinition, { ...blankDefinition(), ...parts });
