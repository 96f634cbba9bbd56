import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { deleteLeftovers, naming } from '../../library/files/leftovers.ts';
import { ConfigError } from '../../platform/config/config.ts';
import { startBoss } from '../../platform/jobs/boss.ts';
import { createFolderStorage } from '../../platform/storage/folder-storage.ts';
import { createS3Storage } from '../../platform/storage/s3/s3-storage.ts';
import { type Storage, newStorageKey } from '../../platform/storage/storage.ts';
import { botNamed, start } from '../../testing/asking.ts';
import { upload } from '../../testing/attaching.ts';
import { howOften } from '../../testing/how-often.ts';
import { writeReasoning } from '../../testing/reasoning.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { ended, runOf } from '../../testing/start-asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { checkArchive, readArchive, writeArchive } from './archive.ts';
import { isEmpty, namedKeys, namingColumns, quoteIdentifier, tablesOf } from './catalog.ts';
import { type Entry, headName } from './entries.ts';
import { readKeyFiles } from './key-files.ts';
import { type OpenDatabase, openAsItIs } from './open.ts';
import { restoreEntries } from './restore.ts';
import { entriesOf } from './snapshot.ts';

/** The number of files beside those that people send, and the most that arrive during the reading. */
const filesBefore = howOften({ decides: 0, proves: 1_000 });
const filesMeanwhile = 50;

let server: TestServer;
let member: Client;
let folder: string;
let bucket: S3Server;
let elsewhere: OpenDatabase;
const settings = () => ({ DATA_DIR: folder, TOOL_SECRETS_KEY: undefined });

