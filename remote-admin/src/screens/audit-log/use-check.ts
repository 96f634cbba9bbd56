import { useEffect, useRef, useState } from 'react';
import { type AuditFault, checkAuditLog } from '@parlance/shared/contract/api/audit-log';
import { call } from '@parlance/shared/http';

export type Checked = {
  readonly checked: number;
  readonly isDone: boolean;
  readonly fault: AuditFault | null;
  readonly through: { readonly number: number; readonly hash: string } | null;
};

/** Walks the chain part by part, for as long as somebody looks on. */
export function useCheck(): { readonly found: Checked | null; readonly run: () => Promise<void> } {
  const [found, setFound] = useState<Checked | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function run(): Promise<void> {
    setFound({ checked: 0, isDone: false, fault: null, through: null });
    let [cursor, checked]: [string | null, number] = [null, 0];
    do {
      const part: Awaited<ReturnType<typeof checkPart>> = await checkPart(cursor);
      cursor = part.next_cursor;
      checked += part.checked;
      setFound({ checked, isDone: cursor === null, fault: part.fault, through: part.through });
    } while (cursor !== null && !isGone.current);
  }
  return { found, run };
}

const checkPart = (cursor: string | null) => call(checkAuditLog, { body: { cursor } });
