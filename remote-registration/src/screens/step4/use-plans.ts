import { listPlans, type Plan } from '@parlance/shared/contract/api/plans';
import { call } from '@parlance/shared/http';
import { useEffect, useState } from 'react';

type Loaded =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly plans: readonly Plan[] }
  | { readonly status: 'failed'; readonly failure: unknown };

/** The plans with what they grant and cost, cheapest first. */
export function usePlans(): Loaded & { readonly retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [held, setHeld] = useState<{ attempt: number; loaded: Loaded } | null>(null);

  useEffect(() => {
    let isWanted = true;
    const say = (loaded: Loaded) => isWanted && setHeld({ attempt, loaded });
    call(listPlans, {}).then(
      ({ items }) => say({ status: 'ready', plans: items }),
      (failure: unknown) => say({ status: 'failed', failure }),
    );
    return () => {
      isWanted = false;
    };
  }, [attempt]);

  return { ...(held?.attempt === attempt ? held.loaded : { status: 'loading' }), retry: () => setAttempt(attempt + 1) };
}
