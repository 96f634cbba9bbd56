import { useState } from 'react';

/** A cookie, as the choice of light or dark is one: local storage has its keys by the specification. */
const cookie = 'rail';
const oneYearInSeconds = 365 * 24 * 60 * 60;

/** Whether the rail shows its icons alone. The choice is kept for a year on this device. */
export function useCollapsedRail(): readonly [isCollapsed: boolean, toggle: () => void] {
  const [isCollapsed, setCollapsed] = useState(() => document.cookie.split('; ').includes(`${cookie}=collapsed`));
  function toggle(): void {
    const next = !isCollapsed;
    document.cookie = `${cookie}=${next ? 'collapsed' : 'wide'}; path=/; max-age=${next ? oneYearInSeconds : 0}; samesite=lax`;
    setCollapsed(next);
  }
  return [isCollapsed, toggle];
}
