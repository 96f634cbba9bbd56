import type { DialogueLogFilter } from '@parlance/shared/contract/api/dialogue-log';
import { ratingValue } from '@parlance/shared/contract/api/dialogues';
import { languages } from '@parlance/shared/i18n';
import { withoutUndefined } from '../../defined.ts';

/** The thresholds of long dialogues in tokens, offered by the filter. */
export const tokenSteps = [1_000, 10_000, 100_000] as const;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const day = /^\d{4}-\d\d-\d\d$/;

const matching = (text: string | null, pattern: RegExp) => (text !== null && pattern.test(text) ? text : undefined);

/** Parses the filter of an address: a reload, Back and a link lead to the same list. Unknown parameters are ignored. */
export function readFilter(params: URLSearchParams): DialogueLogFilter {
  const rating = ratingValue.safeParse(params.get('rating'));
  return withoutUndefined({
    member_id: matching(params.get('member'), uuid),
    team_id: matching(params.get('team'), uuid),
    bot_id: matching(params.get('bot'), uuid),
    from: matching(params.get('from'), day),
    to: matching(params.get('to'), day),
    language: languages.find((it) => it === params.get('language')),
    rating: rating.success ? rating.data : undefined,
    rule_id: matching(params.get('rule'), uuid),
    tokens: tokenSteps.find((it) => String(it) === params.get('tokens')),
  });
}

/** Returns the address of a filter. */
export function writeFilter({
  member_id,
  team_id,
  bot_id,
  rule_id,
  tokens,
  ...rest
}: DialogueLogFilter): Record<string, string> {
  return withoutUndefined({
    member: member_id,
    team: team_id,
    bot: bot_id,
    rule: rule_id,
    ...rest,
    tokens: tokens === undefined ? undefined : String(tokens),
  });
}
