import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContextOptions } from 'playwright';
import { joinBrowser } from './browser.ts';
import { patienceMs } from './eventually.ts';
import { startProduct } from './product.ts';
import type { Product } from './product.ts';
import { newVisitor } from './visitor.ts';
import type { Visitor } from './visitor.ts';

export type Stage = {
  readonly product: Product;
  /** Creates a visitor; closed after the test, which fails if the visitor's pages had a fault. */
  visit(options?: BrowserContextOptions): Promise<Visitor>;
};

/**
 * A product of their own for the tests of a file, and the browser of the run. `settings` is asked when the product
 * starts.
 */
export function prepareStage(settings: () => Promise<Record<string, string>> = async () => ({})): Stage {
  let browser: Browser | undefined;
  let product: Product | undefined;
  let visitors: Visitor[] = [];

  beforeAll(async () => {
    product = await startProduct(await settings());
    browser = await joinBrowser();
  });
  afterEach(async () => {
    const faults = visitors.flatMap((visitor) => visitor.faults);
    await Promise.all(visitors.map((visitor) => visitor.close()));
    visitors = [];
    expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    if (product === undefined) return;
    const code = await product.stop();
    expect(code).toBe(0);
  });

  const started = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('The product did not start; see the failure of beforeAll.');
    return thing;
  };
  return {
    get product() {
      return started(product);
    },
    async visit(options) {
      const visitor = await newVisitor(started(browser), started(product), options);
      visitors.push(visitor);
      return visitor;
    },
  };
}

/** Asks until the answer satisfies `holds`, and resolves with it; throws with the last answer after the deadline. */
export async function until<T>(
  ask: () => T | Promise<T>,
  holds: (answer: T) => boolean,
  deadlineMs = patienceMs,
): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return answer;
    if (Date.now() > deadline)
      throw new Error(`Not within ${deadlineMs} ms; the last answer was ${JSON.stringify(answer)}.`);
    await wait(50);
  }
}
