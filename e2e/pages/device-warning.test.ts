import { consentPrompt, passAsPerson, untilIdle } from '../harness/consent.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { botCards, leaveByEscape, signInByForm } from '../harness/screens.ts';
import { demoPassword, type Visitor } from '../harness/visitor.ts';

const stage = prepareStage();
const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';
const onPhone = { userAgent: phone, viewport: { width: 412, height: 915 }, hasTouch: true, isMobile: true };
const text = 'For the best experience, we recommend using this application on a desktop computer.';

const warning = ({ page }: Visitor) => page.getByRole('dialog', { name: text });
async function openHome(visitor: Visitor): Promise<void> {
  await visitor.open('/');
  await botCards(visitor.page).first().waitFor();
}

test('a phone signs in undisturbed, is warned once behind the login, and not after a reload', async () => {
  const visitor = await stage.visit(onPhone);
  const { page } = visitor;
  await visitor.open('/auth/login');
  await signInByForm(page, 'member@pro.example', demoPassword);
  await eventually(warning(visitor)).toHaveText(`${text} I Understand`, { useInnerText: true });
  await page.getByRole('button', { name: 'I Understand' }).tap();
  await warning(visitor).waitFor({ state: 'detached' });
  await page.reload();
  await botCards(page).first().waitFor();
  await untilIdle(visitor.page);
  await eventually(warning(visitor)).toHaveCount(0);
});

test('it is modal, Escape closes it, and then it has been read', async () => {
  const visitor = await stage.visit(onPhone);
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await openHome(visitor);
  await warning(visitor).waitFor();
  await eventually(page.getByRole('button', { name: 'I Understand' })).toBeFocused();
  await eventually.poll(() => warning(visitor).evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await leaveByEscape(warning(visitor));
  await eventually.poll(() => page.evaluate(() => localStorage.getItem('deviceWarning.acknowledged'))).toBe('true');
});

test('never two questions at once: about cookies it is asked when the warning is gone', async () => {
  const visitor = await stage.visit(onPhone);
  await passAsPerson(visitor);
  await visitor.signIn('member@pro.example');
  await openHome(visitor);
  await warning(visitor).waitFor();
  await untilIdle(visitor.page);
  await eventually(visitor.page.locator('#cc-main')).toHaveCount(0);
  await visitor.page.getByRole('button', { name: 'I Understand' }).tap();
  await consentPrompt(visitor.page).waitFor();
});

test('a desktop is never warned', async () => {
  const visitor = await stage.visit();
  await visitor.signIn('member@pro.example');
  await openHome(visitor);
  await untilIdle(visitor.page);
  await eventually(visitor.page.getByRole('dialog')).toHaveCount(0);
});
