import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { consentPrompt, cookieSettings, passAsPerson } from '../harness/consent.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, botCards, finishedAnswer, openBot, openPalette, palette, paletteField } from '../harness/screens.ts';

const stage = prepareStage();
/** WCAG 2.2 AA and what it includes. */
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** One line for each finding: the rule, where, and what axe says about it. */
async function findings(page: Page): Promise<string[]> {
  // Colours in the middle of a transition are nobody's colours.
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity));
  const { violations } = await new AxeBuilder({ page }).withTags(standard).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary?.split('\n').slice(1).join(' ') ?? ''}`));
}

describe.each(['light', 'dark'] as const)('axe finds nothing in the %s theme', (colorScheme) => {
  test('on the pages for everybody', async () => {
    const { page, open, expectFault } = await stage.visit({ colorScheme });
    // Whether somebody is signed in is asked, and the answer is no.
    expectFault(/status of 401.*whoami/);
    for (const path of ['/auth/login', '/terms/privacy-policy', '/terms/service', '/error?code=404']) {
      await open(path);
      await page.getByRole('heading').first().waitFor();
      expect({ path, findings: await findings(page) }).toEqual({ path, findings: [] });
    }
  });

  test('on the steps of the login page', async () => {
    const { page, open } = await stage.visit({ colorScheme });
    for (const path of ['/auth/login?step=forgotten', '/auth/login?token=none']) {
      await open(path);
      await page.getByRole('heading').first().waitFor();
      expect({ path, findings: await findings(page) }).toEqual({ path, findings: [] });
    }
  });

  test('on home, a bot and a dialogue', async () => {
    const { page, open, signIn } = await stage.visit({ colorScheme });
    await signIn('member@pro.example');
    await open('/');
    await botCards(page).first().waitFor();
    expect({ screen: 'home', findings: await findings(page) }).toEqual({ screen: 'home', findings: [] });
    await openBot(page);
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    expect({ screen: 'bot', findings: await findings(page) }).toEqual({ screen: 'bot', findings: [] });
    await ask(page, 'How many days of annual leave do I have?');
    await finishedAnswer(page, 2);
    expect({ screen: 'dialogue', findings: await findings(page) }).toEqual({ screen: 'dialogue', findings: [] });
  });

  test('on the first screens of the other remotes', async () => {
    const { page, open, signIn } = await stage.visit({ colorScheme });
    await signIn('owner@pro.example');
    for (const path of ['/agent-controller', '/user-group-manager', '/profile', '/no-such-screen']) {
      await open(path);
      await page.getByRole('main').getByRole('heading').first().waitFor();
      expect({ path, findings: await findings(page) }).toEqual({ path, findings: [] });
    }
  });

  test.each([1280, 360])('on the palette and the menu of the person, %i pixels wide', async (width) => {
    const { page, open, signIn } = await stage.visit({ colorScheme, viewport: { width, height: 740 } });
    await signIn('owner@pro.example');
    await open('/');
    await botCards(page).first().waitFor();
    await openPalette(page);
    expect({ shows: 'what is near', findings: await findings(page) }).toEqual({ shows: 'what is near', findings: [] });
    await paletteField(page).fill('a');
    expect({ shows: 'what was found', findings: await findings(page) }).toEqual({ shows: 'what was found', findings: [] });
    await paletteField(page).fill('zzz');
    await palette(page).getByText('Nothing matches “zzz”').waitFor();
    expect({ shows: 'nothing', findings: await findings(page) }).toEqual({ shows: 'nothing', findings: [] });
    await page.keyboard.press('Escape');
    if (width < 900) await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('link', { name: 'Profile' }).waitFor();
    expect({ shows: 'the menu', findings: await findings(page) }).toEqual({ shows: 'the menu', findings: [] });
  });

  test.each([1280, 360])('on the question about cookies and its settings, %i pixels wide', async (width) => {
    const visitor = await stage.visit({ colorScheme, viewport: { width, height: 740 } });
    const { page, open, signIn } = visitor;
    await passAsPerson(visitor);
    await signIn('member@pro.example');
    for (const path of ['/auth/login', '/', '/terms/service']) {
      await open(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await consentPrompt(page).waitFor();
      expect({ path, findings: await findings(page) }).toEqual({ path, findings: [] });
    }
    await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click();
    await cookieSettings(page).waitFor();
    expect(await findings(page)).toEqual([]);
  });

  test('on the device warning, and on notices', async () => {
    const { page, open, signIn } = await stage.visit({ colorScheme, userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile', viewport: { width: 412, height: 915 } });
    await signIn('member@pro.example');
    await open('/');
    const understood = page.getByRole('button', { name: 'I Understand' });
    await understood.waitFor();
    expect(await findings(page)).toEqual([]);
    await understood.click();
    for (const [kind, tone] of [['toast', 'info'], ['toast', 'warn'], ['snackbar', 'good'], ['snackbar', 'bad']]) {
      await page.evaluate((detail) => window.dispatchEvent(new CustomEvent('parlance:notice', { detail })), { kind, tone, message: `This is ${tone}.` });
      await page.getByText(`This is ${tone}.`).hover();
    }
    expect(await findings(page)).toEqual([]);
  });
});
