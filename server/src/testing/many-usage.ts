import pg from 'pg';
import { countAllChanges } from '../oversight/charts/count.ts';
import { Database } from '../platform/db/database.ts';
import { BeginningClient } from '../platform/db/preparing-client.ts';
import { fillTables } from './many-rows.ts';

const people = 500;
const teams = 8;
const days = 365;

/**
 * Fills a PostgreSQL with this many usage sessions of a year, in the organisation of a demonstration account, and
 * counts them with the worker's own job: from one note for each member and day, which adds up to the same as one for
 * each session.
 */
export async function fillUsage(url: string, email: string, sessions: number): Promise<void> {
  await fillTables(url, ['usage_sessions', 'chart_changes'], async (client) => {
    await client.query(
      `create temporary table own as select organization_id from memberships join users on users.id = memberships.user_id where email = '${email}'`,
    );
    await client.query(
      `insert into users (id, email, password_hash) select pg_temp.id_of('user ' || at), 'person-' || at || '@pro.example', '-' from generate_series(1, ${people}) as at`,
    );
    await client.query(
      `insert into memberships (id, organization_id, user_id) select pg_temp.id_of('person ' || at), organization_id, pg_temp.id_of('user ' || at) from own, generate_series(1, ${people}) as at`,
    );
    await client.query(
      `insert into teams (id, organization_id, name) select pg_temp.id_of('team ' || at), organization_id, 'Team ' || at from own, generate_series(0, ${teams - 1}) as at`,
    );
    await client.query(
      `insert into team_members (organization_id, team_id, member_id) select organization_id, pg_temp.id_of('team ' || at % ${teams}), pg_temp.id_of('person ' || at) from own, generate_series(1, ${people}) as at where at % 10 > 0`,
    );
    await client.query(
      `insert into usage_sessions (organization_id, member_id, session_id, received_at, typing, reading, interacting, idling)
      select organization_id, pg_temp.id_of('person ' || person), gen_random_uuid(), now() - make_interval(days => (at % ${days})::int, secs => (at % 40000)::int), at % 60, at % 300, at % 30, at % 20
      from own, generate_series(1, ${people}) as person, generate_series(1, ${Math.round(sessions / people)}) as at`,
    );
    await client.query(
      `insert into chart_changes (organization_id, member_id, at, figures)
      select organization_id, member_id, min(received_at), jsonb_build_object('active', 1, 'typing', sum(typing), 'reading', sum(reading), 'interacting', sum(interacting), 'idling', sum(idling))
      from usage_sessions group by organization_id, member_id, received_at::date order by 3`,
    );
    await client.query(
      `insert into chart_changes (organization_id, member_id, bot_id, at, figures)
      select own.organization_id, pg_temp.id_of('person ' || person), bots.ids[1 + (person + day) % cardinality(bots.ids)], now() - make_interval(days => day),
        '{"active": 1, "dialogues": 1, "answers": 3, "input_tokens": 900, "output_tokens": 300, "cost:EUR": 1200, "ups": 1}'
      from own, (select array_agg(id order by id) as ids from bots join own using (organization_id) where access = 'organization' and version is not null) as bots,
        generate_series(1, ${people}) as person, generate_series(0, ${days - 1}) as day where (person + day) % 3 = 0 order by day desc`,
    );
  });
  const pool = new pg.Pool({ Client: BeginningClient, connectionString: url, max: 2 });
  const db = new Database(pool);
  await countAllChanges(db, new AbortController().signal);
  await pool.query('vacuum analyze');
  await db.close();
}

/** Counts the stored sessions among these ids. */
export async function countSessions(url: string, ids: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from usage_sessions where session_id = any($1)',
    [ids],
  );
  await client.end();
  return rows[0]?.count ?? 0;
}
