import { listPromptTemplates } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import { callAs } from '../harness/call-as.ts';
import { beginDialogue, botOf } from '../harness/dialogues.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { builtLines } from '../harness/other-registry.ts';
import { untilQuiet } from '../harness/quiet.ts';
import { botCards } from '../harness/screens.ts';
import { demoPassword, type Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const aYearInSeconds = 31_536_000;

test('the session cookie is closed to scripts, the CSRF cookie is open to them, and neither leaves the site', async () => {
  const { context, signIn } = await stage.visit();
  await signIn('member@pro.example');
  const cookies = new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]));
  expect(cookies.get('sessionid')).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(cookies.get('csrftoken')).toMatchObject({ httpOnly: false, sameSite: 'Lax', path: '/' });
});

test('scripts run by a strict policy only, on pages and remotes alike', async () => {
  for (const path of ['/auth/login', '/error', '/terms/privacy-policy', '/redirect', '/form/none']) {
    const answer = await fetch(`${stage.product.origin}${path}`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const scripts = policy.split(';').find((part) => part.trim().startsWith('script-src ')) ?? '';
    expect(scripts).toContain("'self'");
    expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:(?!\/\/)/);
    expect(policy).toMatch(/frame-ancestors/);
    expect(policy).toMatch(/object-src 'none'/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    await answer.body?.cancel();
  }
});

/**
 * Who is signed in is led away from registering; accessibility-registering.test.ts goes all its steps, and nothing may
 * be refused there either.
 */
const isRegistering = (path: string) => path.startsWith('/terms/register');

const isOfPolicy = (fault: string) => fault.startsWith('CSP');

/** Something for each name in a pattern, so that the screen stands there with content. */
async function thingsFor(visitor: Visitor): Promise<Readonly<Record<string, string>>> {
  const dialogue = await beginDialogue(stage, visitor, 'How many days of annual leave do I have?');
  const dialogueId = dialogue.split('/').at(-1) ?? '';
  const botId = await botOf(stage, visitor);
  const { items } = await callAs<{ items: { id: string }[] }>(stage, visitor, listPromptTemplates);
  return { botId, dialogueId, templateId: items[0]?.id ?? '', ruleId: 'new', shareId: crypto.randomUUID() };
}

test('FE-06: the policy refuses nothing on any screen that a remote declares', async () => {
  const visitor = await stage.visit();
  const { page, open, signIn, expectFault, faults, requested } = visitor;
  expectFault(/status of 404.*shares/);
  await signIn('owner@pro.example');
  const things = await thingsFor(visitor);
  const patterns = builtLines()
    .flatMap(({ remote }) => remote.screens.map((screen) => screen.path))
    .filter((path) => !isRegistering(path));
  const seen: string[] = [];
  for (const pattern of patterns) {
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => things[name] ?? `nothing-for-${name}`);
    await open(path);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await untilQuiet(visitor);
    if (new URL(page.url()).pathname === path) seen.push(pattern);
  }
  const refused = faults.filter(isOfPolicy);
  console.info(`FE-06: ${refused.length} refused on ${seen.length} screens`);
  expect(refused).toEqual([]);
  expect(seen).toEqual(patterns);
  // What describes a build is asked for on none of them, and so its pins are in no page.
  expect(requested.filter((address) => /\/mf-(manifest|stats)\.json$/.test(address))).toEqual([]);
});

