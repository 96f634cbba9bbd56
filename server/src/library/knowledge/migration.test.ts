import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../../platform/db/embedded.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';

/**
 * The migrations of agents and of knowledge run on a database of the release before, with bots and their files in it.
 */
const folder = new URL('../../../migrations/', import.meta.url);
const first = '0510';
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

let pool: pg.Pool;
let close: () => Promise<void>;
beforeAll(async () => {
  if (process.env['TEST_DATABASE'] === 'postgres') {
    pool = new pg.Pool({ connectionString: await createEmptyDatabase(process.env['TEST_DATABASE_URL'] ?? ''), max: 1 });
    close = () => pool.end();
  } else {
    const data = await mkdtemp(join(tmpdir(), 'parlance-migration-'));
    const embedded = await startEmbeddedDatabase({ folder: data, durable: false }, (error) => {
      throw error;
    });
    ({ pool } = embedded);
    close = async () => {
      await embedded.close();
      await rm(data, { recursive: true, force: true });
    };
  }
});
afterAll(() => close());

async function run(wanted: (file: string) => boolean): Promise<void> {
  for (const file of (await readdir(folder)).sort().filter(wanted))
    await pool.query(await readFile(new URL(file, folder), 'utf8'));
}

const rowsOf = async (statement: string) => (await pool.query<Record<string, unknown>>(statement)).rows;

test('the files of a bot become a folder of its name that it names; a file of two bots lies in neither folder', async () => {
  await pool.query(
    `do $$ begin create role parlance_app nologin noinherit; exception when duplicate_object then null; end $$`,
  );
  await run((file) => file < first);
  await pool.query(`
    insert into users (id, email, password_hash) values ('${id(1)}', 'owner@old.example', 'hash');
    insert into organizations (id, name, plan_name, workspace_status) values ('${id(2)}', 'Old Works', 'Team', 'ACTIVE');
    insert into memberships (id, organization_id, user_id, is_admin, is_owner) values ('${id(3)}', '${id(2)}', '${id(1)}', true, true);
    insert into bots (id, organization_id, name, avatar) values
      ('${id(11)}', '${id(2)}', '{"en": "House"}', 'H'), ('${id(12)}', '${id(2)}', '{"de-DE": "Garten"}', 'G'), ('${id(13)}', '${id(2)}', '{"en": "Talker"}', 'T');
    insert into files (id, organization_id, name, media_type, size, sha256, content) values
      ('${id(21)}', '${id(2)}', 'doors.md', 'text/markdown', 1, '', 'x'), ('${id(22)}', '${id(2)}', 'both.md', 'text/markdown', 1, '', 'x');
    insert into bot_files (organization_id, bot_id, file_id) values ('${id(2)}', '${id(11)}', '${id(21)}'), ('${id(2)}', '${id(11)}', '${id(22)}'), ('${id(2)}', '${id(12)}', '${id(22)}');`);
  await run((file) => file >= first);
  expect(
    await rowsOf(
      'select kind, name, owner_id, access, folder_id, file_id from knowledge_sources order by kind desc, name desc',
    ),
  ).toEqual([
    { kind: 'folder', name: 'House', owner_id: id(3), access: 'organization', folder_id: null, file_id: null },
    { kind: 'folder', name: 'Garten', owner_id: id(3), access: 'organization', folder_id: null, file_id: null },
    { kind: 'file', name: 'doors.md', owner_id: id(3), access: 'organization', folder_id: id(11), file_id: id(21) },
    { kind: 'file', name: 'both.md', owner_id: id(3), access: 'organization', folder_id: null, file_id: id(22) },
  ]);
  const [both] = await rowsOf(`select id from knowledge_sources where name = 'both.md'`);
  const named = await rowsOf(`select bot_id, definition -> 'knowledge_ids' as ids from agent_drafts order by bot_id`);
  expect(named.map(({ bot_id, ids }) => [bot_id, [...(ids as string[])].sort()])).toEqual([
    [id(11), [id(11), both?.['id']].sort()],
    [id(12), [both?.['id']]],
    [id(13), []],
  ]);
  expect(
    await rowsOf(`select bot_id, definition -> 'knowledge_ids' as ids from agent_versions order by bot_id`),
  ).toEqual(named);
  expect(await rowsOf('select count(*)::int as count from bot_files')).toEqual([{ count: 3 }]);
});
