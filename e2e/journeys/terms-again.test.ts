import type { legalVersions } from '@parlance/shared/contract/page/legal';
import type { Page } from 'playwright';
import { createChangedDatabase, type TestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { mainNavigation, signInByForm } from '../harness/screens.ts';
import { demoPassword } from '../harness/visitor.ts';

/** As if the version of today had come after these people accepted the one before. */
const older = (document: keyof typeof legalVersions, ...emails: string[]) =>
  `update terms_acceptances set version = '2024-01-31' where document = '${document}' and user_id in (select id from users where email in (${emails.map((it) => `'${it}'`).join(', ')}));`;
const change =
  older('privacy-policy', 'member@pro.example', 'owner@pro.example') +
  older('terms-of-service', 'owner@pro.example', 'admin@pro.example');

let database: TestDatabase | undefined;
const stage = prepareStage(async () => {
  database = await createChangedDatabase(change);
  return { ...database.settings };
});
afterAll(() => database?.drop());

const accept = (page: Page, document: 'privacy policy' | 'terms of service') =>
  page.getByRole('button', { name: `I accept the ${document}` });
const isAt = (page: Page, path: string) => page.waitForURL(`${stage.product.origin}${path}`);

test('a newer privacy policy is asked for at the next visit, on the way to where the member was going, and once', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.open('/auth/login?to=%2Fprofile');
  await signInByForm(page, 'member@pro.example', demoPassword);
  await isAt(page, '/terms/privacy-policy?to=%2Fprofile');
  await page.getByText('There is a new version since you last accepted.').first().waitFor();
  await accept(page, 'privacy policy').click();
  await isAt(page, '/profile');
  await mainNavigation(page).waitFor();
  await page.reload();
  await mainNavigation(page).waitFor();
  await eventually(page).toHaveURL(`${stage.product.origin}/profile`);

  const elsewhere = await stage.visit();
  await elsewhere.signIn('member@pro.example');
  await elsewhere.open('/');
  await mainNavigation(elsewhere.page).waitFor();
  await eventually(elsewhere.page).toHaveURL(`${stage.product.origin}/`);
});

test('where both documents are newer, both are read, one after the other', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('owner@pro.example');
  await visitor.open('/dashboard?from=mail');
  await isAt(page, '/terms/privacy-policy?to=%2Fdashboard%3Ffrom%3Dmail');
  await accept(page, 'privacy policy').click();
  await isAt(page, '/terms/service?to=%2Fdashboard%3Ffrom%3Dmail');
  await accept(page, 'terms of service').click();
  await isAt(page, '/dashboard?from=mail');
  await mainNavigation(page).waitFor();
});

test('newer terms of service alone are asked for by themselves; who does not accept can only leave', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('admin@pro.example');
  for (const path of ['/', '/profile']) {
    await visitor.open(path);
    await isAt(page, `/terms/service?to=${encodeURIComponent(path)}`);
    await accept(page, 'terms of service').waitFor();
  }
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/auth\/login/);
});
