import { useLocation, useNavigate } from '@parlance/shared/router';
import { useEffect, useRef } from 'react';

/** Returns the code of `/profile#code=123456`: behind the #, so that no server and no log sees it. */
const codeIn = (hash: string): string | null => /^#code=(\d{6})$/.exec(hash)?.[1] ?? null;

/** Takes the code of a mail’s link out of the address, and passes it on once. */
export function useCodeOfLink(use: (code: string) => void): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const used = useRef<string | null>(null);
  useEffect(() => {
    const code = codeIn(hash);
    if (code === null || code === used.current) return;
    used.current = code;
    void navigate({ pathname, search }, { replace: true });
    use(code);
  });
}
