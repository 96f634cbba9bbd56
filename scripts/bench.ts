// `npm run bench`: measures the product on this machine and writes docs/performance.md and .json. Words after it choose
// parts: `npm run bench -- pages`; then the figures are only printed.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import path from 'node:path';
import { buildPrograms } from './build-programs.ts';
import { measureAnswers } from './bench/answers.ts';
import { figuresTable } from './bench/figures.ts';
import type { Figure } from './bench/figures.ts';
import { measurePages } from './bench/pages.ts';
import { measureStarts } from './bench/starts.ts';
import { root } from './workspace.ts';

const parts: Readonly<Record<string, () => Promise<Figure[]>>> = { starts: measureStarts, pages: measurePages, answers: measureAnswers };
const wishes = process.argv.slice(2);
const gibibyte = 2 ** 30;

await buildPrograms();
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (wishes.length === 0 || wishes.includes(name)) figures.push(...(await measure()));
}
const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / gibibyte)} GB, ${process.platform}, Node ${process.versions.node}`;
const date = new Date().toISOString().slice(0, 10);
const table = figuresTable(figures);
console.log(`\n${machine}\n\n${table}`);
if (wishes.length === 0) write();

/** Everything between the two marks of the page is the last measurement; the words around it are written by hand. */
function write(): void {
  const page = path.join(root, 'docs', 'performance.md');
  const [begin, end] = ['<!-- measured: begin -->', '<!-- measured: end -->'];
  const text = readFileSync(page, 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/performance.md must hold “${begin}” and “${end}”; the figures go between them.`);
  writeFileSync(page, `${before}${begin}\nMeasured on ${date}: ${machine}.\n\n${table}\n${end}${after}`);
  writeFileSync(path.join(root, 'docs', 'performance.json'), `${JSON.stringify({ date, machine, figures }, null, 2)}\n`);
}
