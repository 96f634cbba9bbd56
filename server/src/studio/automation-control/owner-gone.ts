import { sql } from 'kysely';
import { memberName } from '../../people/naming/colleague.ts';
import { findOrganizationName } from '../../people/organizations/repository.ts';
import { recordAll } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { controlPath, type Thing } from './things.ts';

type FormerMember = { readonly organizationId: string; readonly memberId: string };

const isOver = sql`(state = 'active' and next_at is null)`;
/** What was paused stays so for its own reason, so that whoever takes it over knows whether it was at work. */
const because = sql`case when state = 'active' or paused_because = 'given' then 'owner' else paused_because end`;

/**
 * Takes the schedules and automations from a member who goes: nothing runs as them any more, and anybody may take them
 * over. Administrators are told once, of all of them together.
 */
export async function releaseOfMember(trx: Trx, { organizationId, memberId }: FormerMember): Promise<void> {
  const { rows } = await sql<Thing>`
    with released_schedules as (
      update schedules set owner_id = null, next_at = null, updated_at = now(),
        state = case when ${isOver} then state else 'paused' end, paused_because = case when ${isOver} then null else ${because} end
      where owner_id = ${memberId} and deleted_at is null returning id, name),
    released_automations as (
      update automations set owner_id = null, state = 'paused', paused_because = ${because}, updated_at = now()
      where owner_id = ${memberId} and deleted_at is null returning id, name)
    select 'schedule' as kind, id, name from released_schedules union all select 'automation', id, name from released_automations`.execute(
    trx,
  );
  if (rows.length === 0) return;
  await recordAll(
    trx,
    rows.map(({ kind, id, name }) => ({
      action: `${kind}.paused` as const,
      organizationId,
      target: { id, name },
      after: { because: 'owner' },
    })),
  );
  await tellAdministrators(trx, { organizationId, memberId }, rows.length);
}

async function tellAdministrators(trx: Trx, { organizationId, memberId }: FormerMember, number: number): Promise<void> {
  const people = trx.selectFrom('memberships').innerJoin('users', 'users.id', 'memberships.user_id');
  const { name } = await people
    .where('memberships.id', '=', memberId)
    .select(memberName.as('name'))
    .executeTakeFirstOrThrow();
  const administrators = await people
    .where('organization_id', '=', organizationId)
    .where('is_admin', '=', true)
    .where('deactivated_at', 'is', null)
    .where('memberships.id', '<>', memberId)
    .orderBy('memberships.id')
    .select(['users.email', 'users.language'])
    .execute();
  const values = { organization: await findOrganizationName(trx, organizationId), name, number, link: controlPath };
  await queueMails(
    trx,
    administrators.map(({ email, language }) => ({ to: email, language, template: 'automations_left', values })),
  );
}

/** The same of a person who goes from all organisations; those that end with them need nobody who goes on. */
export async function releaseOfPerson(trx: Trx, userId: string, ending: readonly string[]): Promise<void> {
  const memberships = await trx
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .select(['id', 'organization_id'])
    .execute();
  for (const { id: memberId, organization_id: organizationId } of memberships) {
    if (!ending.includes(organizationId)) await releaseOfMember(trx, { organizationId, memberId });
  }
}

/** How many schedules and automations a member has. */
export const countOfMember = (memberId: string) => sql<number>`(
  (select count(*) from schedules where owner_id = ${memberId} and deleted_at is null) + (select count(*) from automations where owner_id = ${memberId} and deleted_at is null))::int`;
