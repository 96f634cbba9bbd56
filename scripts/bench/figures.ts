/** One measured figure. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: 'KB' | 'requests' | 's' | 'ms';
  /** What it may be at most, where that is promised. */
  readonly limit?: number;
  /** How it was measured, in one sentence. */
  readonly how: string;
};

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)];
  if (upper === undefined) throw new Error('There is no median of nothing.');
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper;
}

const digits = { KB: 1, requests: 0, s: 2, ms: 1 } as const;
const shown = (value: number, unit: Figure['unit']) => `${value.toFixed(digits[unit])} ${unit}`;

/** A Markdown table: figure, limit, and how it was measured. */
export function figuresTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, unit, limit, how }) => {
    const verdict = limit === undefined ? '' : `≤ ${limit} ${unit}${value <= limit ? '' : ' (missed)'}`;
    return `| ${what} | ${shown(value, unit)} | ${verdict} | ${how} |`;
  });
  return ['| what | measured | limit | how |', '|---|---|---|---|', ...rows].join('\n');
}
