import { useSearchParams } from '@parlance/shared/router';
import { useSession } from '@parlance/shared/session';
import { inLocalStorage } from '../browser/storage.ts';

/** The name of the parameter that holds the columns which are not shown. */
export const hiddenParameter = 'hidden';

/** Where a browser keeps what a person hid last of a list. */
export const useHiddenPlace = (list: string): string =>
  `parlance.hidden.${list}.${useSession(({ whoami }) => whoami?.member_id ?? '')}`;

/**
 * The columns of a list that are not shown: those that the address names, else those that this person hid last in this
 * browser.
 */
export function useHiddenColumns(list: string): readonly string[] {
  const [params] = useSearchParams();
  const place = useHiddenPlace(list);
  const kept = inLocalStorage((storage) => storage.getItem(place));
  return (params.get(hiddenParameter) ?? kept ?? '').split('.');
}
