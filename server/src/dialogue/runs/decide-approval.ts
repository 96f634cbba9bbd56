import type { AuditAction } from '@parlance/shared/contract/api/audit/audit-actions';
import { textIn, fallbackLanguage } from '@parlance/shared/contract/values/language';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { returnAnswer } from '../../money/ledger/ledger.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { hasOtherAdmin, waitingApprovals } from '../governance/approvals.ts';
import { leaseSeconds, lockDialogue, month, stopWaiting } from './repository.ts';
import { endWaitingRun, goOnWith } from './tool-waiting.ts';

type Decision = {
  readonly state: 'allowed' | 'refused' | 'lapsed';
  readonly note: string;
  /** Null: nobody did in time. */ readonly decidedBy: string | null;
};
/** What is to be done when the transaction is over. */
type After = { readonly runId: string; readonly next: string | null };

const actions: { readonly [State in Decision['state']]: AuditAction } = {
  allowed: 'rule.approval_given',
  refused: 'rule.approval_refused',
  lapsed: 'rule.approval_lapsed',
};

/** An administrator allows a prompt that waits, or refuses it: its answer is written, or ends without a word. */
export async function decideApproval(
  app: FastifyInstance,
  caller: Caller,
  id: string,
  { allow, note }: { allow: boolean; note: string },
): Promise<void> {
  const { organizationId, memberId } = caller;
  const after = await app.db.asTenant(organizationId, async (trx) => {
    const found = await trx
      .selectFrom('governance_approvals')
      .innerJoin('messages', 'messages.id', 'governance_approvals.prompt_id')
      .innerJoin('dialogues', 'dialogues.id', 'messages.dialogue_id')
      .where('governance_approvals.organization_id', '=', organizationId)
      .where('governance_approvals.id', '=', id)
      .select('dialogues.member_id')
      .executeTakeFirst();
    if (found === undefined) throw new ApiError('not_found');
    if (found.member_id === memberId && (await hasOtherAdmin(trx, caller))) throw new ApiError('own_approval');
    const decided = await settle(app, trx, id, { state: allow ? 'allowed' : 'refused', note, decidedBy: memberId });
    if (decided === null) throw new ApiError('conflict');
    return decided;
  });
  goOn(app, organizationId, after);
}

/** Ends the answers of prompts about which nobody has decided in time. */
export async function lapseApprovals(app: FastifyInstance): Promise<void> {
  const late = await app.db.asSystem((trx) =>
    waitingApprovals(trx)
      .where('lapses_at', '<', sql<Date>`now()`)
      .select(['governance_approvals.id', 'governance_approvals.organization_id'])
      .execute(),
  );
  for (const { id, organization_id: organizationId } of late) {
    const after = await app.db.asTenant(organizationId, (trx) =>
      settle(app, trx, id, { state: 'lapsed', note: '', decidedBy: null }),
    );
    if (after !== null) goOn(app, organizationId, after);
  }
}

function goOn(app: FastifyInstance, organizationId: string, { runId, next }: After): void {
  if (next !== null) app.runs.start(next, organizationId);
  app.runs.tell(runId);
}

/**
 * Keeps the decision and does what follows from it: both or neither. Null where it is decided or its answer is over.
 * First the dialogue is held, then the run, as by everybody who ends or begins an answer.
 */
async function settle(
  app: FastifyInstance,
  trx: Trx,
  id: string,
  { state, note, decidedBy }: Decision,
): Promise<After | null> {
  const waiting = await waitingApprovals(trx)
    .where('governance_approvals.id', '=', id)
    .select(['runs.id', 'runs.dialogue_id'])
    .executeTakeFirst();
  if (waiting === undefined) return null;
  await lockDialogue(trx, waiting.dialogue_id);
  const run = await trx
    .selectFrom('runs')
    .where('id', '=', waiting.id)
    .where('status', 'in', ['queued', 'running'])
    .select(['id', 'organization_id', 'dialogue_id', 'member_id', 'waiting_since', month.as('month')])
    .forUpdate()
    .executeTakeFirst();
  if (run === undefined) return null;
  const decided = await trx
    .updateTable('governance_approvals')
    .set({ state, note, decided_by: decidedBy, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['rule_id', 'rule_name'])
    .executeTakeFirst();
  if (decided === undefined) return null;
  const person = await trx
    .selectFrom('dialogues')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .innerJoin('memberships', 'memberships.id', 'dialogues.member_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('dialogues.id', '=', run.dialogue_id)
    .select(['users.email', 'bots.id as bot_id', 'bots.name as bot_name'])
    .executeTakeFirstOrThrow();
  const after = { asked_by: person.email, agent: textIn(person.bot_name, fallbackLanguage), note };
  await record(trx, {
    action: actions[state],
    target: { id: decided.rule_id, name: decided.rule_name },
    after,
    organizationId: run.organization_id,
  });
  if (state === 'allowed')
    return { runId: run.id, next: run.waiting_since === null ? null : await goingOn(app, trx, run.id) };
  const next =
    run.waiting_since === null
      ? await stopWaiting(trx, run.dialogue_id, run.id).then(() => null)
      : await endWaitingRun(trx, run.id, app.runs.processId);
  await returnAnswer(trx, {
    organizationId: run.organization_id,
    memberId: run.member_id,
    botId: person.bot_id,
    month: run.month,
  });
  return { runId: run.id, next };
}

/** One that waits for its turn begins with that. */
async function goingOn({ runs }: FastifyInstance, trx: Trx, id: string): Promise<string> {
  await goOnWith(trx, id, runs.processId, leaseSeconds);
  return id;
}
