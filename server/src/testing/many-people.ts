import pg from 'pg';

const emailOf = (number: number) => `active-${number}@pro.example`;

/** Adds members to an organisation of the demonstration, with its password. Returns their addresses. */
export async function addPeople(url: string, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `with made as (
        insert into users (email, username, password_hash) select 'active-' || at || '@pro.example', 'Active ' || at, password_hash from users, generate_series(1, $1::int) as at where email = 'member@pro.example' returning id),
      registered as (insert into registrations (user_id, is_completed, stage) select id, true, 5 from made)
      insert into memberships (organization_id, user_id) select organization_id, made.id from made, memberships join users on users.id = memberships.user_id where email = 'member@pro.example'`,
      [count],
    );
    return Array.from({ length: count }, (_, at) => emailOf(at + 1));
  } finally {
    await client.end();
  }
}
