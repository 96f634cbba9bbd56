import { sql } from 'kysely';
import { TOKENIZER_VERSION, tokensOf } from '../../library/text-search/tokens.ts';
import type { Trx } from '../../platform/db/database.ts';
import { often } from '../../platform/db/preparing-client.ts';
import { prefixLength } from './search-terms.ts';

export type Pending = { dialogueId: string; messageId: string | null; text: string };

/** The number of messages per look; the upkeep handles the rest of a dialogue. */
const messagesAtOnce = 20;
/** The maximal length: a longer text would block the process for too long while people wait. */
const textAtOnce = 20_000;

const isWhole = sql<boolean>`not exists (select from runs where runs.answer_id = messages.id and runs.status in ('queued', 'running'))`;

/** Finds the texts of a dialogue, or of all, that are complete and not indexed yet. */
export async function findPending(
  trx: Trx,
  { dialogueId, textAtMost }: { dialogueId?: string; textAtMost?: number },
): Promise<Pending[]> {
  let titles = trx
    .selectFrom('dialogues')
    .where('is_searchable', '=', false)
    .select(['id', 'title'])
    .limit(messagesAtOnce);
  let messages = trx
    .selectFrom('messages')
    .where('is_searchable', '=', false)
    .where(isWhole)
    .select(['id', 'dialogue_id', 'content'])
    .limit(messagesAtOnce);
  if (dialogueId !== undefined) {
    titles = titles.where('id', '=', dialogueId);
    messages = messages.where('dialogue_id', '=', dialogueId);
  }
  if (textAtMost !== undefined) messages = messages.where(sql<boolean>`length(content) <= ${textAtMost}`);
  return [
    ...(await titles.execute()).map(({ id, title }) => ({ dialogueId: id, messageId: null, text: title })),
    ...(await messages.execute()).map(({ id, dialogue_id, content }) => ({
      dialogueId: dialogue_id,
      messageId: id,
      text: content,
    })),
  ];
}

/** Indexes the complete texts of a dialogue: its title and its messages, but for very long ones. */
export async function makeSearchable(trx: Trx, dialogueId: string): Promise<void> {
  for (const pending of await findPending(trx, { dialogueId, textAtMost: textAtOnce }))
    await writeEntry(trx, pending, tokensOf(pending.text));
}

/** Writes the entry of a title or a message, replacing an older one. Trials of agents are not searchable. */
export async function writeEntry(
  trx: Trx,
  { dialogueId, messageId }: Pending,
  tokens: readonly string[],
): Promise<void> {
  await sql`
    with entry as ${often} (
      insert into search_entries (organization_id, member_id, dialogue_id, message_id, is_kept, written_at, tokens, tokenizer_version)
      select dialogues.organization_id, dialogues.member_id, dialogues.id, messages.id, dialogues.deleted_at is null and dialogues.is_listed, coalesce(messages.created_at, dialogues.created_at),
        array_to_tsvector(array(select left(dialogues.member_id::text, ${prefixLength}) || ':' || token from unnest(${tokens}::text[]) as token)), ${TOKENIZER_VERSION}
      from dialogues left join messages on messages.dialogue_id = dialogues.id and messages.id = ${messageId}::uuid
      where dialogues.id = ${dialogueId} and dialogues.kind = 'member' and (messages.id is not null or ${messageId}::uuid is null)
      on conflict (dialogue_id, message_id) do update set tokens = excluded.tokens, tokenizer_version = excluded.tokenizer_version
    ), of_message as (
      update messages set is_searchable = true where id = ${messageId}::uuid
    )
    update dialogues set is_searchable = true where id = ${dialogueId} and ${messageId}::uuid is null`.execute(trx);
}

/** Adds a dialogue to the search, or removes it, with its restoration and deletion. */
export async function keepEntries(trx: Trx, dialogueId: string, isKept: boolean): Promise<void> {
  await trx.updateTable('search_entries').set({ is_kept: isKept }).where('dialogue_id', '=', dialogueId).execute();
}

/** Lists a dialogue that its member continues or organises: it is one of theirs from then on. */
export async function listDialogue(trx: Trx, dialogueId: string): Promise<void> {
  await trx.updateTable('dialogues').set({ is_listed: true }).where('id', '=', dialogueId).execute();
  await keepEntries(trx, dialogueId, true);
}

/** Re-tokenises entries of an older tokenizer, some at a time; returns their number. */
export async function findOutdated(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with outdated as (
      update search_entries set tokenizer_version = ${TOKENIZER_VERSION}
      where id in (select id from search_entries where tokenizer_version < ${TOKENIZER_VERSION} limit 500 for update skip locked)
      returning id, dialogue_id, message_id
    ), of_messages as (
      update messages set is_searchable = false from outdated where messages.id = outdated.message_id
    ), of_titles as (
      update dialogues set is_searchable = false from outdated where dialogues.id = outdated.dialogue_id and outdated.message_id is null
    )
    select id from outdated`.execute(trx);
  return rows.length;
}
