import type { PauseReason } from '@parlance/shared/contract/agents/executions';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Thing } from './things.ts';

type LockedThing = Thing & {
  owner_id: string | null;
  bot_id: string | null;
  trigger: string | null;
  is_agreed: boolean;
  state: 'active' | 'paused';
  paused_because: PauseReason | null;
};

/** A schedule or an automation that is held until the transaction ends. Throws not_found. */
export async function lockThing(
  trx: Trx,
  organizationId: string,
  { kind, id }: Pick<Thing, 'kind' | 'id'>,
): Promise<LockedThing> {
  const trigger = kind === 'automation' ? sql`trigger_kind` : sql`null`;
  const {
    rows: [thing],
  } = await sql<LockedThing>`
    select ${kind}::text as kind, id, name, owner_id, bot_id, ${trigger} as trigger, is_agreed, state, paused_because from ${sql.table(`${kind}s`)}
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null for update`.execute(trx);
  if (thing === undefined) throw new ApiError('not_found');
  return thing;
}
