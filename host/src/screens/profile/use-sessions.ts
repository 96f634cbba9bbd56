import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from '@parlance/shared/contract/api/session/own-sessions';
import { call } from '@parlance/shared/http';
import { pick, useEndpoint, type Loaded } from '@parlance/shared/loading';
import { useState } from 'react';

export type Sessions = {
  readonly list: Loaded<readonly OwnSession[]>;
  readonly reload: () => void;
  /** Ends a session; its row disappears at once, and reappears if that fails. */
  readonly end: (id: string) => Promise<void>;
  readonly endOthers: () => Promise<void>;
};

/** Returns the browsers in which the person is signed in, this one first. */
export function useSessions(): Sessions {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const loaded = pick(useEndpoint(listOwnSessions, {}), ({ items }) => items);
  const list = loaded.status === 'ready' ? { ...loaded, data: loaded.data.filter(({ id }) => !gone.has(id)) } : loaded;
  const without = async (ids: readonly string[], work: () => Promise<unknown>) => {
    setGone((before) => new Set([...before, ...ids]));
    try {
      await work();
    } catch (error) {
      setGone((before) => new Set([...before].filter((id) => !ids.includes(id))));
      throw error;
    } finally {
      loaded.retry();
    }
  };
  return {
    list,
    reload: loaded.retry,
    end: (id) => without([id], () => call(endOwnSession, { params: { session_id: id } })),
    endOthers: () =>
      without(list.status === 'ready' ? list.data.filter((it) => !it.is_current).map(({ id }) => id) : [], () =>
        call(endOtherSessions, {}),
      ),
  };
}
