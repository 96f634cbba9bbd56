import { useRef } from 'react';

/**
 * What each kind had, while a form is open: who looks at another kind and comes back finds what they had typed, and one
 * of them is sent. Give the kind that is chosen and what it has; call the result with the kind that is chosen next.
 */
export function useKinds<Kind extends string, Had>(
  kind: Kind,
  had: Had,
): <Next extends Kind>(next: Next, begin: (next: Next) => Had) => Had {
  const kept = useRef(new Map<Kind, Had>());
  return (next, begin) => {
    kept.current.set(kind, had);
    return kept.current.get(next) ?? begin(next);
  };
}
