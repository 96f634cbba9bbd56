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

/** An origin of executions. An id is that of a schedule, or of an automation. */
export type Origin = {
  /** The screen on which a person finds it. */
  pathOf(id: string): string;
  /**
   * Held until the transaction ends, and before its executions: whoever makes or ends one has it first. Null where it
   * was deleted.
   */
  lock(trx: Trx, id: string): Promise<Work | null>;
  /** Called once it has sent its prompt. */
  began(trx: Trx, id: string, dialogueId: string): Promise<void>;
  /** An execution is over. How many have failed in a row with it: none where it has not. */
  ended(trx: Trx, id: string, outcome: 'done' | 'failed' | 'cancelled'): Promise<number>;
  /** Has it do nothing any more, and records that; false where it does nothing anyway. */
  pause(trx: Trx, id: string, because: PauseReason): Promise<boolean>;
  /** Returns the origin if the caller may read it: their own, or one that anybody may take over. */
  readable(trx: Trx, caller: Caller, id: string): Promise<{ readonly name: string; readonly isOwn: boolean } | null>;
  /** Returns the prompt for repeating an execution, by the present definition; null if it is no longer the caller’s. */
  again(trx: Trx, caller: Caller, execution: ExecutionRow): Promise<Again | null>;
  /**
   * Requests the actions on a complete answer, in the transaction that stores it; true if the execution goes on until
   * they are done.
   */
  follow(trx: Trx, execution: ExecutionRow): Promise<boolean>;
};

/** The origins of executions. Without automations, nobody runs an execution of one. */
export type Origins = { readonly schedule: Origin; readonly automation: Origin | null };

type OriginColumns = Pick<ExecutionRow, 'schedule_id' | 'automation_id'>;

/** Returns the origin of an execution. */
export function originOf(
  origins: Origins,
  { schedule_id: scheduleId, automation_id: automationId }: OriginColumns,
): { id: string; origin: Origin } {
  if (scheduleId !== null) return { id: scheduleId, origin: origins.schedule };
  if (automationId === null || origins.automation === null)
    throw new Error('An execution is of nothing that this process knows.');
  return { id: automationId, origin: origins.automation };
}
