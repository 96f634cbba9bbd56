import {
  getMemberImport,
  listRefusedLines,
  startMemberImport,
  type MemberImport,
  type RefusedLine,
} from '@parlance/shared/contract/api/member-imports/member-imports';
import type { Input } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { everyRow } from '@parlance/shared/loading';
import { useEffect, useState } from 'react';

export type ImportWish = Input<typeof startMemberImport>['body'];
export const startImport = (body: ImportWish): Promise<MemberImport> => call(startMemberImport, { body });

/** The poll interval of the progress in milliseconds. */
const lookEveryMs = 1000;
const pageSize = 100;

/** Returns the progress of an import, until it has ended. A failed poll is repeated. */
export function useProgress(begun: MemberImport): MemberImport {
  const [now, setNow] = useState(begun);
  const isRunning = now.status === 'running';
  useEffect(() => {
    if (!isRunning) return undefined;
    const stop = new AbortController();
    const look = async () => {
      try {
        setNow(await call(getMemberImport, { params: { import_id: begun.id } }, { signal: stop.signal }));
      } catch {
        // The import continues unwatched; the next poll reports it.
      }
    };
    const timer = setInterval(() => void look(), lookEveryMs);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [begun.id, isRunning]);
  return now;
}

/** Loads every line that led to no invitation. */
export const loadRefused = (id: string): Promise<readonly RefusedLine[]> =>
  everyRow((cursor) => call(listRefusedLines, { params: { import_id: id }, query: { cursor, limit: pageSize } }));
