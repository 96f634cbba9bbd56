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

// Every mail of these journeys went over SMTP.
const stage = prepareStageWithPost();

test('an organisation is founded, from the link of the login page to its home; who founded it signs in elsewhere', async () => {
  const email = 'nora@founded.example';
  const visitor = await stage.visit();
  const { page } = visitor;
  visitor.expectFault(/status of 400.*verification/);
  await register(visitor, email);
  const { code } = await mailTo(stage.post, email, codeSubject);
  await page.getByLabel('Six-digit code').fill(code === '000000' ? '000001' : '000000');
  await page.getByText('4 tries are left.').waitFor();
  await enterCode(page, stage.post, email);
  await page.getByLabel('Your name').fill('Nora Newman');
  await page.getByRole('textbox', { name: 'Organisation' }).fill('Founded example');
  await goOn(page);
  await page.getByRole('radio', { name: /^Team/ }).check();
  await goOn(page);
  await heading(page, 'Is everything right?');
  await page.getByRole('link', { name: 'Change About you' }).click();
  await page.getByLabel('Your role').fill('Head of support');
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
  await page.getByRole('button', { name: 'Create the account' }).click();
  await mainNavigation(page).waitFor();
  await eventually(page).toHaveURL((url) => url.pathname === '/');
  await page.getByText('Founded example').first().waitFor();

  const later = await stage.visit();
  await later.open('/auth/login');
  await signInByForm(later.page, email, chosenPassword);
  await mainNavigation(later.page).waitFor();
  await later.open('/terms/register/step3');
  await later.page.waitForURL((url) => url.pathname === '/');
});

test('a registration goes on in another browser by signing in, after the documents, where it had stopped', async () => {
  const email = 'resumed@new.example';
  const first = await stage.visit();
  await register(first, email);
  await enterCode(first.page, stage.post, email);
  await first.page.getByLabel('Your name').fill('Typed and not sent');
  await first.page.reload();
  await eventually(first.page.getByLabel('Your name')).toHaveValue('Typed and not sent');

  const second = await stage.visit();
  await second.open('/auth/login');
  await signInByForm(second.page, email, chosenPassword);
  await acceptDocuments(second.page);
  await heading(second.page, 'Who are you?');
  await eventually(second.page).toHaveURL((url) => url.pathname === '/terms/register/step3');
  await second.page.getByLabel('Your name').fill('Rae Sumed');
  await second.page.getByRole('textbox', { name: 'Organisation' }).fill('Resumed example');
  await goOn(second.page);
  await heading(second.page, 'Which plan suits you?');

  await first.open('/');
  await first.page.waitForURL((url) => url.pathname === '/terms/register/step4');
});

test('the link of the mail verifies in another browser with the password, no request carries its secret, and this one finds it done', async () => {
  const email = 'linked@new.example';
  const here = await stage.visit();
  await register(here, email);
  const { link } = await mailTo(stage.post, email, codeSubject);

  const there = await stage.visit();
  there.expectFault(whoami);
  there.expectFault(/status of 403.*verification-by-link/);
  await there.page.goto(link ?? '');
  await acceptDocuments(there.page);
  await there.page.getByRole('textbox', { name: 'Password' }).waitFor();
  await there.page.reload();
  await there.page.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await there.page.getByRole('button', { name: 'Confirm' }).click();
  await there.page.getByText('The password is not correct.').waitFor();
  await there.page.getByRole('textbox', { name: 'Password' }).fill(chosenPassword);
  await there.page.getByRole('button', { name: 'Confirm' }).click();
  await heading(there.page, 'Who are you?');
  expect(sentWith(secretOf(link), there.requested)).toEqual([]);

  await here.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await heading(here.page, 'Who are you?');
});

test('in the browser of the registration the link is enough', async () => {
  const email = 'same-browser@new.example';
  const visitor = await stage.visit();
  // What the page counts on the side may be under way with the session that the link ends.
  visitor.expectFault(/status of 40[13].*releases\/v1\/reports/);
  await register(visitor, email);
  const { link } = await mailTo(stage.post, email, codeSubject);
  await visitor.page.goto(link ?? '');
  await heading(visitor.page, 'Who are you?');
});

test('an address that has an account sees the same, and the mail alone says so', async () => {
  const visitor = await stage.visit();
  visitor.expectFault(/status of 400.*verification/);
  await register(visitor, 'member@pro.example');
  await mailTo(stage.post, 'member@pro.example', 'You already have an account');
  await visitor.page.getByLabel('Six-digit code').fill('123456');
  await visitor.page.getByText('4 tries are left.').waitFor();
});
