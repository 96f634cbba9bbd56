import { useLocation, useNavigate } from '@parlance/shared/router';
import { useEffect, useRef, useState } from 'react';

/** Returns the code of `/profile#code=123456`: behind the #, so that no server and no log sees it. */
const codeIn = (hash: string): string | null => /^#code=(\d{6})$/.exec(hash)?.[1] ?? null;

/**
 * Takes the code of a mail’s link out of the address, and passes it on once. `use` must not reject. Returns true while
 * the code that the page was opened with is used: that replaces the session, and what is read under the previous one at
 * that moment is refused.
 */
export function useCodeOfLink(use: (code: string) => Promise<void>): boolean {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [isOpening, setOpening] = useState(codeIn(hash) !== null);
  const used = useRef<string | null>(null);
  useEffect(() => {
    const code = codeIn(hash);
    if (code === null || code === used.current) return;
    used.current = code;
    void navigate({ pathname, search }, { replace: true });
    void use(code).then(() => setOpening(false));
  });
  return isOpening;
}
