import { reportScreen, reportVitals } from '@parlance/shared/contract/api/releases/release-reports';
import { postEvents, postSessionData } from '@parlance/shared/contract/api/usage';
import type { Page } from 'playwright';
import { untilQuiet } from './quiet.ts';
import type { Visitor } from './visitor.ts';
import { kilobytes, scriptsAmong, watchWire } from './wire.ts';

/**
 * What one screen takes, opened cold by its address, until it is at rest; without what is fetched ahead for the next
 * one.
 */
export type PageWeight = {
  /** Over the wire, of all that the page asked for. */
  readonly kilobytes: number;
  readonly scripts: number;
  readonly requests: number;
  /** What the first paint waits for, beside the page itself. */
  readonly blocking: number;
  /** Of the JavaScript that came before the load, the share that was never run, in percent. */
  readonly unused: number;
  /** How much moved under somebody's eyes: the score of web.dev/cls. */
  readonly shift: number;
};

/** Opens a screen and says what it took, and what is not as it should be: one sentence each. */
export async function takeQuality(
  visitor: Visitor,
  path: string,
  shown: (page: Page) => Promise<unknown>,
): Promise<{ readonly taken: PageWeight; readonly asked: readonly string[]; readonly faults: readonly string[] }> {
  const { page, open } = visitor;
  const { transfers: all, session } = await watchWire(page);
  const issues: string[] = [];
  const answers: string[] = [];
  session.on(
    'Audits.issueAdded',
    ({ issue }) =>
      void (
        isKnown(issue) || issues.push(`The browser finds ${issue.code}: ${JSON.stringify(issue.details).slice(0, 300)}`)
      ),
  );
  session.on('Network.responseReceived', ({ response, type }) =>
    answers.push(...faultsOfAnswer(response.url, type, response.headers)),
  );
  await session.send('Audits.enable');
  await page.coverage.startJSCoverage();
  await open(path);
  await shown(page);
  await untilQuiet(visitor);
  // What is fetched ahead is the next page's. When a browser begins with it depends on when its window gets the focus.
  const transfers = all.filter(({ isAhead, url }) => !isAhead && !isFigure(url));
  const unused = shareOfUnused(
    await page.coverage.stopJSCoverage(),
    new Set(transfers.filter(({ isBeforeLoad }) => isBeforeLoad).map(({ url }) => url)),
  );
  const { blocking, shift, faults } = await page.evaluate(lookAround);
  await session.detach();
  return {
    taken: {
      kilobytes: kilobytes(transfers),
      scripts: kilobytes(scriptsAmong(transfers)),
      requests: transfers.length,
      blocking,
      unused,
      shift,
    },
    asked: transfers.map(({ type, url }) => `${type} ${url}`),
    faults: [...new Set([...answers, ...issues, ...faults])],
  };
}

const figures = [reportScreen, reportVitals, postEvents, postSessionData];
/**
 * Figures are sent when there is something to tell, which goes by how long the page before was looked at: they are not
 * of a screen.
 */
const isFigure = (url: string) => figures.some(({ path }) => new URL(url).pathname.endsWith(path));

/**
 * What the browser finds and we know: a page reads its own small cookies (csrftoken, what was chosen) at its start, and
 * fields that no browser is to fill in have no name.
 */
const isKnown = ({ details }: { readonly details: object }) =>
  /"DocumentCookie"|"FormEmptyIdAndNameAttributesForInputError"/.test(JSON.stringify(details));

/** Bytes from which on a compressed answer is smaller than one that is not. */
const worthCompressing = 1400;

