import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';
import { type Figure, figuresTable, shareOfLimit, shown } from './figures.ts';
import { pictureOf } from './picture.ts';

/** What one part of the bench has measured, and when, where and of what. */
export type PartResult = {
  readonly date: string;
  readonly machine: string;
  /** Null where the checkout is none of git's. */
  readonly commit: string | null;
  /** How long the part took. */
  readonly seconds: number;
  /** What the machine had to do beside it: programs that ran or waited on average in the minute before. */
  readonly load: number;
  readonly figures: readonly Figure[];
};
export type Results = Readonly<Record<string, PartResult>>;

const file = path.join(root, 'docs', 'performance.json');
const page = path.join(root, 'docs', 'performance.md');
const picture = path.join(root, 'docs', 'performance.svg');
const [begin, end] = ['<!-- measured: begin -->', '<!-- measured: end -->'];

export function readResults(): Results {
  // keepResult wrote it
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { parts: Results }).parts : {};
}

/**
 * Puts the result of a part beside those of the others: into performance.json, onto its page and into the picture.
 * `order` names all parts.
 */
export function keepResult(name: string, result: PartResult, order: readonly string[]): void {
  const results = { ...readResults(), [name]: result };
  const parts = Object.fromEntries(
    order.flatMap((part) => (results[part] === undefined ? [] : [[part, results[part]]])),
  );
  writeFileSync(file, `${JSON.stringify({ parts }, null, 2)}\n`);
  const measured = `${summaryOf(parts)}\n${sectionsOf(parts)}`;
  writeFileSync(page, between(readFileSync(page, 'utf8'), measured, 'docs/performance.md'));
  writeFileSync(picture, pictureOf(parts));
}

/** Everything between the two marks of a page is measured; the words around it are written by hand. */
export function between(text: string, measured: string, name: string): string {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${name} must hold “${begin}” and “${end}”; the figures go between them.`);
  return `${before}${begin}\n${measured}${end}${after}`;
}

export const sectionsOf = (parts: Results): string =>
  Object.entries(parts)
    .map(
      ([name, { date, machine, commit, seconds, load, figures }]) =>
        `### ${name}\n\nMeasured on ${date}${commit === null ? '' : ` at ${commit}`}, in ${Math.round(seconds)} s: ${machine}; load before it ${load.toFixed(1)}.\n\n${figuresTable(figures)}\n`,
    )
    .join('\n');

/** For each part how many limits it holds, and what takes most of its own. */
export function summaryOf(parts: Results): string {
  const rows = Object.entries(parts).flatMap(([name, { figures }]) => {
    const limited = figures
      .filter(({ limit }) => limit !== undefined)
      .toSorted((a, b) => shareOfLimit(b) - shareOfLimit(a));
    const [closest] = limited;
    if (closest === undefined) return [];
    const { what, value, unit, limit } = closest;
    return [
      `| ${name} | ${limited.filter((it) => shareOfLimit(it) <= 1).length} of ${limited.length} | ${what}: ${shown(value, unit)} of at most ${limit} ${unit} |`,
    ];
  });
  return `| part | limits held | what takes most of its own |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/**
 * The parts that are wanted: those named, all without a name, and with `rest` those that have no figures of this commit
 * yet.
 */
export function partsToMeasure(
  wishes: readonly string[],
  order: readonly string[],
  results: Results,
  commit: string | null,
): string[] {
  const unknown = wishes.filter((wish) => wish !== 'rest' && !order.includes(wish));
  if (unknown.length > 0)
    throw new Error(
      `There is no part ${unknown.join(', ')}. The parts are ${order.join(', ')}; “rest” are those without figures of this commit.`,
    );
  if (wishes.length === 0) return [...order];
  const isMeasured = (name: string) => commit !== null && results[name]?.commit === commit;
  return order.filter((name) => wishes.includes(name) || (wishes.includes('rest') && !isMeasured(name)));
}
