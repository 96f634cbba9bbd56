import { useEffect, useState } from 'react';
import type { Language } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';

const second = 1000;
const secondsOfMinute = 60;

type UnitDisplay = 'long' | 'short';

/** Formats whole seconds: `12 seconds`, or shorter `12 sec`; from a minute on `1 min 12 sec`. */
export function formatSeconds(language: Language, seconds: number, unitDisplay: UnitDisplay): string {
  const inUnit = (value: number, unit: 'minute' | 'second', display: UnitDisplay) =>
    formatNumber(language, value, { style: 'unit', unit, unitDisplay: display });
  if (seconds < secondsOfMinute) return inUnit(seconds, 'second', unitDisplay);
  const rest = seconds % secondsOfMinute;
  const minutes = inUnit(Math.floor(seconds / secondsOfMinute), 'minute', 'short');
  return rest === 0 ? minutes : `${minutes} ${inUnit(rest, 'second', 'short')}`;
}

/**
 * Returns the whole seconds of a time that was `ms` when it was last heard of. While it goes on they are counted up by
 * the clock of the page, if that is seen; they never go back.
 */
export function useCountedSeconds(ms: number, goesOn: boolean): number {
  const [counted, setCounted] = useState(0);
  useEffect(() => {
    if (!goesOn) return undefined;
    const begun = performance.now() - ms;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const passed = () => performance.now() - begun;
    const wait = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(count, second - (passed() % second));
    };
    function count(): void {
      const now = Math.floor(passed() / second);
      setCounted((before) => Math.max(before, now));
      wait();
    }
    wait();
    document.addEventListener('visibilitychange', count);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', count);
    };
  }, [ms, goesOn]);
  const known = Math.floor(ms / second);
  return goesOn ? Math.max(known, counted) : known;
}
