import type { Share, ShareScope, SharedDialogue } from '@parlance/shared/contract/api/shares';
import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import { summaryOf } from '../../library/bots/repository.ts';
import { memberName } from '../../people/naming/colleague.ts';
import { type NamedIds, isNamedIn, nameAnew, peopleNamedIn, teamsNamedIn } from '../../people/naming/named.ts';
import { record } from '../../platform/audit/record.ts';
import { ownDialogueTarget } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { isOpenShare, mayReadShare } from '../messages/readable-shares.ts';

const shareId = sql`shares.id`;

const wholeShares = (trx: Trx) =>
  trx
    .selectFrom('shares')
    .where(isOpenShare)
    .select([
      'shares.id',
      'shares.scope',
      'shares.expires_at',
      'shares.created_at',
      peopleNamedIn('share', shareId).as('people'),
      teamsNamedIn('share', shareId).as('teams'),
    ]);

type ShareRow = Awaited<ReturnType<ReturnType<typeof wholeShares>['executeTakeFirstOrThrow']>>;

const shareOf = (row: ShareRow): Share => ({
  ...row,
  expires_at: row.expires_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** Finds the current shares of a dialogue, newest first. */
export async function findShares(trx: Trx, dialogueId: string): Promise<Share[]> {
  const rows = await wholeShares(trx)
    .where('shares.dialogue_id', '=', dialogueId)
    .orderBy('shares.created_at', 'desc')
    .orderBy('shares.id', 'desc')
    .execute();
  return rows.map(shareOf);
}

export type NewShare = {
  organizationId: string;
  dialogueId: string;
  memberId: string;
  leafId: string;
  scope: ShareScope;
  named: NamedIds;
  expiresAt: Date | null;
};

export async function insertShare(
  trx: Trx,
  { organizationId, dialogueId, memberId, leafId, scope, named, expiresAt }: NewShare,
): Promise<Share> {
  const { id } = await trx
    .insertInto('shares')
    .values((of) => ({
      organization_id: organizationId,
      dialogue_id: dialogueId,
      member_id: memberId,
      leaf_id: leafId,
      title: of.selectFrom('dialogues').where('id', '=', dialogueId).select('title'),
      scope,
      expires_at: expiresAt,
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await nameAnew(trx, 'share', { organizationId, id }, named);
  return shareOf(await wholeShares(trx).where('shares.id', '=', id).executeTakeFirstOrThrow());
}

/** Deletes a share; false if the member has none with this id. */
export async function deleteShare(trx: Trx, memberId: string, id: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('shares')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning('dialogue_id')
    .executeTakeFirst();
  if (deleted !== undefined)
    await record(trx, { action: 'dialogue.share_ended', target: await ownDialogueTarget(trx, deleted.dialogue_id) });
  return deleted !== undefined;
}

/** Selects current shares, with what their reader sees. */
const openShares = (trx: Trx, readerId: string) =>
  trx
    .selectFrom('shares')
    .innerJoin('dialogues', 'dialogues.id', 'shares.dialogue_id')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .innerJoin('memberships', 'memberships.id', 'shares.member_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where(isOpenShare)
    .where('dialogues.deleted_at', 'is', null)
    .select([
      'shares.id',
      'shares.title',
      'shares.created_at',
      'shares.expires_at',
      'shares.dialogue_id',
      'shares.leaf_id',
      'shares.member_id',
    ])
    .select(['bots.id as bot_id', 'bots.name', 'bots.description', 'bots.avatar', memberName.as('shared_by')])
    .select(sql<boolean>`shares.member_id = ${readerId}`.as('is_own'));

export type OpenShare = Awaited<ReturnType<ReturnType<typeof openShares>['executeTakeFirstOrThrow']>>;

export const sharedDialogueOf = (
  { bot_id, name, description, avatar, ...row }: OpenShare,
  language: Language,
): SharedDialogue => ({
  id: row.id,
  title: row.title,
  bot: summaryOf({ id: bot_id, name, description, avatar }, language),
  shared_by: { id: row.member_id, name: row.shared_by },
  is_own: row.is_own,
  shared_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
});

/** Finds a share that this member of the organisation may read: for everyone else it does not exist. */
export function findReadable(trx: Trx, readerId: string, id: string): Promise<OpenShare | undefined> {
  return openShares(trx, readerId).where('shares.id', '=', id).where(mayReadShare(readerId)).executeTakeFirst();
}

/** The position of a page: after the share with this time and id. */
export type SharePosition = readonly [createdAt: string, id: string];

/**
 * Finds the shares of others with a member, by name, through a team or with everybody, newest first, one more than
 * `limit` if there are more.
 */
export function findSharedWith(
  trx: Trx,
  readerId: string,
  after: SharePosition | null,
  limit: number,
): Promise<OpenShare[]> {
  let query = openShares(trx, readerId)
    .where('shares.member_id', '<>', readerId)
    .where((may) => may.or([may('shares.scope', '=', 'organization'), isNamedIn('share', shareId, readerId)]));
  if (after !== null)
    query = query.where(sql<boolean>`(shares.created_at, shares.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  return query
    .orderBy('shares.created_at', 'desc')
    .orderBy('shares.id', 'desc')
    .limit(limit + 1)
    .execute();
}
