import type { ToolAsksBecause, ToolCall, ToolCallState } from '@parlance/shared/contract/api/tools';
import { sql } from 'kysely';
import type { Lookup, Trx } from '../../platform/db/database.ts';
import type { AskedCall } from '../../platform/language-models/tool-calling.ts';
import { type KeptContent, contentOf, contentsOfCall, copyContents, insertContents } from './contents/repository.ts';
import { elicitationsIn, elicitationsOfCall, endElicitationsOf } from './elicitation/store.ts';
import type { Performance } from './perform.ts';
import { storableJson, storableText } from './storable.ts';
import type { ToolEntry } from './toolbox.ts';

const calls = (lookup: Lookup) =>
  lookup
    .selectFrom('tool_calls')
    .leftJoin('runs', 'runs.id', 'tool_calls.run_id')
    .leftJoin('tool_call_extras', 'tool_call_extras.call_id', 'tool_calls.id')
    .select(sql<string>`coalesce(tool_calls.answer_id, runs.answer_id)`.as('answer_id'))
    .select([
      'tool_calls.id',
      'tool_calls.run_id',
      'tool_calls.step',
      'tool_calls.position',
      'provider_call_id',
      'told_name',
      'tool_calls.tool_id',
      'tool_calls.kind',
      'tool_name',
      'function',
      'arguments',
    ])
    .select([
      'tool_calls.state',
      'asks_because',
      'result',
      'is_cut',
      'told_result',
      'tool_calls.offset',
      'tool_calls.created_at',
      'tool_calls.begun_at',
      'duration_ms',
      'tool_call_extras.extras',
    ])
    .select([elicitationsOfCall.as('elicitations'), contentsOfCall.as('contents')]);

export type CallRow = Awaited<ReturnType<ReturnType<typeof calls>['executeTakeFirstOrThrow']>>;

export const callOf = (row: CallRow): ToolCall => ({
  id: row.id,
  answer_id: row.answer_id,
  tool_id: row.tool_id,
  kind: row.kind,
  tool_name: row.tool_name,
  function: row.function,
  arguments: row.arguments,
  state: row.state,
  ...(row.asks_because === null ? {} : { asks_because: row.asks_because }),
  result: row.result,
  is_cut: row.is_cut,
  ...(row.elicitations === null ? {} : { elicitations: elicitationsIn(row.elicitations, row.state === 'running') }),
  ...(row.contents.length === 0 ? {} : { contents: row.contents.map(contentOf) }),
  offset: row.offset,
  duration_ms: row.duration_ms,
  created_at: row.created_at.toISOString(),
});

export const findCallsOfRun = (trx: Trx, runId: string): Promise<CallRow[]> => findCallsOfRuns(trx, [runId]);

/** Finds the calls of runs, those of each in order. */
export const findCallsOfRuns = (lookup: Lookup, runIds: readonly string[]): Promise<CallRow[]> =>
  calls(lookup)
    .where('tool_calls.run_id', '=', sql<string>`any(${runIds}::uuid[])`)
    .orderBy('step')
    .orderBy('position')
    .execute();

/** Selects the calls in two parts, because no index serves an OR of them. */
const idsOfAnswers = (answerIds: readonly string[]) => sql<string>`(
  select of_run.id from runs as its_run join tool_calls as of_run on of_run.run_id = its_run.id where its_run.answer_id = any(${answerIds}::uuid[])
  union all select of_copy.id from tool_calls as of_copy where of_copy.answer_id = any(${answerIds}::uuid[]))`;

/** Finds the newest calls of these answers, oldest first. */
export async function callsOfAnswers(trx: Trx, answerIds: readonly string[], limit: number): Promise<ToolCall[]> {
  if (answerIds.length === 0) return [];
  const rows = await calls(trx)
    .where('tool_calls.id', 'in', idsOfAnswers(answerIds))
    .orderBy('tool_calls.created_at', 'desc')
    .orderBy('step', 'desc')
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(callOf);
}

/** Finds the newest calls of a dialogue of this member, oldest first. */
export async function findCallsOfDialogue(
  trx: Trx,
  memberId: string,
  dialogueId: string,
  limit: number,
): Promise<ToolCall[]> {
  const ofDialogue = sql<string>`(
    select of_run.id from runs as its_run join tool_calls as of_run on of_run.run_id = its_run.id where its_run.dialogue_id = ${dialogueId}
    union all select of_copy.id from messages join tool_calls as of_copy on of_copy.answer_id = messages.id where messages.dialogue_id = ${dialogueId})`;
  const rows = await calls(trx)
    .where('tool_calls.id', 'in', ofDialogue)
    .where(
      sql<boolean>`exists (select from dialogues where dialogues.id = ${dialogueId} and dialogues.member_id = ${memberId} and dialogues.deleted_at is null)`,
    )
    .orderBy('tool_calls.created_at', 'desc')
    .orderBy('step', 'desc')
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(callOf);
}

