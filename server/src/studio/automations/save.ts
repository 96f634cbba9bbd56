import { randomUUID } from 'node:crypto';
import type { AutomationDefinition } from '@parlance/shared/contract/agents/automation';
import type { FastifyInstance } from 'fastify';
import { type Updateable, sql } from 'kysely';
import { requirePrivilege } from '../../people/privileges/require.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { fingerprintOf, requireSameRequest } from '../../platform/http/idempotency.ts';
import { requireSchedulePlace } from '../../platform/limits/schedules.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { hashToken } from '../../platform/secrets/tokens.ts';
import { cancelAll } from '../executions/cancel-all.ts';
import type { Origins } from '../executions/origin.ts';
import { waitsForOwner } from '../executions/pause-reasons.ts';
import { checkDefinition } from './checks.ts';
import { renewSecrets } from './renew-secrets.ts';
import { type AutomationRow, findByKey, lockForTakeOver, lockOwnAutomation } from './repository.ts';
import { type KeptSecrets, keepSecrets, renewFormToken, rotateSecrets } from './secrets.ts';
import type { AutomationTables } from './tables.ts';

/** What was saved, with the secrets that are new. */
export type SavedAutomation = { readonly row: AutomationRow; readonly made: KeptSecrets['made'] };
const nothingMade = { webhook_secret: null, action_secret: null };

/** In the audit log: what is done, and nothing of what is said. */
const fieldsOf = ({ name, trigger, bot_id, actions }: AutomationDefinition) => ({
  name,
  kind: trigger.kind,
  bot_ids: [bot_id],
  action: actions.map(({ kind }) => kind),
});
const targetOf = ({ id, name }: Pick<AutomationRow, 'id' | 'name'>) => ({ id, name });

function columnsOf(app: FastifyInstance, row: Pick<AutomationRow, 'id' | 'secrets'>, definition: AutomationDefinition) {
  const { trigger, actions } = definition;
  const kept = keepSecrets(() => app.toolReach.secrets(), row, {
    webhook: trigger.kind === 'webhook',
    actions: actions.some(({ kind }) => kind === 'http'),
    form: trigger.kind === 'form',
  });
  const columns = {
    name: definition.name,
    bot_id: definition.bot_id,
    definition: jsonOf(definition),
    trigger_kind: trigger.kind,
    secrets: kept.sealed,
    form_token_hash: kept.formToken === null ? null : hashToken(kept.formToken),
  };
  return { columns, made: kept.made };
}

