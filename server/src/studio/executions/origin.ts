import type { PauseReason } from '@parlance/shared/contract/agents/executions';
import type { Selectable } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import type { NewExecution } from './make.ts';
import type { ExecutionTables } from './tables.ts';

export type ExecutionRow = Selectable<ExecutionTables['executions']>;

/** A schedule or an automation, as its executions know it. */
export type Work = {
  readonly name: string;
  readonly notifiesOfFailure: boolean;
  /** The dialogue in which it goes on; null where it begins one. */
  readonly dialogueId: string | null;
};

export type Again = Pick<NewExecution, 'botId' | 'prompt' | 'eventPlaces' | 'input' | 'actions'>;

/** What makes executions. An id is that of a schedule, or of an automation. */
export type Origin = {
  /** The screen on which a person finds it. */
  pathOf(id: string): string;
  /**
   * Held until the transaction ends, and before its executions: whoever makes or ends one has it first. Null where it
   * was deleted.
   */
  lock(trx: Trx, id: string): Promise<Work | null>;
  /** It has asked here. */
  began(trx: Trx, id: string, dialogueId: string): Promise<void>;
  /** An execution is over. How many have failed in a row with it: none where it has not. */
  ended(trx: Trx, id: string, outcome: 'done' | 'failed' | 'cancelled'): Promise<number>;
  /** Has it do nothing any more, and records that; false where it does nothing anyway. */
  pause(trx: Trx, id: string, because: PauseReason): Promise<boolean>;
  /** Those that the caller may read, by their id: one’s own, and those that anybody may take over. */
  readable(trx: Trx, caller: Caller, id: string): Promise<{ readonly name: string; readonly isOwn: boolean } | null>;
  /** What doing an execution again asks, by what is said now; null where it is not the caller’s any more. */
  again(trx: Trx, caller: Caller, execution: ExecutionRow): Promise<Again | null>;
  /**
   * What is to be done with a whole answer, asked for in the transaction that stores it; true where the execution goes
   * on until that is over.
   */
  follow(trx: Trx, execution: ExecutionRow): Promise<boolean>;
};

/** Without automations an execution of one is nobody’s to run. */
export type Origins = { readonly schedule: Origin; readonly automation: Origin | null };

type OriginColumns = Pick<ExecutionRow, 'schedule_id' | 'automation_id'>;

/** Whose an execution is. */
export function originOf(
  origins: Origins,
  { schedule_id: scheduleId, automation_id: automationId }: OriginColumns,
): { id: string; origin: Origin } {
  if (scheduleId !== null) return { id: scheduleId, origin: origins.schedule };
  if (automationId === null || origins.automation === null)
    throw new Error('An execution is of nothing that this process knows.');
  return { id: automationId, origin: origins.automation };
}
