import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { mailTo, secretOf, sentWith } from '../harness/mail.ts';
import { mainNavigation, signInByForm } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import { demoPassword } from '../harness/visitor.ts';

const subject = 'Choose a new password';
const fresh = 'winter harbour copper 9';
const stage = prepareStage();

async function askForLink(visitor: Awaited<ReturnType<typeof stage.visit>>, email: string): Promise<void> {
  await visitor.open('/auth/login');
  await visitor.page.getByRole('link', { name: 'Forgot your password?' }).click();
  await visitor.page.getByLabel('Email', { exact: true }).fill(email);
  await visitor.page.getByRole('button', { name: 'Send link' }).click();
  await visitor.page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

test('a forgotten password is chosen anew by the link of a mail, once, and the old one is worth nothing', async () => {
  const visitor = await stage.visit();
  const { page, requested, expectFault } = visitor;
  expectFault(/status of 40[01]/);
  await step('A member asks for a link', () => askForLink(visitor, 'member@free.example'));
  const password = page.getByLabel('New password', { exact: true });
  const link = await step('The member opens the link of the mail, which leaves the address', async () => {
    const { link } = await mailTo(stage.product, 'member@free.example', subject);
    await page.goto(link ?? '');
    await password.waitFor();
    await eventually(page).not.toHaveURL((url) => url.href.includes(secretOf(link)));
    return link;
  });
  await step('The member chooses a password that is too easy, and a better one', async () => {
    await password.fill('password1');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('This password is too easy to guess').waitFor();
    await password.fill(fresh);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Your new password is saved').waitFor();
    expect(sentWith(secretOf(link), requested)).toEqual([]);
  });
  await step('The old password is worth nothing', async () => {
    await signInByForm(page, 'member@free.example', demoPassword);
    await page.getByRole('alert').filter({ hasText: 'isn’t correct' }).waitFor();
  });
  await step('The member signs in with the new one', async () => {
    await signInByForm(page, 'member@free.example', fresh);
    await mainNavigation(page).waitFor();
  });

  const later = await stage.visit();
  later.expectFault(/status of 400/);
  await step('Somebody opens the link a second time, in vain', async () => {
    await later.page.goto(link ?? '');
    await later.page.getByLabel('New password', { exact: true }).fill(fresh);
    await later.page.getByRole('button', { name: 'Save password' }).click();
    await later.page.getByText('This link isn’t valid').waitFor();
  });
});

test('who has no account reads the same, and gets no mail', async () => {
  const visitor = await stage.visit();
  await step('Somebody without an account asks for a link', () => askForLink(visitor, 'nobody@nowhere.example'));
  await step('A member asks for one afterwards, and gets it', async () => {
    // Mails leave in the order in which they were asked for: one to nobody would have come before this one.
    await askForLink(visitor, 'admin@pro.example');
    await mailTo(stage.product, 'admin@pro.example', subject);
  });
  await step('No mail went to whom has no account', async () => {
    const mails = await stage.product.mailsTo('nobody@nowhere.example');
    expect(mails).toEqual([]);
  });
});

test('a new password does not stand for the second step', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await step('A member with a second step chooses a new password by the link', async () => {
    await askForLink(visitor, 'otp@pro.example');
    const { link } = await mailTo(stage.product, 'otp@pro.example', subject);
    await page.goto(link ?? '');
    await page.getByLabel('New password', { exact: true }).fill(fresh);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Your new password is saved').waitFor();
  });
  await step('The member signs in with it, and is asked for a code', async () => {
    await signInByForm(page, 'otp@pro.example', fresh);
    const { code } = await mailTo(stage.product, 'otp@pro.example', 'Your verification code');
    await page.getByRole('textbox', { name: 'Verification code' }).fill(code ?? '');
    await mainNavigation(page).waitFor();
  });
});
