import { randomUUID } from 'node:crypto';
import type { Caller } from '../../e2e/harness/caller.ts';
import type { Fleet } from '../../e2e/harness/fleet.ts';
import { addPeople } from '../../server/src/testing/many-people.ts';
import { type Figure, quantile } from '../bench/figures.ts';
import { residentMegabytes, startHelper } from '../bench/processes.ts';
import { signedIn } from './people.ts';
import { withFleet } from './with-fleet.ts';

const answers = 100;
/** The number of additional readers per answer: five hundred streams are open in all. */
const readersMore = 4;
const tokens = 200;
const tokenEveryMs = 50;
const warmUps = 20;
const sampleEveryMs = 250;

type Read = { firstMs: number; tokens: number; runId: string };
const word = / word\d+/g;

/** LOAD-02: a hundred answers are written at once, and five hundred streams are open on them. */
export async function measure(): Promise<Figure[]> {
  const model = await startHelper('tooling/bench/paced-model.ts', String(tokens), String(tokenEveryMs));
  const relay = await startHelper('server/src/testing/bare-relay.ts', model.address);
  try {
    const askRelay = () => read(() => fetch(`${relay.address}/relay`));
    await Promise.all(Array.from({ length: warmUps }, askRelay));
    const bare = await Promise.all(Array.from({ length: answers }, askRelay));
    return await withFleet({ MODEL_BASE_URL: model.address, MODEL_NAME: 'stand-in' }, (fleet) =>
      measureFleet(fleet, bare),
    );
  } finally {
    await relay.stop();
    await model.stop();
  }
}

async function measureFleet(fleet: Fleet, bare: readonly Read[]): Promise<Figure[]> {
  const callers = await signedIn(fleet, await addPeople(fleet.databaseUrl, answers));
  // the contract's page of bots
  const bots = (await (await callers[0]?.('/bots/v1/bots'))?.json()) as { data: { items: { id: string }[] } };
  const botId = bots.data.items[0]?.id ?? '';
  await Promise.all(callers.slice(0, warmUps).map((caller) => ask(caller, botId)));
  await Promise.all(callers.map((caller) => ask(caller, botId)));
  const pids = fleet.of('api').map((member) => member.pid());
  let peak = 0;
  const sampling = setInterval(
    () =>
      (peak = Math.max(
        peak,
        pids.reduce((sum, pid) => sum + residentMegabytes(pid), 0),
      )),
    sampleEveryMs,
  );
  const all = await Promise.all(callers.map((caller) => askAndReadOn(caller, botId)));
  clearInterval(sampling);
  const first = all.map(({ asked }) => asked.firstMs);
  const readers = all.flatMap(({ asked, more }) => [asked, ...more]);
  const dropped = readers.reduce((sum, it) => sum + (tokens - it.tokens), 0);
  const added =
    quantile(first, 0.99) -
    quantile(
      bare.map(({ firstMs }) => firstMs),
      0.99,
    );
  const how = `${answers} answers begun in one moment at ${1000 / tokenEveryMs} tokens a second each, ${readers.length} streams open on them through nginx, those beside the first one on any of ${pids.length} processes; the model, nginx, PostgreSQL and the readers are on the same machine`;
  return [
    {
      what: 'LOAD-02: first token, added, 99th percentile',
      value: added,
      unit: 'ms',
      limit: 300,
      how: `${how}; against a bare relay of the same model`,
    },
    { what: 'LOAD-02: first token, median', value: quantile(first, 0.5), unit: 'ms', how },
    {
      what: 'LOAD-02: tokens dropped',
      value: dropped,
      unit: 'requests',
      limit: 0,
      how: `of ${readers.length * tokens}`,
    },
    {
      what: 'LOAD-02: memory of the processes that hold the streams',
      value: peak,
      unit: 'MB',
      limit: 1024,
      how: `the peak of the sum of ${pids.length}`,
    },
  ];
}

const prompt = (caller: Caller, botId: string) => () =>
  caller('/dialogues/v1/dialogues', {
    method: 'POST',
    headers: { accept: 'text/event-stream' },
    body: JSON.stringify({ bot_id: botId, prompt: 'How many days of leave do I have?', idempotency_key: randomUUID() }),
  });
const ask = (caller: Caller, botId: string) => read(prompt(caller, botId));

/** Asks, and opens further streams on the answer as soon as it has begun. */
async function askAndReadOn(caller: Caller, botId: string): Promise<{ asked: Read; more: Read[] }> {
  const more: Promise<Read>[] = [];
  const asked = await read(prompt(caller, botId), (runId) => {
    for (let at = 0; at < readersMore; at += 1) more.push(read(() => caller(`/runs/v1/runs/${runId}/events`)));
  });
  return { asked, more: await Promise.all(more) };
}

/** Reads a stream to its end and counts the words in it, each of which is a token. */
async function read(open: () => Promise<Response>, begun?: (runId: string) => void): Promise<Read> {
  const since = performance.now();
  const answer = await open();
  const seen: Read = { firstMs: Number.NaN, tokens: 0, runId: '' };
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of answer.body ?? []) {
    // nginx cuts where its buffers end, in the middle of a word as well.
    rest += decoder.decode(chunk, { stream: true });
    const end = rest.lastIndexOf('\n') + 1;
    const text = rest.slice(0, end);
    rest = rest.slice(end);
    const words = text.match(word)?.length ?? 0;
    if (words > 0 && seen.tokens === 0) seen.firstMs = performance.now() - since;
    seen.tokens += words;
    const runId = seen.runId === '' ? /"run":\{"id":"([\w-]+)"/.exec(text)?.[1] : undefined;
    if (runId === undefined) continue;
    seen.runId = runId;
    begun?.(runId);
  }
  return seen;
}
