import { eventually, wordsOf } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { botCards, mainNavigation, signInByForm } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import { demoPassword } from '../harness/visitor.ts';

const stage = prepareStage();

test('a wrong password is told in words; what was typed is kept, and the right one then works', async () => {
  const { page, open, expectFault } = await stage.visit();
  expectFault(/status of 401/);
  await step('A member enters a wrong password, and reads so', async () => {
    await open('/auth/login');
    await signInByForm(page, 'member@pro.example', 'not the password');
    await eventually(page.getByRole('alert')).toHaveText(/.{10}/);
    await eventually(page.getByLabel('Email', { exact: true })).toHaveValue('member@pro.example');
  });
  await step('The member enters the right one', async () => {
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await mainNavigation(page).waitFor();
    await eventually(page).toHaveURL((url) => url.pathname === '/');
  });
});

test('an unknown person gets the same words as a wrong password', async () => {
  const { page, open, expectFault } = await stage.visit();
  expectFault(/status of 401/);
  const words: string[] = [];
  for (const email of ['owner@free.example', 'nobody@nowhere.example']) {
    await open('/auth/login');
    await signInByForm(page, email, 'not the password');
    words.push(await wordsOf(page.getByRole('alert')));
  }
  expect(words[0]).toBe(words[1]);
});

test('an address below the shell leads a stranger to the login page and back to where they wanted to go', async () => {
  const { page, open, expectFault } = await stage.visit();
  expectFault(/status of 401/);
  await step('A stranger opens an address, and is led to the login page', async () => {
    await open('/user-group-manager?q=smith');
    await page.waitForURL((url) => url.pathname === '/auth/login');
  });
  await step('The stranger signs in, and is at that address', async () => {
    await signInByForm(page, 'owner@pro.example', demoPassword);
    await page.waitForURL((url) => url.pathname === '/user-group-manager');
    await eventually(page).toHaveURL((url) => url.search === '?q=smith');
  });
});

test('after signing in nobody is led to another origin', async () => {
  for (const elsewhere of ['https://evil.example/', '//evil.example/', '/\\evil.example/', 'javascript:alert(1)']) {
    const visitor = await stage.visit();
    visitor.expectFault(/status of 401/);
    await visitor.open(`/auth/login?to=${encodeURIComponent(elsewhere)}`);
    await signInByForm(visitor.page, 'owner@team.example', demoPassword);
    await mainNavigation(visitor.page).waitFor();
    await eventually(visitor.page).toHaveURL((url) => url.origin === stage.product.origin);
    await visitor.context.close();
  }
});

test('signing out ends the session on the server and leads to the login page', async () => {
  const visitor = await stage.visit();
  visitor.expectFault(/status of 401/);
  await visitor.signIn('admin@pro.example');
  const session = await step('An administrator is signed in', async () => {
    await visitor.open('/');
    await botCards(visitor.page).first().waitFor();
    return (await visitor.context.cookies()).find(({ name }) => name === 'sessionid');
  });
  await step('The administrator signs out', async () => {
    await visitor.page.getByRole('button', { name: /^Account: / }).click();
    await visitor.page.getByRole('button', { name: 'Sign out' }).click();
    await visitor.page.waitForURL((url) => url.pathname === '/auth/login');
  });
  await step('The session is worth nothing at the server', async () => {
    const old = await fetch(`${stage.product.apiBase}/auth/v1/whoami`, {
      headers: { cookie: `sessionid=${session?.value}` },
    });
    expect(old.status).toBe(401);
  });
  await step('The start page leads to the login page', async () => {
    await visitor.open('/');
    await visitor.page.waitForURL((url) => url.pathname === '/auth/login');
  });
});

test('a session that ends on the server leads to the login page', async () => {
  const visitor = await stage.visit();
  visitor.expectFault(/status of 401/);
  await visitor.signIn('member@pro.example');
  await step('A member is signed in', async () => {
    await visitor.open('/');
    await botCards(visitor.page).first().waitFor();
  });
  await step('The session ends, and the member is led to the login page', async () => {
    await visitor.context.clearCookies({ name: 'sessionid' });
    await visitor.page.reload();
    await visitor.page.waitForURL((url) => url.pathname === '/auth/login');
  });
});
