import { planFeatures } from '@parlance/shared/contract/access/access';
import { can, isInForce, reachNeeded } from '@parlance/shared/contract/access/evaluate';
import type { MemberRole } from '@parlance/shared/contract/access/member-role';
import {
  type PrivilegeAction,
  type Statement,
  limitNames,
  limitsOfMembers,
  privilegeActions,
  privilegeKinds,
} from '@parlance/shared/contract/access/privileges';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { MemberHolder } from './holder.ts';
import { isSame, mayGiveAll, requireMayGive, requireNobodyLockedOut } from './rules.ts';

/** A change of where a person belongs. */
export type Move = {
  /** Null for somebody who is invited and no member yet. */
  readonly memberId: string | null;
  /** Null while the person is no active member: nothing is held then. */
  readonly from: MemberRole | null;
  readonly to: MemberRole;
  readonly enters?: readonly string[];
  readonly leaves?: readonly string[];
};

/** A statement and until when it is held; null is for good. */
type TimedStatement = Statement & {
  readonly set_id: string | null;
  readonly set_name: string;
  readonly expires_at: string | null;
};
type Standing = readonly TimedStatement[];

/**
 * Asked before every change of a role or of a team, under a lock on the people: throws above_own_rights where the
 * person gains by it what the mover may not give. A mover who is no administrator owns the team, and moves people only
 * where nothing hangs on it. Throws locks_out_self and locks_out_owner as a grant does.
 */
export async function requireMayMove(trx: Trx, mover: MemberHolder, move: Move): Promise<void> {
  const { before, after, isAllowed } = await weighMove(trx, mover, mover.organizationId, move);
  if (!isAllowed) throw new ApiError('above_own_rights');
  if (move.memberId !== null)
    await requireNobodyLockedOut(trx, mover, without(after, before), new Map([[move.memberId, after]]));
}

/** The same as a question. A mover who has left the organisation may give nothing: null. */
export async function mayMove(
  trx: Trx,
  mover: MemberHolder | null,
  organizationId: string,
  move: Move,
): Promise<boolean> {
  return (await weighMove(trx, mover, organizationId, move)).isAllowed;
}

/**
 * Throws above_own_rights where deleting the team would take back what the mover may not: its grants and its rules go
 * with it.
 */
export async function requireMayDisband(trx: Trx, mover: MemberHolder, teamId: string): Promise<void> {
  const denials = (await findTimed(trx, mover.organizationId, null, [teamId])).filter(
    ({ effect }) => effect === 'deny',
  );
  requireMayGive(mover, denials);
  if (!mover.isOwner && (await isNamedByRule(trx, [teamId])) && !mayLiftRules(mover))
    throw new ApiError('above_own_rights');
}

/** The names of the permission sets in force that a member has through teams. */
export async function findSetsThroughTeams(trx: Trx, organizationId: string, memberId: string): Promise<string[]> {
  return namesOf(await findTimed(trx, organizationId, null, await findTeamIds(trx, memberId)));
}

/** The names of the permission sets in force that a team has. */
export async function findSetsOfTeam(trx: Trx, organizationId: string, teamId: string): Promise<string[]> {
  return namesOf(await findTimed(trx, organizationId, null, [teamId]));
}

const namesOf = (standing: Standing) => [...new Set(standing.map(({ set_name }) => set_name))].sort();

type Verdict = Comparison & { readonly isAllowed: boolean };

async function weighMove(trx: Trx, mover: MemberHolder | null, organizationId: string, move: Move): Promise<Verdict> {
  const { memberId, from, to, enters = [], leaves = [] } = move;
  const teams = memberId === null ? [] : await findTeamIds(trx, memberId);
  const teamsAfter = [...new Set([...teams.filter((id) => !leaves.includes(id)), ...enters])];
  const held = async (role: MemberRole | null, teamIds: readonly string[]) =>
    role === null
      ? []
      : [...(await findTimed(trx, organizationId, memberId, teamIds)), ...givenByRole(role, mover?.planName ?? '')];
  const [before, after] = [await held(from, teams), await held(to, teamsAfter)];
  if (mover?.isOwner === true) return { before, after, isAllowed: true };
  const left = teams.filter((id) => !teamsAfter.includes(id));
  const entered = teamsAfter.filter((id) => !teams.includes(id));
  const weighed = { before, after };
  if (mover?.isAdmin === true) return { ...weighed, isAllowed: await mayGain(trx, mover, { ...weighed, left }) };
  return { ...weighed, isAllowed: await isNothing(trx, { ...weighed, moved: [...left, ...entered] }) };
}

type Comparison = { readonly before: Standing; readonly after: Standing };

