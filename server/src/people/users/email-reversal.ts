import { emailReversalDays, revertEmail } from '@parlance/shared/contract/api/users/email-reversal';
import type { Language } from '@parlance/shared/contract/values/language';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { recordOfPerson } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { routePublic } from '../../platform/http/route.ts';
import { type Limit, countAct, hourSeconds } from '../../platform/limits/limits.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import type { Due } from '../../platform/upkeep/due.ts';
import { refuseGuessable } from '../session/password-rules.ts';
import { hashPassword } from '../session/passwords.ts';
import { setPassword } from '../session/set-password.ts';
import { isTaken, maskAddress } from './address.ts';

/** Links tried from one network address. A link cannot be guessed; hashing what comes with it must not be free. */
const tries: Limit = { name: 'email-reversal', most: 60, windowSeconds: hourSeconds };

export function emailReversalRoutes(app: FastifyInstance): void {
  routePublic(app, revertEmail, async ({ body, request }) => {
    const email = await app.db.asSystem(async (trx) => {
      await countAct(trx, tries, networkOf(request.ip));
      return findReversal(trx, body.token);
    });
    refuseGuessable(body.password, email);
    const passwordHash = await hashPassword(body.password, request.ip);
    await app.db.asSystem((trx) => revert(trx, body.token, passwordHash));
    return {};
  });
}

type EmailChange = {
  readonly userId: string;
  readonly language: Language;
  readonly before: string;
  readonly after: string;
};

/** Tells the address that an account had of the one it has now, with a link that gives it back. */
export async function offerReversal(trx: Trx, { userId, language, before, after }: EmailChange): Promise<void> {
  const token = newToken();
  await trx
    .insertInto('email_reversals')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      email: before,
      expires_at: sql<Date>`now() + make_interval(days => ${emailReversalDays})`,
    })
    .execute();
  // Behind the #, so that no server, no log and no Referer sees it.
  await queueMail(trx, {
    to: before,
    language,
    template: 'email_change_notice',
    values: { newEmail: maskAddress(after), link: `/auth/login#address=${token}`, days: emailReversalDays },
  });
}

const live = (token: string) => sql<boolean>`token_hash = ${hashToken(token)} and expires_at > now()`;

async function findReversal(trx: Trx, token: string): Promise<string> {
  const row = await trx.selectFrom('email_reversals').where(live(token)).select('email').executeTakeFirst();
  if (row === undefined) throw new ApiError('link_invalid');
  return row.email;
}

/**
 * Once, however many requests bring it. What was offered to addresses that came later is worth nothing then: the first
 * owner wins.
 */
async function revert(trx: Trx, token: string, passwordHash: string): Promise<void> {
  const taken = await trx
    .deleteFrom('email_reversals')
    .where(live(token))
    .returning(['user_id', 'email', 'created_at'])
    .executeTakeFirst();
  if (taken === undefined) throw new ApiError('link_invalid');
  const { user_id: userId, email } = taken;
  const { email: before, language } = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'language'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom('email_reversals')
    .where('user_id', '=', userId)
    .where('created_at', '>=', taken.created_at)
    .execute();
  try {
    await trx.updateTable('users').set({ email }).where('id', '=', userId).execute();
  } catch (error) {
    // Somebody has made an account of the address meanwhile.
    throw isTaken(error) ? new ApiError('link_invalid', { cause: error }) : error;
  }
  await recordOfPerson(
    trx,
    { userId, email },
    { action: 'account.email_changed', by: 'themselves', before: { email: before }, after: { email } },
  );
  await queueMail(trx, {
    to: before,
    language,
    template: 'email_change_undone',
    values: { newEmail: maskAddress(email) },
  });
  await setPassword(trx, { userId, email, language, passwordHash });
}

/** Links that give nothing back any more. */
export const deadReversals: Due = { table: 'email_reversals', by: 'expires_at' };
