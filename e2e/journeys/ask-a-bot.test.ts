import { prepareStage } from '../harness/journey.ts';
import { ask, botCards, finishedAnswer, mainNavigation, messages, openFirstBot, signInByForm } from '../harness/screens.ts';
import { demoPassword } from '../harness/visitor.ts';

const stage = prepareStage();

test('a member signs in, asks a bot, reads the answer with its source, and finds it again after a reload', async () => {
  const { page, open } = await stage.visit();
  await open('/auth/login');
  await signInByForm(page, 'member@pro.example', demoPassword);
  await page.waitForURL((url) => url.pathname === '/');
  await mainNavigation(page).waitFor();

  await botCards(page).first().waitFor();
  const botName = await openFirstBot(page);
  await page.getByRole('heading', { name: botName }).first().waitFor();

  const starter = await page.getByRole('main').getByRole('button').filter({ hasText: '?' }).first().innerText();
  await ask(page, starter.trim());
  await page.waitForURL(/\/dialogue\/[0-9a-f-]{36}$/);
  const answer = await finishedAnswer(page, 2);
  const text = await answer.innerText();
  expect(text.length).toBeGreaterThan(40);
  expect(await answer.getAttribute('aria-label')).toMatch(new RegExp(`^${botName}`));

  await answer.getByRole('button', { name: /1/ }).first().click();
  const source = page.getByRole('dialog').or(page.getByRole('complementary')).last();
  await source.waitFor();
  expect((await source.innerText()).length).toBeGreaterThan(40);

  await page.reload();
  await finishedAnswer(page, 2);
  expect(await messages(page).count()).toBe(2);
  expect(await messages(page).first().innerText()).toContain(starter.trim());
  expect(await messages(page).last().innerText()).toContain(text.trim().slice(0, 40));
});

test('a message with Shift and Enter gets a new line, and is sent with Enter', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  await openFirstBot(page);
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill('First line');
  await composer.press('Shift+Enter');
  await composer.pressSequentially('second line');
  expect(await composer.inputValue()).toBe('First line\nsecond line');
  await composer.press('Enter');
  await finishedAnswer(page, 2);
  expect(await messages(page).first().innerText()).toContain('second line');
});
