import { createHash } from 'node:crypto';
import type { SuiteResult } from './results.ts';

/**
 * What each suite may take, in processor seconds of the machine on which `referenceMs` was measured: of every program
 * that it starts and waits for, so without the PostgreSQL that suites share and without pages of a browser that ended
 * after it. Time on the clock says nothing of a machine that does other things beside it.
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

/** How long the work of `measureMachine` takes on the machine of the budgets, alone. */
const referenceMs = 20.8;
const rounds = 40;

/**
 * How many times as long this machine takes for a piece of work as that of the budgets; the best of several rounds, as
 * everything that comes between makes a round longer, and a second of them are the same within a hundredth.
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

/** What tests do most: objects made and compared, texts parsed, written, searched and hashed. */
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
  /** Processor seconds as the machine of the budgets would take; null where this system does not tell. */
  readonly cost: number | null;
  readonly budget: number | null;
};

/** What each suite has cost, and what it may. `slowness` is that of this machine, see `measureMachine`. */
export const costsOf = (results: readonly SuiteResult[], slowness: number): Cost[] =>
  results.map(({ name, processorSeconds }) => ({
    name,
    cost: processorSeconds === undefined ? null : processorSeconds / slowness,
    budget: budgets[name] ?? null,
  }));

/** Those that take more than a tenth over their budget, in words; a suite without a budget is said to have none. */
export const overBudget = (costs: readonly Cost[]): string[] =>
  costs.flatMap(({ name, cost, budget }) => {
    if (budget === null) return [`${name} has no budget in tooling/test/cost.ts.`];
    if (cost === null || cost <= budget * tolerance) return [];
    return [`${name} took ${cost.toFixed(0)} processor seconds, and may take ${budget}.`];
  });