async function mayGain(
  trx: Trx,
  mover: MemberHolder,
  { before, after, left }: Comparison & { left: readonly string[] },
): Promise<boolean> {
  const allowances = without(after, before).filter(({ effect }) => effect === 'allow');
  const denials = without(before, after).filter(({ effect }) => effect === 'deny');
  return mayGiveAll(mover, [...allowances, ...denials]) && (mayLiftRules(mover) || !(await isNamedByRule(trx, left)));
}

/** Whether nobody gains or loses anything, which is all that the owner of a team decides who is no administrator. */
const isNothing = async (
  trx: Trx,
  { before, after, moved }: Comparison & { moved: readonly string[] },
): Promise<boolean> =>
  without(after, before).length === 0 && without(before, after).length === 0 && !(await isNamedByRule(trx, moved));

/** What others do not have, or not for as long. */
const without = (standing: Standing, others: Standing): TimedStatement[] =>
  standing.filter((one) => !others.some((other) => isSame(one, other) && lastsAsLong(other, one)));
const lastsAsLong = (one: TimedStatement, other: TimedStatement) =>
  one.expires_at === null || (other.expires_at !== null && Date.parse(one.expires_at) >= Date.parse(other.expires_at));

async function findTeamIds(trx: Trx, memberId: string): Promise<string[]> {
  const rows = await trx.selectFrom('team_members').where('member_id', '=', memberId).select('team_id').execute();
  return rows.map(({ team_id }) => team_id);
}

/**
 * What the grants in force say of a member, by name and through these teams; of the teams alone where no member is
 * named.
 */
async function findTimed(
  trx: Trx,
  organizationId: string,
  memberId: string | null,
  teamIds: readonly string[],
): Promise<TimedStatement[]> {
  const rows = await trx
    .selectFrom('permission_grants')
    .innerJoin('permission_sets', 'permission_sets.id', 'permission_grants.set_id')
    .where('permission_grants.organization_id', '=', organizationId)
    .where(
      sql<boolean>`(permission_grants.member_id = ${memberId}::uuid or permission_grants.team_id = any(${teamIds}::uuid[]))`,
    )
    .select([
      'permission_sets.id',
      'permission_sets.name',
      'permission_sets.statements',
      'permission_grants.expires_at',
    ])
    .execute();
  const timed = rows.flatMap(({ id, name, statements, expires_at }) =>
    statements.map((statement) => ({
      ...statement,
      set_id: id,
      set_name: name,
      expires_at: expires_at?.toISOString() ?? null,
    })),
  );
  return timed.filter((one) => isInForce(one, Date.now()));
}

/** What an administrator has beyond a member without a statement that says so, as statements. */
function givenByRole(role: MemberRole, planName: string): TimedStatement[] {
  if (role === 'member') return [];
  const common = { effect: 'allow', at_most: null, set_id: null, set_name: '', expires_at: null } as const;
  const things = privilegeKinds.flatMap((kind): TimedStatement[] => {
    if (kind === 'feature' || kind === 'limit') return [];
    const needed = (isAdmin: boolean, action: PrivilegeAction) => reachNeeded({ isAdmin, planName }, { kind, action });
    const actions = privilegeActions[kind].filter((action) => needed(true, action) !== needed(false, action));
    return actions.length === 0 ? [] : [{ ...common, kind, actions, scope: 'all', ids: [] }];
  });
  const areas = planFeatures.filter((id) => !can(plainMember, { kind: 'feature', action: 'use', id }));
  const limits = limitNames.filter((name) => limitsOfMembers[name] !== null);
  const used = { ...common, actions: ['use'], scope: 'these' } satisfies Partial<TimedStatement>;
  return [...things, { ...used, kind: 'feature', ids: areas }, { ...used, kind: 'limit', ids: limits }];
}

/** A member in a plan that has everything. */
const plainMember = { isAdmin: false, isOwner: false, planName: '', features: new Set(planFeatures), statements: [] };

/** A rule of governance that names a team holds for whoever is in it. */
async function isNamedByRule(trx: Trx, teamIds: readonly string[]): Promise<boolean> {
  if (teamIds.length === 0) return false;
  const names = sql<boolean>`definition -> 'scope' -> 'team_ids' ?| ${teamIds}::text[]`;
  const rule = await trx
    .selectFrom('governance_rules')
    .where('is_enabled', '=', true)
    .where(names)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return rule !== undefined;
}

/** Where the plan has no governance no rule holds. */
const mayLiftRules = (mover: MemberHolder) =>
  !mover.features.has('governance') || can(mover, { kind: 'feature', action: 'use', id: 'governance' });
