import { changePassword } from '@parlance/shared/contract/api/users/account';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { giveCookies, replaceSession } from '../session/enter.ts';
import { rememberDevice } from '../session/known-devices.ts';
import { refuseGuessable } from '../session/password-rules.ts';
import { hashPassword } from '../session/passwords.ts';
import { setPassword } from '../session/set-password.ts';
import { requireOwnPassword } from './own-password.ts';

export function passwordRoute(app: FastifyInstance): void {
  route(app, changePassword, async ({ body, caller, request, reply }) => {
    await requireOwnPassword(app, caller, body.current_password, request.ip);
    refuseGuessable(body.new_password, caller.email, 'body.new_password');
    const passwordHash = await hashPassword(body.new_password, request.ip);
    const { userId, memberId } = caller;
    const entry = await app.db.asSystem(async (trx) => {
      await setPassword(trx, { ...caller, passwordHash });
      const { token } = await replaceSession(trx, request, { kind: 'member', memberId, userId });
      const { token: deviceToken } = await rememberDevice(trx, null, userId);
      return { token, deviceToken };
    });
    giveCookies(app, request, reply, entry);
    return {};
  });
}
