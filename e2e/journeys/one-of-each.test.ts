import { prepareStage } from '../harness/journey.ts';
import { botCards, mainNavigation } from '../harness/screens.ts';

const stage = prepareStage();

/** Code that a library's implementation holds and its users do not: a second copy on the page is a second match. */
const marks = {
  react: /\.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=[^=]/g,
  'react-dom': /rendererPackageName:\s*"react-dom"/g,
  'react-router': /__reactRouterVersion\s*=[^=]/g,
  i18next: /\bpluralResolver\b/g,
  'session store': /Invalid profile response/g,
};

test('one React, one router, one session store and one i18next are on the page after three remotes were opened', async () => {
  const { page, context, open, signIn } = await stage.visit();
  await signIn('owner@pro.example');
  const loaded: string[] = [];
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    reading.push(response.text().then((text) => void loaded.push(text)));
  });
  await context.addInitScript(() => {
    const renderers: string[] = [];
    const hook = { isDisabled: false, supportsFiber: true, renderers, inject: (renderer: { rendererPackageName: string }) => renderers.push(renderer.rendererPackageName), onCommitFiberRoot() {}, onCommitFiberUnmount() {} };
    Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
  });
  await open('/');
  await botCards(page).first().waitFor();
  for (const path of ['/agent-controller', '/user-group-manager', '/']) {
    await mainNavigation(page).locator(`a[href="${path}"]`).click();
    await page.waitForURL((url) => url.pathname === path);
    await page.getByRole('main').getByRole('heading').first().waitFor();
  }
  await Promise.all(reading);

  const remotes = new Set(loaded.length > 0 ? await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => /\/remotes\/([^/]+)\//.exec(entry.name)?.[1])) : []);
  expect([...remotes].filter(Boolean).sort()).toEqual(['admin', 'agent-studio', 'chat']);
  const renderers = await page.evaluate(() => (globalThis as unknown as { __REACT_DEVTOOLS_GLOBAL_HOOK__: { renderers: string[] } }).__REACT_DEVTOOLS_GLOBAL_HOOK__.renderers); // set above
  expect(renderers).toEqual(['react-dom']);
  for (const [name, mark] of Object.entries(marks)) {
    const copies = loaded.filter((script) => script.match(mark) !== null).length;
    expect(`${name}: ${copies}`).toBe(`${name}: 1`);
  }
});

test('a remote that a person may not open is never downloaded', async () => {
  const visitor = await stage.visit();
  await visitor.signIn('member@pro.example');
  await visitor.open('/user-group-manager');
  await visitor.page.waitForURL((url) => url.pathname === '/');
  await botCards(visitor.page).first().waitFor();
  await mainNavigation(visitor.page).waitFor();
  expect(await mainNavigation(visitor.page).locator('a[href="/user-group-manager"]').count()).toBe(0);
  // Whatever the shell fetches when idle, it fetches within this time on this machine.
  await visitor.page.waitForLoadState('networkidle');
  expect(visitor.requested.filter((address) => address.includes('/remotes/admin/'))).toEqual([]);
  expect(visitor.requested.some((address) => address.includes('/remotes/chat/'))).toBe(true);
});
