import { useState } from 'react';
import { useLoaded } from '@parlance/shared/loading';
import { randomUuid } from '@parlance/shared/random-uuid';

/**
 * Loads something that is edited: never begun with what was seen of it before, because what is typed goes on top of what
 * is there now.
 */
export function useFresh<T>(key: string, load: (signal: AbortSignal) => Promise<T>): ReturnType<typeof useLoaded<T>> {
  const [opening] = useState(randomUuid);
  return useLoaded(`${key} ${opening}`, load, { isEdited: true });
}
