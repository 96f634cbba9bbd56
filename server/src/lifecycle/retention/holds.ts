import type { Hold, HoldSubject, placeHold } from '@parlance/shared/contract/api/retention';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { colleagueIn } from '../../people/naming/colleague.ts';
import { lockRetention } from '../../people/organizations/held.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { fingerprintOf, isOfKey, keptKey, requireSameRequest } from '../../platform/http/idempotency.ts';
import type { Caller } from '../../platform/principal/caller.ts';

type Body = CheckedInput<typeof placeHold>['body'];

const holds = (trx: Trx, organizationId: string) =>
  trx
    .selectFrom('legal_holds as hold')
    .where('organization_id', '=', organizationId)
    .select([
      'id',
      'kind',
      'name',
      'reason',
      'placed_at',
      sql<string | null>`until::text`.as('until'),
      colleagueIn('hold.placed_by').as('placed_by'),
    ])
    .select(
      sql<number>`(case kind when 'organization' then (select count(*) from memberships where memberships.organization_id = hold.organization_id)
        else (select count(*) from legal_hold_members where hold_id = hold.id) end)::int`.as('people'),
    );
type Row = Awaited<ReturnType<ReturnType<typeof holds>['executeTakeFirstOrThrow']>>;
export const holdOf = ({ placed_at, ...row }: Row): Hold => ({ ...row, placed_at: placed_at.toISOString() });

/** Where a page begins: after the hold placed then, with this id. */
export type HoldPosition = readonly [placedAt: string, id: string];

/** Those in force, the newest first, one more than `limit` where there are more. */
export function findHolds(trx: Trx, organizationId: string, after: HoldPosition | null, limit: number): Promise<Row[]> {
  const all = holds(trx, organizationId).where(sql<boolean>`is_in_force(hold)`);
  const rest =
    after === null ? all : all.where(sql<boolean>`(placed_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  return rest
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/**
 * Places a hold, one for a key. Throws idempotency_key_reused for a key that has placed another one, not_found for whom
 * there is not, and validation_failed for a day that is over.
 */
export async function addHold(trx: Trx, { organizationId, memberId }: Caller, wanted: Body): Promise<Hold> {
  const { idempotency_key, subject, reason, until } = wanted;
  const fingerprint = fingerprintOf(wanted);
  await lockRetention(trx, organizationId);
  const earlier = await holds(trx, organizationId)
    .where(isOfKey(memberId, idempotency_key, 'hold.placed_by'))
    .select('request_fingerprint')
    .executeTakeFirst();
  if (earlier !== undefined) {
    const { request_fingerprint: asked, ...hold } = earlier;
    requireSameRequest(asked, fingerprint);
    return holdOf(hold);
  }
  if (until !== null && until < new Date().toISOString().slice(0, 10))
    throw new ApiError('validation_failed', { issues: [{ path: 'body.until', message: 'This day is over.' }] });
  const { name, teamId, memberIds } = await whomOf(trx, organizationId, subject);
  const { id } = await trx
    .insertInto('legal_holds')
    .values({
      organization_id: organizationId,
      idempotency_key: keptKey(memberId, idempotency_key),
      request_fingerprint: fingerprint,
      kind: subject.kind,
      team_id: teamId,
      name,
      reason,
      until,
      placed_by: memberId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (memberIds.length > 0)
    await trx
      .insertInto('legal_hold_members')
      .values(memberIds.map((member_id) => ({ organization_id: organizationId, hold_id: id, member_id })))
      .execute();
  await record(trx, {
    action: 'legal_hold.placed',
    target: { id, name },
    after: { kind: subject.kind, reason, until, people: memberIds.length },
  });
  return holdOf(await holds(trx, organizationId).where('id', '=', id).executeTakeFirstOrThrow());
}

type Whom = { readonly name: string; readonly teamId: string | null; readonly memberIds: readonly string[] };

async function whomOf(trx: Trx, organizationId: string, subject: HoldSubject): Promise<Whom> {
  if (subject.kind === 'organization') return { name: '', teamId: null, memberIds: [] };
  if (subject.kind === 'team') {
    // Held, so that nobody comes into it unseen before this is committed.
    const team = await trx
      .selectFrom('teams')
      .where('organization_id', '=', organizationId)
      .where('id', '=', subject.id)
      .select(['id', 'name'])
      .forUpdate()
      .executeTakeFirst();
    if (team === undefined) throw new ApiError('not_found');
    const members = await trx.selectFrom('team_members').where('team_id', '=', team.id).select('member_id').execute();
    return { name: team.name, teamId: team.id, memberIds: members.map(({ member_id }) => member_id) };
  }
  const member = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('organization_id', '=', organizationId)
    .where('users.email', '=', subject.email)
    .select(['memberships.id', 'users.email'])
    .executeTakeFirst();
  if (member === undefined) throw new ApiError('not_found');
  return { name: member.email, teamId: null, memberIds: [member.id] };
}

/** Throws not_found for what is not there, or not this organisation's. */
export async function endHold(trx: Trx, { organizationId }: Caller, id: string): Promise<void> {
  const row = await holds(trx, organizationId).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  await trx.deleteFrom('legal_holds').where('id', '=', id).execute();
  await record(trx, {
    action: 'legal_hold.ended',
    target: { id, name: row.name },
    before: { kind: row.kind, reason: row.reason, until: row.until },
  });
}

/** Throws legal_hold where what goes with a person, or with the organisations that end with them, is held. */
export async function requireNotHeld(trx: Trx, userId: string, endingOrganizations: readonly string[]): Promise<void> {
  const held = await trx
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .where((is) =>
      is.or([
        sql<boolean>`is_held(organization_id, id)`,
        ...(endingOrganizations.length === 0
          ? []
          : [is.and([is('organization_id', 'in', endingOrganizations), sql<boolean>`is_any_held(organization_id)`])]),
      ]),
    )
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (held !== undefined) throw new ApiError('legal_hold');
}
