import { changeEmail, confirmEmail, resendEmailCode } from '@parlance/shared/contract/api/users/account';
import type { Output } from '@parlance/shared/contract/endpoint';
import { codeMinutes } from '@parlance/shared/contract/values/code';
import { emailAddress } from '@parlance/shared/contract/values/email';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { recordOfPerson } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { secretOf } from '../../platform/http/session-cookies.ts';
import { type Limit, countAct, daySeconds, hourSeconds } from '../../platform/limits/limits.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Attempt, type EnteredCode, makeCode, withCodes } from '../codes/codes.ts';
import { findCorrespondent } from '../session/accounts.ts';
import { giveCookies, replaceSession } from '../session/enter.ts';
import { forgetDevices, rememberDevice } from '../session/known-devices.ts';
import { endSessionsOf } from '../session/repository.ts';
import { isTaken, maskAddress } from './address.ts';
import { offerReversal } from './email-reversal.ts';
import { requireOwnPassword } from './own-password.ts';
import { profileOf } from './profile.ts';

/**
 * Mails to an address that somebody names, whoever they are and whether it has an account: nobody's mailbox can be
 * filled.
 */
const mailsTo: Limit = { name: 'email-change-to', most: 10, windowSeconds: daySeconds };

/** Another code is sent without the password for so long after the last one. */
const resendWithinSeconds = hourSeconds;

/** `email_change` is confirmed from the new address, `email_permit` from the present one. */
const emailAttempt = (
  purpose: 'email_change' | 'email_permit',
  { userId }: Caller,
  request: FastifyRequest,
): Attempt => ({ purpose, attemptId: userId, secret: secretOf(request), account: userId, mailbox: userId });

export function emailRoutes(app: FastifyInstance): void {
  route(app, changeEmail, async ({ body, caller, request }) => {
    await requireOwnPassword(app, caller, body.password, request.ip);
    return app.db.asSystem((trx) => sendCodes(trx, caller, request, body.email));
  });

  route(app, resendEmailCode, ({ caller, request }) =>
    app.db.asSystem(async (trx) => {
      const wanted = await findWanted(trx, caller);
      if (wanted === null) throw new ApiError('code_expired');
      return sendCodes(trx, caller, request, z.parse(emailAddress, wanted));
    }),
  );

  route(app, confirmEmail, async ({ body: { code, present_code: presentCode }, caller, request, reply }) => {
    const entered: EnteredCode[] = [{ attempt: emailAttempt('email_change', caller, request), code }];
    if (await app.db.asSystem((trx) => hasSecondStep(trx, caller))) {
      if (presentCode === undefined)
        throw new ApiError('validation_failed', {
          issues: [{ path: 'body.present_code', message: 'It is needed where the second sign-in step is on.' }],
        });
      entered.push({
        attempt: emailAttempt('email_permit', caller, request),
        code: presentCode,
        field: 'present_code',
      });
    }
    const entry = await withCodes(app.db, entered, (trx, wanted) =>
      setEmail(trx, request, caller, z.parse(emailAddress, wanted)),
    );
    giveCookies(app, request, reply, entry);
    return profileOf(app, caller);
  });
}

async function sendCodes(
  trx: Trx,
  caller: Caller,
  request: FastifyRequest,
  email: string,
): Promise<Output<typeof changeEmail>> {
  await countAct(trx, mailsTo, email);
  const needsPresentCode = await hasSecondStep(trx, caller);
  if (needsPresentCode) await askPresentAddress(trx, caller, request, email);
  // As with a registration: an address that has an account hears of it, and whoever asked learns nothing.
  const holder = await findCorrespondent(trx, email);
  const { code, sent } = await makeCode(trx, emailAttempt('email_change', caller, request), {
    wanted: email,
    isDecoy: holder !== null,
  });
  // Behind the #, so that no server and no log sees it. It works in the browser of the change only, as the code does.
  const values = { code, link: needsPresentCode ? '/profile' : `/profile#code=${code}`, minutes: codeMinutes };
  if (holder === null)
    await queueMail(trx, { to: email, language: caller.language, template: 'email_change_confirm', values });
  else
    await queueMail(trx, {
      to: email,
      language: holder.language,
      template: 'account_exists',
      values: { link: '/auth/login' },
    });
  return { ...sent, needs_present_code: needsPresentCode };
}

/**
 * The address that the person gave with their password, so long ago at most; null where there is none, or it was
 * confirmed.
 */
async function findWanted(trx: Trx, { userId }: Caller): Promise<string | null> {
  const asked = await trx
    .selectFrom('codes')
    .where('purpose', '=', 'email_change')
    .where('attempt_id', '=', userId)
    .where('used_at', 'is', null)
    .where('sent_at', '>', sql<Date>`now() - make_interval(secs => ${resendWithinSeconds})`)
    .select('wanted')
    .executeTakeFirst();
  return asked?.wanted ?? null;
}

/**
 * Signing in needs the present mailbox then, and so does leaving it: a session and the password alone do not move it.
 */
async function hasSecondStep(trx: Trx, { userId }: Caller): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select('mfa_preference')
    .executeTakeFirstOrThrow();
  return user.mfa_preference !== 'NONE';
}

async function askPresentAddress(trx: Trx, caller: Caller, request: FastifyRequest, email: string): Promise<void> {
  const { code } = await makeCode(trx, emailAttempt('email_permit', caller, request));
  await queueMail(trx, {
    to: caller.email,
    language: caller.language,
    template: 'email_change_permit',
    values: { newEmail: maskAddress(email), code, minutes: codeMinutes },
  });
}

/** As with a new password: no other session and no other browser goes on with the account. */
async function setEmail(trx: Trx, request: FastifyRequest, caller: Caller, email: string) {
  const { userId, memberId, email: before, language } = caller;
  try {
    await trx.updateTable('users').set({ email }).where('id', '=', userId).execute();
  } catch (error) {
    // Somebody has made an account of the address since the code was sent: it is worth nothing any more.
    throw isTaken(error) ? new ApiError('code_expired', { cause: error }) : error;
  }
  await trx.deleteFrom('password_resets').where('email', '=', before).execute();
  await endSessionsOf(trx, userId);
  await forgetDevices(trx, userId);
  await recordOfPerson(
    trx,
    { userId, email },
    { action: 'account.email_changed', by: 'themselves', before: { email: before }, after: { email } },
  );
  await offerReversal(trx, { userId, language, before, after: email });
  const { token } = await replaceSession(trx, request, { kind: 'member', memberId, userId });
  const { token: deviceToken } = await rememberDevice(trx, null, userId);
  return { token, deviceToken };
}
