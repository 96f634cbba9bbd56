import type { ScreenFailure } from '@parlance/shared/contract/api/releases/release-reports';
import type { Screen } from '../known/registry.ts';

/** The outcome of opening a screen: it is shown, or the phase that failed. */
export type Outcome = { readonly screen: Screen; readonly failure: ScreenFailure | null };
type Listener = (outcome: Outcome) => void;

const listeners = new Set<Listener>();

/** Calls `listener` for each screen that loads or fails from now on. Returns a function that unsubscribes. */
export function onOutcome(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellOutcome(outcome: Outcome): void {
  for (const listener of listeners) listener(outcome);
}
