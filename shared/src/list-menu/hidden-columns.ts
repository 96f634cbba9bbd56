import { useSearchParams } from '@parlance/shared/router';
import { useSession } from '@parlance/shared/session';
import { inLocalStorage } from '../browser/storage.ts';

/** The query parameter with the hidden columns. */
export const hiddenParameter = 'hidden';

/** Returns the storage key of the columns that a person last hid in a list. */
export const useHiddenPlace = (list: string): string =>
  `parlance.hidden.${list}.${useSession(({ whoami }) => whoami?.member_id ?? '')}`;

/** Returns the hidden columns of a list: those of the address, else those that this person last hid in this browser. */
export function useHiddenColumns(list: string): readonly string[] {
  const [params] = useSearchParams();
  const place = useHiddenPlace(list);
  const kept = inLocalStorage((storage) => storage.getItem(place));
  return (params.get(hiddenParameter) ?? kept ?? '').split('.');
}
