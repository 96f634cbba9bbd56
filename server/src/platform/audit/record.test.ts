import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { updateProfile } from '@parlance/shared/contract/api/users/profile';
import { sql } from 'kysely';
import { dataOf } from '../../testing/registering.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import type { Trx } from '../db/database.ts';
import { actingAs, actingAsSystem } from '../principal/acting.ts';
import { changesOf } from './changes.ts';
import { checkChain } from './check-chain.ts';
import { record, recordOfPerson } from './record.ts';
import { shortenLog } from './shorten.ts';
import { prefixOf, searchedWords, tsqueryOf, wordsOfNames } from './words.ts';

let server: TestServer;
let pro: string;
let team: string;
beforeAll(async () => {
  server = await startTestServer();
  pro = dataOf(await (await server.as('owner@pro.example')).call(getWhoami)).organization_id;
  team = dataOf(await (await server.as('owner@team.example')).call(getWhoami)).organization_id;
});
afterAll(() => server.close());

const asSystem = <T>(work: (trx: Trx) => Promise<T>) => server.db.asSystem(work);
const logOf = (organizationId: string) =>
  asSystem((trx) =>
    trx.selectFrom('audit_log').where('organization_id', '=', organizationId).orderBy('seq').selectAll().execute(),
  );
const check = (organizationId: string, size?: number) =>
  server.db.asTenant(organizationId, (trx) => checkChain(trx, organizationId, null, size));
const entry = (organizationId: string, name: string) => ({
  action: 'tool.created' as const,
  organizationId,
  target: { id: crypto.randomUUID(), name },
});
const lengthOf = async (organizationId: string) => (await logOf(organizationId)).length;

test('an entry says who did it, from where and in which request, as the guard knows it', async () => {
  const adrian = await server.as('admin@pro.example');
  const { member_id } = dataOf(await adrian.call(getWhoami));
  const answer = await adrian.call(updateProfile, { body: { language: 'fr-FR' } });
  const last = (await logOf(pro)).at(-1);
  expect(last).toMatchObject({
    actor_kind: 'person',
    actor_id: member_id,
    actor_name: 'admin@pro.example',
    address: '127.0.0.1',
    action: 'account.profile_changed',
    thing: 'account',
  });
  expect(last).toMatchObject({
    changes: { language: ['en', 'fr-FR'] },
    target_id: member_id,
    target_name: 'admin@pro.example',
  });
  expect(server.log.some((line) => line.includes(last?.request_id ?? 'no id'))).toBe(true);
  expect(answer.status).toBe(200);
});

test('what a job does is done by the system, and on nobody’s behalf unless it says so', async () => {
  await actingAsSystem(() => asSystem((trx) => record(trx, entry(pro, 'by a job'))));
  expect((await logOf(pro)).at(-1)).toMatchObject({
    actor_kind: 'system',
    actor_id: null,
    address: null,
    request_id: null,
  });
  const actor = { kind: 'schedule' as const, id: crypto.randomUUID(), name: 'Every morning' };
  await actingAsSystem(() => asSystem((trx) => record(trx, { ...entry(pro, 'by a schedule'), actor })));
  expect((await logOf(pro)).at(-1)).toMatchObject({ actor_kind: 'schedule', actor_name: 'Every morning' });
});

test('no record, no change: what cannot be recorded does not happen (DUR-08)', async () => {
  const nameOf = () =>
    asSystem((trx) => trx.selectFrom('organizations').where('id', '=', pro).select('name').executeTakeFirstOrThrow());
  const before = await nameOf();
  const change = (id: string | null) =>
    actingAs({ organizationId: pro, actor: { kind: 'system', id: null, name: '' }, address: null, requestId: id }, () =>
      server.db.asTenant(pro, async (trx) => {
        await trx.updateTable('organizations').set({ name: 'Renamed' }).where('id', '=', pro).execute();
        await record(trx, { action: 'tool.changed', target: { id: null, name: '' } });
      }),
    );
  // Refused with its statement: this is the id of no request.
  await expect(change('no uuid')).rejects.toThrow();
  expect(await nameOf()).toEqual(before);
  // Refused at the commit: the chain cannot be gone on with.
  await asSystem((trx) =>
    sql`alter table audit_log add constraint closed check (action <> 'tool.changed') not valid`.execute(trx),
  );
  await expect(change(null)).rejects.toThrow('closed');
  await asSystem((trx) => sql`alter table audit_log drop constraint closed`.execute(trx));
  expect(await nameOf()).toEqual(before);
  await expect(
    asSystem((trx) => record(trx, { action: 'tool.created', target: { id: null, name: '' } })),
  ).rejects.toThrow('say organizationId');
});

test('a change that is rolled back leaves no entry, and no gap', async () => {
  const before = await lengthOf(pro);
  await expect(
    asSystem(async (trx) => {
      await record(trx, entry(pro, 'never'));
      throw new Error('on second thoughts');
    }),
  ).rejects.toThrow('on second thoughts');
  expect(await lengthOf(pro)).toBe(before);
  expect(await check(pro)).toMatchObject({ isDone: true, fault: null });
});

