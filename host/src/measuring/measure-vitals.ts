import { mayReport, reportVitals } from '@parlance/shared/contract/api/releases/release-reports';
import type { WebVital } from '@parlance/shared/contract/page/web-vitals';
import { readPageConfig } from '@parlance/shared/http';
import { sessionStore } from '@parlance/shared/session';
import { type MetricType, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { isOpenTo } from '../remotes/known/is-open-to.ts';
import { sendBeacon } from './beacon.ts';

type Release = { readonly name: string; readonly version: string };
type Measurement = {
  readonly remote: string;
  readonly version: string;
  readonly vital: WebVital;
  readonly value: number;
};

/** The precision of a score, in fractions; ample for milliseconds. */
const digits = 1000;

/**
 * Measures the vitals of this page, each with the release that was shown at that moment, and sends them once: when the
 * page is first hidden. They identify nobody, and nothing is stored in the browser, so they need no consent
 * (docs/adr/0051). Events before `since` (milliseconds of `performance.now()`) belong to the login page.
 */
export function measureVitals(here: () => Release | undefined, since: number): void {
  const measured = new Map<WebVital, Measurement>();
  const measure =
    (vital: WebVital) =>
    ({ value, entries }: MetricType) => {
      if (entries.some(({ startTime }) => startTime < since)) return;
      const release = here();
      // The shell's own screens belong to no release.
      if (release !== undefined)
        measured.set(vital, {
          remote: release.name,
          version: release.version,
          vital,
          value: Math.round(value * digits) / digits,
        });
    };
  const always = { reportAllChanges: true };
  onCLS(measure('cls'), always);
  onINP(measure('inp'), always);
  onLCP(measure('lcp'), always);
  onTTFB(measure('ttfb'), always);
  // This listener runs after the library's own, which report the last values.
  const stop = new AbortController();
  const send = () => {
    if (document.visibilityState !== 'hidden') return;
    stop.abort();
    if (measured.size > 0 && isOpenTo(mayReport, sessionStore.getState().subject))
      sendBeacon(`${readPageConfig().apiBase}${reportVitals.path}`, { vitals: [...measured.values()] });
  };
  document.addEventListener('visibilitychange', send, { signal: stop.signal });
}
