import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../../platform/errors/api-error.ts';
import { BudgetSpent } from '../../platform/language-models/budget.ts';
import { ModelFailure } from '../../platform/language-models/language-model.ts';
import type { LiveRun } from './live-run.ts';
import { type RunEnd, type StopReason } from './live-run.ts';
/** How an answer ends that is stopped or fails; what is not the person's to know goes into the log. */
export function endedBy(log: FastifyBaseLogger, run: LiveRun, error: unknown): RunEnd {
  // LiveRun.stop gives no other
  if (run.signal.aborted) return { status: run.signal.reason as StopReason, error_code: null };
  // It is refused as the prompt itself would have been.
  if (error instanceof ApiError) return { status: 'failed', error_code: error.apiCode };
  if (error instanceof BudgetSpent) return { status: 'failed', error_code: 'allowance_spent' };
  if (error instanceof ModelFailure) {
    log.warn({ err: error, run: run.id }, 'a model failed');
    return { status: 'failed', error_code: error.code };
  }
  log.error({ err: error, run: run.id }, 'an answer failed');
  return { status: 'failed', error_code: 'internal' };
}
