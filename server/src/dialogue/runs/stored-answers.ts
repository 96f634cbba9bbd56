import type {
  AppliedRule,
  Citation,
  RunApproval,
  RunReading,
  RunStatus,
} from '@parlance/shared/contract/api/runs/runs';
import { sql } from 'kysely';
import type { Lookup } from '../../platform/db/database.ts';
import { often } from '../../platform/db/preparing-client.ts';
import { approvalOf } from '../governance/approvals.ts';
import type { Reasoning } from './live-reasoning.ts';
import type { RunEnd } from './live-run.ts';

/** An answer of an organisation, and the place in its stream up to which it is known. */
export type AskedAnswer = { readonly organizationId: string; readonly runId: string; readonly from: number };
/** `reasoned` counts the UTF-16 code units of its reasoning that are known. */
export type LookedAtAnswer = AskedAnswer & { readonly reasoned: number };

/** The rest of the reasoning behind an answer, from `offset` on, at or before the requested one. */
export type StoredReasoning = Reasoning & { readonly offset: number };

/**
 * A stored answer. `text` is its rest, from the place `offset` on, at or before the requested one; it begins at
 * `textFrom`.
 */
export type StoredAnswer = {
  readonly organizationId: string;
  readonly runId: string;
  readonly text: string;
  readonly offset: number;
  readonly textFrom: number;
  /** Null if there is none. */
  readonly reasoning: StoredReasoning | null;
  readonly citations: readonly Citation[];
  readonly rules: readonly AppliedRule[];
  readonly approval: RunApproval | null;
  readonly reading: RunReading | null;
  readonly ended: RunEnd | null;
  /** The states of tool calls; a different text if one has come or changed. */
  readonly calls: string;
};

type Row = Omit<StoredAnswer, 'text' | 'offset' | 'ended' | 'citations' | 'reasoning'> & {
  status: RunStatus;
  waits: boolean;
  reasoning: string | null;
  reasoning_ms: number | null;
  reasoning_offset: number | null;
  reasoning_is_over: boolean | null;
  error_code: RunEnd['error_code'];
  offset: number | null;
  text: string | null;
  content: string | null;
  citations: Citation[] | null;
};

type ReasoningColumns = Pick<Row, 'waits' | 'reasoning' | 'reasoning_ms' | 'reasoning_offset' | 'reasoning_is_over'>;

/**
 * Reads the stored state of answers in a single statement. One that is gone or of another organisation is missing from
 * the result.
 */
export async function readStored(lookup: Lookup, asked: readonly LookedAtAnswer[]): Promise<StoredAnswer[]> {
  const { rows } = await sql<Row>`
    select ${often} runs.organization_id as "organizationId", runs.id as "runId", runs.status, runs.error_code, runs.reading, messages.applied_rules as rules, ${approvalOf} as approval, grown."offset", grown.text,
      -- One that waits, or goes on after that, has what it said before in its message until its process writes again.
      case when grown.text is null then messages.content end as content,
      case when runs.status not in ('queued', 'running') then messages.citations end as citations,
      runs.text_from as "textFrom", runs.waiting_since is not null as waits,
      runs.reasoning_ms, reasoned.text as reasoning, reasoned."offset" as reasoning_offset, reasoned.is_over as reasoning_is_over,
      coalesce((select string_agg(tool_calls.id || tool_calls.state || coalesce((select string_agg(elicitations.state, ',' order by elicitations.created_at, elicitations.id) from elicitations where elicitations.call_id = tool_calls.id), ''), ' ' order by tool_calls.step, tool_calls.position) from tool_calls where tool_calls.run_id = runs.id), '') as calls
    from unnest(${asked.map(({ runId }) => runId)}::uuid[], ${asked.map(({ organizationId }) => organizationId)}::uuid[], ${asked.map(({ from }) => from)}::integer[], ${asked.map(({ reasoned }) => reasoned)}::integer[])
      as asked (run_id, organization_id, "from", reasoned)
    join runs on runs.id = asked.run_id and runs.organization_id = asked.organization_id
    join messages on messages.id = runs.answer_id
    left join lateral (
      select min(run_deltas."offset") as "offset", string_agg(run_deltas.text, '' order by run_deltas."offset") as text
      from run_deltas
      where run_deltas.run_id = runs.id and runs.status in ('queued', 'running')
        and run_deltas."offset" >= runs.text_from
        and run_deltas."offset" >= coalesce((select max(earlier."offset") from run_deltas as earlier where earlier.run_id = runs.id and earlier."offset" <= asked."from"), 0)
    ) as grown on true
    left join lateral (
      -- An empty piece at the end says that it is over.
      select min(piece."offset") as "offset", string_agg(piece.text, '' order by piece."offset") as text, bool_or(piece.text = '') as is_over
      from answer_reasoning as piece
      where piece.answer_id = runs.answer_id
        and piece."offset" >= coalesce((select max(earlier."offset") from answer_reasoning as earlier where earlier.answer_id = runs.answer_id and earlier."offset" <= asked.reasoned), 0)
    ) as reasoned on true`.execute(lookup);
  return rows.map(({ status, error_code, offset, text, content, citations, ...row }) => ({
    ...row,
    text: text ?? content ?? '',
    offset: offset ?? row.textFrom,
    reasoning: reasoningOf(row, isActive(status)),
    citations: citations ?? [],
    ended: isActive(status) ? null : { status, error_code, ...(row.reading === null ? {} : { reading: row.reading }) },
  }));
}

const isActive = (status: RunStatus) => status === 'queued' || status === 'running';

const reasoningOf = (
  { waits, reasoning: text, reasoning_ms: ms, reasoning_offset: offset, reasoning_is_over: isOver }: ReasoningColumns,
  isUnderWay: boolean,
): StoredReasoning | null =>
  text === null || offset === null
    ? null
    : { text, offset, ms: ms ?? 0, isOver: !isUnderWay || waits || isOver === true };
