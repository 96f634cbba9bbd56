import { randomUUID } from 'node:crypto';
import { type Attempt, findLink, findSentCode, makeCode, withCode } from '../../people/codes/codes.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from '../db/database.ts';
import { deleteDue, onePage } from '../upkeep/due.ts';
import { type Limit, countAct, countActs, deleteActsAhead, giveBack, oldActs } from './limits.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
});
afterAll(() => database.close());

const limit: Limit = { name: 'test', most: 3, windowSeconds: 60 };
const act = (subject: string) => db.asSystem((trx) => countAct(trx, limit, subject));

test('so many acts of a subject are let through in the window, and the next is told when it may come again', async () => {
  for (let at = 0; at < limit.most; at += 1) await act('a');
  await expect(act('a')).rejects.toMatchObject({
    apiCode: 'rate_limited',
    details: { retryAfterSeconds: expect.any(Number) },
  });
  await expect(act('b')).resolves.toEqual(expect.any(String));
});

test('of many subjects at once each is counted by itself, and those that have none left are told apart', async () => {
  const all = Array.from({ length: 200 }, (_, at) => `many${at}`);
  for (let at = 0; at < limit.most; at += 1) await act('many7');
  await act('many8');
  const count = (subjects: readonly string[]) => db.asSystem((trx) => countActs(trx, limit, subjects));
  const rounds = await Promise.all([count(all), count(all.toReversed())]);
  for (const { counted, secondsLeft } of rounds) {
    expect([...secondsLeft]).toEqual([['many7', expect.any(Number)]]);
    expect(counted.size).toBe(199);
  }
  const last = await count(all);
  expect([...last.secondsLeft.keys()].sort()).toEqual(['many7', 'many8']);
  expect(await count([])).toEqual({ counted: new Map(), secondsLeft: new Map() });
  const third = last.counted.get('many9') ?? '';
  await expect(act('many9')).rejects.toMatchObject({ apiCode: 'rate_limited' });
  await db.asSystem((trx) => giveBack(trx, third));
  await act('many9');
});

describe('a clock of the database that was three hours ahead and is put right', () => {
  test('holds nobody back for those hours', async () => {
    for (let times = 0; times < 2; times += 1) {
      for (let at = 0; at < limit.most; at += 1) await act('ahead');
      await expect(act('ahead')).rejects.toMatchObject({ apiCode: 'rate_limited' });
      await database.pool.query(`update limited_acts set acted_at = acted_at + interval '3 hours'`);
    }
    await expect(act('ahead')).resolves.toEqual(expect.any(String));
    while ((await db.asSystem((trx) => deleteActsAhead(trx, onePage))) > 0);
    while ((await db.asSystem((trx) => deleteDue(trx, oldActs))) > 0);
    expect((await database.pool.query('select from limited_acts')).rowCount).toBe(1);
  });

  test('leaves no code that holds for those hours, and lets another one be sent at once', async () => {
    const attempt: Attempt = {
      purpose: 'sign_in',
      attemptId: randomUUID(),
      secret: 'secret',
      account: randomUUID(),
      mailbox: 'ada@mail.example',
    };
    const { code, linkToken } = await db.asSystem((trx) => makeCode(trx, attempt));
    await expect(db.asSystem((trx) => makeCode(trx, attempt))).rejects.toMatchObject({ apiCode: 'rate_limited' });
    await database.pool.query(
      `update codes set sent_at = sent_at + interval '3 hours', expires_at = expires_at + interval '3 hours'`,
    );
    expect(await db.asSystem((trx) => findSentCode(trx, attempt.purpose, attempt.attemptId))).toBeNull();
    expect(await db.asSystem((trx) => findLink(trx, attempt.purpose, linkToken))).toBeNull();
    await expect(withCode(db, attempt, code, () => Promise.resolve('done'))).rejects.toMatchObject({
      apiCode: 'code_expired',
    });
    const again = await db.asSystem((trx) => makeCode(trx, attempt));
    await expect(withCode(db, attempt, again.code, () => Promise.resolve('done'))).resolves.toBe('done');
  });
});
