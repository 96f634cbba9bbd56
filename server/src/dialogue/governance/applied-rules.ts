import type { AppliedRule } from '@parlance/shared/contract/api/runs/runs';
import { type RuleFinding, withoutFindings } from './engine/guard.ts';
import type { Checker } from './engine/rule-set.ts';

/** Masks a rule's name, which may be the very word that it keeps secret. */
export const toldName = (checker: Checker, name: string): string => withoutFindings(checker, name);

/** Returns the notices for readers of a text. Rules that only monitor are left out. */
export function appliedRules(checker: Checker, found: readonly RuleFinding[]): AppliedRule[] {
  return found.flatMap(({ rule: { action, definition } }) =>
    action === 'monitor' ? [] : [{ name: toldName(checker, definition.name), action }],
  );
}

/** Merges both, each rule once: a continued answer keeps those of its beginning. */
export function joinedRules(before: readonly AppliedRule[], found: readonly AppliedRule[]): readonly AppliedRule[] {
  const isNew = (rule: AppliedRule) => !before.some(({ name, action }) => name === rule.name && action === rule.action);
  return [...before, ...found.filter(isNew)];
}
