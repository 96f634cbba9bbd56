import { randomUUID } from 'node:crypto';
import { startProduct } from '../../e2e/harness/product.ts';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import { signedInClient } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { median } from './figures.ts';
import type { Figure } from './figures.ts';

const rounds = 50;
/** Rounds that only warm up the just-in-time compiler, on both ways. */
const warmUps = 5;

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
      body: JSON.stringify({ model: 'stand-in', stream: true, messages: [{ role: 'user', content: 'How many days of leave do I have?' }] }),
    }),
  );
}

function askThroughParlance(client: ApiClient, botId: string): Promise<number> {
  return timeUntil(/"type":"delta","text":"./, async () => {
    const body = { bot_id: botId, prompt: 'How many days of leave do I have?', idempotency_key: randomUUID() };
    const started = (await (await client.post('/dialogues/v1/dialogues', body)).json()) as { data: { answer: { run: { id: string } } } }; // the contract's turn
    return client.get(`/runs/v1/runs/${started.data.answer.run.id}/events`);
  });
}

/** What Parlance adds to the time to the first token of a model. */
export async function measureAnswers(): Promise<Figure[]> {
  const model = await startModelServer({ answer: () => ['One', ' two', ' three.'] });
  const product = await startProduct({ MODEL_BASE_URL: model.baseUrl, MODEL_API_KEY: 'stand-in', MODEL_NAME: 'stand-in' });
  try {
    const client = await signedInClient(product, 'owner@pro.example');
    const bots = (await (await client.get('/bots/v1/bots')).json()) as { data: { items: { id: string }[] } }; // the contract's page of bots
    const botId = bots.data.items[0]?.id ?? '';
    const direct: number[] = [];
    const through: number[] = [];
    for (let round = -warmUps; round < rounds; round++) {
      const [bare, parlance] = [await askDirectly(model.baseUrl), await askThroughParlance(client, botId)];
      if (round < 0) continue;
      direct.push(bare);
      through.push(parlance);
    }
    const how = `median of ${rounds}, one after the other, from the request that starts a dialogue to its first text; the stand-in model answers at once`;
    return [
      { what: 'First token of the bare model endpoint', value: median(direct), unit: 'ms', how: `the same ${rounds} questions asked of the stand-in directly` },
      { what: 'First token through Parlance', value: median(through), unit: 'ms', how },
      { what: 'First token, added by Parlance', value: median(through) - median(direct), unit: 'ms', how: 'the difference of the two rows above' },
    ];
  } finally {
    await product.stop();
    await model.close();
  }
}
