import type { AgentUses } from '@parlance/shared/contract/api/agents/agents';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { mayRead } from './agents.ts';

/**
 * What asks some agents by itself, and how many rules that are switched on are about them; of those that the caller may
 * read.
 */
export async function findAgentUses(trx: Trx, caller: Caller, given: readonly string[]): Promise<AgentUses> {
  const wanted = given.filter((id) => z.uuid().safeParse(id).success);
  const {
    rows: [uses],
  } = await sql<AgentUses>`
    with named as (select bots.id from bots where bots.id = any(${wanted}::uuid[]) and bots.organization_id = ${caller.organizationId} and bots.deleted_at is null and ${mayRead(caller)})
    select
      (select count(*)::integer from schedules join named on named.id = schedules.bot_id where schedules.deleted_at is null) as schedules,
      (select count(*)::integer from automations join named on named.id = automations.bot_id where automations.deleted_at is null) as automations,
      (select count(*)::integer from governance_rules where organization_id = ${caller.organizationId} and is_enabled
        and exists (select from named where definition #> '{scope,bot_ids}' ? named.id::text)) as rules`.execute(trx);
  if (uses === undefined) throw new Error('A select without a table has one row.');
  return uses;
}
