import type { AgentPlaces } from '@parlance/shared/contract/api/agents/agent-list';
import type { AgentAccess, changeAgents, setAgentAccess } from '@parlance/shared/contract/api/agents/agents';
import type { AuditAction } from '@parlance/shared/contract/api/audit/audit-actions';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { type Updateable, sql } from 'kysely';
import { isVisibleTo } from '../../library/bots/visibility.ts';
import { nameAnew, namedIn, requireColleagues } from '../../people/naming/named.ts';
import { isFree } from '../../people/organizations/held.ts';
import { requireRoomOf } from '../../people/privileges/owned.ts';
import { record } from '../../platform/audit/record.ts';
import { agentTarget, agentTargets } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { countPlaces, takePlace } from '../../platform/limits/agents.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Due, type Page, days, isDue } from '../../platform/upkeep/due.ts';
import { type AgentRow, agentsFor, lockAgent, peopleOf, rightsOf, teamsOf } from './agents.ts';

type Bulk = CheckedInput<typeof changeAgents>['body'];
type Action = Bulk['action'];
/** How long a deleted agent can be brought back. */
const keptDays = 30;
const kept = sql<Date>`now() - ${days(keptDays)}`;
/** In one transaction: each takes its versions, tests and trials along. */
export const agentsAtOnce = 20;

const anyState = ['draft', 'published', 'disabled', 'archived'] as const satisfies AgentRow['state'][];
/** States in which it can be done; done already, it is done again. */
type Change = { from: readonly AgentRow['state'][]; set: () => Updateable<Tables['bots']> };
const changes: Record<Action, Change> = {
  enable: { from: ['published', 'disabled'], set: () => ({ is_disabled: false }) },
  disable: { from: ['published', 'disabled'], set: () => ({ is_disabled: true }) },
  archive: { from: anyState, set: () => ({ archived_at: new Date() }) },
  unarchive: { from: anyState, set: () => ({ archived_at: null }) },
  delete: { from: anyState, set: () => ({ deleted_at: new Date() }) },
  undelete: { from: anyState, set: () => ({ deleted_at: null }) },
};

type ChangeResult = { changed: string[]; refused: string[]; agents: AgentPlaces };

const recorded = {
  enable: 'agent.enabled',
  disable: 'agent.disabled',
  archive: 'agent.archived',
  unarchive: 'agent.unarchived',
  delete: 'agent.deleted',
  undelete: 'agent.restored',
} as const satisfies Record<Action, AuditAction>;

/**
 * Does one thing with many agents; what may not be done, or not with an agent in its state, is refused and the rest
 * done. What is brought back takes its places again: where there are not enough, nothing is brought back.
 */
export async function changeAll(trx: Trx, caller: Caller, { agent_ids, action }: Bulk): Promise<ChangeResult> {
  const wanted = [...new Set(agent_ids)];
  const { from, set } = changes[action];
  // Held in one order, so that two who change the same ones do not wait for each other in a circle.
  const found = await trx
    .selectFrom('bots')
    .where('bots.id', 'in', wanted)
    .where((is) =>
      action === 'undelete'
        ? is.or([is('deleted_at', 'is', null), is('deleted_at', '>', kept)])
        : is('deleted_at', 'is', null),
    )
    .select([
      'bots.id',
      'bots.owner_id',
      'bots.state',
      'bots.is_given',
      'bots.deleted_at',
      visibleBefore(caller.memberId).as('is_visible'),
    ])
    .orderBy('bots.id')
    .forUpdate()
    .execute();
  const may = found.filter((row) => rightsOf(caller, row).switch && from.includes(row.state));
  const returning = action === 'undelete' ? may.filter((row) => row.deleted_at !== null && !row.is_given).length : 0;
  if (returning > 0) await takePlace(trx, caller.organizationId, returning);
  const allowed = new Set(may.map(({ id }) => id));
  if (allowed.size > 0)
    await trx
      .updateTable('bots')
      .set(set())
      .where('id', 'in', [...allowed])
      .execute();
  for (const target of await agentTargets(trx, [...allowed])) await record(trx, { action: recorded[action], target });
  return {
    changed: wanted.filter((id) => allowed.has(id)),
    refused: wanted.filter((id) => !allowed.has(id)),
    agents: await countPlaces(trx, caller.organizationId),
  };
}

