import { listManagedFiles, type ManagedFile } from '@parlance/shared/contract/api/file-manager';
import { call } from '@parlance/shared/http';
import { loadAll, longestPage } from '@parlance/shared/list-menu/load-all';
import type { FileQuery } from './file-query.ts';

/** Loads every file of the list, not only the loaded pages. */
export const useAllFiles =
  (query: FileQuery) =>
  (signal: AbortSignal, loaded: (rows: number) => void): Promise<readonly ManagedFile[]> =>
    loadAll(
      (cursor) => call(listManagedFiles, { query: { ...query, cursor, limit: longestPage } }, { signal }),
      loaded,
    );
