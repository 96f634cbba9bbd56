import {
  passwordResetMinutes,
  requestPasswordReset,
  resetPassword,
} from '@parlance/shared/contract/api/session/password-reset';
import type { Language } from '@parlance/shared/contract/values/language';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { recordOfPerson } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { languageOf } from '../../platform/http/error-texts.ts';
import { routePublic } from '../../platform/http/route.ts';
import { type Limit, countAct, hourSeconds } from '../../platform/limits/limits.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { queueMailOrDecoy } from '../../platform/mail/queue-mail.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import type { Due } from '../../platform/upkeep/due.ts';
import { findCorrespondent } from './accounts.ts';
import { refuseGuessable } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { setPassword } from './set-password.ts';

/** Mails to one address, so that nobody's mailbox can be filled. */
const requests: Limit = { name: 'password-reset', most: 10, windowSeconds: hourSeconds };
/** Addresses asked about from one network address. */
const requestsFrom: Limit = { name: 'password-reset-from', most: 100, windowSeconds: hourSeconds };
/** Links tried from one network address. A link cannot be guessed; hashing what comes with it must not be free. */
const confirmations: Limit = { name: 'password-reset-link', most: 60, windowSeconds: hourSeconds };

export function passwordResetRoutes(app: FastifyInstance): void {
  routePublic(app, requestPasswordReset, async ({ body, request }) => {
    await app.db.asSystem(async (trx) => {
      await countAct(trx, requestsFrom, networkOf(request.ip));
      await mailLink(trx, body.email, languageOf(request));
    });
    return {};
  });

  routePublic(app, resetPassword, async ({ body, request }) => {
    const email = await app.db.asSystem(async (trx) => {
      await countAct(trx, confirmations, networkOf(request.ip));
      return findReset(trx, body.token);
    });
    if (email === null) throw new ApiError('link_invalid');
    refuseGuessable(body.password, email);
    const passwordHash = await hashPassword(body.password, request.ip);
    await app.db.asSystem((trx) => takeLink(trx, body.token, passwordHash));
    return {};
  });
}

/**
 * Does the same for an address without an account as for one with: the same statements, and the same work for the
 * worker.
 */
async function mailLink(trx: Trx, email: string, otherwise: Language): Promise<void> {
  await countAct(trx, requests, email);
  const correspondent = await findCorrespondent(trx, email);
  await recordOfPerson(
    trx,
    { userId: correspondent?.userId ?? null, email },
    { action: 'account.password_reset_requested', by: 'stranger' },
  );
  const token = newToken();
  const values = {
    token_hash: hashToken(token),
    expires_at: sql<Date>`now() + make_interval(mins => ${passwordResetMinutes})`,
  };
  await trx
    .insertInto('password_resets')
    .values({ email, ...values })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(values))
    .execute();
  // Behind the #, so that no server, no log and no Referer sees it.
  const mail = { link: `/auth/login#token=${token}`, minutes: passwordResetMinutes };
  await queueMailOrDecoy(
    trx,
    { to: email, language: correspondent?.language ?? otherwise, template: 'password_reset', values: mail },
    correspondent === null,
  );
}

const liveReset = (token: string) => sql<boolean>`token_hash = ${hashToken(token)} and expires_at > now()`;

async function findReset(trx: Trx, token: string): Promise<string | null> {
  const row = await trx.selectFrom('password_resets').where(liveReset(token)).select('email').executeTakeFirst();
  return row?.email ?? null;
}

/**
 * Once, however many requests bring it. The second sign-in step stays on: it is the same mailbox, and protects against
 * whoever has the password alone.
 */
async function takeLink(trx: Trx, token: string, passwordHash: string): Promise<void> {
  const taken = await trx.deleteFrom('password_resets').where(liveReset(token)).returning('email').executeTakeFirst();
  const user = taken === undefined ? null : await findCorrespondent(trx, taken.email);
  if (taken === undefined || user === null) throw new ApiError('link_invalid');
  await setPassword(trx, { userId: user.userId, email: taken.email, language: user.language, passwordHash });
}

/** Links that open nothing any more. */
export const deadResets: Due = { table: 'password_resets', by: 'expires_at' };