/** Whoever might see an agent before it was deleted may bring it back. */
const visibleBefore = (memberId: string) =>
  sql<boolean>`(${isVisibleTo(memberId)} or (bots.deleted_at is not null and bots.access = 'organization'))`;

type Access = CheckedInput<typeof setAgentAccess>['body'];

/** Says who may use an agent. */
export async function setAccess(trx: Trx, caller: Caller, id: string, wanted: Access): Promise<AgentAccess> {
  const { scope } = wanted;
  const agent = await lockAgent(trx, caller, id, scope === 'organization' ? 'share_with_organization' : 'share');
  const named = await namedIn(trx, caller.organizationId, wanted, agent.owner_id);
  const before = await accessOf(trx, id);
  await trx.updateTable('bots').set({ access: scope }).where('id', '=', id).execute();
  await nameAnew(trx, 'agent', { organizationId: caller.organizationId, id }, named);
  const after = await accessOf(trx, id);
  await record(trx, {
    action: 'agent.access_changed',
    target: await agentTarget(trx, id),
    before: byIds(before),
    after: byIds(after),
  });
  return after;
}

const accessOf = (trx: Trx, id: string): Promise<AgentAccess> =>
  trx
    .selectFrom('bots')
    .where('id', '=', id)
    .select(['access as scope', peopleOf.as('people'), teamsOf.as('teams')])
    .executeTakeFirstOrThrow();
const byIds = ({ scope, people, teams }: AgentAccess) => ({
  scope,
  people: people.map(({ id }) => id),
  teams: teams.map(({ id }) => id),
});

/** Gives an agent to another member of the organisation; the agent as it is then. */
export async function transferAgent(trx: Trx, caller: Caller, id: string, memberId: string): Promise<AgentRow> {
  const agent = await lockAgent(trx, caller, id, 'transfer');
  if (memberId !== agent.owner_id) await requireRoomOf(trx, memberId, 'agents', 1);
  await requireColleagues(trx, caller.organizationId, [memberId]);
  await trx.updateTable('bots').set({ owner_id: memberId }).where('id', '=', id).execute();
  await trx.deleteFrom('agent_people').where('bot_id', '=', id).where('member_id', '=', memberId).execute();
  await record(trx, {
    action: 'agent.owner_changed',
    target: await agentTarget(trx, id),
    before: { owner: agent.owner_id },
    after: { owner: memberId },
  });
  return agentsFor(trx, caller).where('bots.id', '=', id).executeTakeFirstOrThrow();
}

const hasDialogues = sql<boolean>`exists (select from dialogues where dialogues.bot_id = bots.id and dialogues.kind = 'member')`;
/** Their trials, and dialogues with them, would go along. */
const holdsNothing = sql<boolean>`not exists (select from dialogues where dialogues.bot_id = bots.id and is_held(dialogues.organization_id, dialogues.member_id))`;
/** What can go is still there. */
const isWhole = sql<boolean>`(not ${hasDialogues} or exists (select from agent_drafts where agent_drafts.bot_id = bots.id))`;

export const deletedAgents: Due = {
  table: 'bots',
  by: 'deleted_at',
  keptFor: days(keptDays),
  where: sql<boolean>`${isFree('bots.organization_id', 'bots.owner_id')} and ${holdsNothing} and ${isWhole}`,
};

/**
 * Deletes for good what was deleted a month ago, some of it at a time; how many agents that were. Where there are
 * dialogues with one its name stays, because they can still be read.
 */
export async function purgeAgents(trx: Trx, { limit, skip }: Page = { limit: agentsAtOnce, skip: 0 }): Promise<number> {
  const old = await trx
    .selectFrom('bots')
    .where(isDue(deletedAgents))
    .select(['id', hasDialogues.as('has_dialogues')])
    .orderBy('deleted_at')
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, has_dialogues } of old) {
    if (!has_dialogues) {
      await trx.deleteFrom('bots').where('id', '=', id).execute();
      continue;
    }
    for (const table of [
      'agent_drafts',
      'agent_versions',
      'agent_people',
      'agent_teams',
      'agent_test_sets',
      'agent_test_runs',
      'agent_creations',
      'bot_files',
    ] as const) {
      await trx.deleteFrom(table).where('bot_id', '=', id).execute();
    }
    await trx
      .updateTable('bots')
      .set({ instructions: '', greeting: '{}', starters: '{}', tools: '[]' })
      .where('id', '=', id)
      .execute();
  }
  return old.length;
}
