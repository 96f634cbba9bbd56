import { planFeatures } from '@parlance/shared/contract/access/access';
import { type Holder, can, evaluate, limitOf } from '@parlance/shared/contract/access/evaluate';
import {
  type HeldStatement,
  type LimitName,
  type Question,
  limitNames,
  privilegeActions,
  privilegeKinds,
} from '@parlance/shared/contract/access/privileges';
import {
  previewedAtMost,
  type Explanation,
  type Nameable,
  type Preview,
  type PreviewedChange,
  type PreviewedPerson,
  type explainPrivilege,
  type previewPrivileges,
} from '@parlance/shared/contract/api/privileges/privileges';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { type RawBuilder, sql } from 'kysely';
import { memberName } from '../../people/naming/colleague.ts';
import { type MemberHolder, findHolder } from '../../people/privileges/holder.ts';
import { requireFaultless } from '../../people/privileges/sets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type NearBot, botsNear, findReach, reachOfBot } from './things.ts';

/** Bots that are looked at; an organisation rarely has as many. */
const botsAtMost = 500;
/** Of a set that is not saved yet. */
const unsavedId = '00000000-0000-4000-8000-000000000000';

async function requireMember(trx: Trx, { organizationId }: Caller, memberId: string): Promise<MemberHolder> {
  const member = await findHolder(trx, memberId);
  if (member === null || member.organizationId !== organizationId) throw new ApiError('not_found');
  return member;
}

const planLimitOf = (member: MemberHolder, name: LimitName) => (name === 'tokens_a_month' ? member.planTokens : null);

/** Why a member may do something, with all that is known of the thing. */
export async function explainFor(
  trx: Trx,
  caller: Caller,
  models: Catalog,
  { member_id, kind, action, id: asked }: CheckedInput<typeof explainPrivilege>['query'],
): Promise<Explanation> {
  const member = await requireMember(trx, caller, member_id);
  const id = asked ?? null;
  const name = limitNames.find((limit) => limit === id);
  if (kind === 'limit' && name !== undefined) {
    const { limit, because } = limitOf(member, name, planLimitOf(member, name));
    return { allowed: limit !== 0, because: because.map(asAnswer), limit };
  }
  const verdict = evaluate(member, { kind, action, id, reach: await findReach(trx, member, { kind, id }, models) });
  const byModel =
    kind === 'bot' && action === 'use' && id !== null && verdict.allowed
      ? evaluate(member, await modelOfBot(trx, member, id, models))
      : null;
  if (byModel?.allowed === false) return { allowed: false, because: byModel.because.map(asAnswer) };
  return { allowed: verdict.allowed, because: verdict.because.map(asAnswer) };
}

const asAnswer = <Reason extends object>(reason: Reason): Reason => ({ ...reason });

async function modelOfBot(trx: Trx, member: MemberHolder, id: string, models: Catalog): Promise<Question> {
  const bot = await botsNear(trx, member, 'en')
    .where(sql<boolean>`bots.id::text = ${id}`)
    .executeTakeFirstOrThrow();
  return { kind: 'model', action: 'use', id: models.of(bot.model_id).id };
}

type Body = CheckedInput<typeof previewPrivileges>['body'];

/** For whom a set as it would be changes something, and what. Nothing is changed. */
export async function previewChange(trx: Trx, caller: Caller, models: Catalog, asked: Body): Promise<Preview> {
  requireFaultless(asked.statements ?? []);
  const set = await setThen(trx, asked);
  const found = await peopleOf(trx, caller, asked);
  const people: PreviewedPerson[] = [];
  let isCut = found.length > previewedAtMost;
  for (const { id, name } of found.slice(0, previewedAtMost)) {
    const before = await requireMember(trx, caller, id);
    const after = {
      ...before,
      statements: [...before.statements.filter((held) => held.set_id !== asked.set_id), ...set],
    };
    const bots = await botsNear(trx, before, caller.language)
      .orderBy(sql`lower(bots.name::text)`)
      .limit(botsAtMost + 1)
      .execute();
    isCut ||= bots.length > botsAtMost;
    people.push({
      id,
      name,
      changes: changesBetween(before, after, bots.slice(0, botsAtMost), models),
      limits: limitsBetween(before, after),
    });
  }
  const changed = people.filter(({ changes, limits }) => changes.length + limits.length > 0);
  return { people: changed, looked_at: people.length, is_cut: isCut };
}

