import type { AppliedRule } from '@parlance/shared/contract/api/runs/runs';
import { type RuleFinding, withoutFindings } from './engine/guard.ts';
import type { Checker } from './engine/rule-set.ts';

/** A rule may be called by the word that it keeps secret. */
export const toldName = (checker: Checker, name: string): string => withoutFindings(checker, name);

/** What the readers of a text are told of what was found in it. What only watches is not told. */
export function appliedRules(checker: Checker, found: readonly RuleFinding[]): AppliedRule[] {
  return found.flatMap(({ rule: { action, definition } }) =>
    action === 'monitor' ? [] : [{ name: toldName(checker, definition.name), action }],
  );
}

/** Both, each rule once: an answer that was gone on with has what stood there before. */
export function joinedRules(before: readonly AppliedRule[], found: readonly AppliedRule[]): readonly AppliedRule[] {
  const isNew = (rule: AppliedRule) => !before.some(({ name, action }) => name === rule.name && action === rule.action);
  return [...before, ...found.filter(isNew)];
}
