import { eventually } from '../harness/eventually.ts';
import { mailTo, secretOf, sentWith } from '../harness/mail.ts';
import { prepareStageWithPost } from '../harness/post-office.ts';
import {
  acceptDocuments,
  chosenPassword,
  codeSubject,
  enterCode,
  goOn,
  heading,
  register,
  whoami,
} from '../harness/registering.ts';
import { mainNavigation, signInByForm } from '../harness/screens.ts';
import { step } from '../harness/step.ts';

// Every mail of these journeys went over SMTP.
const stage = prepareStageWithPost();

test('an organisation is founded, from the link of the login page to its home; who founded it signs in elsewhere', async () => {
  const email = 'nora@founded.example';
  const visitor = await stage.visit();
  const { page } = visitor;
  visitor.expectFault(/status of 400.*verification/);
  await step('Somebody registers and enters a wrong code, then the right one', async () => {
    await register(visitor, email);
    const { code } = await mailTo(stage.post, email, codeSubject);
    await page.getByLabel('6-digit code').fill(code === '000000' ? '000001' : '000000');
    await page.getByText('4 tries left.').waitFor();
    await enterCode(page, stage.post, email);
  });
  await step('The person says who they are, and chooses a plan', async () => {
    await page.getByLabel('Your name').fill('Nora Newman');
    await page.getByRole('textbox', { name: 'Organisation' }).fill('Founded example');
    await goOn(page);
    await page.getByRole('radio', { name: /^Team/ }).check();
    await goOn(page);
    await heading(page, 'Check your details');
  });
  await step('The person changes one step, and everything else stays', async () => {
    await page.getByRole('link', { name: 'Change About you' }).click();
    await page.getByLabel('Your job title').fill('Head of support');
    await goOn(page);
    await heading(page, 'Which plan suits you?');
    await goOn(page);
    await page.getByText('Order Team afterwards').waitFor();
    await eventually(page.getByRole('definition')).toHaveText([
      email,
      'English',
      'For an organisation',
      'Nora Newman',
      'Founded example',
      'Head of support',
    ]);
  });
  await step('The person creates the account, and is at the home of the organisation', async () => {
    await page.getByRole('button', { name: 'Create account' }).click();
    await mainNavigation(page).waitFor();
    await eventually(page).toHaveURL((url) => url.pathname === '/');
    await page.getByText('Founded example').first().waitFor();
  });

  const later = await stage.visit();
  await step('The person signs in elsewhere, and has nothing left to register', async () => {
    await later.open('/auth/login');
    await signInByForm(later.page, email, chosenPassword);
    await mainNavigation(later.page).waitFor();
    await later.open('/terms/register/step3');
    await later.page.waitForURL((url) => url.pathname === '/');
  });
});

test('a registration goes on in another browser by signing in, after the documents, where it had stopped', async () => {
  const email = 'resumed@new.example';
  const first = await stage.visit();
  await step('Somebody registers and stops in the middle of a step', async () => {
    await register(first, email);
    await enterCode(first.page, stage.post, email);
    await first.page.getByLabel('Your name').fill('Typed and not sent');
    await first.page.reload();
    await eventually(first.page.getByLabel('Your name')).toHaveValue('Typed and not sent');
  });

  const second = await stage.visit();
  await step('The person signs in with another browser, and is at the same step', async () => {
    await second.open('/auth/login');
    await signInByForm(second.page, email, chosenPassword);
    await acceptDocuments(second.page);
    await heading(second.page, 'Tell us about yourself');
    await eventually(second.page).toHaveURL((url) => url.pathname === '/terms/register/step3');
  });
  await step('The person goes on there', async () => {
    await second.page.getByLabel('Your name').fill('Rae Sumed');
    await second.page.getByRole('textbox', { name: 'Organisation' }).fill('Resumed example');
    await goOn(second.page);
    await heading(second.page, 'Which plan suits you?');
  });
  await step('The first browser is led to where the second is', async () => {
    await first.open('/');
    await first.page.waitForURL((url) => url.pathname === '/terms/register/step4');
  });
});

test('the link of the mail verifies in another browser with the password, no request carries its secret, and this one finds it done', async () => {
  const email = 'linked@new.example';
  const here = await stage.visit();
  const link = await step('Somebody registers', async () => {
    await register(here, email);
    const { link } = await mailTo(stage.post, email, codeSubject);
    return link;
  });

  const there = await stage.visit();
  there.expectFault(whoami);
  there.expectFault(/status of 403.*verification-by-link/);
  await step('The person opens the link of the mail in another browser', async () => {
    await there.page.goto(link ?? '');
    await acceptDocuments(there.page);
    await there.page.getByRole('textbox', { name: 'Password' }).waitFor();
    await there.page.reload();
  });
  await step('The person confirms it with the right password only', async () => {
    await there.page.getByRole('textbox', { name: 'Password' }).fill('not the password');
    await there.page.getByRole('button', { name: 'Confirm' }).click();
    await there.page.getByText('The password isn’t correct.').waitFor();
    await there.page.getByRole('textbox', { name: 'Password' }).fill(chosenPassword);
    await there.page.getByRole('button', { name: 'Confirm' }).click();
    await heading(there.page, 'Tell us about yourself');
  });
  await step('No request carried the secret of the link', async () => {
    expect(sentWith(secretOf(link), there.requested)).toEqual([]);
  });
  await step('The browser of the registration finds it done', async () => {
    await here.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await heading(here.page, 'Tell us about yourself');
  });
});

test('in the browser of the registration the link is enough', async () => {
  const email = 'same-browser@new.example';
  const visitor = await stage.visit();
  // What the page counts on the side may be under way with the session that the link ends.
  visitor.expectFault(/status of 40[13].*releases\/v1\/reports/);
  await step('Somebody registers', () => register(visitor, email));
  await step('The person opens the link of the mail', async () => {
    const { link } = await mailTo(stage.post, email, codeSubject);
    await visitor.page.goto(link ?? '');
    await heading(visitor.page, 'Tell us about yourself');
  });
});

test('an address that has an account sees the same, and the mail alone says so', async () => {
  const visitor = await stage.visit();
  visitor.expectFault(/status of 400.*verification/);
  await step('Somebody registers with an address that has an account', () => register(visitor, 'member@pro.example'));
  await step('The mail alone says so', () => mailTo(stage.post, 'member@pro.example', 'You already have an account'));
  await step('A code is refused as it is to anybody', async () => {
    await visitor.page.getByLabel('6-digit code').fill('123456');
    await visitor.page.getByText('4 tries left.').waitFor();
  });
});
