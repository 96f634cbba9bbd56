import { changeEmail, confirmEmail } from '@parlance/shared/contract/api/account';
import { codeMinutes } from '@parlance/shared/contract/code';
import { emailAddress } from '@parlance/shared/contract/email';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../../plugins/api-error.ts';
import type { Caller } from '../../plugins/caller.ts';
import type { Trx } from '../../plugins/db/database.ts';
import { route } from '../../plugins/route.ts';
import { secretOf } from '../../plugins/session.ts';
import { recordOfPerson } from '../audit/record.ts';
import { type Attempt, makeCode, withCode } from '../codes/codes.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { findCorrespondent } from '../session/accounts.ts';
import { requireOwnPassword } from './own-password.ts';
import { profileOf } from './routes.ts';

const attemptOf = ({ userId }: Caller, request: FastifyRequest): Attempt => ({ purpose: 'email_change', attemptId: userId, secret: secretOf(request), account: userId, mailbox: userId });

export function emailRoutes(app: FastifyInstance): void {
  route(app, changeEmail, async ({ body, caller, request }) => {
    await requireOwnPassword(app, caller, body.password, request.ip);
    return app.db.asSystem(async (trx) => {
      // As with a registration: an address that has an account hears of it, and whoever asked learns nothing.
      const holder = await findCorrespondent(trx, body.email);
      const { code, sent } = await makeCode(trx, attemptOf(caller, request), { wanted: body.email, isDecoy: holder !== null });
      // Behind the #, so that no server and no log sees it. It works in the browser of the change only, as the code does.
      const values = { code, link: `/profile#code=${code}`, minutes: codeMinutes };
      if (holder === null) await queueMail(trx, { to: body.email, language: caller.language, template: 'email_change_confirm', values });
      else await queueMail(trx, { to: body.email, language: holder.language, template: 'account_exists', values: { link: '/auth/login' } });
      return sent;
    });
  });

  route(app, confirmEmail, async ({ body, caller, request }) => {
    await withCode(app.db, attemptOf(caller, request), body.code, (trx, wanted) => setEmail(trx, caller, z.parse(emailAddress, wanted)));
    return profileOf(app, caller);
  });
}

async function setEmail(trx: Trx, { userId, email: before, language }: Caller, email: string): Promise<void> {
  try {
    await trx.updateTable('users').set({ email }).where('id', '=', userId).execute();
  } catch (error) {
    // Somebody has made an account of the address since the code was sent: it is worth nothing any more.
    throw isTaken(error) ? new ApiError('code_expired', { cause: error }) : error;
  }
  await trx.deleteFrom('password_resets').where('email', '=', before).execute();
  await recordOfPerson(trx, { userId, email }, { action: 'account.email_changed', by: 'themselves', before: { email: before }, after: { email } });
  await queueMail(trx, { to: before, language, template: 'email_change_notice', values: { newEmail: masked(email) } });
}

/** PostgreSQL's unique_violation. */
const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505';

/** Enough to recognise one's own address, and not to read a stranger's: “j•••@example.org”. */
const masked = (email: string) => email.replace(/^(.)[^@]*/u, '$1•••');
