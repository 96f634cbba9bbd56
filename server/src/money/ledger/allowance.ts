import { type Holder, limitOf } from '@parlance/shared/contract/access/evaluate';
import type { Allowance } from '@parlance/shared/contract/api/ledger/allowance';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

/** Calendar months are those of UTC, for everybody in an organisation the same. */
const thisMonth = sql`date_trunc('month', now() at time zone 'UTC')::date`;
/** Kept for an answer until it is known what it took: about a page, the prompt itself, and what the bot is told. */
const answerReserve = 1_200;
const bytesAToken = 3;

/** The rows of the month that a request counts against, where nothing has been asked in it yet; which month that is. */
export async function openMonth(
  trx: Trx,
  { organizationId, memberId, botId }: { organizationId: string; memberId: string; botId: string | null },
): Promise<string> {
  await sql`
    insert into allowance_use (organization_id, month, subject, subject_id)
    select ${organizationId}::uuid, ${thisMonth}, subjects.subject, subjects.id
    from (values (1, 'member', ${memberId}::uuid), (2, 'bot', ${botId}::uuid), (3, 'organization', ${organizationId}::uuid)) as subjects (place, subject, id)
    where subjects.id is not null
    order by subjects.place
    on conflict (organization_id, month, subject, subject_id) do nothing`.execute(trx);
  const { month } = await trx.selectNoFrom(sql<string>`${thisMonth}::text`.as('month')).executeTakeFirstOrThrow();
  return month;
}

/** The smaller of what the plan grants each member and what their privileges say; least() passes over what is null. */
const memberTokens = (holder: Holder) =>
  sql`least(plans.member_tokens_a_month::float8, ${limitOf(holder, 'tokens_a_month', null).limit}::float8)`;

/**
 * What is asked for is measured by: the limits of the bot, the plan and the member, for a statement that reads bot and
 * plan.
 */
export const budgetsOf = (holder: Holder) =>
  sql`bots.answers_a_month as bot_answers, plans.answers_a_month as plan_answers, ${memberTokens(holder)} as member_tokens`;

/** How many tokens of the member's are reserved for an answer to this prompt, for a statement that reads bot. */
export const reserveOf = (prompt: ReturnType<typeof sql>) =>
  sql`${sql.lit(answerReserve)} + (octet_length(${prompt}) + octet_length(bots.instructions)) / ${sql.lit(bytesAToken)}`;

/**
 * The part `taken` of the statement that makes a run: counts its answer against the budgets of the member, the bot and
 * the organisation. `asked` has the bot, its budgets and what is reserved; `run` is empty where none is made. Hand the
 * rows to `refuseSpent`.
 */
export const takingAllowance = ({ organizationId, memberId }: { organizationId: string; memberId: string }) => sql`
  insert into allowance_use (organization_id, month, subject, subject_id, answers, reserved_tokens)
  select ${organizationId}::uuid, ${thisMonth}, subjects.subject, subjects.id, 1, case when subjects.subject = 'member' then asked.reserve else 0 end
  from run, asked, lateral (values (1, 'member', ${memberId}::uuid), (2, 'bot', asked.bot_id), (3, 'organization', ${organizationId}::uuid)) as subjects (place, subject, id)
  -- Always in this order, so that two that ask at once wait for each other and do not block each other.
  order by subjects.place
  on conflict (organization_id, month, subject, subject_id) do update
    set answers = allowance_use.answers + 1, reserved_tokens = allowance_use.reserved_tokens + excluded.reserved_tokens
  returning subject, answers, tokens, reserved_tokens`;

/** What is read of `taken` and `asked`. */
export const takenColumns = sql`taken.subject, taken.answers, taken.tokens::float8 as tokens, taken.reserved_tokens::float8 as reserved, asked.reserve,
  case taken.subject when 'member' then asked.member_tokens when 'bot' then asked.bot_answers else asked.plan_answers end as "limit"`;
export type SpentAllowance = {
  subject: 'member' | 'bot' | 'organization';
  answers: number;
  tokens: number;
  reserved: number;
  reserve: number;
  limit: number | null;
};

/**
 * Throws allowance_spent where a budget was used up: then nothing is counted, because the transaction that asks is
 * over. Of any number of requests at once no more get through than the limit allows.
 */
export function refuseSpent(taken: readonly SpentAllowance[]): void {
  for (const { subject, answers, tokens, reserved, reserve, limit } of taken) {
    const before = subject === 'member' ? tokens + reserved - reserve : answers - 1;
    if (limit !== null && before >= limit) throw allowanceSpent();
  }
}

/** Nothing is left until the next month. */
export const allowanceSpent = (): ApiError =>
  new ApiError('allowance_spent', {
    retryAfterSeconds: Math.ceil((nextMonth(new Date()).getTime() - Date.now()) / 1_000),
  });

/** The tokens of the member, where they are limited, and how many of them this run has: no more than were left. */
export function reserveLeft(
  taken: readonly SpentAllowance[],
): { readonly limit: number; readonly reserved: number; readonly tooMany: number } | null {
  const member = taken.find(({ subject }) => subject === 'member');
  if (member === undefined || member.limit === null) return null;
  const { limit, tokens, reserved, reserve } = member;
  const tooMany = Math.max(0, tokens + reserved - limit);
  return { limit, reserved: reserve - tooMany, tooMany };
}

const nextMonth = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));

type Stand = {
  tokens: number;
  reserved: number;
  cost: number;
  token_limit: number | null;
  answers: number;
  answer_limit: number | null;
};

/** Where a member and the organisation stand this month; what is reserved counts as used. */
export async function readAllowance(
  trx: Trx,
  member: Holder & { memberId: string; organizationId: string },
  currency: string | null,
): Promise<Allowance> {
  const { rows } = await sql<Stand>`
    select coalesce(member.tokens, 0)::float8 as tokens, coalesce(member.reserved_tokens, 0)::float8 as reserved, coalesce(member.cost_micros, 0)::float8 as cost,
      ${memberTokens(member)} as token_limit, coalesce(whole.answers, 0) as answers, plans.answers_a_month as answer_limit
    from organizations
    join plans on plans.name = organizations.plan_name
    left join allowance_use as member on member.organization_id = organizations.id and member.month = ${thisMonth} and member.subject = 'member' and member.subject_id = ${member.memberId}
    left join allowance_use as whole on whole.organization_id = organizations.id and whole.month = ${thisMonth} and whole.subject = 'organization' and whole.subject_id = organizations.id
    where organizations.id = ${member.organizationId}`.execute(trx);
  const [stand] = rows;
  if (stand === undefined) throw new Error('The allowance of an organisation that is not there was asked for.');
  return {
    member_tokens: { used: stand.tokens + stand.reserved, limit: stand.token_limit },
    organization_answers: { used: stand.answers, limit: stand.answer_limit },
    member_cost: currency === null ? null : { micros: stand.cost, currency },
    resets_at: nextMonth(new Date()).toISOString(),
  };
}
