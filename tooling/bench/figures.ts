/** A single measured figure. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: 'KB' | 'MB' | 'requests' | 'frames' | 's' | 'ms' | 'µs' | '%' | '×' | '/s';
  /** The promised maximum, if there is one. */
  readonly limit?: number;
  /** The method of measurement, in one sentence. */
  readonly how: string;
};

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)];
  if (upper === undefined) throw new Error('There is no median of nothing.');
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper;
}

/** The value below which this share of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('There is no quantile of nothing.');
  return value;
}

const digits = { KB: 1, MB: 0, requests: 0, frames: 0, s: 2, ms: 1, µs: 0, '%': 2, '×': 1, '/s': 0 } as const;
/** A value as people read it, with its unit. */
export const shown = (value: number, unit: Figure['unit']) => `${value.toFixed(digits[unit])} ${unit}`;

/** Returns the share that a figure takes of its limit; for a limit of zero it is none or too much. */
export const shareOfLimit = ({ value, limit = 0 }: Figure): number =>
  limit === 0 ? Number(value > 0) * 2 : value / limit;

/** A Markdown table: figure, limit, and how it was measured. */
export function figuresTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, unit, limit, how }) => {
    const verdict = limit === undefined ? '' : `≤ ${limit} ${unit}${value <= limit ? '' : ' (missed)'}`;
    return `| ${what} | ${shown(value, unit)} | ${verdict} | ${how} |`;
  });
  return ['| what | measured | limit | how |', '|---|---|---|---|', ...rows].join('\n');
}
