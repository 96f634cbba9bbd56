import { type Holder, can } from '@parlance/shared/contract/access/evaluate';
import { sql } from 'kysely';
import { isUsable } from '../../library/bots/repository.ts';
import { findOrganizationName } from '../../people/organizations/repository.ts';
import { type MemberHolder, findHolder } from '../../people/privileges/holder.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { renewSecrets } from '../automations/renew-secrets.ts';
import { takeOverAutomation } from '../automations/save.ts';
import { takeOverSchedule } from '../schedules/save.ts';
import { lockThing } from './lock.ts';
import { ownPaths, type Thing } from './things.ts';

/** Whoever makes none may have none given either, or somebody else would make them for them. */
const mayHaveAny = (receiver: Holder) => can(receiver, { kind: 'automation', action: 'create', id: null });

/**
 * Throws not_found for somebody who is no member of this organisation, or was deactivated, and receiver_lacks_rights.
 */
export async function requireReceiver(trx: Trx, memberId: string): Promise<MemberHolder> {
  const receiver = await findHolder(trx, memberId);
  if (receiver === null) throw new ApiError('not_found');
  if (!mayHaveAny(receiver)) throw new ApiError('receiver_lacks_rights');
  return receiver;
}

/**
 * Gives one to a member. What is active waits until they let it go on, and nobody else can: nothing runs as somebody
 * who has not agreed. False where it is theirs already. Throws receiver_lacks_rights where they may not use its agent.
 */
export async function giveOne(
  trx: Trx,
  receiver: MemberHolder,
  { models, secrets }: { models: Catalog; secrets: () => Secrets },
  { kind, id }: Pick<Thing, 'kind' | 'id'>,
): Promise<boolean> {
  const thing = await lockThing(trx, receiver.organizationId, { kind, id });
  if (thing.owner_id === receiver.memberId) return false;
  const isForOthers = thing.trigger === 'rule' && !can(receiver, { kind: 'feature', action: 'use', id: 'governance' });
  if (isForOthers || thing.bot_id === null || !(await isUsable(trx, receiver, models, thing.bot_id)))
    throw new ApiError('receiver_lacks_rights');
  await give(trx, secrets, kind, { which: sql`id = ${id}`, to: receiver.memberId });
  await record(trx, {
    action: `${kind}.reassigned`,
    target: { id, name: thing.name },
    before: { owner: thing.owner_id },
    after: { owner: receiver.memberId },
  });
  return true;
}

type GivenThing = Thing & { readonly secrets: string | null };
type Giving = { readonly which: ReturnType<typeof sql>; readonly to: string };

/**
 * What was paused stays so, for the reason that it has, and the secrets of the one before are worth nothing. Where a
 * dialogue of the one before would be gone on with, the next execution begins its own.
 */
async function give(trx: Trx, secrets: () => Secrets, kind: Thing['kind'], { which, to }: Giving): Promise<Thing[]> {
  const because = sql`case when state = 'active' or paused_because = 'owner' then 'given' else paused_because end`;
  const isOver = sql`(state = 'active' and next_at is null)`;
  const { rows } = await (
    kind === 'automation'
      ? sql<GivenThing>`update automations set owner_id = ${to}, is_agreed = false, idempotency_key = gen_random_uuid(), state = 'paused', paused_because = ${because}, revision = revision + 1, updated_at = now() where deleted_at is null and ${which} returning 'automation' as kind, id, name, secrets`
      : sql<GivenThing>`
      update schedules set owner_id = ${to}, is_agreed = false, idempotency_key = gen_random_uuid(), dialogue_id = null, next_at = null, revision = revision + 1, updated_at = now(),
        state = case when ${isOver} then state else 'paused' end, paused_because = case when ${isOver} then null else ${because} end
      where deleted_at is null and ${which} returning 'schedule' as kind, id, name, null as secrets`
  ).execute(trx);
  for (const row of rows) await renewSecrets(trx, secrets, row);
  return rows;
}

/** Takes one for the caller, as they do themselves elsewhere. */
export const takeOne = async (
  secrets: () => Secrets,
  trx: Trx,
  caller: Caller,
  { kind, id }: Pick<Thing, 'kind' | 'id'>,
): Promise<boolean> =>
  kind === 'schedule'
    ? takeOverSchedule(trx, caller, id)
    : (await takeOverAutomation(secrets, trx, caller, id)).isTaken;

/** All that a member has, to another one. What the receiver may not do fails when it is to run, and says so. */
export async function giveAll(
  trx: Trx,
  secrets: () => Secrets,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const receiver = await requireReceiver(trx, to);
  const given = [
    ...(await give(trx, secrets, 'schedule', { which: sql`owner_id = ${from}`, to })),
    ...(await give(trx, secrets, 'automation', { which: sql`owner_id = ${from}`, to })),
  ];
  await tellReceiver(
    trx,
    receiver,
    given.map(({ kind }) => kind),
  );
  return given.length;
}

/** One mail of all that somebody was given. */
export async function tellReceiver(
  trx: Trx,
  { memberId, organizationId }: MemberHolder,
  given: readonly Thing['kind'][],
): Promise<void> {
  if (given.length === 0) return;
  const { email, language } = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.id', '=', memberId)
    .select(['users.email', 'users.language'])
    .executeTakeFirstOrThrow();
  const link = ownPaths[given.includes('schedule') ? 'schedule' : 'automation'];
  await queueMail(trx, {
    to: email,
    language,
    template: 'automations_received',
    values: { organization: await findOrganizationName(trx, organizationId), number: given.length, link },
  });
}
