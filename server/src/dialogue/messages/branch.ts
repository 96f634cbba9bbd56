import type { EventPlace } from '@parlance/shared/contract/agents/event-material';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

type Row = { id: string; author: 'member' | 'bot'; content: string; event_places: EventPlace[] };

/** `bytes`: of UTF-8. The one with which it is exceeded is the last that is read. */
type AtMost = { readonly messages: number; readonly bytes: number };

/**
 * The turns above a prompt in its branch, oldest first, up to so many messages and bytes: what a model needs to follow
 * the dialogue. Prompts without an answer are left out with it, such as those that were stopped while they waited.
 */
export async function turnsBefore(trx: Trx, promptId: string, atMost: AtMost): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with recursive branch as (
      select above.id, above.parent_id, above.author, above.content, above.event_places, 1 as step, octet_length(above.content)::bigint as bytes
      from messages join messages as above on above.id = messages.parent_id
      where messages.id = ${promptId}
      union all
      select above.id, above.parent_id, above.author, above.content, above.event_places, branch.step + 1, branch.bytes + octet_length(above.content)
      from branch join messages as above on above.id = branch.parent_id
      where branch.step < ${atMost.messages} and branch.bytes <= ${atMost.bytes})
    select id, author, content, event_places from branch order by step desc`.execute(trx);
  return rows.filter(({ author, content }, at) => (author === 'bot' ? content : rows[at + 1]?.content) !== '');
}

/**
 * The newest message below one of a dialogue, or the message itself; undefined where the dialogue has none of this id.
 */
export async function newestBelow(trx: Trx, dialogueId: string, messageId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id, position from messages where dialogue_id = ${dialogueId} and id = ${messageId}
      union all
      select message.id, message.position
      from below join messages as message on message.dialogue_id = ${dialogueId} and message.parent_id = below.id)
    select id from below order by position desc limit 1`.execute(trx);
  return rows[0]?.id;
}
