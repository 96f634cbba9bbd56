import { type OldDatabase, openOldDatabase } from '../../testing/old-database.ts';

/** The migrations of registration, sessions and codes run on a database of the release before, with people in it. */
let database: OldDatabase;
beforeAll(async () => {
  database = await openOldDatabase('0310');
});
afterAll(() => database.close());

test('keeps members, their sessions and what is counted, and turns a pending registration into one of its own', async () => {
  await database.run(`
    insert into users (id, email, password_hash) values
      ('00000000-0000-4000-8000-000000000001', 'member@old.example', 'hash 1'), ('00000000-0000-4000-8000-000000000002', 'pending@old.example', 'hash 2');
    insert into organizations (id, name, plan_name, workspace_status) values
      ('00000000-0000-4000-8000-0000000000a1', 'Old Works', 'Team', 'ACTIVE'), ('00000000-0000-4000-8000-0000000000a2', '', 'Free!', 'ACTIVE');
    insert into memberships (id, organization_id, user_id, is_admin, is_owner) values
      ('00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-000000000001', true, true),
      ('00000000-0000-4000-8000-0000000000b2', '00000000-0000-4000-8000-0000000000a2', '00000000-0000-4000-8000-000000000002', false, false);
    insert into registrations (user_id, is_completed, stage) values
      ('00000000-0000-4000-8000-000000000001', true, 5), ('00000000-0000-4000-8000-000000000002', false, 3);
    insert into sessions (token_hash, member_id, expires_at) values
      ('\\x01', '00000000-0000-4000-8000-0000000000b1', now() + interval '1 day'), ('\\x02', '00000000-0000-4000-8000-0000000000b2', now() + interval '1 day');
    insert into sign_in_attempts (account_key) values ('\\x03');`);
  await database.migrateOn();
  expect(await database.rowsOf('select kind, member_id, user_id, attempt_id from sessions')).toEqual([
    {
      kind: 'member',
      member_id: '00000000-0000-4000-8000-0000000000b1',
      user_id: '00000000-0000-4000-8000-000000000001',
      attempt_id: null,
    },
  ]);
  expect(await database.rowsOf('select name from organizations')).toEqual([{ name: 'Old Works' }]);
  expect(
    await database.rowsOf(
      'select email, user_id, new_member_id, new_organization_id, password_hash, verified_at is null as is_open from registration_attempts',
    ),
  ).toEqual([
    {
      email: 'pending@old.example',
      user_id: '00000000-0000-4000-8000-000000000002',
      new_member_id: '00000000-0000-4000-8000-0000000000b2',
      new_organization_id: '00000000-0000-4000-8000-0000000000a2',
      password_hash: null,
      is_open: false,
    },
  ]);
  expect(await database.rowsOf('select email from users order by email')).toEqual([
    { email: 'member@old.example' },
    { email: 'pending@old.example' },
  ]);
  expect(await database.rowsOf('select is_completed, stage from registrations order by stage')).toEqual([
    { is_completed: false, stage: 3 },
    { is_completed: true, stage: 5 },
  ]);
  expect(await database.rowsOf('select count(*)::int as count from limited_acts')).toEqual([{ count: 1 }]);
});
