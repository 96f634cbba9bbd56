import type { Page } from 'playwright';

/** The first script of a page with the shell. */
export const shellScript = /\/assets\/shell\.[\w]+\.js$/;

/** Keeps every answer to an address back until the function that it gives is called. */
export async function hold(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}
