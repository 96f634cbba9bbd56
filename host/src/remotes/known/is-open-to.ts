import { decide, type Subject } from '@parlance/shared/contract/access/access';
import type { Screen } from './registry.ts';

/**
 * Applies the rule of the guard to the menu and the parts of the shell: a screen that the guard would deny has no
 * entry.
 */
export function isOpenTo(requires: Screen['requires'], subject: Subject | null): boolean {
  if (requires === 'public') return true;
  return requires !== null && decide(requires, subject).allowed;
}
