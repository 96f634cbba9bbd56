import { changeMfa, confirmMfa } from '@parlance/shared/contract/api/users/account';
import { mfaPreference } from '@parlance/shared/contract/api/users/profile';
import { codeMinutes } from '@parlance/shared/contract/values/code';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { recordOfPerson } from '../../platform/audit/record.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { secretOf } from '../../platform/http/session-cookies.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Attempt, makeCode, withCode } from '../codes/codes.ts';
import { requireOwnPassword } from './own-password.ts';
import { profileOf } from './profile.ts';

const mfaAttempt = ({ userId }: Caller, request: FastifyRequest): Attempt => ({
  purpose: 'mfa_change',
  attemptId: userId,
  secret: secretOf(request),
  account: userId,
  mailbox: userId,
});

/**
 * Switched on by whoever can read the mail that every sign-in will need, and switched off by the same with the
 * password.
 */
export function mfaRoutes(app: FastifyInstance): void {
  route(app, changeMfa, async ({ body, caller, request }) => {
    // Also where it is off: the code could be kept until it is on.
    if (body.mfa_preference === 'NONE') {
      if (body.password === undefined) throw new ApiError('password_wrong');
      await requireOwnPassword(app, caller, body.password, request.ip);
    }
    return app.db.asSystem(async (trx) => {
      const { code, sent } = await makeCode(trx, mfaAttempt(caller, request), { wanted: body.mfa_preference });
      await queueMail(trx, {
        to: caller.email,
        language: caller.language,
        template: 'mfa_code',
        values: { code, minutes: codeMinutes },
      });
      return sent;
    });
  });

  route(app, confirmMfa, async ({ body, caller, request }) => {
    await withCode(app.db, mfaAttempt(caller, request), body.code, async (trx, wanted) => {
      const before = await trx
        .selectFrom('users')
        .where('id', '=', caller.userId)
        .select('mfa_preference')
        .executeTakeFirstOrThrow();
      const after = { mfa_preference: z.parse(mfaPreference, wanted) };
      await trx.updateTable('users').set(after).where('id', '=', caller.userId).execute();
      await recordOfPerson(trx, caller, { action: 'account.mfa_changed', by: 'themselves', before, after });
    });
    return profileOf(app, caller);
  });
}
