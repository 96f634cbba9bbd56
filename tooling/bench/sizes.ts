import { startProduct } from '../../e2e/harness/product.ts';
import { copyTemplate, dropCopy } from '../../server/src/testing/many-rows.ts';
import { type ApiClient, signedInClient } from './api-client.ts';
import { measuredPostgres } from './databases.ts';
import { type Figure, quantile } from './figures.ts';

/** Rows of the small and of the large database. */
export type Sizes = { readonly few: number; readonly many: number };
/** The same account on both. */
export type BothSizes = { readonly few: ApiClient; readonly many: ApiClient };
export type Times = { readonly few: number[]; readonly many: number[] };

/** The allowed growth: however many rows there are, a request may take this many times as long as with few. */
export const factorAtMost = 2;
const high = 0.95;
const warmUps = 5;

/** Starts the product on two databases of PostgreSQL, filled to both sizes, and signs an account in to each. */
export async function onBothSizes<T>(
  email: string,
  sizes: Sizes,
  fill: (url: string, rows: number) => Promise<void>,
  measure: (clients: BothSizes) => Promise<T>,
): Promise<T> {
  const { url } = await measuredPostgres();
  const names = { few: 'measured_few', many: 'measured_many' };
  const [few, many] = [await copyTemplate(url, names.few), await copyTemplate(url, names.many)];
  try {
    await fill(few, sizes.few);
    await fill(many, sizes.many);
    const products = [await startProduct({ DATABASE_URL: few }), await startProduct({ DATABASE_URL: many })] as const;
    try {
      return await measure({
        few: await signedInClient(products[0], email),
        many: await signedInClient(products[1], email),
      });
    } finally {
      for (const product of products) await product.stop();
    }
  } finally {
    await dropCopy(url, names.few);
    await dropCopy(url, names.many);
  }
}

/**
 * Returns the milliseconds of several rounds of these requests. Both sizes are measured in turns, so that other load of
 * the machine falls on both.
 */
export async function timesOf(clients: BothSizes, paths: readonly string[], rounds: number): Promise<Times> {
  const times: Times = { few: [], many: [] };
  for (let round = -warmUps; round < rounds; round++) {
    for (const path of paths) {
      for (const size of ['few', 'many'] as const) {
        const begun = performance.now();
        await (await clients[size].get(path)).arrayBuffer();
        if (round >= 0) times[size].push(performance.now() - begun);
      }
    }
  }
  return times;
}

export const p95 = (times: readonly number[]): number => quantile(times, high);

const counted = (count: number) => count.toLocaleString('en');

/** Measures how much longer requests take with many rows: a figure for each of `paths`, by its name. */
export async function growthOf(
  clients: BothSizes,
  {
    what,
    rows,
    sizes,
    paths,
    rounds,
  }: { what: string; rows: string; sizes: Sizes; paths: Readonly<Record<string, string>>; rounds: number },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const times = await timesOf(clients, [path], rounds);
    const [few, many] = [p95(times.few), p95(times.many)];
    figures.push({
      what: `${what}: ${name}`,
      value: many / few,
      unit: '×',
      limit: factorAtMost,
      how: `95th percentile of ${rounds} requests, by turns: ${many.toFixed(1)} ms with ${counted(sizes.many)} ${rows}, ${few.toFixed(1)} ms with ${counted(sizes.few)}; half of them are of the organisation that asks`,
    });
  }
  return figures;
}
