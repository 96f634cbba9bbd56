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
import type { RunEnd } from './live-run.ts';

/** An answer of an organisation, and the UTF-16 code units of it that are known. */
export type AskedAnswer = { readonly organizationId: string; readonly runId: string; readonly from: number };

/** `text` is the rest of the answer; it begins at `offset`, at or before what was asked from. */
export type StoredAnswer = {
  readonly organizationId: string;
  readonly runId: string;
  readonly text: string;
  readonly offset: number;
  readonly citations: readonly Citation[];
  readonly rules: readonly AppliedRule[];
  readonly approval: RunApproval | null;
  readonly reading: RunReading | null;
  readonly ended: RunEnd | null;
  /** Says of the calls of tools how each stands; another text where one has come or changed. */
  readonly calls: string;
};

type Row = Omit<StoredAnswer, 'text' | 'offset' | 'ended' | 'citations'> & {
  status: RunStatus;
  error_code: RunEnd['error_code'];
  offset: number | null;
  text: string | null;
  content: string | null;
  citations: Citation[] | null;
};

/**
 * What is stored of answers, in one statement however many there are. One that is gone, or another organisation's, is
 * not among them.
 */
export async function readStored(lookup: Lookup, asked: readonly AskedAnswer[]): Promise<StoredAnswer[]> {
  const { rows } = await sql<Row>`
    select ${often} runs.organization_id as "organizationId", runs.id as "runId", runs.status, runs.error_code, runs.reading, messages.applied_rules as rules, ${approvalOf} as approval, grown."offset", grown.text,
      -- One that waits, or goes on after that, has what it said before in its message until its process writes again.
      case when grown.text is null then messages.content end as content,
      case when runs.status not in ('queued', 'running') then messages.citations end as citations,
      coalesce((select string_agg(tool_calls.id || tool_calls.state, ' ' order by tool_calls.step, tool_calls.position) from tool_calls where tool_calls.run_id = runs.id), '') as calls
    from unnest(${asked.map(({ runId }) => runId)}::uuid[], ${asked.map(({ organizationId }) => organizationId)}::uuid[], ${asked.map(({ from }) => from)}::integer[]) as asked (run_id, organization_id, "from")
    join runs on runs.id = asked.run_id and runs.organization_id = asked.organization_id
    join messages on messages.id = runs.answer_id
    left join lateral (
      select min(run_deltas."offset") as "offset", string_agg(run_deltas.text, '' order by run_deltas."offset") as text
      from run_deltas
      where run_deltas.run_id = runs.id and runs.status in ('queued', 'running')
        and run_deltas."offset" >= coalesce((select max(earlier."offset") from run_deltas as earlier where earlier.run_id = runs.id and earlier."offset" <= asked."from"), 0)
    ) as grown on true`.execute(lookup);
  return rows.map(({ status, error_code, offset, text, content, citations, ...row }) => ({
    ...row,
    text: text ?? content ?? '',
    offset: offset ?? 0,
    citations: citations ?? [],
    ended:
      status === 'queued' || status === 'running'
        ? null
        : { status, error_code, ...(row.reading === null ? {} : { reading: row.reading }) },
  }));
}
