import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../plugins/api-error.ts';
import type { Caller } from '../../plugins/caller.ts';
import { type Limit, countAct, giveBack } from '../limits/limits.ts';
import { verifyPassword } from '../session/passwords.ts';

/** Passwords tried by whoever has a session. Counted apart from sign-ins, so that neither locks the other out. */
const passwords: Limit = { name: 'own-password', most: 10, windowSeconds: 15 * 60 };

/** Before what cannot be undone the password is asked for again. Throws password_wrong. */
export async function requireOwnPassword(app: FastifyInstance, { userId }: Caller, password: string, address: string): Promise<void> {
  const { counted, passwordHash } = await app.db.asSystem(async (trx) => {
    const user = await trx.selectFrom('users').where('id', '=', userId).select('password_hash').executeTakeFirstOrThrow();
    return { counted: await countAct(trx, passwords, userId), passwordHash: user.password_hash };
  });
  if (!(await verifyPassword(passwordHash, password, address))) throw new ApiError('password_wrong');
  await app.db.asSystem((trx) => giveBack(trx, counted));
}
