import { ApiFailure } from '@parlance/shared/http';

/** Returns the message of the rule that refused a prompt; null if no rule did. */
export const ruleWords = (failure: unknown): string | null => toldBy(failure, 'message');

/** Returns the name of that rule; null if there is none. */
export const ruleName = (failure: unknown): string | null => toldBy(failure, 'rule');

function toldBy(failure: unknown, what: string): string | null {
  if (!(failure instanceof ApiFailure) || (failure.code !== 'prompt_blocked' && failure.code !== 'prompt_warned'))
    return null;
  return failure.issues.find(({ path }) => path === what)?.message ?? '';
}

/** Returns the message of a rule that only warns: the prompt may be sent nevertheless. */
export const warningOf = (failure: unknown): string | null =>
  failure instanceof ApiFailure && failure.code === 'prompt_warned' ? ruleWords(failure) : null;
