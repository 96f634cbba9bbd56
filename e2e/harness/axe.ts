import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

/** WCAG 2.2 AA and what it includes. */
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

// @axe-core/playwright brings half a megabyte into the page anew and opens another page for each of its analyses: 1.5
// seconds where axe itself needs 70 milliseconds. So axe is brought once a document and asked there.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Axe = {
  run(
    context: Document | { include: string[][] },
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }>;
};

/**
 * Axe’s rules about colours, all that it has. Themes differ in nothing else, so that the other rules are asked once.
 */
const aboutColours = ['color-contrast', 'link-in-text-block'];

/**
 * Axe finds nothing on the page as it is now, in either theme. `shows` says what stands there, `within` in which part
 * of it.
 */
export async function expectAccessible(page: Page, shows: string, within = 'html'): Promise<void> {
  const found = await findings(page, within);
  expect({ shows, findings: found }).toEqual({ shows, findings: [] });
}

/** Returns one line for each finding: the theme, the rule, the element, and axe's message. */
export async function findings(page: Page, within = 'html'): Promise<string[]> {
  // Axe would have to be brought into a frame too, or nobody looks into it.
  if (page.frames().length > 1) throw new Error(`There is a frame on ${page.url()} into which axe does not look.`);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const found: string[] = [];
  const papers = new Set<string>();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await untilDrawn(page);
    papers.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    const lines = await page.evaluate(analyse, [
      colorScheme === 'light' ? { type: 'tag', values: standard } : { type: 'rule', values: aboutColours },
      within,
    ] as const);
    found.push(...lines.map((line) => `${colorScheme}: ${line}`));
  }
  if (papers.size < 2) throw new Error(`${page.url()} looks the same in both themes: ${[...papers].join()}.`);
  return found;
}

/**
 * Colours in the middle of a transition are nobody's colours. A script hears of another theme before the next frame.
 */
async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity),
  );
}

/** Runs in the page. */
async function analyse([runOnly, within]: readonly [{ type: string; values: readonly string[] }, string]): Promise<
  string[]
> {
  const { axe } = globalThis as unknown as { axe: Axe }; // brought above
  const { violations } = await axe.run(within === 'html' ? document : { include: [[within]] }, {
    runOnly,
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary?.split('\n').slice(1).join(' ') ?? ''}`,
    ),
  );
}