beforeAll(async () => {
  server = await startTestServer();
  member = await server.as('member@pro.example');
  folder = await mkdtemp(join(tmpdir(), 'parlance-backup-'));
  bucket = await startS3Server();
  elsewhere = await openElsewhere();
  writeFileSync(join(folder, 'tool-secrets.key'), 'ab'.repeat(32));
});
afterAll(async () => {
  await elsewhere.close();
  await bucket.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** An empty database of the same kind. */
async function openElsewhere(): Promise<OpenDatabase> {
  const url = process.env['TEST_DATABASE_URL'];
  return openAsItIs({
    DATABASE_URL: server.isEmbedded || url === undefined ? undefined : await createEmptyDatabase(url),
    DATA_DIR: join(folder, 'elsewhere'),
  });
}

const source = () => ({
  pool: server.pool,
  files: { storage: server.dependencies.storage, keys: readKeyFiles(settings()) },
});
/** Each restoring is a program of its own: it has a connection that has prepared nothing. */
async function restore(file: string, storage: Storage, isReplacing = false): Promise<void> {
  (await elsewhere.pool.connect()).release(true);
  await restoreEntries(readArchive(file), {
    pool: elsewhere.pool,
    url: null,
    files: { storage, settings: { DATA_DIR: join(folder, 'keys'), TOOL_SECRETS_KEY: undefined } },
    isReplacing,
  });
}

/** Returns the content of every table, independent of the order of its rows. */
async function contentOf(pool: pg.Pool): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const table of Object.keys(await tablesOf(pool))) {
    const { rows } = await pool.query<{ content: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(it::text, ' ' order by it::text)), '') as content from ${quoteIdentifier(table)} as it`,
    );
    content[table] = rows[0]?.content ?? '';
  }
  return content;
}

async function sends(count: number, bytes: number): Promise<string[]> {
  const sent: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { status, attachment } = await upload(
      server,
      member,
      `note-${at}.txt`,
      Buffer.alloc(bytes, `${at} of a note. `),
    );
    expect(status).toBe(200);
    sent.push(attachment.id);
  }
  return sent;
}

/** Files that nobody sends: a person may send so many. */
async function lay(keys: readonly string[], contentOf: (key: string) => Buffer): Promise<void> {
  for (const key of keys) await server.dependencies.storage.put(key, [contentOf(key)]);
  await server.pool.query(
    `insert into files (organization_id, name, media_type, size, sha256, storage_key) select (select organization_id from files limit 1), 'laid', 'text/plain', 1, '', key from unnest($1::text[]) as key`,
    [keys],
  );
}

async function read(storage: Pick<Storage, 'get'>, key: string): Promise<string | null> {
  const stream = await storage.get(key);
  return stream === null ? null : text(stream);
}

const requestsIn = async (pool: pg.Pool) =>
  (await pool.query<{ id: string }>('select id from job_requests')).rows.map(({ id }) => id);

const leftoversIn = async (pool: pg.Pool) =>
  (await pool.query<{ id: string }>('select id from storage_leftovers')).rows.map(({ id }) => id);

/** The id of a job that the engine has and nobody does. */
async function requestTakenOver(): Promise<string> {
  const id = randomUUID();
  const boss = await startBoss({ pool: server.pool, isEmbedded: server.isEmbedded, log: server.dependencies.log });
  await boss.insert('send_mail', [{ id, data: { mail: randomUUID() } }]);
  await boss.stop({ graceful: false });
  return id;
}

test('under load: all that was there at one moment, no row without its file, no file without a row (DUR-01)', async () => {
  const before = await sends(8, 2_000);
  const [lost = ''] = before;
  await lay(Array.from({ length: filesBefore }, newStorageKey), (key) => Buffer.alloc(20_000, key));
  // Noted long ago: without its row it would be taken out at once.
  await server.pool.query(`update storage_leftovers set noted_at = now() - interval '2 hours'`);
  let acknowledged = 0;
  /**
   * Files that come, and one that goes, while rows and files are read. The embedded database has one connection: there
   * it is while files are read.
   */
  async function* underLoad(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
    let hasGone = false;
    for await (const entry of entries) {
      if (entry.name !== headName && (!server.isEmbedded || /^(keys|files)\//.test(entry.name))) {
        if (!hasGone) {
          hasGone = true;
          await server.pool.query('delete from files where id = (select file_id from attachments where id = $1)', [
            lost,
          ]);
          await deleteLeftovers(server.dependencies);
        }
        if (acknowledged < filesMeanwhile) acknowledged += (await sends(1, 500)).length;
      }
      yield entry;
    }
  }
  const file = join(folder, 'load.tar');
  await writeArchive(file, underLoad(entriesOf(source())));
  const counted = await checkArchive(file);
  expect(counted.missing).toEqual([]);
  const place = join(folder, 'restored');
  const storage = createFolderStorage(place);
  await restore(file, storage);
  const named = await namedKeys(elsewhere.pool);
  const lying = (await Promise.all(named.map((key) => storage.get(key)))).map((stream) => stream?.destroy());
  expect(lying.filter((stream) => stream === undefined)).toEqual([]);
  expect(counted.files).toBe(named.length);
  const { rows } = await elsewhere.pool.query<{ id: string }>('select id from attachments where id = any ($1)', [
    before,
  ]);
  expect(rows).toHaveLength(before.length);
  const total = Object.values(counted.tables).reduce((sum, count) => sum + count, 0);
  console.info(
    `DUR-01: ${total} rows of ${Object.keys(counted.tables).length} tables and ${counted.files} files, ${acknowledged} files sent meanwhile; 0 rows without their file, 0 files without a row`,
  );
});

test('an installation takes the place of what is elsewhere, as it was, in other storage: rows, files, sequences, keys', async () => {
  const replaced = await namedKeys(elsewhere.pool);
  await sends(3, 10_000);
  // The files: one of more than one piece, and an empty one.
  const keys = ['e'.repeat(64), 'f'.repeat(64)];
  await lay(keys, (key) => Buffer.alloc(key === keys[0] ? 17_000_000 : 0, 'large '));
  const turn = await ended(member, await start(member, await botNamed(member, 'House Guide'), 'Who are you?'));
  await writeReasoning(server.pool, runOf(turn));
  const job = await requestTakenOver();
  const file = join(folder, 'whole.tar');
  await writeArchive(file, entriesOf(source()));
  const counted = await checkArchive(file);
  expect(counted.missing).toEqual([]);
  const storage = createS3Storage(bucket.settings);
  try {
    await restore(file, storage, true);
    const named = await namedKeys(server.pool);
    // Files named only by replaced rows are removed from the storage later.
    const left = replaced.filter((key) => !named.includes(key));
    expect(left).toHaveLength(1);
    const { rowCount } = await elsewhere.pool.query(
      'delete from storage_leftovers where key = any ($1) and id <> all (select id from unnest($2::uuid[]) as id)',
      [left, await leftoversIn(server.pool)],
    );
    expect(rowCount).toBe(1);
    const [here, there] = [await contentOf(server.pool), await contentOf(elsewhere.pool)];
    expect({ ...there, job_requests: '' }).toEqual({ ...here, job_requests: '' });
    expect(there).toMatchObject({
      answer_reasoning: expect.stringMatching(/^2 /),
      tool_call_extras: expect.stringMatching(/^1 /),
    });
    // The engine's own tables are of its release: what it had and had not done is asked for again.
    expect((await requestsIn(elsewhere.pool)).sort()).toEqual([...(await requestsIn(server.pool)), job].sort());
    for (const key of named)
      expect((await read(storage, key)) === (await read(server.dependencies.storage, key))).toBe(true);
    expect(bucket.objects().sort()).toEqual(named.sort());
  } finally {
    await storage.close();
  }
  expect(readFileSync(join(folder, 'keys', 'tool-secrets.key'), 'utf8')).toBe('ab'.repeat(32));
  // Sequences continue behind the existing rows, and references are enforced again.
  const { rows } = await elsewhere.pool.query<{ behind: boolean }>(
    `select nextval('runs_number_seq') > coalesce(max(number), 0) as behind from runs`,
  );
  expect(rows).toEqual([{ behind: true }]);
  await expect(elsewhere.pool.query(`update files set organization_id = gen_random_uuid()`)).rejects.toThrow(
    /foreign key/,
  );
});

test('what was cut off or altered anywhere is refused before anything is touched', async () => {
  const whole = join(folder, 'whole.tar');
  const size = readFileSync(whole).length;
  const before = await contentOf(elsewhere.pool);
  const broken = join(folder, 'broken.tar');
  for (const length of [0, 64, 65, 512, Math.floor(size / 2), size - 1]) {
    cpSync(whole, broken);
    truncateSync(broken, length);
    await expect(restore(broken, createFolderStorage(join(folder, 'never')), true)).rejects.toThrow(ConfigError);
  }
  for (const at of [0, 600, Math.floor(size / 3), size - 600, size - 30, size - 1]) {
    const bytes = readFileSync(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(broken, bytes);
    await expect(restore(broken, createFolderStorage(join(folder, 'never')), true)).rejects.toThrow(ConfigError);
  }
  await expect(restore(join(folder, 'nowhere.tar'), createFolderStorage(join(folder, 'never')))).rejects.toThrow(
    ConfigError,
  );
  expect(await contentOf(elsewhere.pool)).toEqual(before);
});

test('what is there stays unless told, and where the restoring fails', async () => {
  const before = await contentOf(elsewhere.pool);
  const storage = createFolderStorage(join(folder, 'restored'));
  await expect(restore(join(folder, 'whole.tar'), storage)).rejects.toThrow(/not empty.*--replace/);
  /** Whole by its sum, and other than it says. */
  const without = (name: RegExp) =>
    (async function* () {
      let isGone = false;
      for await (const entry of readArchive(join(folder, 'whole.tar'))) {
        if (isGone || !name.test(entry.name)) yield entry;
        else isGone = true;
      }
    })();
  for (const name of [/^tables\/users\//, /^files\//, /^backup/]) {
    const file = join(folder, `without.tar`);
    await rm(file, { force: true });
    await writeArchive(file, without(name));
    await expect(restore(file, storage, true)).rejects.toThrow();
  }
  expect(await contentOf(elsewhere.pool)).toEqual(before);
});

test('a backup of a later release is refused, and so is an empty installation', async () => {
  async function* later(): AsyncGenerator<Entry> {
    for await (const entry of readArchive(join(folder, 'whole.tar')))
      yield entry.name === headName
        ? { name: headName, bytes: Buffer.from(entry.bytes.toString().replace('0001_foundation', '0001_of_later')) }
        : entry;
  }
  const file = join(folder, 'later.tar');
  await writeArchive(file, later());
  await expect(restore(file, createFolderStorage(join(folder, 'never')), true)).rejects.toThrow(/later release/);
  await elsewhere.pool.query('drop schema public cascade; create schema public');
  expect(await isEmpty(elsewhere.pool)).toBe(true);
  await expect(
    writeArchive(join(folder, 'empty.tar'), entriesOf({ pool: elsewhere.pool, files: null })),
  ).rejects.toThrow(/empty/);
});

test('the sweep of what lies without a row knows every column that names what lies there', async () => {
  const columns = (await namingColumns(server.pool)).map(({ table, column }) => `${table}.${column}`);
  expect(columns.sort()).toEqual(naming.map(([table, column]) => `${table}.${column}`).sort());
});
