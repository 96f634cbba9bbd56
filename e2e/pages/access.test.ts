import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { mainNavigation } from '../harness/screens.ts';

const stage = prepareStage();

test('a member of an expired workspace is told so on every page, and whom to ask, and can sign out', async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('member@expired.example');
  for (const path of ['/', '/agent-controller', '/profile']) {
    await open(path);
    await page.waitForURL((url) => url.pathname === '/error' && url.searchParams.get('code') === 'workspace-expired');
  }
  await page.getByRole('main').getByRole('link', { name: 'owner@expired.example' }).waitFor();
  const signOut = page.getByRole('button', { name: 'Sign out' }).first();
  await signOut.waitFor();
  await eventually(page.getByRole('main')).not.toContainText('workspace-expired');
  await signOut.click();
  await page.waitForURL((url) => url.pathname === '/auth/login');
});

test('§4: the owner of an expired workspace is led from every page to the subscription, and reads there what to do', async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('owner@expired.example');
  for (const path of ['/', '/agent-controller', '/user-group-manager', '/subscription-manager']) {
    await open(path);
    await page.waitForURL((url) => url.pathname === '/subscription-manager');
    await page.getByRole('heading', { name: 'This workspace has expired' }).waitFor();
  }
  await eventually(mainNavigation(page).getByRole('link')).toHaveText(['Subscription']);
});

test('§6: what is denied leads home without a word, also where no screen is attached to the address; nothing of its remote is fetched', async () => {
  const { page, open, signIn, requested } = await stage.visit();
  await signIn('member@pro.example');
  for (const path of ['/user-group-manager', '/subscription-manager', '/dashboard', '/governance/7', '/audit-log']) {
    await open(path);
    await page.waitForURL((url) => url.pathname === '/');
    await mainNavigation(page).waitFor();
  }
  expect(requested.filter((address) => address.includes('/remotes/admin/') && !address.endsWith('.css'))).toEqual([]);
});

test('a person whose registration is half-way is led to its next step, or told why not', async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('pending@new.example');
  await open('/');
  await page.waitForURL((url) => url.pathname.startsWith('/terms/') || url.pathname === '/error');
  await page.getByRole('heading').first().waitFor();
});

test('a plan without a feature hides its screen and closes its address', async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('member@free.example');
  await open('/user-group-manager');
  await page.waitForURL((url) => url.pathname === '/');
  await mainNavigation(page).waitFor();
  await eventually(mainNavigation(page).locator('a[href="/user-group-manager"]')).toHaveCount(0);
});

test('an unknown path has the not-found view inside the frame, and the error page never prints a code as it came', async () => {
  const { page, open, signIn } = await stage.visit();
  await signIn('member@pro.example');
  await open('/no-such-screen');
  await page.getByRole('main').getByRole('heading').first().waitFor();
  await mainNavigation(page).waitFor();
  await open('/error?code=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E');
  await page.getByRole('heading').first().waitFor();
  await eventually(page.locator('body')).not.toContainText('onerror', { useInnerText: true });
  await eventually(page.locator('img[src="x"]')).toHaveCount(0);
});

test('the terms are open to everybody', async () => {
  const { page, open, expectFault } = await stage.visit();
  // Whether somebody is signed in is asked, and the answer is no.
  expectFault(/status of 401.*whoami/);
  for (const path of ['/terms', '/terms/privacy-policy', '/terms/service']) {
    await open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
});
test('§5: a computer whose clock is an hour ahead has the features of its plan: the token is judged by the server’s clock', async () => {
  const { page, open, signIn } = await stage.visit();
  await page.clock.install({ time: Date.now() + 3_600_000 });
  await signIn('admin@pro.example');
  await open('/user-group-manager');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await eventually(mainNavigation(page).getByRole('link', { name: 'Dashboard' })).toHaveCount(1);
  await eventually(page).toHaveURL(/\/user-group-manager$/);
});
