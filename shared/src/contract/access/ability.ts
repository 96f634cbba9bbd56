/** Allows `action` on `subject`: `manage` is every action, `all` every subject. */
export type AbilityRule = { readonly action: string; readonly subject: string };

/**
 * Returns the ability rules by plan (specification §6): a Pro admin manages everything; a Pro member reads and views
 * everything; the Free! plan manages agent-studio and reads and views everything; other plans get no rules. `evaluate`
 * consults them.
 */
export function abilityRules(who: { readonly planName: string; readonly isAdmin: boolean }): readonly AbilityRule[] {
  if (who.planName === 'Pro' && who.isAdmin) return [{ action: 'manage', subject: 'all' }];
  if (who.planName === 'Pro') return readEverything;
  if (who.planName === 'Free!') return [{ action: 'manage', subject: 'agent-studio' }, ...readEverything];
  return [];
}

/** Says whether one of the rules allows the action on the subject. */
export const rulesAllow = (rules: readonly AbilityRule[], action: string, subject: string): boolean =>
  rules.some(
    (rule) =>
      (rule.action === 'manage' || rule.action === action) && (rule.subject === 'all' || rule.subject === subject),
  );

const readEverything: readonly AbilityRule[] = [
  { action: 'read', subject: 'all' },
  { action: 'view', subject: 'all' },
];
