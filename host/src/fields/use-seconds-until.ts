import { useEffect, useState } from 'react';

const tickMs = 1000;

/** Whole seconds until a moment (milliseconds since 1970), counted down; 0 once it has passed. */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((moment - now) / 1000));
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    if (moment <= Date.now()) return;
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [moment]);
  return left;
}
