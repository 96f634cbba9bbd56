import { type OldDatabase, openOldDatabase } from '../../testing/old-database.ts';

/**
 * The migrations of the tree of messages and the search run on a database of the release before, with dialogues in it.
 */
let database: OldDatabase;
beforeAll(async () => {
  database = await openOldDatabase('0400');
});
afterAll(() => database.close());

const id = (last: string) => `00000000-0000-4000-8000-${last.padStart(12, '0')}`;

test('turns the messages of a dialogue into one branch, keeps its runs, and says where the passages of its sources are', async () => {
  const citation = (passage: string) =>
    JSON.stringify([{ number: 1, file_id: id('f1'), file_name: 'House.md', heading: 'Hours', passage }]);
  await database.run(`
    insert into users (id, email, password_hash) values ('${id('1')}', 'member@old.example', 'hash');
    insert into organizations (id, name, plan_name, workspace_status) values ('${id('a1')}', 'Old Works', 'Team', 'ACTIVE');
    insert into memberships (id, organization_id, user_id, is_admin, is_owner) values ('${id('b1')}', '${id('a1')}', '${id('1')}', true, true);
    insert into bots (id, organization_id, name, avatar) values ('${id('c1')}', '${id('a1')}', '{"en": "House"}', '🏠');
    insert into files (id, organization_id, name, media_type, size, sha256, content) values ('${id('f1')}', '${id('a1')}', 'House.md', 'text/markdown', 1, 'x', 'x');
    insert into passages (organization_id, file_id, position, heading, content, tokens, token_count, tokenizer_version) values
      ('${id('a1')}', '${id('f1')}', 0, 'Hours', 'first', '', 0, 2), ('${id('a1')}', '${id('f1')}', 1, 'Hours', 'second', '', 0, 2);
    insert into dialogues (id, organization_id, member_id, bot_id, title) values ('${id('d1')}', '${id('a1')}', '${id('b1')}', '${id('c1')}', 'Hours'), ('${id('d2')}', '${id('a1')}', '${id('b1')}', '${id('c1')}', 'Empty');
    insert into messages (id, organization_id, dialogue_id, position, author, content, citations) values
      ('${id('e1')}', '${id('a1')}', '${id('d1')}', 1, 'member', 'When?', '[]'), ('${id('e2')}', '${id('a1')}', '${id('d1')}', 2, 'bot', 'At 7 [1].', '${citation('second')}'),
      ('${id('e3')}', '${id('a1')}', '${id('d1')}', 3, 'member', 'And?', '[]'), ('${id('e4')}', '${id('a1')}', '${id('d1')}', 4, 'bot', 'Gone [1].', '${citation('no longer there')}');
    insert into runs (organization_id, dialogue_id, member_id, prompt_id, answer_id, idempotency_key, language, status, owner_process, lease_until) values
      ('${id('a1')}', '${id('d1')}', '${id('b1')}', '${id('e1')}', '${id('e2')}', gen_random_uuid(), 'en', 'complete', gen_random_uuid(), now()),
      ('${id('a1')}', '${id('d1')}', '${id('b1')}', '${id('e3')}', '${id('e4')}', gen_random_uuid(), 'en', 'stopped', gen_random_uuid(), now());`);
  await database.migrateOn();
  expect(await database.rowsOf('select id, parent_id from messages order by position')).toEqual([
    { id: id('e1'), parent_id: null },
    { id: id('e2'), parent_id: id('e1') },
    { id: id('e3'), parent_id: id('e2') },
    { id: id('e4'), parent_id: id('e3') },
  ]);
  expect(
    await database.rowsOf(
      'select title, title_source, leaf_id, is_pinned, is_archived, folder_id, deleted_at, is_searchable from dialogues order by title desc',
    ),
  ).toEqual([
    {
      title: 'Hours',
      title_source: 'prompt',
      leaf_id: id('e4'),
      is_pinned: false,
      is_archived: false,
      folder_id: null,
      deleted_at: null,
      is_searchable: false,
    },
    {
      title: 'Empty',
      title_source: 'prompt',
      leaf_id: null,
      is_pinned: false,
      is_archived: false,
      folder_id: null,
      deleted_at: null,
      is_searchable: false,
    },
  ]);
  expect(
    await database.rowsOf(
      `select citations -> 0 ->> 'position' as position, citations -> 0 -> 'page' as page, citations -> 0 ->> 'passage' as passage from messages where citations <> '[]' order by messages.position`,
    ),
  ).toEqual([
    { position: '2', page: null, passage: 'second' },
    { position: '1', page: null, passage: 'no longer there' },
  ]);
  expect(await database.rowsOf('select status, number is not null as is_numbered from runs order by number')).toEqual([
    { status: 'complete', is_numbered: true },
    { status: 'stopped', is_numbered: true },
  ]);
  expect(
    await database.rowsOf('select bot_id, is_favorite, last_used_at is not null as is_known from bot_uses'),
  ).toEqual([{ bot_id: id('c1'), is_favorite: false, is_known: true }]);
});
