import { decide } from '@parlance/shared/contract/access/access';
import { findCallerOf } from '../../people/session/repository.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { comeAgainSeconds } from '../../platform/jobs/come-again.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import { JobPostponed, JobRefused } from '../../platform/jobs/handlers.ts';
import { type JobData, jobKinds } from '../../platform/jobs/kinds.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import { actingAs } from '../../platform/principal/acting.ts';
import { atDepth } from '../executions/depth.ts';
import { endExecution } from '../executions/end.ts';
import type { ExecutionRow } from '../executions/origin.ts';
import { automationOrigin } from './origin.ts';
import { type Act, type ActionDependencies, type Note, NotTaken, performAction } from './perform.ts';

type Place = JobData['act'];
type DueAction = {
  readonly execution: ExecutionRow;
  readonly automation: Act['automation'];
  /** Which one this is: what ends a try is of that try alone. */ readonly tries: number;
};

/** What a receiver says that never takes it. */
const gone = 410;

/**
 * Does an action of an execution whose agent has answered. What a receiver does not take is tried again for a day,
 * under the same id; what a person may not do, or there is no room for, has failed at once.
 */
export const acting = (deps: ActionDependencies): JobHandler<JobData['act']> => ({
  async run(place, signal) {
    const found = await begin(deps, place);
    // A process may have died when the action was done and its execution not yet ended.
    if (found === null) return settleActions(deps, place.execution);
    const { execution, automation } = found;
    const actor = { kind: 'schedule', id: automation.id, name: automation.name } as const;
    await actingAs({ organizationId: execution.organization_id, actor, address: null, requestId: null }, () =>
      atDepth(execution.depth, () => tryOnce(deps, place, found, signal)),
    );
  },
  giveUp: (place) => fail(deps, place),
});

async function tryOnce(
  deps: ActionDependencies,
  place: Place,
  { execution, automation, tries }: DueAction,
  signal: AbortSignal,
): Promise<void> {
  const { organization_id: organizationId, member_id: memberId, depth, due_at: at } = execution;
  const note: Note = async (trx, { shown, httpStatus }) => {
    const noted = await theAction(trx, place)
      .set({
        status: 'done',
        shown: jsonOf(shown),
        http_status: httpStatus ?? null,
        error_code: null,
        next_try_at: null,
      })
      .where('status', 'in', ['waiting', 'running'])
      .returning('position')
      .executeTakeFirst();
    return noted !== undefined;
  };
  try {
    const caller = await deps.db.asSystem((trx) => findCallerOf(trx, memberId));
    const decision = decide({ privilege: 'automation.create' }, caller);
    if (caller === null || !decision.allowed)
      throw new ApiError(
        caller === null
          ? 'account_deactivated'
          : !decision.allowed && decision.because === 'privilege-missing'
            ? 'privilege_missing'
            : 'workspace_expired',
      );
    const row = await deps.db.asTenant(organizationId, (trx) =>
      trx
        .selectFrom('execution_actions')
        .where('execution_id', '=', place.execution)
        .where('position', '=', place.position)
        .select('action')
        .executeTakeFirstOrThrow(),
    );
    await performAction(
      deps,
      {
        automation,
        executionId: execution.id,
        position: place.position,
        depth,
        at,
        caller,
        material: { event: execution.input, answer: execution.output ?? '' },
      },
      row.action,
      note,
      signal,
    );
  } catch (error) {
    const seconds = comeAgainSeconds(error);
    await (seconds === null
      ? fellShort(deps, { ...place, tries }, error)
      : postpone(deps, { ...place, tries }, seconds, error));
  }
  await settleActions(deps, place.execution);
}

/** Null where there is nothing to do any more. */
async function begin({ db }: ActionDependencies, place: Place): Promise<DueAction | null> {
  return db.asSystem(async (trx) => {
    const execution = await trx
      .selectFrom('executions')
      .where('id', '=', place.execution)
      .selectAll()
      .executeTakeFirst();
    if (execution === undefined || execution.automation_id === null || execution.status === 'cancelled') return null;
    const automation = await trx
      .selectFrom('automations')
      .where('id', '=', execution.automation_id)
      .where('deleted_at', 'is', null)
      .selectAll()
      .executeTakeFirst();
    if (automation === undefined) return null;
    const begun = await theAction(trx, place)
      .set((was) => ({ status: 'running', tries: was('tries', '+', 1), next_try_at: null }))
      .where('status', 'in', ['waiting', 'running'])
      .returning('tries')
      .executeTakeFirst();
    return begun === undefined ? null : { execution, automation, tries: begun.tries };
  });
}

