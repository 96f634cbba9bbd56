import type { legalVersions } from '@parlance/shared/contract/page/legal';
import type { Page } from 'playwright';
import { createChangedDatabase, type TestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { mainNavigation, signInByForm } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
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
  await step('A member signs in on the way to their profile', async () => {
    await visitor.open('/auth/login?to=%2Fprofile');
    await signInByForm(page, 'member@pro.example', demoPassword);
    await isAt(page, '/terms/privacy-policy?to=%2Fprofile');
  });
  await step('The member accepts the newer policy, and is where they were going', async () => {
    await page.getByText('A new version has been published since you last accepted.').first().waitFor();
    await accept(page, 'privacy policy').click();
    await isAt(page, '/profile');
    await mainNavigation(page).waitFor();
  });
  await step('A reload asks nothing any more', async () => {
    await page.reload();
    await mainNavigation(page).waitFor();
    await eventually(page).toHaveURL(`${stage.product.origin}/profile`);
  });

  const elsewhere = await stage.visit();
  await elsewhere.signIn('member@pro.example');
  await step('Nor does another browser', async () => {
    await elsewhere.open('/');
    await mainNavigation(elsewhere.page).waitFor();
    await eventually(elsewhere.page).toHaveURL(`${stage.product.origin}/`);
  });
});

test('where both documents are newer, both are read, one after the other', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('owner@pro.example');
  await step('An owner on the way to the dashboard is asked for the newer policy', async () => {
    await visitor.open('/dashboard?from=mail');
    await isAt(page, '/terms/privacy-policy?to=%2Fdashboard%3Ffrom%3Dmail');
  });
  await step('The owner accepts it, and is asked for the newer terms', async () => {
    await accept(page, 'privacy policy').click();
    await isAt(page, '/terms/service?to=%2Fdashboard%3Ffrom%3Dmail');
  });
  await step('The owner accepts them, and is where they were going', async () => {
    await accept(page, 'terms of service').click();
    await isAt(page, '/dashboard?from=mail');
    await mainNavigation(page).waitFor();
  });
});

test('newer terms of service alone are asked for by themselves; who does not accept can only leave', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('admin@pro.example');
  await step('An administrator is asked for the newer terms wherever they go', async () => {
    for (const path of ['/', '/profile']) {
      await visitor.open(path);
      await isAt(page, `/terms/service?to=${encodeURIComponent(path)}`);
      await accept(page, 'terms of service').waitFor();
    }
  });
  await step('The administrator does not accept and signs out', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/auth\/login/);
  });
});
