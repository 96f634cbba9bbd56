import type { ReleaseHealth } from '@parlance/shared/contract/api/releases/operator';
import type { Words } from './words.ts';

const svg = 'http://www.w3.org/2000/svg';
const shownHours = 24;
const hourMs = 3_600_000;
/** The width of one hour in the chart's own units. */
const step = 5;
const height = 24;

/** The people who had a release, and the number for whom it failed. */
export type Sum = { readonly visits: number; readonly failures: number };

export function sumOf({ hours }: Pick<ReleaseHealth, 'hours'>): Sum {
  return hours.reduce<Sum>(
    ({ visits, failures }, hour) => ({
      visits: visits + hour.visits,
      failures: failures + hour.load_failures + hour.draw_failures,
    }),
    { visits: 0, failures: 0 },
  );
}

const shareOf = ({ visits, failures }: Sum): number => (visits === 0 ? 0 : Math.min(1, failures / visits));

/** Returns the share of failures in each hour of the last day, as bars with a text alternative. */
export function courseOf(health: Pick<ReleaseHealth, 'hours'>, { say, percent }: Words, now = Date.now()): SVGElement {
  const shares = health.hours.map(({ hour, visits, load_failures, draw_failures }) => ({
    back: Math.floor(now / hourMs) - Math.floor(Date.parse(hour) / hourMs),
    share: shareOf({ visits, failures: load_failures + draw_failures }),
  }));
  const picture = document.createElementNS(svg, 'svg');
  const { visits, failures } = sumOf(health);
  for (const [name, value] of Object.entries({
    class: 'course',
    viewBox: `0 0 ${shownHours * step} ${height}`,
    role: 'img',
    'aria-label': say('course', {
      failures,
      visits,
      percent: percent(Math.max(0, ...shares.map(({ share }) => share))),
    }),
  }))
    picture.setAttribute(name, value);
  for (const { back, share } of shares) {
    const tall = Math.max(1, share * height);
    const bar = document.createElementNS(svg, 'rect');
    for (const [name, value] of Object.entries({
      x: (shownHours - 1 - back) * step,
      y: height - tall,
      width: step - 1,
      height: tall,
    }))
      bar.setAttribute(name, String(value));
    if (share > 0) bar.setAttribute('class', 'failed');
    picture.append(bar);
  }
  return picture;
}