const theAction = (trx: Trx, { execution, position }: Place) =>
  trx.updateTable('execution_actions').where('execution_id', '=', execution).where('position', '=', position);

/** There is no place for it now: nobody has tried it yet, and it waits for its turn. */
async function postpone(
  { db }: ActionDependencies,
  { tries, ...place }: Place & Pick<DueAction, 'tries'>,
  seconds: number,
  error: unknown,
): Promise<never> {
  const waits = { status: 'waiting', tries: tries - 1, next_try_at: new Date(Date.now() + seconds * 1_000) } as const;
  await db.asSystem((trx) =>
    theAction(trx, place).set(waits).where('status', '=', 'running').where('tries', '=', tries).execute(),
  );
  throw new JobPostponed(seconds, error);
}

/** Notes why a try did not do it. Throws where there is to be another one. */
async function fellShort(
  deps: ActionDependencies,
  { tries, ...place }: Place & Pick<DueAction, 'tries'>,
  error: unknown,
): Promise<void> {
  const isFinal =
    error instanceof NotTaken
      ? error.status === gone || error.code === 'address_refused'
      : error instanceof ApiError && error.statusCode < 500;
  const code = error instanceof NotTaken ? error.code : error instanceof ApiError ? error.apiCode : 'internal';
  const status = error instanceof NotTaken ? error.status : null;
  const next = isFinal
    ? { status: 'failed' as const, next_try_at: null }
    : { status: 'waiting' as const, next_try_at: new Date(Date.now() + pauseSeconds(tries) * 1_000) };
  await deps.db.asSystem((trx) =>
    theAction(trx, place)
      .set({ error_code: code, http_status: status, ...next })
      .where('status', '=', 'running')
      .where('tries', '=', tries)
      .execute(),
  );
  if (!isFinal) throw error;
  await settleActions(deps, place.execution);
  throw new JobRefused(error instanceof Error ? error.message : String(error));
}

/** About when the engine tries it again. */
function pauseSeconds(tries: number): number {
  const { firstPauseSeconds, longestPauseSeconds } = jobKinds.act;
  return Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (tries - 1));
}

/** Nobody tries it any more, until a person does. */
async function fail(deps: ActionDependencies, place: Place): Promise<void> {
  await deps.db.asSystem((trx) =>
    theAction(trx, place)
      .set({ status: 'failed', next_try_at: null })
      .where('status', 'in', ['waiting', 'running'])
      .execute(),
  );
  await settleActions(deps, place.execution);
}

/**
 * Ends the execution with the last of its actions: it has failed where one of them has. What a person has tried again
 * may make it whole.
 */
async function settleActions(
  { db, origins }: Pick<ActionDependencies, 'db' | 'origins'>,
  executionId: string,
): Promise<void> {
  await db.asSystem(async (trx) => {
    const found = await trx
      .selectFrom('executions')
      .where('id', '=', executionId)
      .select('automation_id')
      .executeTakeFirst();
    if (found === undefined || found.automation_id === null) return;
    await automationOrigin.lock(trx, found.automation_id);
    const execution = await trx
      .selectFrom('executions')
      .where('id', '=', executionId)
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow();
    const actions = await trx
      .selectFrom('execution_actions')
      .where('execution_id', '=', executionId)
      .orderBy('position')
      .select(['status', 'error_code'])
      .execute();
    if (actions.some(({ status }) => status === 'waiting' || status === 'running')) return;
    const failed = actions.find(({ status }) => status === 'failed');
    if (execution.ended_at === null)
      await endExecution(
        { origins },
        trx,
        execution,
        failed === undefined
          ? { status: 'done' }
          : { status: 'failed', errorCode: failed.error_code ?? 'address_unreachable' },
      );
    else if (failed === undefined && execution.status === 'failed')
      await trx
        .updateTable('executions')
        .set({ status: 'done', error_code: null })
        .where('id', '=', executionId)
        .execute();
  });
}

/**
 * Has an action tried again that nobody tries any more. Throws conflict where it waits or is done, and not_found where
 * there is none.
 */
export async function tryAgain(trx: Trx, place: Place): Promise<void> {
  const row = await trx
    .selectFrom('execution_actions')
    .where('execution_id', '=', place.execution)
    .where('position', '=', place.position)
    .select(['status', 'organization_id'])
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  if (row.status !== 'failed') throw new ApiError('conflict');
  await theAction(trx, place).set({ status: 'waiting', tries: 0 }).execute();
  await requestJob(trx, 'act', place, row.organization_id);
}
