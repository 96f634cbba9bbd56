import {
  type AuditEntry,
  type AuditEntryDetails,
  exportAuditLog,
  getAuditEntry,
  listAuditEntries,
} from '@parlance/shared/contract/api/audit/audit-log';
import { addressOf, call } from '@parlance/shared/http';
import { useComposedPages, useEndpoint, type Loaded, type Pages } from '@parlance/shared/loading';
import { useSearchParams } from '@parlance/shared/router';
import { type Change, filterOf, type LogQuery, readQuery, writeQuery } from './log-query.ts';

export type ListedEntry = AuditEntry & { readonly id: string };
export type Query = {
  readonly query: LogQuery;
  /** Changes the query. `undefined` removes a condition. Another list closes the open entry. */
  readonly change: (change: Change) => void;
  readonly clear: () => void;
  /** Returns the address of an entry above this list. */
  readonly linkTo: (entry: number) => string;
  readonly close: () => void;
};

/** Returns the query in the address, and its setter. */
export function useQuery(): Query {
  const [params, setParams] = useSearchParams();
  const query = readQuery(params);
  return {
    query,
    change: (changed) => setParams(writeQuery({ ...query, entry: undefined, ...changed }), { replace: true }),
    clear: () => setParams({}, { replace: true }),
    linkTo: (entry) => `/audit-log?${new URLSearchParams(writeQuery({ ...query, entry })).toString()}`,
    close: () => setParams(writeQuery({ ...query, entry: undefined }), { replace: true }),
  };
}

/** Loads the entries of a query. */
export function useLog(query: LogQuery): Pages<ListedEntry> {
  const filter = filterOf(query);
  const load = async (cursor: string | undefined, signal: AbortSignal) => {
    const { items, next_cursor } = await call(listAuditEntries, { query: { ...filter, cursor } }, { signal });
    return { items: items.map((entry) => ({ ...entry, id: String(entry.number) })), next_cursor };
  };
  return useComposedPages('admin/audit-log', [filter], load, { keepsRows: true });
}

export const useEntry = (number: number): Loaded<AuditEntryDetails> & { readonly retry: () => void } =>
  useEndpoint(getAuditEntry, { params: { number: String(number) } });

/** Returns the URL at which the browser downloads the entries of a query. */
export const exportAddress = (query: LogQuery, format: 'csv' | 'jsonl'): string =>
  addressOf(exportAuditLog, { query: { ...filterOf(query), format } });
