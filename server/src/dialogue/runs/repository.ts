import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { AppliedRule, Citation, RunFailure, RunReading, RunStatus } from '@parlance/shared/contract/api/runs/runs';
import { sql } from 'kysely';
import { enterCalls, returnAnswer } from '../../money/ledger/ledger.ts';
import { unwaited } from '../../platform/db/commit.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { often } from '../../platform/db/preparing-client.ts';
import { keepHits } from '../governance/hits.ts';
import { makeSearchable } from '../messages/search-index.ts';
import type { Reasoning } from './live-reasoning.ts';
import type { RunEnd } from './live-run.ts';
import { keepReasoning, reasoningText } from './stored-reasoning.ts';
import type { Tally } from './tally.ts';

/** The lease: a silent process counts as dead after it, and its answers as interrupted. */
export const leaseSeconds = 15;
export const activeStatuses = ['queued', 'running'] as const satisfies RunStatus[];

const leaseEnd = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;
/** The id of the model to answer: that of the definition on trial, otherwise that of the bot. */
export const modelId = sql<
  string | null
>`case when runs.definition is null then bots.model_id::text else runs.definition ->> 'model_id' end`;
/** The month whose budgets a run counts against. */
export const month = sql<string>`to_char(runs.created_at at time zone 'UTC', 'YYYY-MM-01')`;
/** The version of the organisation's rules for an answer; 0 if there are none, or the plan grants no governance. */
export const governanceVersion = sql<number>`coalesce((select organizations.governance_version from organizations join plans on plans.name = organizations.plan_name
  where organizations.id = runs.organization_id and 'governance' = any (plans.features)), 0)`;
export const isActive = sql<boolean>`runs.status in ('queued', 'running')`;

/** Stores which parts of its dialogue and files an answer does not rest on. */
export async function keepReading(trx: Trx, id: string, reading: RunReading): Promise<void> {
  await trx
    .updateTable('runs')
    .set({ reading: jsonOf(reading) })
    .where('id', '=', id)
    .execute();
}

type NewRun = {
  id: string;
  organizationId: string;
  dialogueId: string;
  memberId: string;
  promptId: string;
  answerId: string;
  idempotencyKey: string;
  requestFingerprint: Buffer | null;
  language: string;
  /** The status; `running`: this process begins it right after the transaction. */
  status: 'queued' | 'running';
  processId: string;
  readsWhole: boolean;
  /** The definition to answer by; the published one by default. */
  definition?: AgentDefinition | undefined;
};

/**
 * Builds the part `run` of the statement that makes a turn, if `asked` has a row. Empty as well if the member has used
 * the key before: concurrent requests notice as soon as the first has been stored.
 */
export const insertingRun = (run: NewRun) => sql`
  insert into runs (id, organization_id, dialogue_id, member_id, prompt_id, answer_id, idempotency_key, request_fingerprint, language, status, begun_at, owner_process, lease_until, reserved_tokens, reads_whole, definition)
  select ${run.id}::uuid, ${run.organizationId}::uuid, ${run.dialogueId}::uuid, ${run.memberId}::uuid, ${run.promptId}::uuid, ${run.answerId}::uuid, ${run.idempotencyKey}::uuid, ${run.requestFingerprint}::bytea,
    ${run.language}, ${run.status}, case when ${run.status} = 'running' then now() end, ${run.processId}::uuid, ${leaseEnd}, asked.reserve, ${run.readsWhole},
    ${run.definition === undefined ? null : jsonOf(run.definition)}::jsonb
  from asked
  on conflict (member_id, idempotency_key) do nothing
  returning created_at, ${month} as month`;

