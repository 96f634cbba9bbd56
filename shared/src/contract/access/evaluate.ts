import { abilityRules, rulesAllow } from './ability.ts';
import type { Subject } from './access.ts';
import {
  type HeldStatement,
  type LimitName,
  type PrivilegeAction,
  type PrivilegeKind,
  type Question,
  type Reach,
  limitNames,
  limitsOfMembers,
  privilegeActions,
} from './privileges.ts';

/** The person whose privileges are in question, as the session knows them. */
export type Holder = Pick<Subject, 'isAdmin' | 'isOwner' | 'features' | 'planName' | 'statements'>;

/** One link of the chain, in order of precedence; a rung with no opinion is left out. */
export type Reason = {
  readonly code:
    | 'unknown'
    | 'plan_lacks'
    | 'plan_grants'
    | 'role_lacks'
    | 'role_meets'
    | 'owner_safeguard'
    | 'denied'
    | 'denied_but_owner'
    | 'allowed'
    | 'allowed_but_not_near'
    | 'default_grants'
    | 'default_lacks'
    | 'limit_of_plan'
    | 'limit_denied'
    | 'limit_allowed'
    | 'limit_of_role'
    | 'limit_exceeded'
    | 'limit_kept';
  /** True if this link decides the answer. */
  readonly decides: boolean;
  /** The statement behind the link. */
  readonly statement?: HeldStatement;
  /** The number of a limit; null is unlimited. */
  readonly number?: number | null;
};
export type Verdict = { readonly allowed: boolean; readonly because: readonly Reason[] };

/** Areas open to every member; the others require is_admin (specification §5). */
const openFeatures: ReadonlySet<string> = new Set(['prompt_template']);
/** Says whether the feature skips the check of the plan's flag, as the subscription manager does (specification §5). */
export const isFreeOfPlan = (feature: string) => feature === 'subscription_manager';
/** The areas no statement takes from an owner: a person who can repair everything must be able to get there. */
export const ownersFeatures: readonly string[] = ['privilege', 'user_management', 'subscription_manager'];

/**
 * Says whether the person holds `manage` of the studio: administrators, and the members named by the rules of the plan
 * (specification §6: everybody on Free!).
 */
export function managesStudio({ isAdmin, planName }: Pick<Holder, 'isAdmin' | 'planName'>): boolean {
  return isAdmin || rulesAllow(abilityRules({ planName, isAdmin }), 'manage', 'agent-studio');
}

/**
 * Decides every privilege question of server and browser: features, things and limits alike. Precedence:
 *
 * 1. plan and role: what the plan does not grant nobody gets, and the admin areas are for administrators (specification
 * §5);
 * 2. the owner's safeguard: no statement takes privileges, user groups and the subscription from an owner;
 * 3. deny: any statement that denies; for limits the smallest number;
 * 4. allow: any statement that allows; for limits the largest number;
 * 5. the default of the role, for a thing together with its own rules.
 *
 * Unknown questions are denied, an expired grant does not count, and the order of statements is irrelevant.
 */
export function evaluate(holder: Holder, question: Question, now: number = Date.now()): Verdict {
  if (!isKnown(question)) return { allowed: false, because: [{ code: 'unknown', decides: true }] };
  if (question.kind === 'limit') return evaluateLimit(holder, question, now);
  const before = question.kind === 'feature' && question.id !== null ? beforeStatements(holder, question.id) : [];
  const first = before.find(({ decides }) => decides);
  if (first?.code === 'plan_lacks' || first?.code === 'role_lacks') return { allowed: false, because: before };
  const about = statementsAbout(holder, question, now);
  const denials = about.filter(({ effect }) => effect === 'deny');
  if (first !== undefined)
    return {
      allowed: true,
      because: [
        ...before,
        ...denials.map((statement) => ({ code: 'denied_but_owner', decides: false, statement }) as const),
      ],
    };
  if (denials.length > 0)
    return {
      allowed: false,
      because: [...before, ...denials.map((statement) => ({ code: 'denied', decides: true, statement }) as const)],
    };
  const allowances = about
    .filter(({ effect }) => effect === 'allow')
    .map((statement) => allowanceOf(statement, question));
  if (allowances.some(({ decides }) => decides)) return { allowed: true, because: [...before, ...allowances] };
  const allowed = isGivenByRole(holder, question);
  return {
    allowed,
    because: [...before, ...allowances, { code: allowed ? 'default_grants' : 'default_lacks', decides: true }],
  };
}

/** Returns the answer of `evaluate` without its reasons. */
export const can = (holder: Holder, question: Question, now?: number): boolean =>
  evaluate(holder, question, now).allowed;

/** True for a known kind and action. An area is asked about by its name: there is no right to areas as such. */
function isKnown({ kind, action, id }: Question): boolean {
  const actions: readonly string[] = Object.hasOwn(privilegeActions, kind) ? privilegeActions[kind] : [];
  return actions.includes(action) && (kind !== 'feature' || id !== null);
}

/** Returns the reasons from plan, role and safeguard, which statements cannot change. */
function beforeStatements(holder: Holder, id: string): Reason[] {
  const isGranted = isFreeOfPlan(id) || [...holder.features].some((feature) => feature === id);
  if (!isGranted) return [{ code: 'plan_lacks', decides: true }];
  const granted: Reason[] = isFreeOfPlan(id) ? [] : [{ code: 'plan_grants', decides: false }];
  if (openFeatures.has(id)) return granted;
  if (!holder.isAdmin) return [...granted, { code: 'role_lacks', decides: true }];
  const met: Reason[] = [...granted, { code: 'role_meets', decides: false }];
  return holder.isOwner && ownersFeatures.includes(id) ? [...met, { code: 'owner_safeguard', decides: true }] : met;
}

