import { useRef } from 'react';

/**
 * Remembers the content of each kind while a form is open: a person who looks at another kind and comes back finds
 * their input, and one of them is sent. Pass the chosen kind and its content; call the result with the next kind.
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
