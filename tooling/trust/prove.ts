import { spawn } from 'node:child_process';
import path from 'node:path';
import { figuresTable } from '../bench/figures.ts';
import { root } from '../workspace.ts';
import type { MeasuredProof, Measurement, TestProof } from './rows.ts';

/** The environment that tests need on this machine. */
export type Surroundings = Readonly<Record<'pglite' | 'postgres', NodeJS.ProcessEnv>>;
export type Outcome = { readonly what: string; readonly passed: number; readonly failed: number };

const databasesOf = ({ folder, on }: TestProof): readonly ('pglite' | 'postgres')[] => {
  if (on !== undefined) return [on];
  return folder === 'server' ? ['pglite', 'postgres'] : ['pglite'];
};
const literally = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Runs the tests of one file that the proofs name, as often as is promised, on each database that they are asked on.
 */
export async function runTests(proofs: readonly TestProof[], surroundings: Surroundings): Promise<Outcome[]> {
  const [first] = proofs;
  if (first === undefined) return [];
  const outcomes: Outcome[] = [];
  for (const database of databasesOf(first)) {
    const names = proofs.map(({ name }) => literally(name)).join('|');
    const counts = await jest(first, names, { ...surroundings[database], TEST_SIZE: 'full' });
    // A name that no test has runs none, and proves nothing.
    outcomes.push({
      what: `${first.folder}/${first.file} (${database})`,
      passed: counts.passed,
      failed: counts.passed === 0 ? Math.max(1, counts.failed) : counts.failed,
    });
  }
  return outcomes;
}

async function jest(
  { folder, file }: TestProof,
  names: string,
  env: NodeJS.ProcessEnv,
): Promise<{ passed: number; failed: number }> {
  const child = spawn(
    process.execPath,
    [path.join(root, 'node_modules', 'jest', 'bin', 'jest.js'), '--runTestsByPath', file, '-t', names, '--runInBand'],
    {
      cwd: path.join(root, folder),
      env: {
        ...process.env,
        ...env,
        NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
        FORCE_COLOR: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  // Passes through the output of the tests: how many of how many.
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      process.stdout.write(chunk);
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const line = /^Tests:\s+(.*)$/m.exec(output)?.[1] ?? '';
  const countOf = (kind: string) => Number(new RegExp(`(\\d+) ${kind}`).exec(line)?.[1] ?? 0);
  return { passed: countOf('passed'), failed: Math.max(countOf('failed'), code === 0 ? 0 : 1) };
}

export async function runMeasurement({ file }: MeasuredProof): Promise<Outcome> {
  const { measure } = (await import(path.join(root, file))) as Measurement; // exported by every file of measurements
  const figures = await measure();
  console.log(`\n${figuresTable(figures)}\n`);
  const missed = figures.filter(({ value, limit }) => limit !== undefined && !(value <= limit));
  return { what: file, passed: figures.length - missed.length, failed: missed.length };
}