export async function createAutomation(
  app: FastifyInstance,
  trx: Trx,
  caller: Caller,
  { idempotency_key, definition }: { idempotency_key: string; definition: AutomationDefinition },
): Promise<SavedAutomation> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`automation ${caller.memberId} ${idempotency_key}`}, 0))`.execute(
    trx,
  );
  const fingerprint = fingerprintOf({ definition });
  const earlier = await findByKey(trx, caller, idempotency_key);
  if (earlier !== undefined) {
    requireSameRequest(earlier.request_fingerprint, fingerprint);
    return { row: earlier, made: nothingMade };
  }
  await checkDefinition(app, trx, caller, definition);
  await requireSchedulePlace(trx, caller.organizationId);
  const id = randomUUID();
  const { columns, made } = columnsOf(app, { id, secrets: null }, definition);
  const row = await trx
    .insertInto('automations')
    .values({
      ...columns,
      id,
      organization_id: caller.organizationId,
      owner_id: caller.memberId,
      idempotency_key,
      request_fingerprint: fingerprint,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(trx, { action: 'automation.created', target: targetOf(row), after: fieldsOf(definition) });
  return { row, made };
}

/** Throws conflict where it is no longer the revision that the caller saw. */
export async function putAutomation(
  app: FastifyInstance,
  trx: Trx,
  caller: Caller,
  id: string,
  { revision, definition }: { revision: number; definition: AutomationDefinition },
): Promise<SavedAutomation> {
  const before = await lockOwnAutomation(trx, caller, id);
  if (before.revision !== revision) throw new ApiError('conflict');
  await checkDefinition(app, trx, caller, definition);
  const { columns, made } = columnsOf(app, before, definition);
  const row = await changed(trx, id, { ...columns, is_agreed: true, revision: revision + 1 });
  await record(trx, {
    action: 'automation.changed',
    target: targetOf(row),
    before: fieldsOf(before.definition),
    after: fieldsOf(definition),
  });
  return { row, made };
}

/** Its history is kept for its time, and nothing sets it off any more; the answers that are to be broken off. */
export async function deleteAutomation(trx: Trx, caller: Caller, origins: Origins, id: string): Promise<string[]> {
  const before = await lockOwnAutomation(trx, caller, id);
  await trx
    .updateTable('automations')
    .set({ deleted_at: sql<Date>`now()`, state: 'paused', secrets: null, form_token_hash: null })
    .where('id', '=', id)
    .execute();
  await record(trx, { action: 'automation.deleted', target: targetOf(before), before: fieldsOf(before.definition) });
  return cancelAll(trx, origins, 'automation_id', id);
}

/** Going on is asked as creating is: rights, agents and the plan may have changed meanwhile. */
export async function switchAutomation(
  app: FastifyInstance,
  trx: Trx,
  caller: Caller,
  id: string,
  state: 'active' | 'paused',
): Promise<AutomationRow> {
  const before = await lockOwnAutomation(trx, caller, id);
  if (before.state === state) return before;
  if (state === 'active') {
    requirePrivilege(caller, { kind: 'automation', action: 'create', id: null });
    await checkDefinition(app, trx, caller, before.definition);
    if (before.paused_because === 'plan') await requireSchedulePlace(trx, caller.organizationId);
  }
  const row = await changed(trx, id, {
    state,
    paused_because: state === 'active' ? null : 'person',
    ...(state === 'active' ? { failures: 0, is_agreed: true } : {}),
  });
  await record(trx, {
    action: state === 'active' ? 'automation.resumed' : 'automation.paused',
    target: targetOf(row),
    ...(state === 'paused' ? { after: { because: 'person' } } : {}),
  });
  return row;
}

/**
 * It runs as the caller from now on, with their rights at each time and secrets of its own. Whether it runs stays as it
 * is, and what nobody had is paused until they switch it on.
 */
export async function takeOverAutomation(
  secrets: () => Secrets,
  trx: Trx,
  caller: Caller,
  id: string,
): Promise<{ row: AutomationRow; isTaken: boolean }> {
  const before = await lockForTakeOver(trx, caller, id);
  if (before.owner_id === caller.memberId) return { row: before, isTaken: false };
  await renewSecrets(trx, secrets, before);
  const because = waitsForOwner(before.paused_because) ? 'person' : before.paused_because;
  const row = await changed(trx, id, {
    owner_id: caller.memberId,
    is_agreed: true,
    idempotency_key: randomUUID(),
    paused_because: because,
    revision: before.revision + 1,
  });
  await record(trx, {
    action: 'automation.taken_over',
    target: targetOf(row),
    before: { owner: before.owner_id },
    after: { owner: caller.memberId },
  });
  return { row, isTaken: true };
}

export async function rotateSecret(
  app: FastifyInstance,
  trx: Trx,
  caller: Caller,
  id: string,
  of: 'webhook' | 'actions',
): Promise<{ row: AutomationRow; secret: string }> {
  const before = await lockOwnAutomation(trx, caller, id);
  const made = rotateSecrets(app.toolReach.secrets(), before, of);
  if (made === undefined) throw new ApiError('conflict');
  const row = await changed(trx, id, {
    secrets: made.sealed,
    untold_secrets: before.untold_secrets.filter((kind) => kind !== of),
    ...(of === 'webhook' ? { both_secrets_until: made.until } : { both_action_secrets_until: made.until }),
  });
  await record(trx, { action: 'automation.secret_rotated', target: targetOf(row), after: { kind: of } });
  return { row, secret: made.secret };
}

/** Throws conflict where there is no form. */
export async function renewForm(app: FastifyInstance, trx: Trx, caller: Caller, id: string): Promise<AutomationRow> {
  const before = await lockOwnAutomation(trx, caller, id);
  if (before.trigger_kind !== 'form') throw new ApiError('conflict');
  const { token, sealed } = renewFormToken(app.toolReach.secrets(), before);
  const row = await changed(trx, id, { secrets: sealed, form_token_hash: hashToken(token) });
  await record(trx, { action: 'automation.form_link_renewed', target: targetOf(row) });
  return row;
}

const changed = (trx: Trx, id: string, changes: Updateable<AutomationTables['automations']>): Promise<AutomationRow> =>
  trx
    .updateTable('automations')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
