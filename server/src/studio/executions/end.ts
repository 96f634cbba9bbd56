import { type ExecutionReason, failuresAtMost } from '@parlance/shared/contract/agents/executions';
import type { ErrorCode } from '@parlance/shared/contract/errors';
import type { Trx } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { type ExecutionRow, type Origins, originOf } from './origin.ts';
import { noteUsage } from './usage.ts';

export type Outcome = {
  readonly status: 'done' | 'failed' | 'cancelled';
  readonly reason?: ExecutionReason;
  readonly errorCode?: ErrorCode;
  readonly output?: string;
  /** True if its origin was just paused for this. */
  readonly isPaused?: boolean;
};

/** Ends an execution that is under way, and does what follows from that. Call it with what made it locked. */
export async function endExecution(
  { origins }: { origins: Origins },
  trx: Trx,
  execution: ExecutionRow,
  { status, reason, errorCode, output, isPaused = false }: Outcome,
): Promise<void> {
  const ended = await trx
    .updateTable('executions')
    .set({
      status,
      reason: reason ?? null,
      error_code: errorCode ?? null,
      ended_at: new Date(),
      ...(output === undefined ? {} : { output }),
    })
    .where('id', '=', execution.id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (ended === undefined) return;
  await noteUsage(trx, execution.id);
  // A try by a person says nothing about its unattended success.
  if (execution.cause !== 'tick' && execution.cause !== 'event') return;
  const { id, origin } = originOf(origins, execution);
  const failures = await origin.ended(trx, id, status);
  const isPausedNow = isPaused || (failures >= failuresAtMost && (await origin.pause(trx, id, 'failures')));
  if (status === 'failed') await tellOfFailure(trx, origins, execution, isPausedNow);
}

async function tellOfFailure(trx: Trx, origins: Origins, execution: ExecutionRow, isPaused: boolean): Promise<void> {
  const { id, origin } = originOf(origins, execution);
  const work = await origin.lock(trx, id);
  if (work === null || !work.notifiesOfFailure) return;
  await tellOwner(trx, execution, isPaused ? 'execution_paused' : 'execution_failed', {
    name: work.name,
    link: origin.pathOf(id),
  });
}

/** Mails the member an execution runs as; a former member is not told. */
export async function tellOwner(
  trx: Trx,
  { member_id: memberId }: Pick<ExecutionRow, 'member_id'>,
  template: 'execution_failed' | 'execution_paused' | 'execution_waits',
  values: { name: string; link: string },
): Promise<void> {
  const person = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.id', '=', memberId)
    .where('memberships.deactivated_at', 'is', null)
    .select(['users.email', 'users.language'])
    .executeTakeFirst();
  if (person !== undefined) await queueMail(trx, { to: person.email, language: person.language, template, values });
}
