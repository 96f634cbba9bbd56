import { prefixLength } from '../dialogue/messages/search-terms.ts';
import { TOKENIZER_VERSION } from '../library/text-search/tokens.ts';
import { fillTables } from './many-rows.ts';

/** The number of messages of a dialogue. */
const messagesEach = 20;
/** The share of other members' dialogues for each one of the measured member. */
const othersToOne = 9;
/** Words of a message, out of so many: the first of them are common, the last ones rare, as in a language. */
const wordsEach = 40;
export const vocabulary = 20_000;

/**
 * Fills a PostgreSQL with dialogues of this many messages: a tenth belong to one member, the rest to the other members
 * of the organisation.
 */
export const fillWithDialogues = (url: string, email: string, messages: number): Promise<void> =>
  fillTables(url, ['dialogues', 'messages', 'search_entries'], async (client) => {
    await client.query(
      `create temporary table made as
      with of_member as (
        select memberships.id, memberships.organization_id from memberships join users on users.id = memberships.user_id where users.email = $1
      ), others as (
        select array_agg(memberships.id order by memberships.id) as ids from memberships join of_member using (organization_id) where memberships.id <> of_member.id
      ), any_bot as (select bots.id from bots join of_member using (organization_id) order by bots.id limit 1)
      select pg_temp.id_of('dialogue ' || at) as dialogue_id, at, of_member.organization_id, any_bot.id as bot_id,
        case when at % ${othersToOne + 1} = 0 then of_member.id else others.ids[1 + at % cardinality(others.ids)] end as member_id,
        now() - make_interval(mins => at) as made_at
      from of_member, others, any_bot, generate_series(0, $2::int - 1) as at`,
      [email, messages / messagesEach],
    );
    await client.query(
      `insert into dialogues (id, organization_id, member_id, bot_id, title, leaf_id, is_pinned, is_archived, is_searchable, created_at, updated_at)
      select dialogue_id, organization_id, member_id, bot_id, 'Dialogue ' || at, pg_temp.id_of('message ' || at || ' ${messagesEach - 1}'), at % 500 = 0, at % 70 = 0, true, made_at, made_at from made`,
    );
    await client.query(
      `insert into messages (id, organization_id, dialogue_id, parent_id, position, author, content, is_searchable, created_at)
      select pg_temp.id_of('message ' || at || ' ' || place), organization_id, dialogue_id,
        case when place > 0 then pg_temp.id_of('message ' || at || ' ' || place - 1) end, place + 1, case when place % 2 = 0 then 'member' else 'bot' end,
        (select string_agg('w' || floor(power(${vocabulary}, random()))::int, ' ') from generate_series(1, ${wordsEach}) where at is not null and place is not null), true, made_at
      from made, generate_series(0, ${messagesEach - 1}) as place`,
    );
    await client.query(
      `insert into search_entries (organization_id, member_id, dialogue_id, message_id, written_at, tokens, tokenizer_version)
      select made.organization_id, made.member_id, made.dialogue_id, messages.id, made.made_at,
        array_to_tsvector(array(select left(made.member_id::text, ${prefixLength}) || ':' || word from unnest(string_to_array(messages.content, ' ')) as word)), ${TOKENIZER_VERSION}
      from made join messages using (dialogue_id)`,
    );
  });