test('only fields that changed are kept, cut where they are long, and none that is secret', () => {
  expect(changesOf({ name: 'A', role: 'member', teams: ['x'] }, { name: 'A', role: 'admin', teams: ['x'] })).toEqual({
    role: ['member', 'admin'],
  });
  expect(changesOf({}, { name: 'new' })).toEqual({ name: [null, 'new'] });
  expect(changesOf({ name: 'old' }, {})).toEqual({ name: ['old', null] });
  expect(changesOf({}, { name: 'x'.repeat(2_000) })['name']?.[1]).toHaveLength(500);
  for (const field of ['password', 'password_hash', 'secret', 'access_token', 'prompt', 'message', 'content', 'code'])
    expect(() => changesOf({}, { [field]: 'x' })).toThrow('secret');
});

test('names are found by the beginnings of their words, in every script', () => {
  expect(wordsOfNames('Ada.Lovelace@own.example', 'Ada’s “Notes”')).toEqual([
    'ada',
    'lovelace',
    'own',
    'example',
    's',
    'notes',
  ]);
  expect(wordsOfNames('王小明')).toEqual(['王小明', '小明', '明']);
  expect(tsqueryOf(prefixOf('01234567-89ab'), searchedWords('Ada Lo'))).toBe(`'01234567ada':* & '01234567lo':*`);
  expect(searchedWords(' ,& ')).toEqual([]);
});

test('fifty at once, of two organisations in either order, make two chains without a gap and nobody waits forever', async () => {
  const before = { pro: await lengthOf(pro), team: await lengthOf(team) };
  await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      asSystem(async (trx) => {
        for (const organizationId of at % 2 === 0 ? [pro, team] : [team, pro])
          await record(trx, entry(organizationId, `number ${at}`));
      }),
    ),
  );
  for (const [organizationId, count] of [
    [pro, before.pro],
    [team, before.team],
  ] as const) {
    const log = await logOf(organizationId);
    expect(log).toHaveLength(count + 50);
    expect(log.map(({ seq }) => Number(seq))).toEqual(log.map((_, at) => at + 1));
    expect(log.map(({ at }) => at.getTime())).toEqual(
      log.map(({ at }) => at.getTime()).sort((one, other) => one - other),
    );
    expect(await check(organizationId)).toMatchObject({ checked: log.length, fault: null, isDone: true });
  }
  expect(await asSystem((trx) => trx.selectFrom('audit_pending').selectAll().execute())).toEqual([]);
});

test('what concerns a person stands in the log of each of their organisations; an unknown address leaves nothing', async () => {
  const total = async () =>
    Number(
      (
        await asSystem((trx) =>
          trx
            .selectFrom('audit_log')
            .select((is) => is.fn.countAll<string>().as('count'))
            .executeTakeFirstOrThrow(),
        )
      ).count,
    );
  const before = await total();
  await asSystem((trx) =>
    recordOfPerson(
      trx,
      { userId: null, email: 'nobody@nowhere.example' },
      { action: 'session.failed', by: 'stranger' },
    ),
  );
  expect(await total()).toBe(before);
  const { id: userId } = await asSystem((trx) =>
    trx.selectFrom('users').where('email', '=', 'owner@team.example').select('id').executeTakeFirstOrThrow(),
  );
  const memberships = await asSystem((trx) =>
    trx.selectFrom('memberships').where('user_id', '=', userId).select('organization_id').execute(),
  );
  await asSystem((trx) =>
    recordOfPerson(trx, { userId, email: 'owner@team.example' }, { action: 'session.failed', by: 'stranger' }),
  );
  expect(await total()).toBe(before + memberships.length);
  expect((await logOf(team)).at(-1)).toMatchObject({
    actor_kind: 'stranger',
    actor_name: '',
    target_name: 'owner@team.example',
    target_kind: 'member',
  });
});

test('a tenant adds to its log and does nothing else with it', async () => {
  const refused = [
    sql`update audit_log set action = 'tool.deleted'`,
    sql`delete from audit_log`,
    sql`insert into audit_log select * from audit_log`,
    sql`update audit_heads set seq = 0`,
    sql`insert into audit_checkpoints values (${pro}, 1, '')`,
    sql`update audit_pending set actor_name = ''`,
    sql`delete from audit_pending`,
    sql`alter table audit_log disable row level security`,
  ];
  for (const statement of refused)
    await expect(server.db.asTenant(pro, (trx) => statement.execute(trx))).rejects.toThrow(
      /permission denied|must be owner/,
    );
  await expect(server.db.asTenant(pro, (trx) => record(trx, entry(team, 'elsewhere')))).rejects.toThrow(
    'row-level security',
  );
  const seen = await server.db.asTenant(pro, (trx) =>
    trx.selectFrom('audit_log').select('organization_id').distinct().execute(),
  );
  expect(seen).toEqual([{ organization_id: pro }]);
});

