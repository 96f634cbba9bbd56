import { verifyPassword } from '../people/session/passwords.ts';
import type { Database } from '../platform/db/database.ts';
import { demoAccounts, demoAddress, demoPassword } from './organizations.ts';

/** A demonstration account that anybody may sign in to: its password is still the one that everybody knows. */
export async function findOpenAccount(db: Database): Promise<string | null> {
  const emails = demoAccounts.map(({ email }) => email);
  const users = await db.asSystem((trx) =>
    trx.selectFrom('users').where('email', 'in', emails).select(['email', 'password_hash']).orderBy('email').execute(),
  );
  for (const { email, password_hash } of users)
    if (await verifyPassword(password_hash, demoPassword, demoAddress)) return email;
  return null;
}
