import { type RawBuilder, sql } from 'kysely';
import { isNamedIn } from '../../people/naming/named.ts';

/** The condition that the share in `shares` has not ended. */
export const isOpenShare = sql<boolean>`(shares.expires_at is null or shares.expires_at > now())`;

const namesReader = (readerId: string) => isNamedIn('share', sql`shares.id`, readerId);

/** The condition that the share in `shares` may be read by a member of its organisation. */
export const mayReadShare = (readerId: string) =>
  sql<boolean>`(shares.scope in ('organization', 'link') or shares.member_id = ${readerId} or ${namesReader(readerId)})`;

/** Returns the condition that a message is shown by a share that is current and readable for the member. */
export function isInReadableShare(readerId: string, messageId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from messages as shown
    join shares on shares.dialogue_id = shown.dialogue_id
    join dialogues on dialogues.id = shares.dialogue_id
    where shown.id = ${messageId} and ${isOpenShare} and dialogues.deleted_at is null and ${mayReadShare(readerId)}
      and ${isAbove(sql`shares.dialogue_id`, sql`shares.leaf_id`, sql`shown.id`)})`;
}

/** Returns the condition that a message is the last one of a branch, or above it. */
export function isAbove(
  dialogueId: RawBuilder<unknown>,
  leafId: RawBuilder<unknown>,
  messageId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    with recursive branch as (
      select id, parent_id from messages where dialogue_id = ${dialogueId} and id = ${leafId}
      union all
      select above.id, above.parent_id
      from branch join messages as above on above.dialogue_id = ${dialogueId} and above.id = branch.parent_id
      where branch.id <> ${messageId})
    select from branch where id = ${messageId})`;
}
