import { languages } from '@parlance/shared/contract/values/language';
import { fillTables } from './many-rows.ts';

/** The first of them ask much, the last ones little. `member N` is who they are made of, see idOf. */
export const members = 400;
/** The teams: the large one has every second member, the small one the last ones. */
export const teams = { large: 'team large', small: 'team small' } as const;
const smallTeam = 6;
/** Tokens of a dialogue: as many have one to ten as have ten to a hundred. */
export const mostTokens = 100_000;
const daysOfLog = 730;

const oneOf = (count: number | string) => `floor(power(${count}, random()))::int`;

/**
 * Fills the dialogue log of every organisation with the figures of this many dialogues, and no messages, which its list
 * does not read: half of them belong to the organisation of this account, which gets members and teams for it.
 */
export const fillDialogueLog = (url: string, email: string, dialogues: number): Promise<void> =>
  fillTables(url, ['dialogues', 'dialogue_log_entries'], async (client) => {
    await client.query(
      `create temporary table own as select organization_id as id from memberships join users on users.id = memberships.user_id where users.email = '${email}'`,
    );
    await client.query(
      `with made as (select pg_temp.id_of('member ' || at) as id, at from generate_series(1, ${members}) as at),
      made_users as (insert into users (id, email, username, password_hash) select id, 'colleague-' || at || '@pro.example', 'Colleague ' || at, '' from made),
      made_members as (insert into memberships (id, organization_id, user_id) select made.id, own.id, made.id from made, own),
      made_teams as (insert into teams (id, organization_id, name) select pg_temp.id_of(name), own.id, name from own, unnest(array['${teams.large}', '${teams.small}']) as name)
      insert into team_members (organization_id, team_id, member_id)
      select own.id, pg_temp.id_of('${teams.large}'), made.id from own, made where at % 2 = 0
      union all select own.id, pg_temp.id_of('${teams.small}'), made.id from own, made where at > ${members - smallTeam}`,
    );
    await client.query(
      `create temporary table made as
      with others as (
        select array_agg(memberships.id order by memberships.id) as members, array_agg(memberships.organization_id order by memberships.id) as ids
        from memberships, own where memberships.organization_id <> own.id
      ), bots_of as (select organization_id, array_agg(id order by id) as bots from bots group by organization_id),
      places as (
        select at, random() as at_random, case when at % 2 = 0 then own.id else others.ids[1 + (at / 2) % cardinality(others.ids)] end as organization_id,
          case when at % 2 = 0 then pg_temp.id_of('member ' || ${oneOf(members)}) else others.members[1 + (at / 2) % cardinality(others.ids)] end as member_id
        from own, others, generate_series(0, $1::int - 1) as at
      )
      select places.organization_id, member_id, pg_temp.id_of('dialogue ' || at) as id, bots[${oneOf('cardinality(bots)')}] as bot_id,
        now() - make_interval(secs => ($1 - at)::float * ${daysOfLog} * 86400.0 / $1) as asked_at, at
      from places join bots_of on bots_of.organization_id = places.organization_id`,
      [dialogues],
    );
    await client.query(
      `insert into dialogues (id, organization_id, member_id, bot_id, title, created_at, updated_at)
      select id, organization_id, member_id, bot_id, 'Dialogue ' || at, asked_at - interval '1 minute', asked_at from made order by asked_at`,
    );
    await client.query(
      `insert into dialogue_log_entries (dialogue_id, organization_id, member_id, bot_id, language, prompts, tokens, ups, downs, started_at, asked_at)
      select id, organization_id, member_id, bot_id, ($1::text[])[${oneOf(languages.length)}], 1 + at % 9, ${oneOf(mostTokens)},
        (random() < 0.05)::int, (random() < 0.01)::int, asked_at - interval '1 minute', asked_at from made order by asked_at`,
      [languages],
    );
  });
