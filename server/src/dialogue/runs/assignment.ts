import { limitOf } from '@parlance/shared/contract/access/evaluate';
import { modelsDenied } from '../../library/bots/visibility.ts';
import type { Account } from '../../money/ledger/ledger.ts';
import { type Reserve, RunBudget } from '../../money/ledger/run-budget.ts';
import { findHolder } from '../../people/privileges/holder.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type AllowedModel, allowedModel } from '../../platform/language-models/allowed-model.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import type { PartNotes, Sampling } from '../../platform/language-models/language-model.ts';
import { estimateTokens, tokensOfFunctions } from '../../platform/language-models/tokens.ts';
import { readApproval } from '../governance/approvals.ts';
import { callOf, findCallsOfRun } from '../tools/calls.ts';
import type { ToolReach } from '../tools/reach.ts';
import { readToolbox, toldFunctions } from '../tools/toolbox.ts';
import type { LiveRun } from './live-run.ts';
import { type ReadQuestion, readQuestion } from './question.ts';
import { mayReadOn } from './readable-runs.ts';
import { type BegunRun, keepReading } from './repository.ts';
import { Tally } from './tally.ts';
import type { ToolTask } from './tool-task.ts';
import { countEntered, waitForDecision } from './tool-waiting.ts';

/** A run made running, with what its transaction knows of it. */
export type BornRun = {
  readonly id: string;
  readonly organizationId: string;
  readonly begun: BegunRun;
  /** The question, if the prompt is all there is to it: then the database is not queried further. */
  readonly question: { readonly instructions: string; readonly content: string } | null;
};

/** The question to answer, and everything its answer is written with. */
export type Assignment = {
  readonly governanceVersion: number;
  readonly read: ReadQuestion;
  readonly begun: string;
  readonly tally: Tally;
  /** Notes on files that were read in parts before it waited. */
  readonly notes: readonly PartNotes[] | null;
  readonly task: Omit<ToolTask, 'guard' | 'material' | 'desk'>;
  readonly sampling: Sampling;
  /** The reservation of its member's tokens, if they are limited. */
  readonly reserve: Reserve | null;
};

export const accountOf = (
  { organizationId }: LiveRun,
  { member_id: memberId, bot_id: botId, month }: Pick<BegunRun, 'member_id' | 'bot_id' | 'month'>,
): Account => ({ organizationId, memberId, botId, month });

/** Returns the budget of a run; undefined if its member's tokens are not limited. */
export const budgetOf = (
  db: Database,
  { id }: LiveRun,
  account: Account,
  isStored: true | Promise<boolean>,
  reserve: Reserve | null,
): RunBudget | undefined =>
  reserve === null ? undefined : new RunBudget(db, { of: 'runs', id, account, isStored, ...reserve });

/**
 * Re-evaluates the rights of a run that waited: the member may have lost them since. Returns the models they may not
 * use, and their token limit.
 */
export async function judgeAnew(
  trx: Trx,
  models: Catalog,
  { id }: LiveRun,
  memberId: string,
): Promise<Pick<BegunRun, 'models_denied' | 'token_limit'>> {
  const member = await findHolder(trx, memberId);
  if (member === null || !(await mayReadOn(trx, member, models, id))) throw new ApiError('bot_disabled');
  return {
    models_denied: modelsDenied(member, models),
    token_limit: limitOf(member, 'tokens_a_month', member.planTokens).limit,
  };
}

export async function readAssignment(
  trx: Trx,
  { models, tools }: { readonly models: Catalog; readonly tools: ToolReach },
  run: LiveRun,
  begun: BegunRun,
): Promise<Assignment> {
  // Only a run that waited for its person has earlier calls.
  const hasWaited = begun.begun_length !== null;
  const rows = hasWaited ? await findCallsOfRun(trx, run.id) : [];
  for (const row of rows) run.tellCall(callOf(row));
  const { model } = modelOf(models, begun);
  const toolbox =
    model.kind === 'embedded'
      ? []
      : await readToolbox(trx, tools, run.organizationId, (begun.definition ?? begun).tools, {
          memberId: begun.member_id,
          dialogueId: begun.dialogue_id,
        });
  const takenTokens = tokensOfFunctions(toldFunctions(toolbox)) + estimateTokens(begun.begun);
  const read = await readQuestion(trx, model, {
    promptId: begun.prompt_id,
    language: begun.language,
    definition: begun.definition,
    hasTools: toolbox.length > 0,
    readsWhole: begun.reads_whole,
    takenTokens,
  });
  if (read.reading !== null) await keepReading(trx, run.id, read.reading);
  return assignmentOf(models, run, begun, {
    read,
    notes: begun.part_notes,
    toolbox,
    rows,
    entered: hasWaited ? await countEntered(trx, run.id) : 0,
  });
}

function modelOf(models: Catalog, begun: BegunRun): AllowedModel {
  const model = allowedModel(models.of(begun.model_id), (id) => begun.models_denied.includes(id));
  if (model === null) throw new ApiError('privilege_missing');
  return model;
}

export function assignmentOf(
  models: Catalog,
  run: LiveRun,
  begun: BegunRun,
  {
    read,
    notes,
    toolbox,
    rows,
    entered,
  }: Pick<Assignment, 'read' | 'notes'> & Pick<ToolTask, 'toolbox' | 'rows'> & { entered: number },
): Assignment {
  const from = begun.begun_length ?? begun.begun.length;
  const { temperature, max_output_tokens, reasoning_effort, tool_steps: callsAtMost } = begun.definition ?? begun;
  return {
    read,
    notes,
    governanceVersion: begun.governance_version,
    begun: begun.begun.slice(0, from),
    sampling: { temperature, max_output_tokens, reasoning_effort },
    reserve: begun.token_limit === null ? null : { limit: begun.token_limit, reserved: begun.reserved_tokens },
    tally: new Tally(accountOf(run, begun), modelOf(models, begun), { ...begun, entered }),
    task: {
      runId: run.id,
      dialogueId: begun.dialogue_id,
      organizationId: run.organizationId,
      toolbox,
      callsAtMost,
      isUnattended: begun.is_unattended,
      rows,
      text: begun.begun,
      from,
    },
  };
}

/** Resolves to true if a run needs an administrator's decision; it is then put back to wait. */
export async function waitsForDecision(
  trx: Trx,
  run: LiveRun,
  begun: Parameters<typeof accountOf>[1],
): Promise<boolean> {
  const approval = await readApproval(trx, run.id);
  if (approval === null) return false;
  if (approval.state === 'allowed') run.allowedBy(approval);
  else await waitForDecision(trx, run.id, accountOf(run, begun));
  return approval.state !== 'allowed';
}
