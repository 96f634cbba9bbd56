import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, signedInCaller } from '../../e2e/harness/caller.ts';
import { freePorts } from '../../server/src/testing/free-ports.ts';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import { endPrograms, filledFolder, startProgram } from '../../server/src/testing/program.ts';
import type { Figure } from '../bench/figures.ts';
import { type FrontName, frontNames, startFront } from './front-server.ts';

const silenceMs = 45_000;
const wordsBefore = 5;
const words = 20;
/** The product writes a comment every 15 s; more than this is one that was held back. */
const quietAtMostMs = 17_000;
const heldAtMostMs = 2_000;
const email = 'member@pro.example';

type HeardPiece = { readonly atMs: number; readonly text: string };

/** NET-01: an answer with 45 s of silence in it, through each of the proxies. */
export async function measure(): Promise<Figure[]> {
  try {
    // Each is stopped, whatever becomes of the others.
    const measured = await Promise.allSettled(frontNames.map(measureFront));
    return measured.flatMap((it) => {
      if (it.status === 'fulfilled') return it.value;
      throw it.reason;
    });
  } finally {
    await endPrograms();
  }
}

async function measureFront(name: FrontName): Promise<Figure[]> {
  const model = await startModelServer({ answer: () => Array.from({ length: words }, (_, at) => ` word${at}`) });
  const [port = 0, behind = 0] = await freePorts(2);
  const program = startProgram({
    DATA_DIR: filledFolder(),
    DEMO: 'true',
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    MODEL_TITLES: 'false',
    TRUST_PROXY: 'loopback',
    HOST: '127.0.0.1',
    WEB_PORT: String(behind),
    WEB_ORIGIN: `http://127.0.0.1:${port}`,
  });
  await program.ready;
  const front = await startFront(name, port, `127.0.0.1:${behind}`);
  try {
    const place = { origin: front.origin, apiBase: `${front.origin}/api/main` };
    const caller = await signedInCaller(place, email);
    const bots = (await (await caller('/bots/v1/bots')).json()) as { data: { items: { id: string }[] } }; // the contract's
    model.hold(wordsBefore);
    const heard = await hear(caller, bots.data.items[0]?.id ?? '', () => model.goOn());
    return figuresOf(name, heard);
  } finally {
    await front.stop();
    await model.close();
  }
}

/** Asks, lets the model go on after the silence, and notes when each piece of the stream came. */
async function hear(caller: Caller, botId: string, goOn: () => void): Promise<HeardPiece[]> {
  const answer = await caller('/dialogues/v1/dialogues', {
    method: 'POST',
    headers: { accept: 'text/event-stream' },
    body: JSON.stringify({ bot_id: botId, prompt: 'How many days of leave do I have?', idempotency_key: randomUUID() }),
  });
  const since = performance.now();
  const heard: HeardPiece[] = [];
  const going = pause(silenceMs).then(() => {
    heard.push({ atMs: performance.now() - since, text: 'goes on' });
    goOn();
  });
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? [])
    heard.push({ atMs: performance.now() - since, text: decoder.decode(chunk, { stream: true }) });
  await going;
  return heard;
}

function figuresOf(name: FrontName, heard: readonly HeardPiece[]): Figure[] {
  const all = heard.map(({ text }) => text).join('');
  const end = heard.findIndex(({ text }) => text === 'goes on');
  const [before, after] = [heard.slice(0, end), heard.slice(end)];
  const numberOf = (part: readonly HeardPiece[]) =>
    new Set(part.flatMap(({ text }) => text.match(/ word\d+(?!\d)/g) ?? [])).size;
  const firstAt = before.find(({ text }) => text.includes(' word'))?.atMs ?? silenceMs;
  const quiet = Math.max(...heard.map(({ atMs }, at) => atMs - (heard[at - 1]?.atMs ?? 0)));
  const how = `${name}, ${silenceMs / 1000} s of silence after ${wordsBefore} of ${words} words`;
  return [
    { what: `NET-01: ${name}, words lost`, value: words - numberOf(heard), unit: 'requests', limit: 0, how },
    {
      what: `NET-01: ${name}, words held back until the silence was over`,
      value: wordsBefore - numberOf(before),
      unit: 'requests',
      limit: 0,
      how,
    },
    { what: `NET-01: ${name}, first word`, value: firstAt, unit: 'ms', limit: heldAtMostMs, how },
    {
      what: `NET-01: ${name}, the rest after the silence`,
      value: (after.at(-1)?.atMs ?? 0) - (after[0]?.atMs ?? 0),
      unit: 'ms',
      limit: heldAtMostMs,
      how,
    },
    {
      what: `NET-01: ${name}, longest time without a byte`,
      value: quiet,
      unit: 'ms',
      limit: quietAtMostMs,
      how: `${how}; ${all.split(': ping').length - 1} comments`,
    },
  ];
}
