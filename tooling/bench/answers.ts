import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../../e2e/harness/product.ts';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import { signedInClient } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { type MeasuredDatabase, onBothDatabases } from './databases.ts';
import { median } from './figures.ts';
import type { Figure } from './figures.ts';
import { startHelper } from './processes.ts';

const rounds = 50;
/** Twenty tokens a second. */
const tokenPauseMs = 50;
/** Rounds that only warm up the just-in-time compiler, on both ways. */
const warmUps = 10;
/** The pause in which an answer is stored and gets its title, so that neither is measured with the next one. */
export const restMs = 150;

/** Milliseconds until a stream of events holds `mark`. The rest of it is read to its end. */
async function timeUntil(mark: RegExp, open: () => Promise<Response>): Promise<number> {
  const begun = performance.now();
  const answer = await open();
  let text = '';
  let at = Number.NaN;
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (Number.isNaN(at) && mark.test(text)) at = performance.now() - begun;
  }
  if (Number.isNaN(at)) throw new Error(`A stream ended without ${mark}: ${text.slice(0, 500)}`);
  return at;
}

function askDirectly(baseUrl: string): Promise<number> {
  return timeUntil(/"content":"[^"]/, () =>
    fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'stand-in',
        stream: true,
        messages: [{ role: 'user', content: 'How many days of leave do I have?' }],
      }),
    }),
  );
}

/** The least that stands between a browser and a model: what any product of this kind adds on this machine. */
const askThroughRelay = (address: string): Promise<number> =>
  timeUntil(/"content":"[^"]/, () => fetch(`${address}/relay`));

/** Milliseconds until the first text of an answer, from the request that starts its dialogue. */
export function askThroughParlance(client: ApiClient, botId: string): Promise<number> {
  return timeUntil(/"type":"delta","text":"./, askParlance(client, botId));
}

/** Starts a dialogue as the chat does: its answer comes as events behind the turn. */
export function askParlance(client: ApiClient, botId: string): () => Promise<Response> {
  return () =>
    client.post(
      '/dialogues/v1/dialogues',
      { bot_id: botId, prompt: 'How many days of leave do I have?', idempotency_key: randomUUID() },
      { accept: 'text/event-stream' },
    );
}

/** Measures the time that Parlance adds to a model's first token. */
export const measureAnswers = (): Promise<Figure[]> => onBothDatabases(measureOn);

async function measureOn({ name, floor }: MeasuredDatabase): Promise<Figure[]> {
  // Storing happens after the answer, so it does not delay the first word: models pause between tokens.
  const model = await startModelServer({ answer: () => ['One', ' two', ' three.'], tokenPauseMs });
  const relay = await startHelper('server/src/testing/bare-relay.ts', model.baseUrl);
  const product = await startProduct({
    MODEL_BASE_URL: model.baseUrl,
    MODEL_API_KEY: 'stand-in',
    MODEL_NAME: 'stand-in',
  });
  try {
    const client = await signedInClient(product, 'owner@pro.example');
    // the contract's page of bots
    const bots = (await (await client.get('/bots/v1/bots')).json()) as { data: { items: { id: string }[] } };
    const botId = bots.data.items[0]?.id ?? '';
    const direct: number[] = [];
    const relayed: number[] = [];
    const through: number[] = [];
    for (let round = -warmUps; round < rounds; round++) {
      const [bare, passed, parlance] = [
        await askDirectly(model.baseUrl),
        await askThroughRelay(relay.address),
        await askThroughParlance(client, botId),
      ];
      await pause(restMs);
      if (round < 0) continue;
      direct.push(bare);
      relayed.push(passed);
      through.push(parlance);
    }
    const how = `median of ${rounds}, one after the other with a rest between, from the request that starts a dialogue to its first text; the stand-in model says its first token at once and two more ${tokenPauseMs} ms apart`;
    const [added, addedByRelay] = [median(through) - median(direct), median(relayed) - median(direct)];
    return [
      {
        what: `First token of the bare model endpoint (${name})`,
        value: median(direct),
        unit: 'ms',
        how: `the same ${rounds} questions asked of the stand-in directly`,
      },
      { what: `First token through Parlance (${name})`, value: median(through), unit: 'ms', how },
      {
        what: `First token, added by Parlance (${name})`,
        value: added,
        unit: 'ms',
        limit: 5,
        how: 'the difference of the two rows above',
      },
      {
        what: `First token, added by a bare relay (${name})`,
        value: addedByRelay,
        unit: 'ms',
        how: 'a Fastify route that passes the model’s stream on and stores nothing, between the same questions',
      },
      {
        what: `First token, added by Parlance in bare relays (${name})`,
        value: added / addedByRelay,
        unit: '×',
        limit: 5,
        how: 'the same on any machine: what Parlance adds over what the relay adds',
      },
      {
        what: `One row inserted and committed (${name})`,
        value: await floor(),
        unit: 'ms',
        how: 'nothing that is stored can take less; begin, insert and commit from the measuring process',
      },
    ];
  } finally {
    await product.stop();
    await relay.stop();
    await model.close();
  }
}
