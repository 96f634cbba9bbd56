import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { mailTo, secretOf, sentWith } from '../harness/mail.ts';
import { mainNavigation, signInByForm } from '../harness/screens.ts';
import { demoPassword } from '../harness/visitor.ts';

const subject = 'Choose a new password';
const fresh = 'winter harbour copper 9';
const stage = prepareStage();

async function askForLink(visitor: Awaited<ReturnType<typeof stage.visit>>, email: string): Promise<void> {
  await visitor.open('/auth/login');
  await visitor.page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await visitor.page.getByLabel('E-mail', { exact: true }).fill(email);
  await visitor.page.getByRole('button', { name: 'Send the link' }).click();
  await visitor.page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
}

test('a forgotten password is chosen anew by the link of a mail, once, and the old one is worth nothing', async () => {
  const visitor = await stage.visit();
  const { page, requested, expectFault } = visitor;
  expectFault(/status of 40[01]/);
  await askForLink(visitor, 'member@free.example');
  const { link } = await mailTo(stage.product, 'member@free.example', subject);
  await page.goto(link ?? '');
  const password = page.getByLabel('New password', { exact: true });
  await password.waitFor();
  await eventually(page).not.toHaveURL((url) => url.href.includes(secretOf(link)));
  await password.fill('password1');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByText('This password is too easy to guess').waitFor();
  await password.fill(fresh);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByText('Your new password is saved').waitFor();
  expect(sentWith(secretOf(link), requested)).toEqual([]);

  await signInByForm(page, 'member@free.example', demoPassword);
  await page.getByRole('alert').filter({ hasText: 'not correct' }).waitFor();
  await signInByForm(page, 'member@free.example', fresh);
  await mainNavigation(page).waitFor();

  const later = await stage.visit();
  later.expectFault(/status of 400/);
  await later.page.goto(link ?? '');
  await later.page.getByLabel('New password', { exact: true }).fill(fresh);
  await later.page.getByRole('button', { name: 'Save the password' }).click();
  await later.page.getByText('This link is not valid').waitFor();
});

test('who has no account reads the same, and gets no mail', async () => {
  const visitor = await stage.visit();
  await askForLink(visitor, 'nobody@nowhere.example');
  // Mails leave in the order in which they were asked for: one to nobody would have come before this one.
  await askForLink(visitor, 'admin@pro.example');
  await mailTo(stage.product, 'admin@pro.example', subject);
  const mails = await stage.product.mailsTo('nobody@nowhere.example');
  expect(mails).toEqual([]);
});

test('a new password does not stand for the second step', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await askForLink(visitor, 'otp@pro.example');
  const { link } = await mailTo(stage.product, 'otp@pro.example', subject);
  await page.goto(link ?? '');
  await page.getByLabel('New password', { exact: true }).fill(fresh);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByText('Your new password is saved').waitFor();
  await signInByForm(page, 'otp@pro.example', fresh);
  const { code } = await mailTo(stage.product, 'otp@pro.example', 'Your code to sign in');
  await page.getByRole('textbox', { name: 'Code' }).fill(code ?? '');
  await mainNavigation(page).waitFor();
});