/** Alters the log as nobody may, sees what the check says, and puts it right. */
async function tampered(statement: (trx: Trx) => Promise<unknown>, size?: number) {
  const outcome: { fault?: unknown } = {};
  await asSystem(async (trx) => {
    await statement(trx);
    let page = await checkChain(trx, pro, null, size);
    while (!page.isDone) page = await checkChain(trx, pro, page.through, size);
    outcome.fault = page.fault;
    throw new Error('put right');
  }).catch((error: unknown) => {
    if (!(error instanceof Error && error.message === 'put right')) throw error;
  });
  return outcome.fault;
}

test('the check names the first entry that was altered, removed or inserted, at every border of its pages (DUR-08)', async () => {
  const last = await lengthOf(pro);
  const ofPro = sql`organization_id = ${pro}`;
  const columns = ['actor_name', 'action', 'target_name', 'address', 'thing', 'target_kind', 'target_id'];
  for (const column of columns)
    expect(
      await tampered((trx) =>
        sql`update audit_log set ${sql.ref(column)} = 'x' where ${ofPro} and seq = 7`.execute(trx),
      ),
    ).toEqual({ seq: 7, kind: 'altered' });
  const values = [
    sql`at = at + interval '1 ms'`,
    sql`changes = '{"role":["a","b"]}'`,
    sql`actor_kind = 'key'`,
    sql`actor_id = gen_random_uuid()`,
    sql`request_id = gen_random_uuid()`,
    sql`tokens = ''`,
    sql`hash = sha256('x')`,
    sql`previous_hash = sha256('x')`,
  ];
  for (const value of values)
    expect(await tampered((trx) => sql`update audit_log set ${value} where ${ofPro} and seq = 7`.execute(trx))).toEqual(
      { seq: 7, kind: 'altered' },
    );
  let removed = 0;
  for (const seq of [1, 2, 3, 4, 5, last - 1, last]) {
    for (const size of [1, 2, 3, 5, 1_000]) {
      expect(
        await tampered((trx) => sql`delete from audit_log where ${ofPro} and seq = ${seq}`.execute(trx), size),
      ).toEqual({ seq, kind: 'removed' });
      expect(
        await tampered(
          (trx) => sql`update audit_log set target_name = 'x' where ${ofPro} and seq = ${seq}`.execute(trx),
          size,
        ),
      ).toEqual({ seq, kind: 'altered' });
      removed += 2;
    }
  }
  // Written anew with a hash of its own: the entry behind it, or the head, still knows the old one.
  const rewritten = (seq: number) => async (trx: Trx) => {
    await sql`update audit_log set target_name = 'x' where ${ofPro} and seq = ${seq}`.execute(trx);
    await sql`update audit_log set hash = audit_hash(audit_log) where ${ofPro} and seq = ${seq}`.execute(trx);
  };
  for (const seq of [1, 7, last]) expect(await tampered(rewritten(seq))).toEqual({ seq, kind: 'altered' });
  const insertBehind = (trx: Trx) =>
    sql`insert into audit_log select organization_id, seq + 1, at, actor_kind, actor_id, actor_name, address, request_id, thing, action, target_kind, target_id, target_name, changes, tokens, hash, hash from audit_log where ${ofPro} and seq = ${last}`.execute(
      trx,
    );
  expect(await tampered(insertBehind)).toEqual({ seq: last + 1, kind: 'inserted' });
  expect(
    await tampered(async (trx) => {
      await insertBehind(trx);
      await sql`update audit_log set hash = audit_hash(audit_log) where ${ofPro} and seq = ${last + 1}`.execute(trx);
    }),
  ).toEqual({ seq: last + 1, kind: 'inserted' });
  expect(await tampered((trx) => sql`delete from audit_log where ${ofPro}`.execute(trx))).toEqual({
    seq: 1,
    kind: 'removed',
  });
  expect(await tampered(async () => undefined, 3)).toBeNull();
  console.info(
    `DUR-08: ${columns.length + values.length + removed + 7} alterations of a log of ${last} entries, all found at the first entry concerned`,
  );
});

test('what is removed because it is old leaves a checkpoint, and the chain holds', async () => {
  const before = await logOf(pro);
  const border = before[20]?.at ?? new Date(0);
  const old = before.filter(({ at }) => at < border);
  expect(await actingAsSystem(() => asSystem((trx) => shortenLog(trx, pro, border)))).toBe(old.length);
  const after = await logOf(pro);
  expect(after).toHaveLength(before.length - old.length + 1);
  expect(after[0]).toMatchObject({ seq: String(old.length + 1) });
  expect(after.at(-1)).toMatchObject({
    action: 'audit_log.shortened',
    actor_kind: 'system',
    changes: { removed: [null, old.length], through: [null, old.length] },
  });
  expect(await check(pro)).toMatchObject({ fault: null, checked: after.length });
  expect(await tampered((trx) => sql`delete from audit_checkpoints`.execute(trx))).toEqual({ seq: 1, kind: 'removed' });
  expect(
    await tampered((trx) =>
      sql`delete from audit_log where organization_id = ${pro} and seq = ${old.length + 1}`.execute(trx),
    ),
  ).toEqual({ seq: old.length + 1, kind: 'removed' });
  expect(await actingAsSystem(() => asSystem((trx) => shortenLog(trx, pro, new Date(0))))).toBe(0);
});
