import type { Page } from 'playwright';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { ModelServer } from '../../server/src/testing/model-server.ts';
import { expectAccessible } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, finishedAnswer, lastMessage, openBot } from '../harness/screens.ts';
import { step } from '../harness/step.ts';

const answer = [
  '**本季成長10%，**as the table says:\n\n',
  '| Name | Days |\n|---|--:|\n| Ada | 30 |\n| =1+1 | -2 |\n\n',
  'So $x^2$ holds.\n\n```js\nlet a = 1;\n```\n',
];

let model: ModelServer;
const stage = prepareStage(async () => {
  model = await startModelServer({ answer: () => answer });
  return { MODEL_BASE_URL: model.baseUrl, MODEL_API_KEY: 'stand-in', MODEL_NAME: 'stand-in', MODEL_TITLES: 'false' };
});
afterAll(() => model.close());

/** What another program finds in the clipboard, by its type; nothing while a copy is under way. */
const clipboard = (page: Page) =>
  page.evaluate(async () => {
    const found: Record<string, string> = {};
    try {
      const [item] = await navigator.clipboard.read();
      for (const type of item?.types ?? []) found[type] = await ((await item?.getType(type))?.text() ?? '');
      return found;
    } catch (error) {
      // The browser says so if the clipboard has changed since it was opened.
      if (error instanceof DOMException && error.name === 'DataError') return {};
      throw error;
    }
  });

test('an answer, its table and its formula are copied as other programs take them', async () => {
  const { page, context, signIn, open } = await stage.visit();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('member@pro.example');
  await open('/');
  await openBot(page, 'Blank Sheet');
  await ask(page, 'How many days?');
  const shown = await finishedAnswer(page, 2);
  const message = lastMessage(page);
  await eventually(shown.locator('strong')).toHaveText('本季成長10%，');

  await step('A member copies the answer: formatted for Word, Markdown for the rest', async () => {
    await message.hover();
    await message.getByRole('button', { name: 'Copy answer' }).click();
    await page.getByText('Copied').first().waitFor();
    const { 'text/plain': text = '', 'text/html': html = '' } = await clipboard(page);
    expect(text.trim()).toBe(answer.join('').trim());
    expect(html).toContain('<strong>本季成長10%，</strong>as the table says:');
    expect(html).toMatch(/<td>Ada<\/td>\s*<td style="text-align: right;?">30<\/td>/);
    expect(html).toContain('So $x^2$ holds.');
    expect(html).toContain('<pre><code>let a = 1;</code></pre>');
  });
  await step('The table goes into cells, and none of them runs', async () => {
    await message.getByRole('table').hover();
    await message.getByRole('button', { name: 'Copy table' }).click();
    await eventually.poll(async () => (await clipboard(page))['text/plain']).toBe("Name\tDays\nAda\t30\n'=1+1\t-2");
    const { 'text/html': html } = await clipboard(page);
    expect(html).toContain('<th>Name</th>');
    await expectAccessible(page, 'an answer with a table');
  });
  await step('A selected formula is its LaTeX', async () => {
    const line = message.locator('p').filter({ hasText: 'holds' });
    await line.locator('.katex').waitFor();
    await line.selectText();
    await page.keyboard.press('Control+c');
    await eventually.poll(async () => (await clipboard(page))['text/plain']?.trim()).toBe('So $x^2$ holds.');
  });
});
