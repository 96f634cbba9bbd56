import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../../e2e/harness/product.ts';
import { askParlance } from './answers.ts';
import { signedInClient } from './api-client.ts';
import { onBothDatabases } from './databases.ts';
import { type Figure, median, quantile } from './figures.ts';
import { processorSeconds, residentMegabytes, startHelper } from './processes.ts';

const streams = 100;
const tokens = 200;
const tokenEveryMs = 50;
const warmUpStreams = 20;
const sampleEveryMs = 250;
const settleMs = 3_000;

type Stream = { firstMs: number; lastMs: number; tokens: number };
export type StreamMeasurement = { streams: Stream[]; processorSeconds: number; before: number; peak: number };

/** Opens one stream and counts the words in it, each of which is a token of the stand-in. */
async function read(open: () => Promise<Response>): Promise<Stream> {
  const begun = performance.now();
  const answer = await open();
  const stream: Stream = { firstMs: Number.NaN, lastMs: 0, tokens: 0 };
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    const words = decoder.decode(chunk, { stream: true }).match(/ word\d+/g)?.length ?? 0;
    if (words === 0) continue;
    stream.lastMs = performance.now() - begun;
    if (stream.tokens === 0) stream.firstMs = stream.lastMs;
    stream.tokens += words;
  }
  return stream;
}

/** All streams at once; what the process took meanwhile. */
export async function measure(pid: number, wanted: number, open: () => Promise<Response>): Promise<StreamMeasurement> {
  const [before, processorBefore] = [residentMegabytes(pid), processorSeconds(pid)];
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, sampleEveryMs);
  const all = await Promise.all(Array.from({ length: wanted }, () => read(open)));
  clearInterval(sampling);
  return { streams: all, processorSeconds: processorSeconds(pid) - processorBefore, before, peak };
}

const askRelay = (address: string) => () => fetch(`${address}/relay`);

const sumOf = (measured: StreamMeasurement) => measured.streams.reduce((sum, stream) => sum + stream.tokens, 0);
export const microsecondsAToken = (measured: StreamMeasurement) =>
  (measured.processorSeconds / sumOf(measured)) * 1_000_000;
const kilobytesAStream = ({ before, peak }: StreamMeasurement) => ((peak - before) * 1_024) / streams;

/** Percent by which the rate of the middle stream stays behind that of the model. */
function shortfall({ streams: all }: StreamMeasurement): number {
  const idealMs = (tokens - 1) * tokenEveryMs;
  return Math.max(0, 1 - idealMs / median(all.map(({ firstMs, lastMs }) => lastMs - firstMs))) * 100;
}

const count = `${streams} streams at once`;

function figuresOfRelay(relay: StreamMeasurement): Figure[] {
  const figures: Figure[] = [
    {
      what: `${count}: first token of a bare relay, p99`,
      value: firstMs(relay, 0.99),
      unit: 'ms',
      how: 'a Fastify route that passes the model’s stream on, in the same run',
    },
    {
      what: 'Processor time a token, bare relay',
      value: microsecondsAToken(relay),
      unit: 'µs',
      how: 'user and system time of its process over the tokens',
    },
    {
      what: 'Memory a stream, bare relay',
      value: kilobytesAStream(relay),
      unit: 'KB',
      how: 'growth of its resident memory at the peak',
    },
  ];
  return figures.filter(isKnown);
}

function figuresOf(database: string, relay: StreamMeasurement, parlance: StreamMeasurement): Figure[] {
  const how = `${streams} streams of ${tokens} tokens started at once by one member, the model at ${1_000 / tokenEveryMs} tokens a second in a process of its own`;
  const lost = streams * tokens - sumOf(parlance);
  const figures: Figure[] = [
    {
      what: `${count}: first token through Parlance, p50 (${database})`,
      value: firstMs(parlance, 0.5),
      unit: 'ms',
      how,
    },
    {
      what: `${count}: first token, added by Parlance, p99 (${database})`,
      value: firstMs(parlance, 0.99) - firstMs(relay, 0.99),
      unit: 'ms',
      limit: 150,
      how,
    },
    {
      what: `${count}: first token, p99, in bare relays (${database})`,
      value: firstMs(parlance, 0.99) / firstMs(relay, 0.99),
      unit: '×',
      limit: 3.5,
      how: 'the same on any machine: through Parlance over through the relay, in one run',
    },
    {
      what: `${count}: rate below that of the model (${database})`,
      value: shortfall(parlance),
      unit: '%',
      limit: 3,
      how: 'of the middle stream, from its first to its last token',
    },
    {
      what: `${count}: tokens lost (${database})`,
      value: (lost / (streams * tokens)) * 100,
      unit: '%',
      limit: 0,
      how: `${sumOf(parlance)} of ${streams * tokens} arrived`,
    },
    {
      what: `Processor time a token (${database})`,
      value: microsecondsAToken(parlance),
      unit: 'µs',
      limit: 130,
      how: 'user and system time of the product’s process, starts of the streams included; the embedded database is part of it, PostgreSQL is not',
    },
    {
      what: `Processor time a token, in bare relays (${database})`,
      value: microsecondsAToken(parlance) / microsecondsAToken(relay),
      unit: '×',
      limit: 2.9,
      how: 'the same on any machine: Parlance over the relay, in one run',
    },
    {
      what: `Memory a stream (${database})`,
      value: kilobytesAStream(parlance),
      unit: 'KB',
      limit: 150,
      how: 'growth of the product’s resident memory at the peak, after a first round of the same',
    },
    {
      what: `Memory of the whole product with ${streams} streams (${database})`,
      value: parlance.peak,
      unit: 'MB',
      limit: 400,
      how: 'resident, with its first round behind it, web pages included; the embedded database is part of it, PostgreSQL is not',
    },
  ];
  return figures.filter(isKnown);
}

const firstMs = (measured: StreamMeasurement, share: number) =>
  quantile(
    measured.streams.map((stream) => stream.firstMs),
    share,
  );
const isKnown = ({ value }: Figure) => !Number.isNaN(value);

/** A hundred answers at once, through the product on each database and through the least that passes a stream on. */
export async function measureStreams(): Promise<Figure[]> {
  const model = await startHelper('tooling/bench/paced-model.ts', String(tokens), String(tokenEveryMs));
  const relay = await startHelper('server/src/testing/bare-relay.ts', model.address);
  try {
    await measure(relay.pid, warmUpStreams, askRelay(relay.address));
    const bare = await measure(relay.pid, streams, askRelay(relay.address));
    const through = await onBothDatabases(async ({ name }) =>
      figuresOf(name, bare, await measureProduct(model.address)),
    );
    return [...figuresOfRelay(bare), ...through];
  } finally {
    await relay.stop();
    await model.stop();
  }
}

async function measureProduct(modelAddress: string): Promise<StreamMeasurement> {
  const product = await startProduct({ MODEL_BASE_URL: modelAddress, MODEL_NAME: 'stand-in' });
  try {
    const client = await signedInClient(product, 'owner@pro.example');
    // the contract's page of bots
    const bots = (await (await client.get('/bots/v1/bots')).json()) as { data: { items: { id: string }[] } };
    const ask = askParlance(client, bots.data.items[0]?.id ?? '');
    await measure(product.pid, warmUpStreams, ask);
    await measure(product.pid, streams, ask);
    await pause(settleMs);
    return await measure(product.pid, streams, ask);
  } finally {
    await product.stop();
  }
}
