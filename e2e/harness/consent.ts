import { postEvents } from '@parlance/shared/contract/api/usage';
import type { Locator, Page, Request } from 'playwright';
import { until } from './journey.ts';
import type { Visitor } from './visitor.ts';

/**
 * A browser that a program drives says so, also by its name, and programs are never asked about cookies (specification
 * §1). From now on this one does not say it.
 */
export const passAsPerson = ({ context }: Visitor): Promise<unknown> =>
  context.addInitScript(() => {
    const name = navigator.userAgent.replace('HeadlessChrome', 'Chrome');
    Object.defineProperties(Navigator.prototype, { webdriver: { get: () => false }, userAgent: { get: () => name } });
  });

export const consentPrompt = (page: Page): Locator => page.getByRole('dialog', { name: 'Cookies on Parlance' });
export const cookieSettings = (page: Page): Locator => page.getByRole('dialog', { name: 'Cookie settings' });

/** Chooses in the prompt, and waits until it is gone. */
export async function choose(page: Page, label: 'Accept all' | 'Necessary only'): Promise<void> {
  await consentPrompt(page).getByRole('button', { name: label }).click();
  await consentPrompt(page).waitFor({ state: 'hidden' });
}

/** The names of the analytics events that the visitor's pages send from now on, beacons included. */
export function watchEvents({ context }: Visitor): string[] {
  const names: string[] = [];
  context.on('request', (request: Request) => {
    if (!request.url().endsWith(postEvents.path) || request.method() !== 'POST') return;
    // the body that the page sends
    const { events } = JSON.parse(request.postData() ?? '{"events":[]}') as { events: { name: string }[] };
    names.push(...events.map(({ name }) => name));
  });
  return names;
}

/** Dispatches the event of a page that goes away, upon which it sends what is pending. */
export const leavePage = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));

/** Waits until what is fetched for an idle page is there: the code that counts has written its first note. */
export const untilIdle = (page: Page): Promise<unknown> =>
  until(
    () => page.evaluate(() => localStorage.getItem('usage.unposted')),
    (found) => found !== null,
  );