/** Finds the calls of several answers, in order, by the id of the answer. */
export async function findCallsOfAnswers(trx: Trx, answerIds: readonly string[]): Promise<Map<string, CallRow[]>> {
  if (answerIds.length === 0) return new Map();
  const rows = await calls(trx)
    .where('tool_calls.id', 'in', idsOfAnswers(answerIds))
    .orderBy('step')
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, ({ answer_id: id }) => id);
}

/** Copies the calls of answers to their copies: `copied` has pairs of the ids of an answer and its copy. */
export async function copyCalls(
  trx: Trx,
  organizationId: string,
  copied: readonly (readonly [answerId: string, copyId: string])[],
): Promise<void> {
  const [from, to] = [copied.map(([answerId]) => answerId), copied.map(([, copyId]) => copyId)];
  await sql`
    insert into tool_calls (organization_id, answer_id, step, position, provider_call_id, told_name, tool_id, kind, tool_name, function, arguments, state, asks_because, result, is_cut, told_result, "offset", created_at, begun_at, duration_ms)
    select ${organizationId}::uuid, copied.copy_id, step, position, provider_call_id, told_name, tool_id, kind, tool_name, function, arguments, state, asks_because, result, is_cut, told_result, "offset", created_at, begun_at, duration_ms
    from unnest(${from}::uuid[], ${to}::uuid[]) as copied (answer_id, copy_id)
    cross join lateral (
      select of_run.* from runs join tool_calls as of_run on of_run.run_id = runs.id where runs.answer_id = copied.answer_id
      union all select of_copy.* from tool_calls as of_copy where of_copy.answer_id = copied.answer_id) as called`.execute(
    trx,
  );
  await copyContents(trx, organizationId, copied);
}

export type NewCall = {
  runId: string;
  organizationId: string;
  step: number;
  position: number;
  asked: AskedCall;
  entry: ToolEntry | null;
  offset: number;
  state: Extract<ToolCallState, 'waiting' | 'running'>;
  asksBecause: ToolAsksBecause | null;
};

export async function insertCall(
  trx: Trx,
  { runId, organizationId, step, position, asked, entry, offset, state, asksBecause }: NewCall,
): Promise<CallRow> {
  const { id } = await trx
    .insertInto('tool_calls')
    .values({
      organization_id: organizationId,
      run_id: runId,
      step,
      position,
      provider_call_id: storableText(asked.id).slice(0, 200),
      told_name: storableText(asked.name),
      tool_id: entry?.toolId ?? null,
      kind: entry?.kind ?? 'mcp',
      tool_name: entry?.toolName ?? '',
      function: entry?.described.name ?? storableText(asked.name),
      arguments: storableText(asked.arguments),
      state,
      asks_because: asksBecause,
      offset,
      begun_at: state === 'running' ? sql<Date>`now()` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (asked.extras !== undefined)
    await trx
      .insertInto('tool_call_extras')
      .values({ organization_id: organizationId, call_id: id, extras: storableJson(asked.extras) })
      .execute();
  return findCall(trx, id);
}

/** Marks an allowed call as begun; null if it does not wait for that: it never happens twice. */
export async function beginCall(trx: Trx, id: string): Promise<CallRow | null> {
  const begun = await trx
    .updateTable('tool_calls')
    .set({ begun_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('begun_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return begun === undefined ? null : findCall(trx, id);
}

/** Makes a begun call wait for the sign-in of its person: its server has not looked at it. */
export async function askForSignIn(trx: Trx, id: string): Promise<CallRow> {
  await trx
    .updateTable('tool_calls')
    .set({ state: 'waiting', asks_because: 'sign-in', begun_at: null })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
  return findCall(trx, id);
}

/** The outcome of a call: its result, or the reason why it was not made. */
export type CallResult = Omit<Performance, 'state' | 'needsSignIn' | 'contents'> & {
  readonly state: Performance['state'] | 'refused';
  readonly kept?: readonly KeptContent[];
};

export async function settleCall(
  trx: Trx,
  id: string,
  { state, result, told, isCut, durationMs, kept = [] }: CallResult,
): Promise<CallRow> {
  const { organization_id: organizationId } = await trx
    .updateTable('tool_calls')
    .set({ state, result, told_result: told ?? null, is_cut: isCut, duration_ms: durationMs })
    .where('id', '=', id)
    .returning('organization_id')
    .executeTakeFirstOrThrow();
  await insertContents(trx, { organizationId, callId: id }, kept);
  return findCall(trx, id);
}

/** Ends the open calls of runs that are over. */
export async function endCalls(trx: Trx, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return;
  await trx
    .updateTable('tool_calls')
    .set({ state: sql<ToolCallState>`case state when 'waiting' then 'refused' else 'failed' end` })
    .where('run_id', 'in', [...runIds])
    .where('state', 'in', ['waiting', 'running'])
    .execute();
  await endElicitationsOf(trx, runIds);
}

export const findCall = (trx: Trx, id: string): Promise<CallRow> =>
  calls(trx).where('tool_calls.id', '=', id).executeTakeFirstOrThrow();
