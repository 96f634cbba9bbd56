import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';
import { type Figure, shown } from './figures.ts';
import type { PartResult } from './results.ts';

/** One measurement of a part, as a line of the history: the figures by name. */
export type Entry = Pick<PartResult, 'date' | 'machine' | 'commit' | 'load'> & {
  readonly part: string;
  readonly values: Readonly<Record<string, number>>;
};
/** A figure that got worse, and by which share; null if it was zero. */
export type Worse = { readonly figure: Figure; readonly before: number; readonly share: number | null };

const file = path.join(root, 'docs', 'performance-history.jsonl');
const tolerance = 0.1;
const percent = 100;

export function readHistory(): Entry[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry); // addToHistory wrote it
}

export function addToHistory(part: string, { date, machine, commit, load, figures }: PartResult): void {
  const entry: Entry = {
    part,
    date,
    machine,
    commit,
    load,
    values: Object.fromEntries(figures.map(({ what, value }) => [what, value])),
  };
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/**
 * Returns the figures more than 10 % worse than at the part's last measurement on such a machine. For a rate per
 * second, more is better.
 */
export function worseThanBefore(
  part: string,
  { machine, figures }: Pick<PartResult, 'machine' | 'figures'>,
  history: readonly Entry[],
): Worse[] {
  const last = history.findLast((entry) => entry.part === part && entry.machine === machine);
  return figures.flatMap((figure) => {
    const before = last?.values[figure.what];
    if (before === undefined) return [];
    const lost = figure.unit === '/s' ? before - figure.value : figure.value - before;
    return lost > Math.abs(before) * tolerance
      ? [{ figure, before, share: before === 0 ? null : lost / Math.abs(before) }]
      : [];
  });
}

export const worseInWords = ({ figure: { what, value, unit }, before, share }: Worse): string =>
  `${what}: ${shown(value, unit)}, was ${shown(before, unit)}${share === null ? '' : ` (${Math.round(share * percent)} % worse)`}`;