/** Returns a running run to the queue: this process stops before it has called a model. */
export async function giveBack(trx: Trx, id: string, processId: string): Promise<void> {
  await trx
    .updateTable('runs')
    .set({ status: 'queued', begun_at: null, lease_until: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('owner_process', '=', processId)
    .execute();
}

/**
 * The row of a run when it begins. `is_unattended`: a test set asks, and nobody is there to allow anything. `begun` is
 * the beginning of its answer; `models_denied` may not stand in for others; `token_limit` is its member's of the month.
 */
export type BegunRun = Omit<NonNullable<Awaited<ReturnType<typeof beginRun>>>, 'commit' | 'needs_approval'> & {
  readonly models_denied: readonly string[];
  readonly token_limit: number | null;
};

/** Takes the run up; undefined if it was stopped before it began, or another process has taken it. */
export function beginRun(trx: Trx, id: string, processId: string) {
  return (
    trx
      .updateTable('runs')
      .from(['messages', 'dialogues', 'bots'])
      .set({ status: 'running', begun_at: sql<Date>`coalesce(runs.begun_at, now())` })
      .whereRef('messages.id', '=', 'runs.answer_id')
      .whereRef('dialogues.id', '=', 'runs.dialogue_id')
      .whereRef('bots.id', '=', 'dialogues.bot_id')
      .where('runs.id', '=', id)
      .where('runs.status', '=', 'queued')
      .where('runs.owner_process', '=', processId)
      .where('runs.stop_requested', '=', false)
      .returning([
        'runs.prompt_id',
        'runs.member_id',
        'runs.dialogue_id',
        'runs.language',
        'messages.content as begun',
        'messages.citations',
        'messages.applied_rules',
        'dialogues.bot_id',
        'runs.definition',
        modelId.as('model_id'),
      ])
      .returning([
        'bots.tools',
        'bots.tool_steps',
        'bots.temperature',
        'bots.max_output_tokens',
        'bots.reasoning_effort',
        'runs.begun_length',
        'runs.first_ms',
        'runs.input_tokens',
        'runs.output_tokens',
        'runs.reserved_tokens',
        'runs.reads_whole',
        'runs.part_notes',
        'runs.text_from',
        'runs.reasoning_ms',
      ])
      .returning([month.as('month'), governanceVersion.as('governance_version'), reasoningText.as('reasoning')])
      .returning(
        sql<boolean>`exists (select from governance_approvals where governance_approvals.prompt_id = runs.prompt_id)`.as(
          'needs_approval',
        ),
      )
      .returning(
        sql<boolean>`exists (select from agent_test_results where agent_test_results.run_id = runs.id)`.as(
          'is_unattended',
        ),
      )
      // The start of a run need not survive a crash: it would be found waiting, and begin again. So nobody waits for
      // the disk.
      .returning(unwaited.as('commit'))
      .executeTakeFirst()
  );
}

/**
 * Assigns the first waiting run of a dialogue to this process, which then starts it; null if none waits, or one runs.
 * Call it with the dialogue locked: concurrent prompts see the outcome. A run that another process was about to begin
 * is taken from it.
 */
export async function takeNext(trx: Trx, dialogueId: string, processId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update runs set owner_process = ${processId}, lease_until = ${leaseEnd}
    where id = (select id from runs where dialogue_id = ${dialogueId} and status = 'queued' order by number limit 1)
      and status = 'queued'
      and not exists (select 1 from runs as running where running.dialogue_id = ${dialogueId} and running.status = 'running')
    returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

/**
 * Takes, in every dialogue, the next run if nobody begins it: its process died, or ended the previous run and stopped.
 */
export async function takeForgotten(
  trx: Trx,
  processId: string,
  { all = false } = {},
): Promise<{ id: string; organizationId: string }[]> {
  const { rows } = await sql<{ id: string; organizationId: string }>`
    update runs set owner_process = ${processId}, lease_until = ${leaseEnd}
    where id in (
      select id from runs as next
      where next.status = 'queued' and (${all} or next.lease_until < now()) and not exists (
        select 1 from runs as before
        where before.dialogue_id = next.dialogue_id and (before.status = 'running' or (before.status = 'queued' and before.number < next.number)))
      for update skip locked)
    returning id, organization_id as "organizationId"`.execute(trx);
  return rows;
}

/** Ends the waiting runs of a dialogue, or one of them: their prompts and empty answers stay. */
export async function stopWaiting(trx: Trx, dialogueId: string, id: string | null = null): Promise<void> {
  let waiting = trx
    .updateTable('runs')
    .set({ status: 'stopped', ended_at: sql<Date>`now()`, part_notes: null })
    .where('dialogue_id', '=', dialogueId)
    .where('status', '=', 'queued');
  if (id !== null) waiting = waiting.where('id', '=', id);
  await waiting.execute();
}

export type FinishedRun = RunEnd & {
  failure: RunFailure | null;
  text: string;
  /** The place in its stream at which the text begins. */
  textFrom: number;
  /** The reasoning behind it; null if there is none, or if it is stored already. */
  reasoning: Reasoning | null;
  citations: readonly Citation[];
  rules: readonly AppliedRule[];
  tally: Tally | null;
};

/**
 * Writes the answer into its message and ends the run, unless another process has ended it. Its usage goes into the
 * ledger in any case: the provider has counted it. Returns the run that waited behind it, for `nextOwner` to start;
 * with null, that one is left to whoever finds it.
 */
export async function finishRun(
  trx: Trx,
  id: string,
  { tally, ...finished }: FinishedRun,
  nextOwner: string | null,
): Promise<string | null> {
  const run = await endRun(trx, id, finished, tally);
  if (run !== undefined && finished.reasoning !== null)
    await keepReasoning(trx, id, finished.reasoning, { goesOn: false });
  if (run !== undefined) await makeSearchable(trx, run.dialogue_id);
  const next = run === undefined || nextOwner === null ? null : await takeNext(trx, run.dialogue_id, nextOwner);
  if (tally !== null) await enterCalls(trx, id, tally.account, tally.calls, tally.entered);
  if (tally !== null) await keepFound(trx, id, tally);
  if (tally !== null && run !== undefined && finished.text === '') await returnAnswer(trx, tally.account);
  return next;
}

/** Stores the findings of rules in an answer and in the material given to its model. */
export async function keepFound(
  trx: Trx,
  runId: string,
  { account, found }: Pick<Tally, 'account' | 'found'>,
): Promise<void> {
  await keepHits(trx, { ...account, kind: 'answer', runId }, found.answer);
  await keepHits(trx, { ...account, kind: 'prompt', runId }, found.material);
}

/** Ends the run and writes its text into the message; undefined if it is ended or gone. */
async function endRun(
  trx: Trx,
  id: string,
  { status, error_code, failure, text, textFrom, reasoning, citations, rules }: Omit<FinishedRun, 'tally'>,
  tally: Tally | null,
): Promise<{ dialogue_id: string } | undefined> {
  const {
    model_id = null,
    model_name = null,
    instead_of = null,
    first_ms = null,
    input_tokens = null,
    output_tokens = null,
  } = tally?.columns() ?? {};
  const { rows } = await sql<{ dialogue_id: string }>`
    -- First the dialogue, then the run, then the budgets, as whoever asks or stops has them: none waits for the other in a circle.
    with held as ${often} (
      select dialogues.id from dialogues where id = (select dialogue_id from runs where id = ${id}) for update
    ), ended as (
      update runs set status = ${status}, error_code = ${error_code}, failure = ${failure === null ? null : jsonOf(failure)}::jsonb, ended_at = now(), model_id = coalesce(${model_id}::uuid, model_id), model_name = coalesce(${model_name}, model_name),
        instead_of = coalesce(${instead_of}, instead_of), first_ms = coalesce(${first_ms}::integer, first_ms), input_tokens = coalesce(${input_tokens}::integer, input_tokens),
        output_tokens = coalesce(${output_tokens}::integer, output_tokens), reasoning_ms = coalesce(${reasoning?.ms ?? null}::integer, reasoning_ms),
        text_from = greatest(text_from, ${textFrom}::integer), waiting_since = null, part_notes = null, reading = reading - 'progress'
      from held where runs.dialogue_id = held.id and runs.id = ${id} and ${isActive}
      returning runs.answer_id, runs.dialogue_id
    ), written as (
      update messages set content = ${text}, citations = ${jsonOf(citations)}::jsonb, applied_rules = ${jsonOf(rules)}::jsonb from ended where messages.id = ended.answer_id
    ), changed as (
      update dialogues set updated_at = now() from ended where dialogues.id = ended.dialogue_id
    ), cleared as (
      delete from run_deltas using ended where run_deltas.run_id = ${id}
    )
    select dialogue_id from ended`.execute(trx);
  return rows[0];
}

/** The condition that the member is deactivated: a request admitted just before may have begun a run just after. */
const isOfRemoved = sql<boolean>`exists (select from memberships where memberships.id = runs.member_id and memberships.deactivated_at is not null)`;

/** Renews the leases of this process and returns its runs; a missing one has been ended or taken by others. */
export function renewLeases(trx: Trx, processId: string, ids: readonly string[]) {
  return (
    trx
      .updateTable('runs')
      .set({ lease_until: leaseEnd })
      .where('id', 'in', ids)
      .where('owner_process', '=', processId)
      .where('status', 'in', activeStatuses)
      .returning(['id', sql<boolean>`(stop_requested or ${isOfRemoved})`.as('stop_requested')])
      // A renewal lost in a crash would be lost together with the process that renews it.
      .returning(unwaited.as('commit'))
      .execute()
  );
}

/**
 * Ends, as interrupted with their text so far, the answers whose process no longer renews its lease; with `all`, every
 * one, for the start of the only process on an embedded database. `except` are those the calling process writes itself:
 * if the database stalls for longer than a lease, it cannot renew them in time, and knows that they live. Waiting ones
 * are not touched, nor those being written to at this moment. Returns their ids.
 */
export async function interruptLapsed(
  trx: Trx,
  { all = false, except = [] as readonly string[], dialogueId = null as string | null } = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with lapsed as (
      update runs set status = 'interrupted', ended_at = now(), part_notes = null, reading = reading - 'progress'
      where id in (
        select id from runs
        where status = 'running' and waiting_since is null and (${all} or lease_until < now()) and id <> all (${except}::uuid[]) and (${dialogueId}::uuid is null or dialogue_id = ${dialogueId}::uuid)
        for update skip locked)
      returning id, answer_id, text_from
    ), written as (
      update messages set content = (
        select coalesce(string_agg(run_deltas.text, '' order by run_deltas."offset"), messages.content)
        from run_deltas where run_deltas.run_id = lapsed.id and run_deltas."offset" >= lapsed.text_from)
      from lapsed where messages.id = lapsed.answer_id
    ), called as (
      update tool_calls set state = 'failed' from lapsed where tool_calls.run_id = lapsed.id and tool_calls.state = 'running'
    ), cleared as (
      delete from run_deltas using lapsed where run_deltas.run_id = lapsed.id
    )
    select id from lapsed`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Locks a dialogue until the transaction ends: one transaction at a time decides what is next in it. */
export async function lockDialogue(trx: Trx, id: string): Promise<void> {
  await trx.selectFrom('dialogues').where('id', '=', id).select('id').forUpdate().execute();
}

/** Requests a stop from whichever process writes the answer. */
export async function requestStop(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('runs')
    .set({ stop_requested: true })
    .where('id', '=', id)
    .where('status', 'in', activeStatuses)
    .execute();
}
