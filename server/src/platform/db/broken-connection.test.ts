import { once } from 'node:events';
import { sql } from 'kysely';
import type pg from 'pg';
import { createEmptyDatabase, terminateConnections } from '../../testing/test-database.ts';
import { connectPostgres } from './open.ts';

test('a connection that breaks between two statements of a transaction costs that transaction, and nothing else', async () => {
  const url = await createEmptyDatabase(process.env['TEST_DATABASE_URL'] ?? '');
  const { db, pool, close } = connectPostgres(url, console);
  const connected = once(pool, 'connect');
  const broken = db.asSystem(async (trx) => {
    await sql`select 1`.execute(trx);
    const [client] = (await connected) as [pg.PoolClient]; // the arguments of the pool's event
    // In a process without Jest, an error event without a listener ends the process.
    expect(client.listenerCount('error')).toBeGreaterThan(0);
    const ended = new Promise((resolve) => client.once('end', resolve));
    await terminateConnections(url);
    await ended;
    await sql`select 2`.execute(trx);
  });
  await expect(broken).rejects.toMatchObject({ apiCode: 'database_unavailable' });
  expect((await db.asSystem((trx) => sql<{ one: number }>`select 1 as one`.execute(trx))).rows).toEqual([{ one: 1 }]);
  await close();
});
