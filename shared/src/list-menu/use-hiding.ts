import { useSearchParams } from '@parlance/shared/router';
import { inLocalStorage } from '../browser/storage.ts';
import { hiddenParameter, useHiddenPlace } from './hidden-columns.ts';

/** Hides columns of a list: for this person from now on, and in the address, so that a link shows the sender's view. */
export function useHiding(list: string): (columns: readonly string[]) => void {
  const [params, setParams] = useSearchParams();
  const place = useHiddenPlace(list);
  return (columns) => {
    const chosen = columns.filter((id) => id !== '').join('.');
    // Without storage, the address still has it.
    inLocalStorage((storage) => storage.setItem(place, chosen));
    const next = new URLSearchParams(params);
    next.set(hiddenParameter, chosen);
    setParams(next, { replace: true });
  };
}
