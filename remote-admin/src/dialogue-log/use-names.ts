import { getShownNames, hideNames, showNames, type ShownNames } from '@parlance/shared/contract/api/dialogue-log';
import { call } from '@parlance/shared/http';
import { useEndpoint } from '@parlance/shared/loading';

export type Names = {
  /** Null until it is known. */
  readonly shown: ShownNames | null;
  readonly show: (reason: string) => Promise<void>;
  readonly hide: () => Promise<void>;
};

/** Whether this administrator sees names. */
export function useNames(): Names {
  const loaded = useEndpoint(getShownNames, {});
  return {
    shown: loaded.status === 'ready' ? loaded.data : null,
    async show(reason) {
      await call(showNames, { body: { reason } });
      loaded.retry();
    },
    async hide() {
      await call(hideNames, {});
      loaded.retry();
    },
  };
}

/** What a list is called with names or without: each is loaded by itself. */
export const seenWith = (names: Names): string => (areShown(names) ? 'with names' : 'without names');

export const areShown = ({ shown }: Names): boolean => shown !== null && shown.until !== null;
