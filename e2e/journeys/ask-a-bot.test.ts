import type { Locator } from 'playwright';
import { allWordsOf, eventually, wordsOf } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import {
  ask,
  botCards,
  botWithFiles,
  finishedAnswer,
  leaveByEscape,
  mainNavigation,
  messages,
  openBot,
  signInByForm,
} from '../harness/screens.ts';
import { step } from '../harness/step.ts';
import { demoPassword } from '../harness/visitor.ts';

const stage = prepareStage();
/** Of an answer, without the time, which is told relatively, and the buttons. */
const paragraphs = (answer: Locator) => answer.locator('p');

test('a member signs in, asks a bot, reads the answer with its source, and finds it again after a reload', async () => {
  const { page, open } = await stage.visit();
  await step('A member signs in', async () => {
    await open('/auth/login');
    await signInByForm(page, 'member@pro.example', demoPassword);
    await page.waitForURL((url) => url.pathname === '/');
    await mainNavigation(page).waitFor();
  });
  await step('The member opens a bot', async () => {
    await botCards(page).first().waitFor();
    await openBot(page);
    await page.getByRole('heading', { name: botWithFiles }).first().waitFor();
  });
  const { starter, answer } = await step('The member asks one of its prepared questions', async () => {
    const starter = await wordsOf(page.getByRole('main').getByRole('listitem').getByRole('button').first());
    await ask(page, starter);
    await page.waitForURL(/\/dialogue\/[0-9a-f-]{36}$/);
    return { starter, answer: await finishedAnswer(page, 2) };
  });
  const text = await step('The member reads the answer', async () => {
    // The formatting is a chunk of its own; until it is there, the text stands as it was written.
    await answer
      .getByRole('button', { name: /^Source 1: / })
      .first()
      .waitFor();
    const text = await allWordsOf(paragraphs(answer));
    expect(text.join(' ').length).toBeGreaterThan(40);
    await eventually(answer).toHaveAttribute('aria-label', new RegExp(`^${botWithFiles}`));
    return text;
  });
  await step('The member opens the source of the answer', async () => {
    await answer
      .getByRole('button', { name: /^Source 1: / })
      .first()
      .click();
    const passage = page.getByRole('dialog');
    await eventually(passage.getByRole('blockquote')).toHaveText(/.{20}/);
    await leaveByEscape(passage);
  });
  await step('The dialogue is there after a reload', async () => {
    await page.reload();
    await finishedAnswer(page, 2);
    await eventually(messages(page)).toHaveCount(2);
    await eventually(messages(page).first()).toContainText(starter);
    await eventually(paragraphs(messages(page).last())).toHaveText(text, { useInnerText: true });
  });
});

test('a message with Shift and Enter gets a new line, and is sent with Enter', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await step('A member opens a bot', async () => {
    await visitor.open('/');
    await openBot(page);
  });
  const composer = page.getByRole('textbox', { name: 'Prompt' });
  await step('The member writes two lines', async () => {
    await composer.fill('First line');
    await composer.press('Shift+Enter');
    await composer.pressSequentially('second line');
    await eventually(composer).toHaveValue('First line\nsecond line');
  });
  await step('The member sends both with Enter', async () => {
    await composer.press('Enter');
    await finishedAnswer(page, 2);
    await eventually(messages(page).first()).toContainText('second line');
  });
});

test('the field grows with a line that has no end and shrinks again, also where the browser sizes no field by its content', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await step('A member opens a bot in a browser that sizes no field by its content', async () => {
    await visitor.open('/');
    await openBot(page);
    await page.evaluate(() => {
      const without = new CSSStyleSheet();
      without.replaceSync('textarea { field-sizing: fixed !important; }');
      document.adoptedStyleSheets.push(without);
    });
  });
  const composer = page.getByRole('textbox', { name: 'Prompt' });
  const heightOf = () => composer.evaluate((it) => it.clientHeight);
  const hidden = () => composer.evaluate((it) => it.scrollHeight - it.clientHeight);
  const before = await step('The field grows with what is written in it', async () => {
    const before = await heightOf();
    await composer.fill('parental leave '.repeat(30));
    await eventually.poll(heightOf).toBeGreaterThan(2 * before);
    await eventually.poll(hidden).toBe(0);
    return before;
  });
  await step('The field shrinks when it is emptied', async () => {
    await composer.fill('');
    await eventually.poll(heightOf).toBe(before);
  });
  await step('The field scrolls once it takes a part of the window', async () => {
    await composer.fill('parental leave '.repeat(600));
    await eventually.poll(hidden).toBeGreaterThan(0);
    await eventually.poll(() => composer.evaluate((it) => it.clientHeight / innerHeight)).toBeCloseTo(0.4, 1);
  });
});

test('an answer whose formatting cannot be fetched stands as it was written, and is formatted when the network is back', async () => {
  const visitor = await stage.visit();
  visitor.expectFault(
    /Failed to load resource: net::ERR_(?:FAILED|INTERNET_DISCONNECTED)|A part of the screen could not be fetched/,
  );
  const { page, context } = visitor;
  await visitor.signIn('member@pro.example');
  const lost: string[] = [];
  await context.route('**/*.js', async (route) => {
    const file = await route.fetch();
    // By a name that only the parser of markdown has.
    if (!(await file.text()).includes('tableCellAlignToStyle')) return route.fulfill({ response: file });
    lost.push(route.request().url());
    return route.abort();
  });
  const answer = await step('A member reads an answer whose formatting cannot be fetched', async () => {
    await visitor.open('/');
    await openBot(page);
    await ask(page, 'How many days of annual leave do I have?');
    const answer = await finishedAnswer(page, 2);
    await eventually.poll(() => lost.length).toBeGreaterThan(0);
    await eventually(answer).toContainText(/.{40}/);
    await eventually(answer.getByRole('button', { name: /^Source 1: / })).toHaveCount(0);
    return answer;
  });
  await step('The network is back, and the answer is formatted', async () => {
    await context.unroute('**/*.js');
    await context.setOffline(true);
    await context.setOffline(false);
    await answer
      .getByRole('button', { name: /^Source 1: / })
      .first()
      .waitFor();
  });
});
