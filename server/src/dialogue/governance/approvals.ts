import { approvalHours } from '@parlance/shared/contract/api/governance/rule';
import type { Approval } from '@parlance/shared/contract/api/governance/rules';
import type { RunApproval } from '@parlance/shared/contract/api/runs/runs';
import { textIn } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import { memberName } from '../../people/naming/colleague.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import type { Rule } from './engine/rule-set.ts';

/**
 * The approval that the prompt of a row of `runs` needs; null where it needs none. One whose run has ended waits for
 * nobody.
 */
export const approvalOf = sql<RunApproval | null>`(
  select json_build_object(
    'state', case when approval.state = 'waiting' and runs.status not in ('queued', 'running') then 'withdrawn' else approval.state end,
    'message', approval.message, 'note', approval.note,
    'lapses_at', to_char(approval.lapses_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from governance_approvals as approval where approval.prompt_id = runs.prompt_id)`;

/**
 * Has a prompt wait. Call it in the transaction that stores it, while its run is queued: that begins it only when it is
 * allowed.
 */
export async function keepApproval(
  trx: Trx,
  organizationId: string,
  promptId: string,
  { id, definition }: Rule,
): Promise<void> {
  const known = await trx
    .selectFrom('governance_rules')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  await trx
    .insertInto('governance_approvals')
    .values({
      ...{
        organization_id: organizationId,
        prompt_id: promptId,
        rule_id: known?.id ?? null,
        rule_name: definition.name,
        message: definition.message,
      },
      lapses_at: sql<Date>`now() + make_interval(hours => ${approvalHours})`,
    })
    .execute();
}

/** The approval of a run, read when its row is held: whoever decides holds it as well. */
export async function readApproval(trx: Trx, runId: string): Promise<RunApproval | null> {
  const { approval } = await trx
    .selectFrom('runs')
    .where('id', '=', runId)
    .select(approvalOf.as('approval'))
    .executeTakeFirstOrThrow();
  return approval;
}

/**
 * Throws prompt_not_allowed where a prompt needs an approval that it does not have: it is not answered once more
 * either.
 */
export async function requireAllowed(trx: Trx, promptId: string): Promise<void> {
  const missing = await trx
    .selectFrom('governance_approvals')
    .where('prompt_id', '=', promptId)
    .where('state', '<>', 'allowed')
    .select('id')
    .executeTakeFirst();
  if (missing !== undefined) throw new ApiError('prompt_not_allowed');
}

/** What waits: an approval whose prompt has a run that is not over, in a dialogue that is there. */
export const waitingApprovals = (trx: Trx) =>
  trx
    .selectFrom('governance_approvals')
    .innerJoin('runs', 'runs.prompt_id', 'governance_approvals.prompt_id')
    .innerJoin('dialogues', 'dialogues.id', 'runs.dialogue_id')
    .where('governance_approvals.state', '=', 'waiting')
    .where('runs.status', 'in', ['queued', 'running'])
    .where('dialogues.deleted_at', 'is', null);

/** Whether an administrator could decide who is not the caller. */
export async function hasOtherAdmin(trx: Trx, { organizationId, memberId }: Caller): Promise<boolean> {
  const other = await trx
    .selectFrom('memberships')
    .where('organization_id', '=', organizationId)
    .where('is_admin', '=', true)
    .where('deactivated_at', 'is', null)
    .where('id', '<>', memberId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

type Query = { readonly after: readonly [createdAt: string, id: string] | null; readonly limit: number };

/** The prompts that wait, the oldest first, one more than `limit` where there are more. */
export async function findApprovals(trx: Trx, caller: Caller, { after, limit }: Query): Promise<Approval[]> {
  let query = waitingApprovals(trx)
    .innerJoin('messages', 'messages.id', 'governance_approvals.prompt_id')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .innerJoin('memberships', 'memberships.id', 'runs.member_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('governance_approvals.organization_id', '=', caller.organizationId);
  if (after !== null)
    query = query.where(
      sql<boolean>`(governance_approvals.created_at, governance_approvals.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    );
  const rows = await query
    .select([
      'governance_approvals.id',
      'rule_name',
      'messages.content as prompt',
      'bots.name as bot_name',
      'runs.member_id',
      memberName.as('member_name'),
    ])
    .select(['governance_approvals.created_at', 'governance_approvals.lapses_at'])
    .select(
      sql<
        string[]
      >`array(select files.name from message_attachments join attachments on attachments.id = message_attachments.attachment_id
        join files on files.id = attachments.file_id where message_attachments.message_id = messages.id order by message_attachments.position)`.as(
        'file_names',
      ),
    )
    .orderBy('governance_approvals.created_at')
    .orderBy('governance_approvals.id')
    .limit(limit + 1)
    .execute();
  const isAlone = rows.some(({ member_id: id }) => id === caller.memberId) && !(await hasOtherAdmin(trx, caller));
  return rows.map(({ member_id: id, member_name: name, bot_name: botName, created_at, lapses_at, ...row }) => ({
    ...row,
    asked_by: { id, name },
    bot_name: textIn(botName, caller.language),
    created_at: created_at.toISOString(),
    lapses_at: lapses_at.toISOString(),
    may_decide: id !== caller.memberId || isAlone,
  }));
}
