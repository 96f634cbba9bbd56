import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser } from '../../e2e/harness/browser.ts';
import type { Page } from '../../e2e/harness/browser.ts';
import { startProduct } from '../../e2e/harness/product.ts';
import { ask, openBot } from '../../e2e/harness/screens.ts';
import { newVisitor } from '../../e2e/harness/visitor.ts';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { Figure } from './figures.ts';
import { longFrames, slowDown, watchFrames } from './frames.ts';
import { longAnswer } from './long-answer.ts';

const tokens = 20_000;
const cpu = 4;
const longestFrameMs = 50;
/** The interval between looks at the answer's progress. Looking costs the page work too. */
const lookMs = 500;
/**
 * The allowed ratio of the last quarter's cost to the first one's. Their scripts differ by the content that happens to
 * be there.
 */
const tolerance = 1.25;

/** The number of tokens drawn, derived from the headings present, and the script time until then. */
type Look = { readonly drawn: number; readonly scriptMs: number };

/** Returns the script time of a number of tokens, interpolated between two looks, in milliseconds per thousand. */
function scriptingBetween(looks: readonly Look[], from: number, to: number): number {
  const at = (drawn: number) => {
    const next = looks.findIndex((look) => look.drawn >= drawn);
    const [before, after] = [looks[Math.max(0, next - 1)], looks[next]];
    if (before === undefined || after === undefined) throw new Error(`Nobody looked at token ${drawn}.`);
    const share = after.drawn === before.drawn ? 1 : (drawn - before.drawn) / (after.drawn - before.drawn);
    return before.scriptMs + share * (after.scriptMs - before.scriptMs);
  };
  return ((at(to) - at(from)) / (to - from)) * 1000;
}

/** Returns the progress of the answer on the page. It avoids a search by role, which walks through everything there. */
const progressOf = (page: Page) =>
  page.evaluate(() => ({
    headings: document.getElementsByTagName('h3').length,
    isWhole: document.querySelectorAll('article[aria-busy="false"]').length === 2,
  }));

/** Measures the rendering of an answer of 20,000 tokens while it is written. */
export async function measureRendering(): Promise<Figure[]> {
  const answer = longAnswer(tokens);
  const model = await startModelServer({ answer: () => answer, tokenPauseMs: 1 });
  const product = await startProduct({
    MODEL_BASE_URL: model.baseUrl,
    MODEL_API_KEY: 'stand-in',
    MODEL_NAME: 'stand-in',
  });
  const browser = await openBrowser();
  try {
    const visitor = await newVisitor(browser, product);
    const { page } = visitor;
    await visitor.signIn('owner@pro.example');
    await visitor.open('/');
    await openBot(page);
    await page.waitForLoadState('networkidle');
    const { work } = await slowDown(page, cpu);
    await watchFrames(page);
    await ask(page, 'Tell me everything.');
    await page.locator('article').nth(1).locator('h3').first().waitFor();
    const begun = await page.evaluate(() => performance.now());
    const looks: Look[] = [];
    const headings = answer.join('').match(/^## /gm)?.length ?? 0;
    let ended: number | null = null;
    for (let isWhole = false; !isWhole;) {
      await wait(lookMs);
      if (model.requests.at(-1)?.finished === true) ended ??= performance.now();
      const progress = await progressOf(page);
      isWhole = progress.isWhole;
      looks.push({
        drawn: isWhole ? tokens : (progress.headings / headings) * tokens,
        scriptMs: (await work()).scriptMs,
      });
    }
    const behind = ended === null ? 0 : performance.now() - ended;
    const frames = (await longFrames(page)).filter(([start]) => start > begun + 1000).map(([, duration]) => duration);
    const quarter = tokens / 4;
    const first = scriptingBetween(looks, looks[0]?.drawn ?? 0, quarter);
    const last = scriptingBetween(looks, tokens - quarter, tokens);
    const how = `Chromium, CPU ÷ ${cpu}; an answer of ${tokens} tokens with tables, code, formulas, Chinese and Thai streams through the product as fast as a timer of 1 ms lets it`;
    return [
      {
        what: 'Streamed answer, longest frame after the first second',
        value: Math.max(0, ...frames),
        unit: 'ms',
        limit: longestFrameMs,
        how: `${how}; long-animation-frame, 0: none over 50 ms; there were ${frames.length}`,
      },
      {
        what: 'Streamed answer, whole on the page after the model has ended',
        value: behind,
        unit: 'ms',
        how: `the same; looked at every ${lookMs} ms`,
      },
      {
        what: 'Streamed answer, scripting for 1,000 tokens, first quarter',
        value: first,
        unit: 'ms',
        how: 'the same; ScriptDuration over CDP',
      },
      {
        what: 'Streamed answer, scripting for 1,000 tokens, last quarter',
        value: last,
        unit: 'ms',
        limit: Math.round(first * tolerance),
        how: `the same; at most ${tolerance} times the first quarter`,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
    await model.close();
  }
}
