import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Limit, countAct, giveBack } from '../../platform/limits/limits.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { verifyPassword } from '../session/passwords.ts';

/** The limit of passwords tried in a session. Counted apart from sign-ins, so that neither locks the other out. */
const passwords: Limit = { name: 'own-password', most: 10, windowSeconds: 15 * 60 };

/** Asks for the password again before something irreversible. Throws password_wrong. */
export async function requireOwnPassword(
  app: FastifyInstance,
  caller: Caller,
  password: string,
  address: string,
): Promise<void> {
  const { counted, passwordHash } = await app.db.asSystem(async (trx) => {
    const own = await findPasswordHash(trx, caller);
    return { counted: await countAct(trx, passwords, caller.userId), passwordHash: own.password_hash };
  });
  if (!(await verifyPassword(passwordHash, password, address))) throw new ApiError('password_wrong');
  await app.db.asSystem((trx) => giveBack(trx, counted));
}

/** Returns the hash, which a registration keeps until it has created the user. Throws if the person is gone. */
async function findPasswordHash(
  trx: Trx,
  { userId, registrationId }: Caller,
): Promise<{ password_hash: string | null }> {
  if (registrationId === null)
    return trx.selectFrom('users').where('id', '=', userId).select('password_hash').executeTakeFirstOrThrow();
  // Uses one statement: the address may be verified between two.
  return trx
    .selectFrom('registration_attempts as attempts')
    .leftJoin('users', 'users.id', 'attempts.user_id')
    .where('attempts.id', '=', registrationId)
    .select((of) => of.fn.coalesce('attempts.password_hash', 'users.password_hash').as('password_hash'))
    .executeTakeFirstOrThrow();
}
