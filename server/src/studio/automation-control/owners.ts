import type { Colleague } from '@parlance/shared/contract/values/colleague';
import { sql } from 'kysely';
import { memberName } from '../../people/naming/colleague.ts';
import type { Trx } from '../../platform/db/database.ts';
import { thingsOf } from './things.ts';

/** Owners that a filter offers: more than anybody reads. */
const ownersAtMost = 300;

/** Who has schedules and automations, by name. */
export async function findOwners(trx: Trx, organizationId: string): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`
    select memberships.id, ${memberName} as name from memberships join users on users.id = memberships.user_id
    where memberships.organization_id = ${organizationId} and memberships.id in (select owner_id from ${thingsOf(organizationId)} as things)
    order by lower(${memberName}), memberships.id limit ${ownersAtMost}`.execute(trx);
  return rows;
}