/** Says whether a grant is in force: it counts until the moment it ends. */
export const isInForce = ({ expires_at }: Pick<HeldStatement, 'expires_at'>, now: number) =>
  expires_at === null || Date.parse(expires_at) > now;

function isAbout({ kind, actions, scope, ids }: HeldStatement, question: Question): boolean {
  if (kind !== question.kind || !actions.includes(question.action)) return false;
  if (scope === 'all') return true;
  // A statement about named things does not answer for the kind as such.
  if (question.id === null) return false;
  return ids.includes(question.id) === (scope === 'these');
}

const statementsAbout = ({ statements }: Holder, question: Question, now: number) =>
  statements.filter((held) => isInForce(held, now) && isAbout(held, question));

/** Kinds of things that have an owner and can be shared with some people and not with others. */
const kindsOfThings: readonly PrivilegeKind[] = ['bot', 'tool', 'knowledge'];
const isOfThing = ({ kind, id }: Question) => id !== null && kindsOfThings.includes(kind);
const reachOf = ({ reach }: Question): Reach => reach ?? 'none';

function allowanceOf(statement: HeldStatement, question: Question): Reason {
  const isNear = statement.scope === 'these' || !isOfThing(question) || reachOf(question) !== 'none';
  return { code: isNear ? 'allowed' : 'allowed_but_not_near', decides: isNear, statement };
}

/** The actions members may take without a statement; `own` and `visible` limit them to those things. */
const membersMay: Partial<Record<PrivilegeKind, Partial<Record<PrivilegeAction, Reach>>>> = {
  feature: { use: 'none' },
  bot: { use: 'visible', create: 'none', edit: 'own', publish: 'own', share: 'own', export: 'visible' },
  model: { use: 'none' },
  tool: { use: 'visible' },
  knowledge: { use: 'visible', create: 'none', edit: 'own', share: 'own' },
  template: { create: 'none', edit: 'none', share: 'none', export: 'none' },
  dialogue: { attach: 'none', share: 'none', export: 'none' },
  automation: { create: 'none' },
};
/** The further actions of people who manage the studio. */
const managersMay: typeof membersMay = {
  bot: { edit: 'visible', publish: 'visible', share: 'visible', share_with_organization: 'visible' },
  tool: { create: 'none', edit: 'own' },
  knowledge: { share_with_organization: 'own' },
};

const nearness: Record<Reach, number> = { none: 0, visible: 1, own: 2 };

/**
 * Returns how near a thing has to be for the default of the role to give a right to it; null if it never does.
 * Administrators have every right to everything, except talking to a bot that is not for them.
 */
export function reachNeeded(
  holder: Pick<Holder, 'isAdmin' | 'planName'>,
  { kind, action }: Pick<Question, 'kind' | 'action'>,
): Reach | null {
  if (holder.isAdmin && !(kind === 'bot' && action === 'use')) return 'none';
  const needs = [membersMay, ...(managesStudio(holder) ? [managersMay] : [])].flatMap(
    (table) => table[kind]?.[action] ?? [],
  );
  return needs.toSorted((one, other) => nearness[one] - nearness[other])[0] ?? null;
}

function isGivenByRole(holder: Holder, question: Question): boolean {
  const needed = reachNeeded(holder, question);
  if (needed === null || !isOfThing(question)) return needed !== null;
  return nearness[reachOf(question)] >= nearness[needed];
}

const isLimitName = (id: string | null): id is LimitName => limitNames.some((name) => name === id);

/**
 * Returns the smallest of plan and denials, and of what allowances make of the role's own number. Null is unlimited.
 */
export function limitOf(
  holder: Holder,
  name: LimitName,
  planLimit: number | null,
  now: number = Date.now(),
): { limit: number | null; because: Reason[] } {
  const about = statementsAbout(holder, { kind: 'limit', action: 'use', id: name }, now).filter(
    ({ at_most }) => at_most !== null,
  );
  const ofRole = holder.isAdmin ? null : limitsOfMembers[name];
  const reasons = about.map((statement): Reason => ({
    code: statement.effect === 'deny' ? 'limit_denied' : 'limit_allowed',
    decides: false,
    statement,
    number: statement.at_most,
  }));
  const denied = reasons.filter(({ code }) => code === 'limit_denied');
  const allowed = reasons.filter(({ code }) => code === 'limit_allowed');
  const given = ofRole === null ? null : Math.max(ofRole, ...allowed.map(({ number }) => number ?? 0));
  const limit = smallest([planLimit, ...denied.map(({ number }) => number ?? null), given]);
  const all: Reason[] = [
    { code: 'limit_of_plan', decides: false, number: planLimit },
    ...denied,
    ...allowed,
    { code: 'limit_of_role', decides: false, number: ofRole },
  ];
  // The first reason in order of precedence with this number is the deciding one.
  const deciding = all.findIndex(({ number }) => number === limit);
  return { limit, because: all.map((reason, at) => ({ ...reason, decides: at === deciding })) };
}

const smallest = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce(
    (least, number) => (number === null ? least : least === null ? number : Math.min(least, number)),
    null,
  );

function evaluateLimit(holder: Holder, { id, amount, planLimit }: Question, now: number): Verdict {
  if (!isLimitName(id) || amount === undefined || planLimit === undefined)
    return { allowed: false, because: [{ code: 'unknown', decides: true }] };
  const { limit, because } = limitOf(holder, id, planLimit, now);
  const allowed = limit === null || amount <= limit;
  return {
    allowed,
    because: [...because, { code: allowed ? 'limit_kept' : 'limit_exceeded', decides: false, number: amount }],
  };
}
