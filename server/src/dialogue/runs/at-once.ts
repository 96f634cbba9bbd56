import { type RawBuilder, sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

export type AnswersAtOnce = Pick<Config, 'MEMBER_ANSWERS_AT_ONCE' | 'ORGANIZATION_ANSWERS_AT_ONCE'>;

/** The approximate duration of an answer. */
const comeAgainSeconds = 5;

/**
 * Counts the answers that a member and the organisation have under way, for the statement that makes a run and counts
 * it in `taken`: the row of `taken` is locked by then, so that concurrent prompts are counted. Null if nobody asks for
 * it.
 */
export const underWayColumn = (
  { organizationId, memberId }: { organizationId: string; memberId: string },
  limits: AnswersAtOnce,
): RawBuilder<unknown> => {
  const ofMember =
    limits.MEMBER_ANSWERS_AT_ONCE === 0
      ? sql`null::integer`
      : sql`answers_under_way(${organizationId}::uuid, ${memberId}::uuid)`;
  const ofOrganization =
    limits.ORGANIZATION_ANSWERS_AT_ONCE === 0
      ? sql`null::integer`
      : sql`answers_under_way(${organizationId}::uuid, null)`;
  return sql`case taken.subject when 'member' then ${ofMember} when 'organization' then ${ofOrganization} end as under_way`;
};

export type UnderWay = { readonly subject: 'member' | 'bot' | 'organization'; readonly under_way: number | null };

/**
 * Throws too_many_answers if this one exceeds the limit of the member or the organisation; nothing of it is stored
 * then.
 */
export function refuseTooMany(
  rows: readonly UnderWay[],
  { MEMBER_ANSWERS_AT_ONCE, ORGANIZATION_ANSWERS_AT_ONCE }: AnswersAtOnce,
): void {
  for (const { subject, under_way: underWay } of rows) {
    const most = subject === 'member' ? MEMBER_ANSWERS_AT_ONCE : ORGANIZATION_ANSWERS_AT_ONCE;
    if (underWay !== null && underWay > most)
      throw new ApiError('too_many_answers', { retryAfterSeconds: comeAgainSeconds });
  }
}
