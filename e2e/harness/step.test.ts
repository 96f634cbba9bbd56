import type { Page } from 'playwright';
import { type Browser, joinBrowser } from './browser.ts';
import { eventually } from './eventually.ts';
import { step } from './step.ts';

/** Returns the error of a step as Jest prints it, which is the stack. */
async function failureOf(walked: Promise<unknown>): Promise<Error> {
  const thrown = await walked.then(
    () => 'It did not fail.',
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof Error)) throw new Error(String(thrown));
  return thrown;
}
const firstLine = ({ stack = '' }: Error) => stack.split('\n')[0];

test('a step resolves with what its act does', async () => {
  const title = await step('A member reads the title', async () => 'Holidays');
  expect(title).toBe('Holidays');
});

test('the words of a failing step stand before its message, in the stack too, and the error stays itself', async () => {
  const fault = new RangeError('There is no such row.');
  const frames = fault.stack?.split('\n').slice(1);
  const failure = await failureOf(step('A member opens the list', () => Promise.reject(fault)));
  expect(failure).toBe(fault);
  expect(failure.message).toBe('A member opens the list › There is no such row.');
  expect(firstLine(failure)).toBe('A member opens the list › RangeError: There is no such row.');
  expect(failure.stack?.split('\n').slice(1)).toEqual(frames);
});

test('a step in a step is named behind it, and one that went well before is not', async () => {
  const failure = await failureOf(
    step('A member tidies up', async () => {
      await step('The member archives a dialogue', async () => undefined);
      await step('The member deletes a dialogue', () => Promise.reject(new Error('It is still there.')));
    }),
  );
  expect(firstLine(failure)).toBe('A member tidies up › The member deletes a dialogue › It is still there.');
});

test('what is thrown and no error is told with the words, and kept as the cause', async () => {
  const failure = await failureOf(step('A member pays', async () => AbortSignal.abort('declined').throwIfAborted()));
  expect(failure.message).toBe('A member pays › declined');
  expect(failure.cause).toBe('declined');
});

describe('in a page', () => {
  let browser: Browser | undefined;
  let page: Page;
  beforeAll(async () => {
    browser = await joinBrowser();
    page = await browser.newPage();
    await page.setContent('<h1>Dialogues</h1>');
  });
  afterAll(() => browser?.close());

  test('an action that is not possible names its step, and where in the file it stands', async () => {
    const failure = await failureOf(
      step('A member archives a dialogue', () => page.getByRole('button').click({ timeout: 1 })),
    );
    expect(firstLine(failure)).toMatch(/^A member archives a dialogue › locator\.click: Timeout/);
    expect(failure.stack).toContain('step.test.ts');
  });

  test('so does what does not come to hold', async () => {
    const failure = await failureOf(
      step('The list is empty', () => eventually(page.getByRole('heading')).toHaveText('Nothing', { timeout: 1 })),
    );
    expect(firstLine(failure)).toMatch(/^The list is empty › .*toHaveText/);
    expect(failure.stack).toContain('step.test.ts');
  });
});
