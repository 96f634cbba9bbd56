import { randomUUID } from 'node:crypto';
import { openBrowser } from '../../e2e/harness/browser.ts';
import type { Page } from '../../e2e/harness/browser.ts';
import { startProduct } from '../../e2e/harness/product.ts';
import { newVisitor } from '../../e2e/harness/visitor.ts';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import { signedInClient } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import type { Figure } from './figures.ts';
import { longFrames, slowDown, watchFrames } from './frames.ts';

const messages = 2000;
const cpu = 4;
const usableWithinSeconds = 1;
const wheelPixels = 600;
const wheelPauseMs = 60;
/**
 * The number of messages scrolled through: all would take a quarter of an hour at this speed, and be the same over and
 * over.
 */
const scrolledMessages = 600;
/** Places all over what is loaded to which the scroll bar is dragged. */
const drags = 40;

const answer =
  'The **answer** is this: a list\n\n- of one point\n- and another\n\n| and | a table |\n|---|---|\n| with | a row |\n\nand a last sentence that goes on for a while, as answers do.\n';

/** Creates a dialogue of this many messages, as a person does, by asking. Returns its path. */
async function fillDialogue(client: ApiClient): Promise<string> {
  type Turn = { data: { dialogue_id: string; answer: { run: { id: string } } } }; // the contract's turn
  // the contract's page of bots
  const bots = (await (await client.get('/bots/v1/bots')).json()) as { data: { items: { id: string }[] } };
  const ended = async (turn: Turn) =>
    void (await (await client.get(`/runs/v1/runs/${turn.data.answer.run.id}/events`)).text());
  const started = (await (
    await client.post('/dialogues/v1/dialogues', {
      bot_id: bots.data.items[0]?.id,
      prompt: 'Question 1',
      idempotency_key: randomUUID(),
    })
  ).json()) as Turn;
  await ended(started);
  for (let number = 2; number <= messages / 2; number += 1) {
    const body = { prompt: `Question ${number}`, idempotency_key: randomUUID() };
    await ended(
      (await (await client.post(`/dialogues/v1/dialogues/${started.data.dialogue_id}/messages`, body)).json()) as Turn,
    );
  }
  return `/dialogue/${started.data.dialogue_id}`;
}

/** Seconds from the click on a dialogue until its last answer stands there formatted and one can write. */
async function timeToUse(page: Page, path: string): Promise<number> {
  return page.evaluate(
    (href) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click();
        const look = () => {
          const last = [...document.querySelectorAll('article')].at(-1);
          if (
            last?.querySelector('table') instanceof Element &&
            document.querySelector('main textarea:not([disabled])') !== null
          )
            resolve((performance.now() - begun) / 1000);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    path,
  );
}

/** Counts frames in which the middle of the screen shows no message. */
async function watchBlanks(page: Page): Promise<() => Promise<{ frames: number; blank: number }>> {
  await page.evaluate(() => {
    const seen = { frames: 0, blank: 0 };
    Object.assign(globalThis, { seen });
    const look = () => {
      const places = [0.3, 0.4, 0.5, 0.6].map((part) =>
        document.elementFromPoint(innerWidth * 0.55, innerHeight * part),
      );
      seen.frames += 1;
      if (!places.some((it) => it?.closest('article, [data-anchor]') instanceof Element)) seen.blank += 1;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  // put there above
  return () => page.evaluate(() => (globalThis as unknown as { seen: { frames: number; blank: number } }).seen);
}

/** Scrolls up by the wheel until this many messages are below, as fast as a person who searches. */
async function scrollUp(page: Page): Promise<void> {
  await page.mouse.move(700, 400);
  const goal = (messages - scrolledMessages) / 2;
  const numberAtTop = () =>
    page.evaluate(() =>
      Number(/Question (\d+)/.exec(document.querySelector('article')?.textContent ?? '')?.[1] ?? Number.NaN),
    );
  while (!((await numberAtTop()) <= goal)) {
    await page.mouse.wheel(0, -wheelPixels);
    await page.waitForTimeout(wheelPauseMs);
  }
}

async function drag(page: Page): Promise<void> {
  for (let at = 0; at < drags; at += 1) {
    await page.evaluate(
      (share) => {
        const scroller = document.querySelector('main');
        if (scroller !== null) scroller.scrollTop = scroller.scrollHeight * share;
      },
      (at * 0.37) % 1,
    );
    await page.waitForTimeout(wheelPauseMs);
  }
}

/** Measures how a dialogue of 2,000 messages opens and scrolls. */
export async function measureLongDialogue(): Promise<Figure[]> {
  const model = await startModelServer({ answer: () => [answer] });
  const product = await startProduct({
    MODEL_BASE_URL: model.baseUrl,
    MODEL_API_KEY: 'stand-in',
    MODEL_NAME: 'stand-in',
  });
  const browser = await openBrowser();
  try {
    const path = await fillDialogue(await signedInClient(product, 'owner@pro.example'));
    const { page, signIn, open } = await newVisitor(browser, product);
    await signIn('owner@pro.example');
    await open('/');
    await page.locator(`a[href="${path}"]`).first().waitFor();
    await page.waitForLoadState('networkidle');
    await slowDown(page, cpu);
    const usable = await timeToUse(page, path);
    await watchFrames(page);
    const blanks = await watchBlanks(page);
    await scrollUp(page);
    const scrolled = await blanks();
    const frames = (await longFrames(page)).map(([, duration]) => duration);
    await drag(page);
    const dragged = await blanks();
    const how = `a dialogue of ${messages} messages, Chromium, CPU ÷ ${cpu}`;
    return [
      {
        what: 'Dialogue of 2,000 messages, usable',
        value: usable,
        unit: 's',
        limit: usableWithinSeconds,
        how: `${how}; from the click in the list until the last answer is formatted and one can write, its code loaded the first time`,
      },
      {
        what: 'Dialogue of 2,000 messages, scrolled through, longest frame',
        value: Math.max(0, ...frames),
        unit: 'ms',
        how: `${how}; by the wheel over ${scrolledMessages} messages, ${wheelPixels} pixels every ${wheelPauseMs} ms, older ones loading meanwhile; ${scrolled.frames} frames, ${frames.length} over 50 ms`,
      },
      {
        what: 'Dialogue of 2,000 messages, blank frames while scrolling',
        value: scrolled.blank,
        unit: 'frames',
        limit: 0,
        how: `the same; frames in which the middle of the screen shows no message`,
      },
      {
        what: 'Dialogue of 2,000 messages, blank frames after jumps',
        value: dragged.blank - scrolled.blank,
        unit: 'frames',
        limit: 0,
        how: `these messages loaded, the scroll bar dragged to ${drags} places; ${dragged.frames - scrolled.frames} frames`,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
    await model.close();
  }
}
