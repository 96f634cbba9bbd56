import type { AccountKind, PlanName } from '@parlance/shared/contract/api/plans/plans';
import { registrationStages } from '@parlance/shared/contract/api/registration/registration-stages';
import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import type { AcceptedVersions } from '@parlance/shared/contract/page/legal';
import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Due, type Page, onePage } from '../../platform/upkeep/due.ts';
import { findSentCode } from '../codes/codes.ts';
import { type OpenedInvitation, findOpenedById } from '../invitations/repository.ts';

/** An address that is not verified within a day has to begin anew. */
const unverifiedHours = 24;

export type RegistrationInput = {
  readonly email: string;
  readonly passwordHash: string;
  readonly language: Language;
  readonly accountKind: AccountKind;
  readonly accepted: AcceptedVersions;
  readonly address: string;
  readonly invitationId: string | null;
};

const columnsOf = ({
  language,
  accountKind,
  accepted,
  address,
  invitationId,
}: Omit<RegistrationInput, 'email' | 'passwordHash'>) => ({
  language,
  account_kind: accountKind,
  invitation_id: invitationId,
  accepted_versions: JSON.stringify(accepted),
  accepted_language: language,
  accepted_at: sql<Date>`now()`,
  accepted_from: address,
});

/** Begins a registration. Whether the address has an account is not asked. */
export async function insertRegistration(trx: Trx, entered: RegistrationInput): Promise<{ id: string }> {
  return trx
    .insertInto('registration_attempts')
    .values({
      email: entered.email,
      password_hash: entered.passwordHash,
      ...columnsOf(entered),
      expires_at: sql<Date>`now() + make_interval(hours => ${unverifiedHours})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/**
 * Step 1 once more. Throws conflict once there is a user: a password that opens something is changed by whoever knows
 * it.
 */
export async function changeRegistration(trx: Trx, id: string, entered: RegistrationInput): Promise<void> {
  const changed = await trx
    .updateTable('registration_attempts')
    .set({ ...columnsOf(entered), password_hash: entered.passwordHash })
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (changed === undefined) throw new ApiError('conflict');
}

/** One that was begun with another address from the same browser, and that nobody can go on with. */
export async function dropUnverifiedRegistration(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('registration_attempts').where('id', '=', id).where('verified_at', 'is', null).execute();
}

export type RegistrationRow = {
  readonly id: string;
  readonly email: string;
  readonly password_hash: string | null;
  readonly language: Language;
  readonly account_kind: AccountKind;
  readonly user_id: string;
  readonly new_member_id: string;
  readonly new_organization_id: string;
  readonly invitation_id: string | null;
  readonly accepted_versions: Partial<AcceptedVersions>;
  readonly accepted_language: Language;
  readonly accepted_at: Date;
  readonly accepted_from: string;
  readonly username: string | null;
  readonly organization_name: string | null;
  readonly team_name: string | null;
  readonly role_title: string | null;
  readonly plan_name: PlanName | null;
  readonly verified_at: Date | null;
  readonly stage: number;
};

const registrations = (trx: Trx) =>
  trx
    .selectFrom('registration_attempts')
    .leftJoin('registrations', 'registrations.user_id', 'registration_attempts.user_id')
    .selectAll('registration_attempts')
    .select(sql<number>`coalesce(registrations.stage, ${registrationStages.verification})`.as('stage'));

export async function findRegistration(trx: Trx, id: string): Promise<RegistrationRow | null> {
  return (await registrations(trx).where('registration_attempts.id', '=', id).executeTakeFirst()) ?? null;
}

/** As `findRegistration`, and nobody else changes it until the transaction ends. */
export async function lockRegistration(trx: Trx, id: string): Promise<RegistrationRow | null> {
  return (
    (await registrations(trx)
      .where('registration_attempts.id', '=', id)
      .forUpdate('registration_attempts')
      .executeTakeFirst()) ?? null
  );
}

/** The invitation of a registration while it can be used; one that is over is as none. */
export async function findInvitationOf(trx: Trx, { invitation_id }: RegistrationRow): Promise<OpenedInvitation | null> {
  const invitation = invitation_id === null ? null : await findOpenedById(trx, invitation_id);
  return invitation?.status === 'open' ? invitation : null;
}

/** What every step answers. */
export async function describeRegistration(trx: Trx, id: string): Promise<RegistrationAttempt> {
  const row = await findRegistration(trx, id);
  if (row === null) throw new Error('The registration of a session is not there.');
  const code = await findSentCode(trx, 'registration', id);
  const invitation = await findInvitationOf(trx, row);
  return {
    email: row.email,
    account_kind: row.account_kind,
    language: row.language,
    stage: row.stage,
    is_verified: row.verified_at !== null,
    code: row.verified_at === null ? code : null,
    username: row.username,
    organization: row.organization_name,
    team: row.team_name,
    role: row.role_title,
    plan_name: row.plan_name,
    invitation: invitation === null ? null : { organization: invitation.organization, inviter: invitation.inviter },
  };
}

/** The stage only ever rises: whoever goes back loses nothing. */
export async function raiseStage(trx: Trx, userId: string, stage: number): Promise<void> {
  await trx
    .updateTable('registrations')
    .set({ stage: sql<number>`greatest(stage, ${stage})` })
    .where('user_id', '=', userId)
    .execute();
}

export const expiredRegistrations: Due = { table: 'registration_attempts', by: 'expires_at' };

/**
 * Registrations that nobody went on with, and the accounts that they had got as far as. Whoever is a member of
 * something keeps theirs.
 */
export async function deleteExpiredRegistrations(trx: Trx, { limit, skip }: Page = onePage): Promise<number> {
  const due = trx
    .selectFrom('registration_attempts')
    .where('expires_at', '<=', sql<Date>`now()`)
    .select('id')
    .orderBy('expires_at')
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const expired = await trx.deleteFrom('registration_attempts').where('id', 'in', due).returning('user_id').execute();
  if (expired.length === 0) return 0;
  await trx
    .deleteFrom('users')
    .where(
      'id',
      'in',
      expired.map(({ user_id }) => user_id),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('memberships').whereRef('memberships.user_id', '=', 'users.id').select('memberships.id'))),
    )
    .execute();
  return expired.length;
}
