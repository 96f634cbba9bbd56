import { mayBeUsedBy } from '../../../library/bots/visibility.ts';
import { findHolder } from '../../../people/privileges/holder.ts';
import type { Database, Trx } from '../../../platform/db/database.ts';
import type { SessionOwner } from './sessions.ts';

/**
 * Returns those owners who may still have their sessions: the tool is as it was, the account that they have signed in
 * to is connected, the dialogue is there, and its person may use its agent.
 */
export function findEntitled(
  db: Database,
  organizationId: string,
  owners: readonly SessionOwner[],
): Promise<ReadonlySet<SessionOwner>> {
  return db.asTenant(organizationId, async (trx) => {
    const tools = await trx
      .selectFrom('tools')
      .where('id', 'in', [...new Set(owners.map(({ toolId }) => toolId))])
      .select(['id', 'revision'])
      .execute();
    const isUnchanged = ({ toolId, toolRevision }: SessionOwner) =>
      tools.some(({ id, revision }) => id === toolId && revision === toolRevision);
    const connected = await findConnected(trx, owners);
    const isConnected = ({ accountId }: SessionOwner) => accountId === null || connected.has(accountId);
    const entitled: SessionOwner[] = [];
    const candidates = owners.filter((owner) => isUnchanged(owner) && isConnected(owner));
    for (const [memberId, owned] of Map.groupBy(candidates, (owner) => owner.memberId)) {
      const usable = await findUsableDialogues(trx, memberId, owned);
      entitled.push(...owned.filter(({ dialogueId }) => usable.has(dialogueId)));
    }
    return new Set(entitled);
  });
}

/** Finds those of their dialogues in which they may still be answered. Each try of an agent looks up who may try it. */
async function findUsableDialogues(
  trx: Trx,
  memberId: string,
  owned: readonly SessionOwner[],
): Promise<ReadonlySet<string>> {
  const member = await findHolder(trx, memberId);
  if (member === null) return new Set();
  const rows = await trx
    .selectFrom('dialogues')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .where('dialogues.id', 'in', [...new Set(owned.map(({ dialogueId }) => dialogueId))])
    .where('dialogues.member_id', '=', memberId)
    .where('dialogues.deleted_at', 'is', null)
    .where((of) => of.or([of('dialogues.kind', '=', 'test'), mayBeUsedBy(member)]))
    .select('dialogues.id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function findConnected(trx: Trx, owners: readonly SessionOwner[]): Promise<ReadonlySet<string>> {
  const ids = owners.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]));
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom('connected_accounts')
    .where('id', 'in', [...new Set(ids)])
    .where('is_lapsed', '=', false)
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}
