import type { ScreenFailure } from '@parlance/shared/contract/api/releases/release-reports';
import type { Screen } from '../known/registry.ts';

/** What became of a screen that somebody opened: it is there, or what of it failed. */
export type Outcome = { readonly screen: Screen; readonly failure: ScreenFailure | null };
type Listener = (outcome: Outcome) => void;

const listeners = new Set<Listener>();

/** Calls `listener` for each screen that comes or fails from now on. Gives what stops it. */
export function onOutcome(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellOutcome(outcome: Outcome): void {
  for (const listener of listeners) listener(outcome);
}
