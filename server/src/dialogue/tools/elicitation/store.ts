import type {
  Elicitation,
  ElicitationAnswer,
  ElicitationContent,
  ElicitationState,
} from '@parlance/shared/contract/api/tools/elicitations';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';
import { jsonOf } from '../../../platform/db/json.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { storableText } from '../storable.ts';
import type { AskedQuestion } from './ask-person.ts';

export type StoredElicitation = Omit<Elicitation, 'asked'> & {
  readonly asked: NonNullable<Elicitation['asked']> | null;
};

/** The questions of the server of each call, in order; null if there are none. `tool_calls` is in the statement. */
export const elicitationsOfCall = sql<StoredElicitation[] | null>`(
  select json_agg(json_build_object('id', asked.id, 'state', asked.state, 'message', asked.message,
    'asked', case asked.state when 'waiting' then asked.asked end) order by asked.created_at, asked.id)
  from elicitations as asked where asked.call_id = tool_calls.id)`;

/** Returns questions as people see them. In a call that is over none waits, whatever became of its process. */
export const elicitationsIn = (stored: readonly StoredElicitation[], isRunning: boolean): Elicitation[] =>
  stored.map(({ asked, state, ...question }) => ({
    ...question,
    state: state === 'waiting' && !isRunning ? 'cancelled' : state,
    ...(asked !== null && state === 'waiting' && isRunning ? { asked } : {}),
  }));

/**
 * Stores a question of the server of a call. Null if nobody is there to answer: the answer is that of a schedule or an
 * automation.
 */
export async function insertElicitation(
  trx: Trx,
  organizationId: string,
  callId: string,
  { message, asked }: AskedQuestion,
): Promise<string | null> {
  const shown: Elicitation['asked'] =
    asked.type === 'form'
      ? { type: 'form', fields: [...asked.fields] }
      : { type: 'page', address: asked.address, is_awaited: asked.isAwaited };
  const { rows } = await sql<{ id: string }>`
    insert into elicitations (organization_id, call_id, message, asked)
    select ${organizationId}::uuid, ${callId}::uuid, ${storableText(message)}, ${jsonOf(shown)}::jsonb
    where not exists (
      select from tool_calls
      join runs on runs.id = tool_calls.run_id
      join executions on executions.ask_key = runs.idempotency_key and executions.member_id = runs.member_id
      where tool_calls.id = ${callId}::uuid)
    returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

const states = { accept: 'accepted', decline: 'declined', cancel: 'cancelled' } as const;

/** Stores an answer, its content sealed; false if the question waits no more. */
export async function storeAnswer(
  trx: Trx,
  secrets: () => Secrets,
  id: string,
  answer: ElicitationAnswer,
): Promise<boolean> {
  const sealed =
    answer.action === 'accept' && Object.keys(answer.content).length > 0
      ? secrets().seal({ content: JSON.stringify(answer.content) }, id)
      : null;
  return settle(trx, id, states[answer.action], sealed);
}

/** Ends a question that nobody has answered; false if it waits no more. */
export const endElicitation = (trx: Trx, id: string, state: Exclude<ElicitationState, 'waiting'>): Promise<boolean> =>
  settle(trx, id, state, null);

/** Cancels the questions in the calls of runs that are over. */
export async function endElicitationsOf(trx: Trx, runIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('elicitations')
    .from('tool_calls')
    .set({ state: 'cancelled', sealed: null })
    .whereRef('tool_calls.id', '=', 'elicitations.call_id')
    .where('tool_calls.run_id', '=', sql<string>`any(${runIds}::uuid[])`)
    .where('elicitations.state', '=', 'waiting')
    .execute();
}

async function settle(trx: Trx, id: string, state: ElicitationState, sealed: string | null): Promise<boolean> {
  const settled = await trx
    .updateTable('elicitations')
    .set({ state, sealed })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return settled !== undefined;
}

/** Takes the answer to a question, whose content is not kept; null while it waits. One that is gone was cancelled. */
export async function takeAnswer(trx: Trx, secrets: () => Secrets, id: string): Promise<ElicitationAnswer | null> {
  const { rows } = await sql<{ state: ElicitationState; sealed: string | null }>`
    with found as (select id, state, sealed from elicitations where id = ${id}::uuid for update),
      taken as (update elicitations set sealed = null from found where elicitations.id = found.id and found.sealed is not null)
    select state, sealed from found`.execute(trx);
  const { state, sealed } = rows[0] ?? { state: 'cancelled', sealed: null };
  if (state === 'waiting') return null;
  if (state !== 'accepted') return { action: state === 'declined' ? 'decline' : 'cancel' };
  const content =
    sealed === null ? {} : (JSON.parse(secrets().open(sealed, id)['content'] ?? '{}') as ElicitationContent); // sealed by storeAnswer
  return { action: 'accept', content };
}

/** Returns those of some questions that wait no more. */
export async function findSettled(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('elicitations')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', '=', 'waiting')
    .select('id')
    .execute();
  const waiting = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !waiting.has(id));
}
