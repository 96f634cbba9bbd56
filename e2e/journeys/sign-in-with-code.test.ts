import { eventually } from '../harness/eventually.ts';
import { prepareStage, until } from '../harness/journey.ts';
import { mailTo, type Mail } from '../harness/mail.ts';
import { mainNavigation, signInByForm } from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import { demoPassword } from '../harness/visitor.ts';

const email = 'otp@pro.example';
const subject = 'Your verification code';
const stage = prepareStage();

/** The mail of this sign-in: one more than there were before. */
async function mailAfter(before: number): Promise<Mail> {
  const mails = await until(
    () => stage.product.mailsTo(email),
    (found) => found.filter((mail) => mail.subject === subject).length > before,
  );
  const [newest] = mails.filter((mail) => mail.subject === subject);
  if (newest === undefined) throw new Error('The newest of several mails is there.');
  return newest;
}
const countMails = async () => (await stage.product.mailsTo(email)).filter((mail) => mail.subject === subject).length;

test('the password is not all: the code of the mail leads on to where the person wanted to go', async () => {
  const { page, open, expectFault } = await stage.visit();
  expectFault(/status of 40[013]/);
  const code = page.getByRole('textbox', { name: 'Verification code' });
  await step('A member who was going elsewhere signs in, and is asked for a code', async () => {
    await open('/agent-controller');
    await page.waitForURL((url) => url.pathname === '/auth/login');
    await signInByForm(page, email, demoPassword);
    await eventually(code).toBeFocused();
  });
  await step('Half-signed-in opens nothing in another tab', async () => {
    // Half-signed-in opens nothing; that another tab has tried does not hinder this one.
    const elsewhere = await page.context().newPage();
    await elsewhere.goto('/');
    await elsewhere.waitForURL((url) => url.pathname === '/auth/login');
    await elsewhere.close();
  });
  await step('The member goes back to the password, forward, and loads the page anew', async () => {
    // Back leads to the password, with the e-mail still there; loaded again, the page is where it was.
    await page.goBack();
    await eventually(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    await page.goForward();
    await page.reload();
    await code.waitFor();
  });
  const mail = await step('The member enters a wrong code, and reads how many tries are left', async () => {
    const mail = await mailTo(stage.product, email, subject);
    const wrong = mail.code === '000000' ? '000001' : '000000';
    await code.fill(wrong);
    await page.getByText('Tries left: 4').waitFor();
    return mail;
  });
  await step('The member enters the code, and is where they were going', async () => {
    await code.fill(`${mail.code?.slice(0, 3)} ${mail.code?.slice(3)}`);
    await page.waitForURL((url) => url.pathname === '/agent-controller');
  });
});

test('the link of the mail does the same in another tab, and both go on', async () => {
  const { page, context, open, expectFault } = await stage.visit();
  expectFault(/status of 401/);
  const before = await step('A member signs in, and is asked for a code', async () => {
    const before = await countMails();
    await open('/auth/login?to=%2Fagent-controller');
    await signInByForm(page, email, demoPassword);
    await page.getByRole('textbox', { name: 'Verification code' }).waitFor();
    return before;
  });
  await step('The member opens the link of the mail in another tab', async () => {
    const { link } = await mailAfter(before);
    const other = await context.newPage();
    await other.goto(new URL(link ?? '').href.replace(new URL(link ?? '').origin, stage.product.origin));
    await mainNavigation(other).waitFor();
    await eventually(other).not.toHaveURL(/code/);
  });
  await step('The first tab goes on to where the member was going', () =>
    page.waitForURL((url) => url.pathname === '/agent-controller'),
  );
});

test('the link signs nobody in who has not given the password in this browser', async () => {
  const thief = await stage.visit();
  thief.expectFault(/status of 401/);
  const victim = await stage.visit();
  victim.expectFault(/status of 401/);
  const link = await step('A member signs in, and a mail is sent', async () => {
    const before = await countMails();
    await victim.open('/auth/login');
    await signInByForm(victim.page, email, demoPassword);
    const { link } = await mailAfter(before);
    return link;
  });
  await step('Somebody else opens its link, and is not signed in', async () => {
    await thief.page.goto(link ?? '');
    await thief.page.getByText('The link only works in the browser where you’re signing in').waitFor();
    await thief.open('/');
    await thief.page.waitForURL((url) => url.pathname === '/auth/login');
  });
});
