import { until } from './journey.ts';
import type { Visitor } from './visitor.ts';

/** Moments in a row: what a page asks for may be told a little later than what it answers. */
const quietMoments = 3;

/**
 * Resolves once the page has loaded, has done what it had put off until it is idle, and all that it then fetched has
 * arrived. However slow the machine is, that is waited for: a pause without requests may be a pause of the machine.
 */
export async function untilQuiet({ page, underWay }: Visitor): Promise<void> {
  await page.waitForLoadState('load');
  let quiet = 0;
  await until(
    async () => {
      await page.evaluate(idleMoment);
      quiet = underWay() === 0 ? quiet + 1 : 0;
      return quiet;
    },
    (moments) => moments >= quietMoments,
  );
}

/** Runs in the page: earlier requests for an idle moment have had one when this resolves. */
const idleMoment = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve()));
