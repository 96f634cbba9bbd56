import type { Colleague } from '@parlance/shared/contract/values/colleague';
import { sql } from 'kysely';
import { memberName } from '../../people/naming/colleague.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import type { Due } from '../../platform/upkeep/due.ts';

/** Who says every 20 s that they are there may miss it once. */
const absentAfter = sql`interval '45 seconds'`;
const presentFor = sql<Date>`now() - ${absentAfter}`;

/** Everybody but one who has an agent open now, by name. */
export function findOthersEditing(trx: Trx, botId: string, memberId: string): Promise<Colleague[]> {
  return trx
    .selectFrom('agent_presence')
    .innerJoin('memberships', 'memberships.id', 'agent_presence.member_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('agent_presence.bot_id', '=', botId)
    .where('agent_presence.member_id', '<>', memberId)
    .where('agent_presence.seen_at', '>', presentFor)
    .select(['memberships.id', memberName.as('name')])
    .orderBy(memberName)
    .execute();
}

/** Remembers that a member has an agent open, or that they have closed it. */
export async function setPresence(
  trx: Trx,
  { organizationId, memberId }: Caller,
  botId: string,
  isOpen: boolean,
): Promise<void> {
  if (!isOpen) {
    await trx.deleteFrom('agent_presence').where('bot_id', '=', botId).where('member_id', '=', memberId).execute();
    return;
  }
  await trx
    .insertInto('agent_presence')
    .values({ organization_id: organizationId, bot_id: botId, member_id: memberId })
    .onConflict((open) => open.columns(['bot_id', 'member_id']).doUpdateSet({ seen_at: sql<Date>`now()` }))
    .execute();
}

/** Those who went without saying so. */
export const oldPresence: Due = { table: 'agent_presence', by: 'seen_at', keptFor: absentAfter };
