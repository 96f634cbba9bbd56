import { railCookie } from '@parlance/shared/remote/painted';
import { useState } from 'react';

const oneYearInSeconds = 365 * 24 * 60 * 60;

const { name, collapsed } = railCookie;

/**
 * Returns whether the rail shows its icons alone. The choice is kept for a year on this device, in a cookie like that
 * of the theme: local storage has its keys by the specification, and the server paints the page by the cookie.
 */
export function useCollapsedRail(): readonly [isCollapsed: boolean, toggle: () => void] {
  const [isCollapsed, setCollapsed] = useState(() => document.cookie.split('; ').includes(`${name}=${collapsed}`));
  function toggle(): void {
    const next = !isCollapsed;
    document.cookie = `${name}=${next ? collapsed : 'wide'}; path=/; max-age=${next ? oneYearInSeconds : 0}; samesite=lax`;
    setCollapsed(next);
  }
  return [isCollapsed, toggle];
}
