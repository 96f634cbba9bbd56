import { getShownNames, hideNames, showNames, type ShownNames } from '@parlance/shared/contract/api/dialogue-log';
import { call } from '@parlance/shared/http';
import { useEndpoint } from '@parlance/shared/loading';

export type Names = {
  /** The shown names; null until loaded. */
  readonly shown: ShownNames | null;
  readonly show: (reason: string) => Promise<void>;
  readonly hide: () => Promise<void>;
};

/** Manages whether this administrator sees names. */
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

/** Returns the cache key of a list by whether names are shown: each is loaded separately. */
export const seenWith = (names: Names): string => (areShown(names) ? 'with names' : 'without names');

export const areShown = ({ shown }: Names): boolean => shown !== null && shown.until !== null;