/** Of the files of the web service: packed, and kept by browsers where their name changes with what is in them. */
function faultsOfAnswer(address: string, type: string, given: Readonly<Record<string, string>>): string[] {
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  const { pathname } = new URL(address);
  const isText = ['Document', 'Script', 'Stylesheet'].includes(type);
  const isNamedByContent = /^\/(assets|remotes)\//.test(pathname);
  return [
    ...(isText &&
    Number(headers['content-length'] ?? Infinity) > worthCompressing &&
    headers['content-encoding'] === undefined
      ? [`${pathname} is not compressed`]
      : []),
    ...(isNamedByContent && !/immutable/.test(headers['cache-control'] ?? '')
      ? [`${pathname} is not kept by browsers (${headers['cache-control'] ?? 'nothing said'})`]
      : []),
    ...(isText && headers['x-content-type-options'] !== 'nosniff'
      ? [`${pathname} may be taken for something else`]
      : []),
  ];
}

type Coverage = Awaited<ReturnType<Page['coverage']['stopJSCoverage']>>;

function shareOfUnused(coverage: Coverage, urls: ReadonlySet<string>): number {
  let [all, used] = [0, 0];
  for (const { url, source = '', functions } of coverage) {
    if (!urls.has(url)) continue;
    // The innermost range that holds a place says whether it was run; they come from the outermost to the innermost.
    const run = new Uint8Array(source.length).fill(1);
    for (const { ranges } of functions)
      for (const { startOffset, endOffset, count } of ranges) run.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    all += source.length;
    used += run.reduce((sum, is) => sum + is, 0);
  }
  return all === 0 ? 0 : Math.round((100 * (all - used)) / all);
}

/** In the page. */
async function lookAround(): Promise<{ blocking: number; shift: number; faults: string[] }> {
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(fault);
  };
  check(document.compatMode === 'CSS1Compat', 'The page is drawn in quirks mode.');
  check(document.characterSet === 'UTF-8', `The page is in ${document.characterSet}.`);
  check(document.documentElement.lang !== '', 'The page does not say its language.');
  check(document.title.trim() !== '', 'The page has no title.');
  check(document.querySelector('link[rel~=icon]') !== null, 'The page has no icon.');
  const viewport = document.querySelector<HTMLMetaElement>('meta[name=viewport]')?.content ?? '';
  check(
    /width=device-width/.test(viewport) && !/user-scalable=no|maximum-scale=[1-4](?!\d)/.test(viewport),
    `The page cannot be enlarged: ${viewport}`,
  );
  check(
    document.querySelectorAll('h1').length === 1,
    `The page has ${document.querySelectorAll('h1').length} headings of the first level.`,
  );
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  check(
    new Set(ids).size === ids.length,
    `Ids stand twice: ${ids.filter((id, at) => ids.indexOf(id) !== at).join(', ')}`,
  );
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[target=_blank]'))
    check(
      /noopener|noreferrer/.test(link.rel) || link.origin === location.origin,
      `${link.href} opens a page that can reach back.`,
    );
  for (const field of document.querySelectorAll<HTMLInputElement>('input[type=password]'))
    check(field.autocomplete !== '', `The field ${field.id} says nothing to password managers.`);
  for (const image of document.images) {
    const { width, height } = image.getBoundingClientRect();
    if (width === 0 || !image.complete) continue;
    check(
      image.naturalWidth <= 2 * width * devicePixelRatio + 1 || /\.svg|^data:image\/svg/.test(image.currentSrc),
      `${image.currentSrc.slice(0, 80)} has ${image.naturalWidth} pixels for ${Math.round(width)}.`,
    );
    check(image.hasAttribute('alt'), `${image.currentSrc.slice(0, 80)} has no text in its place.`);
    check(
      (image.hasAttribute('width') && image.hasAttribute('height')) ||
        getComputedStyle(image).aspectRatio !== 'auto' ||
        height > 0,
      `${image.currentSrc.slice(0, 80)} has no size before it is there.`,
    );
  }
  const resources = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
    renderBlockingStatus?: string;
  })[]; // Chromium says it
  const shift = await new Promise<number>((resolve) => {
    let score = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) score += entry.value; // as above
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    // What is buffered has come by then.
    requestAnimationFrame(() => setTimeout(() => resolve(score)));
  });
  return {
    blocking: resources.filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').length,
    shift,
    faults,
  };
}
