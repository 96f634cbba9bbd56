import { useDeferredValue, useMemo, useState } from 'react';
import type { Estimate, Estimator } from '../../strength/estimate.ts';

/** Fetched only when a person is about to choose a password, because it weighs more than the rest of the page. */
const loadEstimator = async (): Promise<Estimator> => (await import('../../strength/estimate.ts')).createEstimator();

type Strength = { readonly prepare: () => void; readonly estimate: Estimate | null };

/** Returns how hard a password is to guess. Null while nothing is typed, or while the estimator is not loaded. */
export function useStrength(password: string, email: string): Strength {
  const [estimator, setEstimator] = useState<{ estimate: Estimator } | null>(null);
  // Typing has priority: the estimate may be some letters behind.
  const typed = useDeferredValue(password);
  const estimate = useMemo(
    () => (estimator === null || typed === '' ? null : estimator.estimate(typed, email)),
    [estimator, typed, email],
  );

  function prepare(): void {
    if (estimator !== null) return;
    loadEstimator().then(
      (loaded) => setEstimator({ estimate: loaded }),
      // The estimate is advice: without it the server still refuses the most guessable ones.
      (error: unknown) => console.warn('The estimate of the password’s strength could not be fetched.', error),
    );
  }
  return { prepare, estimate };
}
