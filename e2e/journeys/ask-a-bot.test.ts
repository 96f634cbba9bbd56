import type { Locator } from 'playwright';
import { prepareStage } from '../harness/journey.ts';
import { ask, botCards, botWithFiles, finishedAnswer, mainNavigation, messages, openBot, signInByForm } from '../harness/screens.ts';
import { demoPassword } from '../harness/visitor.ts';

const stage = prepareStage();
/** Without the time, which is told relatively, and the buttons. */
const answerText = async (answer: Locator) => (await answer.locator('p').allInnerTexts()).join('\n').trim();

test('a member signs in, asks a bot, reads the answer with its source, and finds it again after a reload', async () => {
  const { page, open } = await stage.visit();
  await open('/auth/login');
  await signInByForm(page, 'member@pro.example', demoPassword);
  await page.waitForURL((url) => url.pathname === '/');
  await mainNavigation(page).waitFor();

  await botCards(page).first().waitFor();
  await openBot(page);
  await page.getByRole('heading', { name: botWithFiles }).first().waitFor();

  const starter = await page.getByRole('main').getByRole('listitem').getByRole('button').first().innerText();
  await ask(page, starter.trim());
  await page.waitForURL(/\/dialogue\/[0-9a-f-]{36}$/);
  const answer = await finishedAnswer(page, 2);
  const text = await answerText(answer);
  expect(text.length).toBeGreaterThan(40);
  expect(await answer.getAttribute('aria-label')).toMatch(new RegExp(`^${botWithFiles}`));

  await answer.getByRole('button', { name: /^Source 1: / }).first().click();
  const passage = page.getByRole('dialog');
  await passage.waitFor();
  expect((await passage.getByRole('blockquote').innerText()).length).toBeGreaterThan(20);
  await page.keyboard.press('Escape');
  await passage.waitFor({ state: 'detached' });

  await page.reload();
  await finishedAnswer(page, 2);
  // The formatting is a chunk of its own; until it is there, the text stands as it was written.
  await messages(page).last().getByRole('button', { name: /^Source 1: / }).first().waitFor();
  expect(await messages(page).count()).toBe(2);
  expect(await messages(page).first().innerText()).toContain(starter.trim());
  expect(await answerText(messages(page).last())).toBe(text);
});

test('a message with Shift and Enter gets a new line, and is sent with Enter', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  await openBot(page);
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill('First line');
  await composer.press('Shift+Enter');
  await composer.pressSequentially('second line');
  expect(await composer.inputValue()).toBe('First line\nsecond line');
  await composer.press('Enter');
  await finishedAnswer(page, 2);
  expect(await messages(page).first().innerText()).toContain('second line');
});
