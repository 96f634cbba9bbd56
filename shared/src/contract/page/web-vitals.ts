/**
 * The speed of a page for its reader (web.dev/vitals): the largest paint, the slowest response to an interaction, the
 * layout shift, the first byte. In milliseconds; `cls` is a score.
 */
export const webVitals = ['lcp', 'inp', 'cls', 'ttfb'] as const;
export type WebVital = (typeof webVitals)[number];

/** The thresholds of a vital: up to the first it is good, above the second it is poor. */
const thresholds: Readonly<Record<WebVital, readonly [good: number, poor: number]>> = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  ttfb: [800, 1800],
};

/** The bounds of the buckets; values above the last one have a bucket of their own. Both thresholds are among them. */
export const vitalBounds: Readonly<Record<WebVital, readonly number[]>> = {
  lcp: [250, 500, 750, 1000, 1500, 2000, 2500, 3000, 4000, 6000, 10_000, 20_000],
  inp: [25, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 2000],
  cls: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 1],
  ttfb: [50, 100, 200, 300, 450, 600, 800, 1000, 1400, 1800, 3000, 6000],
};

export const vitalRatings = ['good', 'middling', 'poor'] as const;
export type VitalRating = (typeof vitalRatings)[number];

/** Returns the bucket of a figure. */
export function bucketOf(vital: WebVital, value: number): number {
  const at = vitalBounds[vital].findIndex((bound) => value <= bound);
  return at === -1 ? vitalBounds[vital].length : at;
}

export function ratingOf(vital: WebVital, value: number): VitalRating {
  const [good, poor] = thresholds[vital];
  return value <= good ? 'good' : value <= poor ? 'middling' : 'poor';
}

/** The rating of a bucket. The last bucket is only known to be above every bound. */
export const ratingOfBucket = (vital: WebVital, bucket: number): VitalRating =>
  ratingOf(vital, vitalBounds[vital][bucket] ?? Infinity);

/** Returns the 75th percentile, interpolated evenly between two bounds. Null if there is no page. */
export function p75Of(
  vital: WebVital,
  pages: readonly { readonly bucket: number; readonly pages: number }[],
): number | null {
  const bounds = vitalBounds[vital];
  const counts = Array.from({ length: bounds.length + 1 }, (_, bucket) =>
    pages.filter((it) => it.bucket === bucket).reduce((sum, it) => sum + it.pages, 0),
  );
  const wanted = counts.reduce((sum, count) => sum + count, 0) * 0.75;
  if (wanted === 0) return null;
  let before = 0;
  for (const [bucket, count] of counts.entries()) {
    const [from, to] = [bounds[bucket - 1] ?? 0, bounds[bucket]];
    // Above the last bound only the bound is known.
    if (to === undefined) return from;
    if (before + count >= wanted) return from + ((to - from) * (wanted - before)) / count;
    before += count;
  }
  return null;
}
