import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

export type Account = {
  userId: string;
  email: string;
  language: Language;
  /** Null for somebody who is an active member of no organisation, such as one whose registration is under way. */
  memberId: string | null;
  /** There are memberships, and all are deactivated. */
  isDeactivated: boolean;
  passwordHash: string;
  mfaPreference: 'NONE' | 'EMAIL_OTP';
};

/**
 * The account behind an e-mail. Of several memberships it is the one used or joined last, the one a sign-in enters,
 * whatever has become of its workspace; the others are a switch away.
 */
export async function findAccount(trx: Trx, email: string): Promise<Account | null> {
  return (await accounts(trx).where('users.email', '=', email).executeTakeFirst()) ?? null;
}

export async function findAccountById(trx: Trx, userId: string): Promise<Account> {
  return accounts(trx).where('users.id', '=', userId).executeTakeFirstOrThrow();
}

const accounts = (trx: Trx) =>
  trx
    .selectFrom('users')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'users.id').on('memberships.deactivated_at', 'is', null),
    )
    .orderBy('memberships.last_used_at', (order) => order.desc().nullsLast())
    .orderBy('memberships.id')
    .select([
      'users.id as userId',
      'users.email',
      'users.language',
      'memberships.id as memberId',
      'users.password_hash as passwordHash',
      'users.mfa_preference as mfaPreference',
    ])
    .select(
      sql<boolean>`(memberships.id is null and exists (select from memberships as ended where ended.user_id = users.id))`.as(
        'isDeactivated',
      ),
    );

/** Whether the address has an account, and in which language to write to it. */
export async function findCorrespondent(
  trx: Trx,
  email: string,
): Promise<{ userId: string; language: Language } | null> {
  const row = await trx
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id as userId', 'language'])
    .executeTakeFirst();
  return row ?? null;
}
