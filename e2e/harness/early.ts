import type { Page } from 'playwright';

/**
 * The addresses that a page has asked for before its code was there (host/src/first-paint/early) and whose answers
 * nothing has used.
 */
export const unusedEarly = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    (Reflect.get(globalThis, Symbol.for('parlance.early')) as { open: { address: string }[] }).open.map(
      ({ address }) => address,
    ),
  ); // the type EarlyCalls of the contract
