import { signIn } from '@parlance/shared/contract/api/session/session';
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page, Request } from 'playwright';
import { patienceMs } from './eventually.ts';
import type { Product } from './product.ts';

/** The addresses of a product. */
export type Place = Pick<Product, 'origin' | 'apiBase'>;

/** A visitor with a browser of their own: cookies and storage are theirs alone. */
export type Visitor = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The faults of their pages, one sentence each: console errors, uncaught errors, CSP violations. */
  readonly faults: readonly string[];
  /** Every URL their pages requested, in order. */
  readonly requested: readonly string[];
  /** Returns the number of their pages' requests without a response. */
  underWay(): number;
  /** Faults that a test provokes on purpose. */
  expectFault(pattern: RegExp): void;
  /** Opens a path of the product. */
  open(path: string): Promise<void>;
  /** Signs in over the API, for tests of something else. */
  signIn(email: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Early requests: the data of the first screen are requested before it is known whose page it is
 * (host/src/first-paint/early), and refused to those without access: in an expired workspace, in an unfinished
 * registration. The browser reports it in its console.
 */
const refusedEarly = /status of 403.*\/(?:bots\/v1\/bots\?limit=100|dialogues\/v1\/dialogues\?limit=8)&_t=/;

export const demoPassword = 'demo-password-1';

/** Creates a visitor, who reads English unless `options.locale` says otherwise. */
export async function newVisitor(
  browser: Browser,
  product: Place,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    baseURL: product.origin,
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  const faults: string[] = [];
  const requested: string[] = [];
  const expected: RegExp[] = [refusedEarly];
  const note = (fault: string) => {
    if (!expected.some((pattern) => pattern.test(fault))) faults.push(fault);
  };
  await watch(context, note);
  context.on('request', (request) => requested.push(request.url()));
  const underWay = requestsUnderWay(context);
  const page = await context.newPage();
  return {
    context,
    page,
    faults,
    requested,
    underWay: () => underWay.size,
    expectFault: (pattern) => void expected.push(pattern),
    open: async (path) => void (await page.goto(path)),
    signIn: (email) => signInByApi(context, product, email),
    close: () => context.close(),
  };
}

async function watch(context: BrowserContext, note: (fault: string) => void): Promise<void> {
  context.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => note(`uncaught: ${error.error().stack ?? error.error().message}`));
  await context.exposeFunction('noteCspViolation', (text: string) => note(`CSP: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      // exposed above
      const report = (globalThis as unknown as { noteCspViolation(text: string): void }).noteCspViolation;
      report(
        `${event.violatedDirective} blocked ${event.blockedURI} in ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
      );
    });
  });
}

function requestsUnderWay(context: BrowserContext): ReadonlySet<Request> {
  const underWay = new Set<Request>();
  context.on('request', (request) => underWay.add(request));
  context.on('requestfinished', (request) => underWay.delete(request));
  context.on('requestfailed', (request) => underWay.delete(request));
  return underWay;
}

async function signInByApi(context: BrowserContext, product: Place, email: string): Promise<void> {
  const answer = await context.request.post(`${product.apiBase}${signIn.path}`, {
    data: { email, password: demoPassword },
    headers: { origin: product.origin },
  });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()} ${await answer.text()}`);
}
