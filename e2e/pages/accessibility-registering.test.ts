import { findings } from '../harness/axe.ts';
import { prepareStage } from '../harness/journey.ts';
import { acceptDocuments, chosenPassword, enterCode, goOn, heading, register, whoami } from '../harness/registering.ts';

const stage = prepareStage();

describe('axe finds nothing in either theme', () => {
  /** A visitor, and what was found on each path they looked at. */
  async function lookAround() {
    const visitor = await stage.visit();
    visitor.expectFault(whoami);
    const found: Record<string, string[]> = {};
    const look = async () =>
      void (found[new URL(visitor.page.url()).pathname.replace('/terms/', '')] = await findings(visitor.page));
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
    await page.getByText('Enter your email.').waitFor();
    await look();
    await page.getByLabel('Email', { exact: true }).fill('axe@new.example');
    await page.getByRole('textbox', { name: 'Password' }).fill(chosenPassword);
    await goOn(page);
    await page.getByRole('button', { name: 'Send code' }).waitFor();
    await look();
    await page.getByRole('button', { name: 'Send code' }).click();
    await heading(page, 'Enter your verification code');
    await look();
    expect(found).toEqual(
      nothingOn('privacy-policy', 'register', 'register/step1', 'register/step2', 'register/step2/token'),
    );
  });

  test('from the code to the summary', async () => {
    const email = 'axe-later@new.example';
    const { visitor, page, found, look } = await lookAround();
    await register(visitor, email);
    await enterCode(page, stage.product, email);
    await look();
    await page.getByLabel('Your name').fill('Axel Ray');
    await page.getByRole('textbox', { name: 'Organisation' }).fill('Axe example');
    await goOn(page);
    await page.getByRole('radio', { name: /^Free!/ }).waitFor();
    await look();
    await page.getByRole('link', { name: 'Contact us' }).click();
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await look();
    await page.goBack();
    await page.getByRole('radio', { name: /^Free!/ }).waitFor();
    await goOn(page);
    await heading(page, 'Check your details');
    await look();
    expect(found).toEqual(
      nothingOn('register/step3', 'register/step4', 'register/enterprise-contact-us', 'register/verify'),
    );
  });
});
