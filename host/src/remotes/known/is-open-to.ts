import { decide, type Subject } from '@parlance/shared/contract/access/access';
import type { Screen } from './registry.ts';

/**
 * The rule of the guard for the menu and the parts of the shell: a screen that the guard would not show has no entry.
 */
export function isOpenTo(requires: Screen['requires'], subject: Subject | null): boolean {
  if (requires === 'public') return true;
  return requires !== null && decide(requires, subject).allowed;
}
