import { type AgentRights, agentRights } from '@parlance/shared/contract/access/agent-rights';
import type { Agent, AgentSummary } from '@parlance/shared/contract/api/agents/agents';
import { textIn } from '@parlance/shared/contract/values/language';
import { type RawBuilder, sql } from 'kysely';
import { botInSql, isVisibleTo, mayBeUsedBy } from '../../library/bots/visibility.ts';
import { colleagueIn } from '../../people/naming/colleague.ts';
import { peopleNamedIn, teamsNamedIn } from '../../people/naming/named.ts';
import { mayInSql } from '../../people/privileges/in-sql.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { writeDefinition } from './definition.ts';
import { findOthersEditing } from './presence.ts';

type Use = { answers: number; up: number; down: number };

const since = sql`now() - interval '30 days'`;

const use = sql<Use>`(
  select json_build_object('answers', count(*), 'up', count(*) filter (where ratings.value = 'up'), 'down', count(*) filter (where ratings.value = 'down'))
  from dialogues
  join runs on runs.dialogue_id = dialogues.id and runs.status = 'complete' and runs.created_at > ${since}
  left join ratings on ratings.message_id = runs.answer_id
  where dialogues.bot_id = bots.id and dialogues.kind = 'member')`;

/** Whom an agent of the access “people” is for, by name. */
export const peopleOf = peopleNamedIn('agent', sql`bots.id`);
export const teamsOf = teamsNamedIn('agent', sql`bots.id`);

const hasChanges = sql<boolean>`not exists (
  select from agent_versions where agent_versions.bot_id = bots.id and agent_versions.number = bots.version and agent_versions.definition = agent_drafts.definition)`;

/** Agents that are not deleted, with all that a list and an editor show of them and the rights depend on. */
export const agentsFor = (trx: Trx, { memberId }: Caller) =>
  trx
    .selectFrom('bots')
    .innerJoin('agent_drafts', 'agent_drafts.bot_id', 'bots.id')
    .where('bots.deleted_at', 'is', null)
    .select([
      'bots.id',
      'bots.name',
      'bots.description',
      'bots.avatar',
      'bots.category',
      'bots.state',
      'bots.access',
      'bots.owner_id',
      'bots.version',
      'agent_drafts.definition',
      'agent_drafts.revision',
      'agent_drafts.updated_at',
    ])
    .select([
      hasChanges.as('has_changes'),
      use.as('use'),
      colleagueIn('bots.owner_id').as('owner'),
      colleagueIn('agent_drafts.changed_by').as('changed_by'),
    ])
    .select([peopleOf.as('people'), teamsOf.as('teams'), isVisibleTo(memberId).as('is_visible')]);

export type AgentRow = Awaited<ReturnType<ReturnType<typeof agentsFor>['executeTakeFirstOrThrow']>>;

type RightsRow = Pick<AgentRow, 'id' | 'owner_id' | 'state' | 'is_visible'>;
export const rightsOf = (
  caller: Caller,
  { id, owner_id: ownerId, state, is_visible: isVisible }: RightsRow,
): AgentRights => agentRights(caller, { id, ownerId, state, isVisible });

/** Agents that the caller may read: what agentRights says, for the database to ask of many. */
export function mayRead(caller: Caller): RawBuilder<boolean> {
  if (caller.isAdmin) return sql<boolean>`true`;
  const bot = botInSql(caller.memberId);
  return sql<boolean>`(${bot.isOwn} or ${mayInSql(caller, 'bot', 'edit', bot)} or ${mayInSql(caller, 'bot', 'publish', bot)})`;
}

/** The same of those that they may read or copy; whose model they may not use they may look at. */
export const mayReadOrCopy = (caller: Caller) =>
  sql<boolean>`(${mayRead(caller)} or (bots.state = 'published' and ${mayBeUsedBy(caller)}))`;

/** Who may not read an agent is told what members see of it: its draft is nobody else's. */
export function summaryOf(row: AgentRow, caller: Caller): AgentSummary {
  const can = rightsOf(caller, row);
  const { use: used } = row;
  const { name, description, avatar, category } = can.read ? row.definition : row;
  return {
    id: row.id,
    name: textIn(writeDefinition(name), caller.language),
    description: textIn(writeDefinition(description), caller.language),
    avatar,
    category,
    state: row.state,
    access: row.access,
    owner: row.owner,
    version: row.version,
    has_changes: can.read && row.has_changes,
    answers: used.answers,
    ratings: { up: used.up, down: used.down },
    updated_at: row.updated_at.toISOString(),
    can,
  };
}

export async function readAgent(trx: Trx, caller: Caller, id: string): Promise<Agent> {
  return agentOf(trx, await findAgent(trx, caller, id, 'read'), caller);
}

export const agentOf = async (trx: Trx, row: AgentRow, caller: Caller): Promise<Agent> => ({
  ...summaryOf(row, caller),
  definition: row.definition,
  revision: row.revision,
  changed_by: row.changed_by,
  people: row.people,
  teams: row.teams,
  also_open: await findOthersEditing(trx, row.id, caller.memberId),
});

/** Throws not_found for whoever may not know of it, and forbidden where they may know of it and no more. */
export async function findAgent(trx: Trx, caller: Caller, id: string, needs: keyof AgentRights): Promise<AgentRow> {
  const row = await agentsFor(trx, caller).where('bots.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return requireRight(caller, row, needs);
}

function requireRight<Row extends RightsRow>(caller: Caller, row: Row, needs: keyof AgentRights): Row {
  const rights = rightsOf(caller, row);
  if (rights[needs]) return row;
  throw new ApiError(rights.read || rights.copy ? 'forbidden' : 'not_found');
}

/**
 * The same of an agent that is held until the transaction ends: what is decided of it is decided one after the other.
 */
export async function lockAgent(
  trx: Trx,
  caller: Caller,
  id: string,
  needs: keyof AgentRights,
): Promise<RightsRow & { version: number | null }> {
  const row = await trx
    .selectFrom('bots')
    .where('bots.id', '=', id)
    .where('bots.deleted_at', 'is', null)
    .select(['bots.id', 'bots.owner_id', 'bots.state', 'bots.version', isVisibleTo(caller.memberId).as('is_visible')])
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return requireRight(caller, row, needs);
}
