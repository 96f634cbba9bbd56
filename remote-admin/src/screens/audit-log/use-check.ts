import { useEffect, useRef, useState } from 'react';
import { type AuditFault, checkAuditLog } from '@parlance/shared/contract/api/audit/audit-log';
import { call } from '@parlance/shared/http';

export type CheckProgress = {
  readonly checked: number;
  /** The start of the next part; null if none is known. */
  readonly cursor: string | null;
  readonly isDone: boolean;
  readonly fault: AuditFault | null;
  readonly through: { readonly number: number; readonly hash: string } | null;
};

const nothing: CheckProgress = { checked: 0, cursor: null, isDone: false, fault: null, through: null };

/** Verifies the chain part by part, as long as the dialog is open. An interrupted check resumes where it stopped. */
export function useCheck(): { readonly found: CheckProgress | null; readonly run: () => Promise<void> } {
  const [found, setFound] = useState<CheckProgress | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function run(): Promise<void> {
    let now = found !== null && found.cursor !== null ? found : nothing;
    setFound(now);
    while (!now.isDone && !isGone.current) {
      const {
        checked,
        next_cursor: cursor,
        fault,
        through,
      } = await call(checkAuditLog, { body: { cursor: now.cursor } });
      now = { checked: now.checked + checked, cursor, isDone: cursor === null, fault, through };
      setFound(now);
    }
  }
  return { found, run };
}
