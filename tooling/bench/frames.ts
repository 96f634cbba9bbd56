import type { CDPSession, Page } from '../../e2e/harness/browser.ts';

/** The work of a browser’s main thread between two moments. */
export type Work = { readonly scriptMs: number; readonly taskMs: number };

/** Lets Chromium’s main thread run `rate` times slower, and counts what it does. */
export async function slowDown(
  page: Page,
  rate: number,
): Promise<{ readonly work: () => Promise<Work>; readonly session: CDPSession }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'timeTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  const work = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = (name: string) => metrics.find((it) => it.name === name)?.value ?? Number.NaN;
    return { scriptMs: seconds('ScriptDuration') * 1000, taskMs: seconds('TaskDuration') * 1000 };
  };
  return { work, session };
}

/** Notes every frame that took more than 50 ms (long-animation-frame) from now on. */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted: [number, number][] = [];
    Object.assign(globalThis, { longFrames: noted });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) noted.push([startTime, duration]);
    }).observe({ type: 'long-animation-frame' });
  });
}

/** The long frames since `watchFrames`: when each began, in milliseconds of the page, and how long it took. */
export const longFrames = (page: Page): Promise<readonly (readonly [number, number])[]> =>
  // watchFrames put it there
  page.evaluate(() => (globalThis as unknown as { longFrames: [number, number][] }).longFrames);
