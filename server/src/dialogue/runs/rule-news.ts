import type { AppliedRule } from '@parlance/shared/contract/api/runs/runs';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import type { AnswerGuard } from '../governance/answer-guard.ts';
import { joinedRules } from '../governance/applied-rules.ts';
import type { LiveRun } from './live-run.ts';

type Dependencies = {
  readonly db: Database;
  readonly log: FastifyBaseLogger;
  readonly processId: string;
  readonly tell: (ids: readonly string[]) => void;
};

/**
 * Tells the readers of an answer which rules have done something to it, as soon as they have, and keeps it in case this
 * process dies.
 */
export class RuleNews {
  readonly #dependencies: Dependencies;
  readonly #run: LiveRun;
  readonly #guard: AnswerGuard;
  /** What stood there when this process took the answer up. */
  readonly #before: readonly AppliedRule[];
  #findings = 0;

  constructor(dependencies: Dependencies, run: LiveRun, guard: AnswerGuard) {
    this.#dependencies = dependencies;
    this.#run = run;
    this.#guard = guard;
    this.#before = run.rules;
  }

  /** Call it with each piece: where nothing is new it costs nothing. */
  async look(): Promise<void> {
    if (this.#guard.findings === this.#findings) return;
    this.#findings = this.#guard.findings;
    const rules = joinedRules(this.#before, this.#guard.appliedRules);
    if (rules.length === this.#run.rules.length) return;
    this.#run.tellRules(rules);
    const { db, log, processId, tell } = this.#dependencies;
    const { id: run, organizationId } = this.#run;
    await db
      .asTenant(organizationId, (trx) => keepRules(trx, run, processId, rules))
      .catch((error: unknown) => log.warn({ err: error, run }, 'what rules did to an answer is kept with its end'));
    tell([run]);
  }
}

/** Only of an answer that still is this process's own. */
async function keepRules(trx: Trx, id: string, processId: string, rules: readonly AppliedRule[]): Promise<void> {
  await trx
    .updateTable('messages')
    .from('runs')
    .set({ applied_rules: jsonOf(rules) })
    .whereRef('messages.id', '=', 'runs.answer_id')
    .where('runs.id', '=', id)
    .where('runs.owner_process', '=', processId)
    .where('runs.status', '=', 'running')
    .execute();
}
