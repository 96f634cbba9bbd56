import { accountRemoval } from '../lifecycle/account-deletion/removal.ts';
import type { TestServer } from './test-app.ts';

/** Does what the worker does with deleted accounts, now. */
export async function removeGoing({ db }: Pick<TestServer, 'db'>, rowsAtOnce?: number): Promise<void> {
  const going = await db.asSystem((trx) =>
    trx.selectFrom('users').where('going_at', 'is not', null).select('id').execute(),
  );
  for (const { id } of going) await accountRemoval({ db }, rowsAtOnce).run({ user: id }, new AbortController().signal);
}
