import {
  deleteConnectedAccount,
  listConnectedAccounts,
  type ConnectedAccount,
} from '@parlance/shared/contract/api/tools/connected-accounts';
import { call } from '@parlance/shared/http';
import { pick, useEndpoint, type Retried } from '@parlance/shared/loading';
import { useState } from 'react';

export type Accounts = {
  readonly list: Retried<readonly ConnectedAccount[]>;
  /** Signs out of a tool; its row disappears at once, and reappears if that fails. */
  readonly signOut: (id: string) => Promise<void>;
};

/** Returns the accounts that the person uses tools with. */
export function useAccounts(): Accounts {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const loaded = pick(useEndpoint(listConnectedAccounts, {}), ({ items }) => items);
  const list = loaded.status === 'ready' ? { ...loaded, data: loaded.data.filter(({ id }) => !gone.has(id)) } : loaded;
  const signOut = async (id: string) => {
    setGone((before) => new Set([...before, id]));
    try {
      await call(deleteConnectedAccount, { params: { account_id: id } });
    } catch (error) {
      setGone((before) => new Set([...before].filter((it) => it !== id)));
      throw error;
    } finally {
      loaded.retry();
    }
  };
  return { list, signOut };
}
