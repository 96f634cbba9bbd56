import { prepareStage } from '../harness/journey.ts';
import { botCards } from '../harness/screens.ts';
import { demoPassword } from '../harness/visitor.ts';

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
  for (const path of ['/auth/login', '/error', '/terms/privacy-policy', '/redirect']) {
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

test('what is no page may load, run and be framed by nothing', async () => {
  for (const path of ['/', '/assets/none.js', '/remotes/none/1/entry.js', '/texts/en.json', '/healthz']) {
    const answer = await fetch(`${stage.product.origin}${path}`, { redirect: 'manual' });
    expect({ path, policy: answer.headers.get('content-security-policy') }).toEqual({ path, policy: expect.stringContaining("default-src 'none'") });
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
    assets.push({ address: response.url(), cache: headers['cache-control'] ?? '', encoding: headers['content-encoding'], length: Number(headers['content-length'] ?? 0) });
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
    if (length > 512 || encoding !== undefined) expect({ address, encoding }).toEqual({ address, encoding: expect.stringMatching(/^(br|gzip)$/) });
  }
  for (const cache of pages) expect(cache).toMatch(/no-store|no-cache/);
});

test('answers of the API are not kept, and a state change without the CSRF token or from another origin is refused', async () => {
  const { context, signIn, page, open } = await stage.visit();
  await signIn('member@pro.example');
  await open('/');
  await botCards(page).first().waitFor();
  const { origin, apiOrigin } = stage.product;
  const whoami = await context.request.get(`${apiOrigin}/auth/v1/whoami`, { headers: { origin } });
  expect(whoami.headers()['cache-control']).toContain('no-store');
  const csrf = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? '';
  const start = (headers: Record<string, string>) =>
    context.request.post(`${apiOrigin}/dialogues/v1/dialogues`, { data: {}, headers: { origin, ...headers } });
  expect((await start({})).status()).toBe(403);
  expect((await start({ 'x-csrftoken': 'wrong' })).status()).toBe(403);
  expect((await start({ 'x-csrftoken': csrf, origin: 'https://evil.example' })).status()).toBe(403);
  expect((await start({ 'x-csrftoken': csrf })).status()).toBe(400);
});

test('the same answer for a wrong password and an unknown e-mail', async () => {
  const { apiOrigin, origin } = stage.product;
  const answers = await Promise.all(
    ['admin@pro.example', 'nobody@nowhere.example'].map(async (email) => {
      const answer = await fetch(`${apiOrigin}/auth/v1/sign_in`, {
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
