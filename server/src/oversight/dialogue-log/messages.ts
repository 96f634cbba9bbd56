import type { Message } from '@parlance/shared/contract/api/dialogues';
import { type LiveOf, findMessages, messagesOf } from '../../dialogue/dialogues/messages.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { refreshEntries } from './entries.ts';
import { type LoggedRow, findLoggedByIds } from './list.ts';

/** Returns a dialogue of the transaction's organisation in the log. Throws not_found for any other. */
export async function requireLogged(trx: Trx, id: string): Promise<LoggedRow> {
  await refreshEntries(trx);
  const [found] = await findLoggedByIds(trx, [id]);
  if (found === undefined) throw new ApiError('not_found');
  return found;
}

/** Reads messages of every branch after a position, in the order of creation, with their positions. */
export async function readMessages(
  trx: Trx,
  dialogueId: string,
  { after, limit }: { after: number; limit: number },
  liveOf: LiveOf,
): Promise<{ position: number; message: Message }[]> {
  const places = await trx
    .selectFrom('messages')
    .where('dialogue_id', '=', dialogueId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .select(['id', 'position'])
    .execute();
  if (places.length === 0) return [];
  const messages = await messagesOf(
    trx,
    await findMessages(
      trx,
      places.map(({ id }) => id),
    ),
    liveOf,
  );
  const byId = new Map(messages.map((message) => [message.id, message]));
  return places.flatMap(({ id, position }) => {
    const message = byId.get(id);
    return message === undefined ? [] : [{ position, message }];
  });
}

/** Adds the provider's words to failed answers: administrators read the log. */
export async function withFailures(trx: Trx, messages: readonly Message[]): Promise<Message[]> {
  const ids = messages.flatMap(({ run }) => (run?.status === 'failed' ? [run.id] : []));
  if (ids.length === 0) return [...messages];
  const rows = await trx
    .selectFrom('runs')
    .where('id', 'in', ids)
    .where('failure', 'is not', null)
    .select(['id', 'failure'])
    .execute();
  const byRun = new Map(rows.map(({ id, failure }) => [id, failure]));
  return messages.map((message) => {
    const failure = message.run === null ? undefined : byRun.get(message.run.id);
    return message.run === null || !failure ? message : { ...message, run: { ...message.run, failure } };
  });
}
