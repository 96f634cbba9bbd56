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

/** Between two looks at how far it is. */
const lookEveryMs = 1000;
const pageSize = 100;

/** How far an import is, until it has ended. A look that fails is made again. */
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
        // The import goes on without being watched; the next look tells.
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

/** Every line that led to no invitation. */
export const loadRefused = (id: string): Promise<readonly RefusedLine[]> =>
  everyRow((cursor) => call(listRefusedLines, { params: { import_id: id }, query: { cursor, limit: pageSize } }));