/** What a holder would have of the set. Throws not_found. */
async function setThen(trx: Trx, { set_id, statements, is_granted }: Body): Promise<HeldStatement[]> {
  const saved =
    set_id === null
      ? null
      : await trx
          .selectFrom('permission_sets')
          .where('id', '=', set_id)
          .select(['id', 'name', 'statements'])
          .executeTakeFirst();
  if (saved === undefined) throw new ApiError('not_found');
  if (!is_granted) return [];
  const set = { set_id: saved?.id ?? unsavedId, set_name: saved?.name ?? '', team: null, expires_at: null };
  return (statements ?? saved?.statements ?? []).map((statement) => ({ ...statement, ...set }));
}

/** Whom a preview is about, by name; one more than are looked at where there are more. Throws not_found. */
async function peopleOf(trx: Trx, { organizationId }: Caller, { holder, set_id }: Body): Promise<Nameable[]> {
  if (holder?.kind === 'team') {
    const team = await trx
      .selectFrom('teams')
      .where('organization_id', '=', organizationId)
      .where('id', '=', holder.id)
      .select('id')
      .executeTakeFirst();
    if (team === undefined) throw new ApiError('not_found');
  }
  const people = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.organization_id', '=', organizationId)
    .where('memberships.deactivated_at', 'is', null)
    .where(isAmong(holder, set_id))
    .select(['memberships.id', memberName.as('name')])
    .orderBy(sql`lower(${memberName})`)
    .orderBy('memberships.id')
    .limit(previewedAtMost + 1)
    .execute();
  if (holder?.kind === 'member' && people.length === 0) throw new ApiError('not_found');
  return people;
}

function isAmong(holder: Body['holder'], setId: string | null): RawBuilder<boolean> {
  if (holder?.kind === 'member') return sql<boolean>`memberships.id = ${holder.id}`;
  const isInTeam = (team: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from team_members where team_members.member_id = memberships.id and team_members.team_id = ${team})`;
  if (holder !== null) return isInTeam(sql`${holder.id}`);
  return sql<boolean>`exists (
    select from permission_grants
    where permission_grants.set_id = ${setId} and (permission_grants.expires_at is null or permission_grants.expires_at > now())
      and (permission_grants.member_id = memberships.id or ${isInTeam(sql`permission_grants.team_id`)}))`;
}

function limitsBetween(before: MemberHolder, after: MemberHolder): PreviewedPerson['limits'] {
  const limits = limitNames.map((name) => ({
    name,
    before: limitOf(before, name, planLimitOf(before, name)).limit,
    after: limitOf(after, name, planLimitOf(after, name)).limit,
  }));
  return limits.filter((limit) => limit.before !== limit.after);
}

function changesBetween(before: Holder, after: Holder, bots: readonly NearBot[], models: Catalog): PreviewedChange[] {
  const questions = [
    ...generalQuestions(),
    ...models.all.map(({ id, model }) => named({ kind: 'model', action: 'use', id }, model.name)),
  ];
  const changes = [
    ...questions.map(({ question, name }) => changeOf(question, name, can(before, question), can(after, question))),
    ...bots.flatMap((bot) => changesOfBot(bot, before, after, models)),
  ];
  return changes.filter((change) => change.before !== change.after);
}

type NamedQuestion = { question: Question; name: string | null };
const named = (question: Question, name: string | null = null): NamedQuestion => ({ question, name });

/** Areas, and what can be done with things of each kind at all. */
const generalQuestions = (): NamedQuestion[] => [
  ...planFeatures.map((id) => named({ kind: 'feature', action: 'use', id })),
  ...privilegeKinds
    .filter((kind) => kind !== 'feature' && kind !== 'limit')
    .flatMap((kind) => privilegeActions[kind].map((action) => named({ kind, action, id: null }))),
];

const changeOf = (
  { kind, action, id }: Question,
  name: string | null,
  before: boolean,
  after: boolean,
): PreviewedChange => ({ kind, action, id, name, before, after });

const mayAsk = (holder: Holder, bot: NearBot, models: Catalog) =>
  bot.state === 'published' &&
  can(holder, { kind: 'bot', action: 'use', id: bot.id, reach: reachOfBot(bot) }) &&
  can(holder, { kind: 'model', action: 'use', id: models.of(bot.model_id).id });

function changesOfBot(bot: NearBot, before: Holder, after: Holder, models: Catalog): PreviewedChange[] {
  const reach = reachOfBot(bot);
  const others = (['edit', 'publish', 'share', 'share_with_organization', 'export'] as const).map(
    (action): PreviewedChange => {
      const question = { kind: 'bot', action, id: bot.id, reach } as const;
      return changeOf(question, bot.name, can(before, question), can(after, question));
    },
  );
  return [
    changeOf(
      { kind: 'bot', action: 'use', id: bot.id },
      bot.name,
      mayAsk(before, bot, models),
      mayAsk(after, bot, models),
    ),
    ...others,
  ];
}
