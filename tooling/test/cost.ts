import { createHash } from 'node:crypto';
import type { SuiteResult } from './results.ts';

/**
 * The budget of each suite, in processor seconds of the machine on which `referenceMs` was measured: every program that
 * it starts and waits for, thus without the PostgreSQL shared by suites and browser pages that end later. Time on the
 * clock says nothing about a machine that does other things beside it.
 */
export const budgets: Readonly<Record<string, number>> = {
  types: 27,
  build: 52,
  lint: 71,
  host: 57,
  // Since what its screens decide is asked of each part, and not of the screens alone.
  'remote-admin': 56,
  'remote-agent-studio': 59,
  'remote-chat': 42,
  'remote-registration': 20,
  shared: 48,
  tooling: 71,
  'server on PGlite': 410,
  'e2e on PGlite': 60,
  'server on PostgreSQL': 310,
  'e2e on PostgreSQL': 620,
};
/** A suite that takes a tenth more than its budget is over it: less is the noise of two runs of one commit. */
export const tolerance = 1.1;

/** The duration of `measureMachine`'s work on the budgets' machine, alone. */
const referenceMs = 20.8;
const rounds = 40;

/**
 * Returns how many times longer this machine takes for a piece of work than that of the budgets; the best of several
 * rounds, since any interruption makes a round longer, and the results agree within a hundredth.
 */
export function measureMachine(): number {
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    work();
    best = Math.min(best, performance.now() - begun);
  }
  return best / referenceMs;
}

/** Does typical work of tests: objects made and compared, texts parsed, written, searched and hashed. */
function work(): void {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}`, tags: ['one', 'two'], on: null }));
  const text = JSON.stringify(rows);
  const again = JSON.parse(text) as typeof rows; // written the line before
  const sorted = again.toSorted((a, b) => a.name.localeCompare(b.name));
  const found = text.match(/"name":"row \d*7"/g) ?? [];
  createHash('sha256').update(JSON.stringify(sorted)).update(String(found.length)).digest();
}

export type Cost = {
  readonly name: string;
  /** The processor seconds on the machine of the budgets; null if this system does not report them. */
  readonly cost: number | null;
  readonly budget: number | null;
};

/** Returns the cost and the budget of each suite. `slowness` is that of this machine, see `measureMachine`. */
export const costsOf = (results: readonly SuiteResult[], slowness: number): Cost[] =>
  results.map(({ name, processorSeconds }) => ({
    name,
    cost: processorSeconds === undefined ? null : processorSeconds / slowness,
    budget: budgets[name] ?? null,
  }));

/** Returns, in words, the suites more than a tenth over budget; those without a budget are named too. */
export const overBudget = (costs: readonly Cost[]): string[] =>
  costs.flatMap(({ name, cost, budget }) => {
    if (budget === null) return [`${name} has no budget in tooling/test/cost.ts.`];
    if (cost === null || cost <= budget * tolerance) return [];
    return [`${name} took ${cost.toFixed(0)} processor seconds, and may take ${budget}.`];
  });
