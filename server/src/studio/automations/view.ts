import type { Automation } from '@parlance/shared/contract/api/automations/automations';
import type { Colleague } from '@parlance/shared/contract/values/colleague';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findBotSummaries } from '../../library/bots/repository.ts';
import { memberName } from '../../people/naming/colleague.ts';
import type { Trx } from '../../platform/db/database.ts';
import { webOrigin } from '../../platform/http/addresses.ts';
import { mainAddress } from '../../platform/http/service-addresses.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { findLast } from '../executions/views.ts';
import type { AutomationRow } from './repository.ts';
import { openSecrets } from './secrets.ts';

/** Who looks, and by which addresses they have come. */
export type Viewer = { readonly app: FastifyInstance; readonly caller: Caller; readonly request: FastifyRequest };

export async function automationOf(trx: Trx, viewer: Viewer, row: AutomationRow): Promise<Automation> {
  const [automation] = await automationsOf(trx, viewer, [row]);
  if (automation === undefined) throw new Error('A row has become no automation.');
  return automation;
}

/** Rows as the contract has them. */
export async function automationsOf(trx: Trx, viewer: Viewer, rows: readonly AutomationRow[]): Promise<Automation[]> {
  const bots = await findBotSummaries(
    trx,
    viewer.caller,
    viewer.app.models,
    rows.map(({ definition }) => definition.bot_id),
  );
  const owners = await findOwners(
    trx,
    rows.flatMap(({ owner_id: id }) => id ?? []),
  );
  const last = await findLast(
    trx,
    'automation_id',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row.definition,
    id: row.id,
    bot: bots.get(row.definition.bot_id) ?? null,
    owner: row.owner_id === null ? null : (owners.get(row.owner_id) ?? null),
    state: row.state,
    paused_because: row.paused_because,
    ...addressesOf(viewer, row),
    last: last.get(row.id) ?? null,
    revision: row.revision,
    updated_at: row.updated_at.toISOString(),
    can: rightsOf(viewer.caller, row),
  }));
}

const rightsOf = ({ memberId }: Caller, { owner_id: ownerId }: AutomationRow) => ({
  edit: ownerId === memberId,
  run: ownerId === memberId,
  take_over: ownerId === null,
});

/** Where it is reached from outside, for whoever has it. */
function addressesOf(
  { app, caller, request }: Viewer,
  row: AutomationRow,
): Pick<Automation, 'webhook_url' | 'form_url' | 'both_secrets_until' | 'untold_secrets'> {
  const isOwn = row.owner_id === caller.memberId;
  const until = row.both_secrets_until;
  const form = isOwn && row.trigger_kind === 'form' ? openSecrets(app.toolReach.secrets(), row).form : undefined;
  return {
    webhook_url:
      isOwn && row.trigger_kind === 'webhook' ? `${mainAddress(app.config, request)}/hooks/v1/${row.id}` : null,
    form_url: form === undefined ? null : `${webOrigin(app.config, request)}/form/${form}`,
    both_secrets_until: until === null || until.getTime() <= Date.now() ? null : until.toISOString(),
    untold_secrets: isOwn ? row.untold_secrets : [],
  };
}

async function findOwners(trx: Trx, ids: readonly string[]): Promise<Map<string, Colleague>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.id', 'in', [...new Set(ids)])
    .select(['memberships.id', memberName.as('name')])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