test.each([
  [
    'a script that stands in the page',
    (url: URL) => url.pathname === '/auth/login',
    (text: string) => text.replace('</head>', '<script>globalThis.hasRun = true</script></head>'),
  ],
  [
    'a program that makes code of a text',
    (url: URL) => url.pathname.endsWith('.js'),
    (text: string) => `try { (0, eval)('globalThis.hasRun = true') } catch {}\n${text}`,
  ],
])('FE-06: %s is refused, and would be counted', async (_, isIt, change) => {
  const { page, context, open, faults } = await stage.visit();
  await context.route(isIt, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
  await open('/auth/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await eventually.poll(() => faults.filter(isOfPolicy).length).toBeGreaterThan(0);
  const hasRun = await page.evaluate(() => 'hasRun' in globalThis);
  expect(hasRun).toBe(false);
  // What is still being answered would fail with the page, in the name of another test.
  await context.unrouteAll({ behavior: 'wait' });
  await page.close();
  (faults as string[]).length = 0; // the visitor’s own list: these were wanted
});

test('what is no page may load, run and be framed by nothing', async () => {
  for (const path of ['/', '/assets/none.js', '/remotes/none/1/entry.js', '/texts/en.json', '/healthz']) {
    const answer = await fetch(`${stage.product.origin}${path}`, { redirect: 'manual' });
    expect({ path, policy: answer.headers.get('content-security-policy') }).toEqual({
      path,
      policy: expect.stringContaining("default-src 'none'"),
    });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    await answer.body?.cancel();
  }
});

test('assets are immutable and compressed, pages are not kept', async () => {
  const { page, open, signIn } = await stage.visit();
  const assets: { address: string; cache: string; encoding: string | undefined; length: number }[] = [];
  const pages: string[] = [];
  page.on('response', (response) => {
    const type = response.request().resourceType();
    const headers = response.headers();
    if (type === 'document') pages.push(headers['cache-control'] ?? '');
    if (!['script', 'stylesheet'].includes(type)) return;
    assets.push({
      address: response.url(),
      cache: headers['cache-control'] ?? '',
      encoding: headers['content-encoding'],
      length: Number(headers['content-length'] ?? 0),
    });
  });
  await signIn('owner@pro.example');
  for (const path of ['/', '/agent-controller', '/user-group-manager']) {
    await open(path);
    await page.getByRole('main').getByRole('heading').first().waitFor();
  }
  expect(assets.length).toBeGreaterThan(3);
  for (const { address, cache, encoding, length } of assets) {
    expect({ address, cache }).toEqual({ address, cache: expect.stringContaining('immutable') });
    expect(Number(/max-age=(\d+)/.exec(cache)?.[1])).toBeGreaterThanOrEqual(aYearInSeconds);
    // A file below half a kilobyte is not smaller on the wire.
    if (length > 512 || encoding !== undefined)
      expect({ address, encoding }).toEqual({ address, encoding: expect.stringMatching(/^(br|gzip)$/) });
  }
  for (const cache of pages) expect(cache).toMatch(/no-store|no-cache/);
});

test('answers of the API are not kept, and a state change without the CSRF token or from another origin is refused', async () => {
  const { context, signIn, page, open } = await stage.visit();
  await signIn('member@pro.example');
  await open('/');
  await botCards(page).first().waitFor();
  const { origin, apiBase } = stage.product;
  const whoami = await context.request.get(`${apiBase}/auth/v1/whoami`, { headers: { origin } });
  expect(whoami.headers()['cache-control']).toContain('no-store');
  const csrf = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? '';
  const start = (headers: Record<string, string>) =>
    context.request.post(`${apiBase}/dialogues/v1/dialogues`, { data: {}, headers: { origin, ...headers } });
  for (const [headers, status] of [
    [{}, 403],
    [{ 'x-csrftoken': 'wrong' }, 403],
    [{ 'x-csrftoken': csrf, origin: 'https://evil.example' }, 403],
    [{ 'x-csrftoken': csrf }, 400],
  ] as const) {
    const answer = await start(headers);
    expect({ headers, status: answer.status() }).toEqual({ headers, status });
  }
});

test('the same answer for a wrong password and an unknown e-mail', async () => {
  const { apiBase, origin } = stage.product;
  const answers = await Promise.all(
    ['admin@pro.example', 'nobody@nowhere.example'].map(async (email) => {
      const answer = await fetch(`${apiBase}/auth/v1/sign_in`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: `${demoPassword}-not` }),
      });
      const body = (await answer.json()) as { message: string; code: string }; // the envelope of every failure
      return { status: answer.status, message: body.message, code: body.code };
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject({ status: 401, code: 'credentials_wrong' });
});
