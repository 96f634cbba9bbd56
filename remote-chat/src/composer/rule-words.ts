import { ApiFailure } from '@parlance/shared/http';

/** The message of the rule that refused a prompt; null where no rule did. */
export const ruleWords = (failure: unknown): string | null => toldBy(failure, 'message');

/** What that rule is called; null where it is no rule. */
export const ruleName = (failure: unknown): string | null => toldBy(failure, 'rule');

function toldBy(failure: unknown, what: string): string | null {
  if (!(failure instanceof ApiFailure) || (failure.code !== 'prompt_blocked' && failure.code !== 'prompt_warned'))
    return null;
  return failure.issues.find(({ path }) => path === what)?.message ?? '';
}

/** The same where the prompt may be sent all the same. */
export const warningOf = (failure: unknown): string | null =>
  failure instanceof ApiFailure && failure.code === 'prompt_warned' ? ruleWords(failure) : null;
