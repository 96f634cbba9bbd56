import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { createInvitation } from '@parlance/shared/contract/api/invitations';
import { mailTo } from '../harness/mail.ts';
import { prepareStage } from '../harness/journey.ts';
import { mainNavigation, signInByForm } from '../harness/screens.ts';
import type { Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const password = 'rain on the wooden bridge';
const codeSubject = 'Confirm your e-mail address';

/** Whether somebody is signed in is asked, and the answer is no. */
const whoami = /status of 401.*whoami/;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

async function acceptDocuments(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'I accept the privacy policy' }).click();
  await page.getByRole('button', { name: 'I accept the terms of service' }).click();
}

/** From the login page to the code that has been sent. */
async function register({ page, open, expectFault }: Visitor, email: string): Promise<void> {
  expectFault(whoami);
  await open('/auth/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await acceptDocuments(page);
  await page.getByRole('button', { name: 'Start' }).click();
  await fillInAccount(page, email);
}

async function fillInAccount(page: Page, email: string | null): Promise<void> {
  if (email !== null) await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await goOn(page);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await heading(page, 'Enter the code');
}

async function enterCode(page: Page, email: string): Promise<void> {
  const { code } = await mailTo(stage.product, email, codeSubject);
  await page.getByLabel('Six-digit code').fill(`${code?.slice(0, 3)} ${code?.slice(3)}`);
  await heading(page, 'Who are you?');
}

async function findings(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

test('an organisation is founded, from the link of the login page to its home; who founded it signs in elsewhere', async () => {
  const email = 'nora@founded.example';
  const visitor = await stage.visit();
  const { page } = visitor;
  visitor.expectFault(/status of 400.*verification/);
  await register(visitor, email);
  const { code } = await mailTo(stage.product, email, codeSubject);
  await page.getByLabel('Six-digit code').fill(code === '000000' ? '000001' : '000000');
  await page.getByText('4 tries are left.').waitFor();
  await enterCode(page, email);
  await page.getByLabel('Your name').fill('Nora Newman');
  await page.getByRole('textbox', { name: 'Organisation' }).fill('Founded example');
  await goOn(page);
  await page.getByRole('radio', { name: /^Team/ }).check();
  await goOn(page);
  await heading(page, 'Is everything right?');
  await page.getByRole('link', { name: 'Change About you' }).click();
  await page.getByLabel('Your role').fill('Head of support');
  await goOn(page);
  await goOn(page);
  await page.getByText('Order Team afterwards').waitFor();
  expect(await page.getByRole('definition').allTextContents()).toEqual([email, 'English', 'For an organisation', 'Nora Newman', 'Founded example', 'Head of support']);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await mainNavigation(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.getByText('Founded example').first().waitFor();

  const later = await stage.visit();
  await later.open('/auth/login');
  await signInByForm(later.page, email, password);
  await mainNavigation(later.page).waitFor();
  await later.open('/terms/register/step3');
  await later.page.waitForURL((url) => url.pathname === '/');
});

test('a registration goes on in another browser by signing in, after the documents, where it had stopped', async () => {
  const email = 'resumed@new.example';
  const first = await stage.visit();
  await register(first, email);
  await enterCode(first.page, email);
  await first.page.getByLabel('Your name').fill('Typed and not sent');
  await first.page.reload();
  expect(await first.page.getByLabel('Your name').inputValue()).toBe('Typed and not sent');

  const second = await stage.visit();
  await second.open('/auth/login');
  await signInByForm(second.page, email, password);
  await acceptDocuments(second.page);
  await heading(second.page, 'Who are you?');
  expect(new URL(second.page.url()).pathname).toBe('/terms/register/step3');
  await second.page.getByLabel('Your name').fill('Rae Sumed');
  await second.page.getByRole('textbox', { name: 'Organisation' }).fill('Resumed example');
  await goOn(second.page);
  await heading(second.page, 'Which plan suits you?');

  await first.open('/');
  await first.page.waitForURL((url) => url.pathname === '/terms/register/step4');
});

test('the link of the mail verifies in another browser with the password, and this one finds it done', async () => {
  const email = 'linked@new.example';
  const here = await stage.visit();
  await register(here, email);
  const { link } = await mailTo(stage.product, email, codeSubject);

  const there = await stage.visit();
  there.expectFault(whoami);
  there.expectFault(/status of 403.*verification-by-link/);
  await there.page.goto(link ?? '');
  await acceptDocuments(there.page);
  await there.page.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await there.page.getByRole('button', { name: 'Confirm' }).click();
  await there.page.getByText('The password is not correct.').waitFor();
  await there.page.getByRole('textbox', { name: 'Password' }).fill(password);
  await there.page.getByRole('button', { name: 'Confirm' }).click();
  await heading(there.page, 'Who are you?');

  await here.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await heading(here.page, 'Who are you?');
});

test('in the browser of the registration the link is enough', async () => {
  const email = 'same-browser@new.example';
  const visitor = await stage.visit();
  await register(visitor, email);
  const { link } = await mailTo(stage.product, email, codeSubject);
  await visitor.page.goto(link ?? '');
  await heading(visitor.page, 'Who are you?');
});

test('an address that has an account sees the same, and the mail alone says so', async () => {
  const visitor = await stage.visit();
  visitor.expectFault(/status of 400.*verification/);
  await register(visitor, 'member@pro.example');
  await mailTo(stage.product, 'member@pro.example', 'You already have an account');
  await visitor.page.getByLabel('Six-digit code').fill('123456');
  await visitor.page.getByText('4 tries are left.').waitFor();
});

test('whoever is invited reads by whom, registers with that address, chooses no plan, and joins', async () => {
  const email = 'invited@new.example';
  const admin = await stage.visit();
  await admin.signIn('admin@pro.example');
  const csrf = (await admin.context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? '';
  const answer = await admin.context.request.post(`${stage.product.apiOrigin}${createInvitation.path}`, {
    data: { email, role: 'member', teams: [], language: 'en', idempotency_key: crypto.randomUUID() },
    headers: { origin: stage.product.origin, 'x-csrftoken': csrf },
  });
  expect(answer.status()).toBe(200);

  const visitor = await stage.visit();
  const { page } = visitor;
  visitor.expectFault(whoami);
  const { link } = await mailTo(stage.product, email, /invites you to/);
  await page.goto(link ?? '');
  await page.getByText(/invites you\. Before you can join/).waitFor();
  await acceptDocuments(page);
  await heading(page, /invites you$/);
  await page.getByRole('button', { name: 'Create an account and join' }).click();
  expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe(email);
  await fillInAccount(page, null);
  await enterCode(page, email);
  await page.getByText(/^You join /).waitFor();
  await page.getByLabel('Your name').fill('Ines Vited');
  await goOn(page);
  await page.getByText('Step 4 of 4').waitFor();
  await page.getByRole('button', { name: /^Join / }).click();
  await mainNavigation(page).waitFor();
  await page.getByRole('button', { name: /^Account of Ines Vited/ }).waitFor();
});

describe.each(['light', 'dark'] as const)('axe finds nothing in the %s theme', (colorScheme) => {
  /** A visitor, and what was found on each path they looked at. */
  async function lookAround() {
    const visitor = await stage.visit({ colorScheme });
    visitor.expectFault(whoami);
    const found: Record<string, string[]> = {};
    const look = async () => void (found[new URL(visitor.page.url()).pathname.replace('/terms/', '')] = await findings(visitor.page));
    return { ...visitor, visitor, found, look };
  }
  const nothingOn = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, []]));

  test('on the way to the code', async () => {
    const { page, open, found, look } = await lookAround();
    await open('/terms/privacy-policy');
    await page.getByRole('button', { name: 'I accept the privacy policy' }).waitFor();
    await look();
    await acceptDocuments(page);
    await page.getByRole('button', { name: 'Start' }).waitFor();
    await look();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('textbox', { name: 'Password' }).fill('password');
    await page.getByText('very weak').waitFor();
    await goOn(page);
    await page.getByText('Enter your e-mail.').waitFor();
    await look();
    await page.getByLabel('E-mail', { exact: true }).fill(`axe-${colorScheme}@new.example`);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await goOn(page);
    await page.getByRole('button', { name: 'Send the code' }).waitFor();
    await look();
    await page.getByRole('button', { name: 'Send the code' }).click();
    await heading(page, 'Enter the code');
    await look();
    expect(found).toEqual(nothingOn('privacy-policy', 'register', 'register/step1', 'register/step2', 'register/step2/token'));
  });

  test('from the code to the summary', async () => {
    const email = `axe-${colorScheme}-later@new.example`;
    const { visitor, page, found, look } = await lookAround();
    await register(visitor, email);
    await enterCode(page, email);
    await look();
    await page.getByLabel('Your name').fill('Axel Ray');
    await page.getByRole('textbox', { name: 'Organisation' }).fill('Axe example');
    await goOn(page);
    await page.getByRole('radio', { name: /^Free!/ }).waitFor();
    await look();
    await page.getByRole('link', { name: 'Write to us' }).click();
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await look();
    await page.goBack();
    await page.getByRole('radio', { name: /^Free!/ }).waitFor();
    await goOn(page);
    await heading(page, 'Is everything right?');
    await look();
    expect(found).toEqual(nothingOn('register/step3', 'register/step4', 'register/enterprise-contact-us', 'register/verify'));
  });
});
