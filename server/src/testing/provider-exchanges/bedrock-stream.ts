import { EventStreamCodec } from '@smithy/eventstream-codec';

// The events of ConverseStream, in the binary encoding of AWS:
// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
// https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html (event stream encoding)

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'), // it is given bytes
  (text) => Buffer.from(text, 'utf8'),
);

type BedrockEvent = readonly [type: string, payload: object];

const frame = (kind: 'event' | 'exception', type: string, payload: object | string): Uint8Array =>
  codec.encode({
    headers: {
      [`:${kind}-type`]: { type: 'string', value: type },
      ':content-type': { type: 'string', value: 'application/json' },
      ':message-type': { type: 'string', value: kind },
    },
    body: Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)),
  });

/** Writes events as the stream has them; each is padded to hide its length. */
export const body = (...events: readonly BedrockEvent[]): Uint8Array =>
  Buffer.concat(events.map(([type, payload]) => frame('event', type, { ...payload, p: 'abcdefghij' })));

/** The same with an exception behind them. */
export const failingBody = (events: readonly BedrockEvent[], exception: string, message: string): Uint8Array =>
  Buffer.concat([body(...events), frame('exception', exception, { message })]);

/** The same with an event that is no JSON behind them. */
export const unreadableBody = (events: readonly BedrockEvent[]): Uint8Array =>
  Buffer.concat([body(...events), frame('event', 'contentBlockDelta', '{"con')]);

export const usage = { inputTokens: 7, outputTokens: 3, totalTokens: 10 };

export const start: BedrockEvent = ['messageStart', { role: 'assistant' }];

const delta = (index: number, piece: object): BedrockEvent => [
  'contentBlockDelta',
  { contentBlockIndex: index, delta: piece },
];
const stopBlock = (index: number): BedrockEvent => ['contentBlockStop', { contentBlockIndex: index }];

export const textBegun = (index: number, ...pieces: readonly string[]): BedrockEvent[] =>
  pieces.map((text) => delta(index, { text }));
export const text = (index: number, ...pieces: readonly string[]): BedrockEvent[] => [
  ...textBegun(index, ...pieces),
  stopBlock(index),
];
export const reasoning = (index: number, ...pieces: readonly object[]): BedrockEvent[] => [
  ...pieces.map((piece) => delta(index, { reasoningContent: piece })),
  stopBlock(index),
];
export const toolUse = (index: number, id: string, name: string, ...pieces: readonly string[]): BedrockEvent[] => [
  ['contentBlockStart', { contentBlockIndex: index, start: { toolUse: { toolUseId: id, name } } }],
  ...pieces.map((input) => delta(index, { toolUse: { input } })),
  stopBlock(index),
];
export const end = (reason: string, counts: object = usage): BedrockEvent[] => [
  ['messageStop', { stopReason: reason }],
  ['metadata', { usage: counts, metrics: { latencyMs: 100 } }],
];

/** “Good day.” */
export const good = body(start, ...text(0, 'Good', ' day.'), ...end('end_turn'));
