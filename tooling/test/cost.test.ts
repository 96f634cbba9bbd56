import { budgets, costsOf, measureMachine, overBudget } from './cost.ts';
import { run } from '../workspace.ts';

const name = 'types';
const { [name]: budget = NaN } = budgets;
const suite = (processorSeconds?: number) => ({
  name,
  passed: 1,
  failed: 0,
  seconds: 1,
  ...(processorSeconds === undefined ? {} : { processorSeconds }),
});

test('a suite is over its budget when it takes more than a tenth beyond it', () => {
  expect(overBudget(costsOf([suite(budget * 1.09)], 1))).toEqual([]);
  expect(overBudget(costsOf([suite(budget * 1.2)], 1))).toEqual([
    `${name} took ${(budget * 1.2).toFixed(0)} processor seconds, and may take ${budget}.`,
  ]);
});

test('a slow machine is no reason to be over it, and a fast one no way to stay below', () => {
  expect(overBudget(costsOf([suite(budget * 1.9)], 2))).toEqual([]);
  expect(overBudget(costsOf([suite(budget * 0.9)], 0.5))).toHaveLength(1);
});

test('where the system tells no processor time, nothing is said of it', () => {
  expect(costsOf([suite()], 1)).toEqual([{ name, cost: null, budget }]);
  expect(overBudget(costsOf([suite()], 1))).toEqual([]);
});

test('a suite that has no budget is named', () => {
  expect(overBudget(costsOf([{ ...suite(1), name: 'a new one' }], 1))).toEqual([
    'a new one has no budget in tooling/test/cost.ts.',
  ]);
});

test('a machine is as slow as itself, in every measurement', () => {
  expect(measureMachine()).toBeGreaterThan(0);
});

const busy = 'for (const end = process.cpuUsage().user + 600_000; process.cpuUsage().user < end; );';
const withChild = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`;

test('what a program took of the processors is told of it alone, with the programs that it waited for', async () => {
  const node = (text: string) => run(process.execPath, ['-e', text]);
  const [idle, working] = await Promise.all([node(''), node(withChild)]);
  const after = await node('');
  if (process.platform === 'linux') {
    expect(working.processorSeconds).toBeGreaterThanOrEqual(0.6);
    expect(idle.processorSeconds).toBeLessThan(0.6);
    expect(after.processorSeconds).toBeLessThan(0.6);
  } else expect([idle, working, after].map((it) => it.processorSeconds)).toEqual([undefined, undefined, undefined]);
});
