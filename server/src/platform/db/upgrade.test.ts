import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { legalVersions } from '@parlance/shared/contract/page/legal';
import pg from 'pg';
import { demoPassword } from '../../demo/organizations.ts';
import { countAllChanges } from '../../oversight/charts/count.ts';
import { until } from '../../testing/asking.ts';
import { browserOn, endPrograms, startProgram, temporaryFolder } from '../../testing/program.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { Database } from './database.ts';
import { startEmbeddedDatabase } from './embedded.ts';
import { migrateDatabase } from './migrate.ts';
import { BeginningClient } from './preparing-client.ts';

// A data folder is unpacked and all migrations run, on a machine that may be busy with other tests.
jest.setTimeout(180_000);
afterAll(endPrograms);

/** What people of that release had, and how: server/fixtures/first-release. */
const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/first-release/${name}`, import.meta.url));
const isOnPostgres = process.env['TEST_DATABASE'] === 'postgres';
type Cookies = Record<string, string>;
type OldData = {
  password: string;
  dialogueId: string;
  messages: { content: string; citations: object[] }[];
  invitation: string;
  sessions: Record<'member' | 'owner' | 'founder', Cookies>;
};
// what src/testing/make-first-release.ts writes
const kept = JSON.parse(fixture(isOnPostgres ? 'dump.json' : 'data-folder.json').toString()) as OldData;

type Installation = { readonly settings: Record<string, string>; readonly pool: pg.Pool; close(): Promise<void> };

async function openFirstRelease(): Promise<Installation> {
  const folder = temporaryFolder();
  if (isOnPostgres) {
    const url = await createEmptyDatabase(process.env['TEST_DATABASE_URL'] ?? '');
    const loading = new pg.Client({ connectionString: url });
    await loading.connect();
    await loading.query(brotliDecompressSync(fixture('dump.sql.br')).toString());
    await loading.end();
    const pool = new pg.Pool({ Client: BeginningClient, connectionString: url, max: 1 });
    return { settings: { DATA_DIR: folder, DATABASE_URL: url }, pool, close: () => pool.end() };
  }
  execFileSync('tar', ['-x', '-C', folder], { input: brotliDecompressSync(fixture('data-folder.tar.br')) });
  const { pool, close } = await startEmbeddedDatabase({ folder: join(folder, 'database'), durable: false }, (error) => {
    throw error;
  });
  return { settings: { DATA_DIR: folder }, pool, close };
}

/** The program of that release was stopped just now, whenever it was. */
const asOfToday = async (pool: pg.Pool) => {
  for (const table of ['sessions', 'registration_attempts', 'invitations'])
    await pool.query(`update ${table} set expires_at = now() + interval '7 days'`);
};

async function rowsByTable(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'kysely_migration'`,
  );
  const counts = new Map<string, number>();
  for (const { name } of rows)
    counts.set(
      name,
      (await pool.query<{ count: number }>(`select count(*)::int as count from ${name}`)).rows[0]?.count ?? 0,
    );
  return counts;
}

/** A person of that release, with the cookies that their browser still has. */
const personOf = (who: keyof OldData['sessions']) => new Map(Object.entries(kept.sessions[who]));

test('what the first release left opens with this one: nobody is signed out, nothing is lost, and everybody goes on', async () => {
  const { settings, pool, close } = await openFirstRelease();
  await asOfToday(pool);
  const before = await rowsByTable(pool);
  await migrateDatabase(pool);
  const after = await rowsByTable(pool);
  expect([...before].filter(([table, count]) => (after.get(table) ?? 0) < count)).toEqual([]);
  // A job does it, each minute.
  await countAllChanges(new Database(pool), new AbortController().signal);
  await close();

  const program = startProgram(settings);
  const { api = '', charts = '', mailbox = '' } = await program.ready;
  const codeFor = async (address: string): Promise<string> => {
    for (;;) {
      const { items } = await browserOn(mailbox)(`/api/messages?to=${encodeURIComponent(address)}`);
      if (items[0]?.code) return items[0].code;
    }
  };

  const member = browserOn(api, personOf('member'));
  expect(await member('/auth/v1/whoami')).toMatchObject({
    organization_name: 'Northwind Research',
    primary_active_plan_name: 'Pro',
    is_owner: false,
  });
  const messages = `/dialogues/v1/dialogues/${kept.dialogueId}/messages`;
  const { items: read } = await member(messages);
  expect(read).toMatchObject(kept.messages.map(({ content, citations }) => ({ content, citations })));
  const [cited] = read[0].citations;
  const text = await member(`/files/v1/files/${cited.file_id}/text?from=${cited.position}`);
  expect(text.items[0].content).toContain(cited.passage.slice(0, 40));
  await member(messages, { prompt: 'And on weekends?', idempotency_key: crypto.randomUUID() });
  await until(async () => (await member(messages)).items[0].run.status === 'complete');
  await until(async () => (await member('/dialogues/v1/search?q=visitors')).items.length > 0);

  const owner = browserOn(api, personOf('owner'));
  expect((await owner('/members/v1/members')).items).toHaveLength(4);
  expect((await owner('/invitations/v1/invitations')).items).toMatchObject([
    { email: 'invited@new.example', status: 'open' },
  ]);
  await until(async () =>
    (await owner('/dialogue-log/v1/dialogues')).items.some(({ id }: { id: string }) => id === kept.dialogueId),
  );
  const day = new Date(read.at(-1).created_at).toISOString().slice(0, 10);
  const { current } = await browserOn(charts, personOf('owner'))(`/charts/v1/series?from=${day}&to=${day}`);
  expect(current.figures).toMatchObject({
    typing: [60],
    reading: [120],
    interacting: [30],
    idling: [10],
    dialogues: [1],
  });

  const founder = browserOn(api, personOf('founder'));
  expect(await founder('/user-journey/v1/registration')).toMatchObject({
    stage: 4,
    username: 'Nora Newman',
    organization: 'Founded before',
  });
  await founder('/user-journey/v1/registration/plan', { plan_name: 'Free!' }, 'PUT');
  await founder('/user-journey/v1/registration/completion', {});
  expect(await founder('/auth/v1/whoami')).toMatchObject({ organization_name: 'Founded before', is_owner: true });

  const invited = browserOn(api);
  await invited('/auth/v1/sign_up', {
    email: 'invited@new.example',
    password: kept.password,
    language: 'en',
    account_kind: 'organization',
    accepted: legalVersions,
    invitation: kept.invitation,
  });
  await invited('/user-journey/v1/registration/code', { channel: 'EMAIL' });
  await invited('/user-journey/v1/registration/verification', { code: await codeFor('invited@new.example') });
  await invited('/user-journey/v1/registration/names', { username: 'Ivy Invited' }, 'PUT');
  await invited('/user-journey/v1/registration/completion', {});
  expect((await owner('/members/v1/members')).items).toHaveLength(5);

  const careful = browserOn(api);
  expect(await careful('/auth/v1/sign_in', { email: 'otp@pro.example', password: demoPassword })).toMatchObject({
    second_factor: { method: 'EMAIL_OTP' },
  });
  await careful('/auth/v1/sign_in/verification', { code: await codeFor('otp@pro.example') });
  expect(await careful('/auth/v1/whoami')).toMatchObject({ organization_name: 'Northwind Research' });
});
