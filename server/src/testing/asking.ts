import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { listBots } from '@parlance/shared/contract/api/bots';
import {
  type Message,
  type Turn,
  listMessages,
  sendPrompt,
  startDialogue,
} from '@parlance/shared/contract/api/dialogues';
import type { RunEvent } from '@parlance/shared/contract/api/runs/runs';
import type { FastifyInstance } from 'fastify';
import type { Client } from './test-app.ts';

/** The id of a demonstration bot, by its name in the language of the client. */
export async function botNamed(client: Client, name: string): Promise<string> {
  const { body } = await client.call(listBots, {});
  const found = body.success ? body.data.items.find((bot) => bot.name === name) : undefined;
  if (found === undefined) throw new Error(`There is no bot “${name}”: ${JSON.stringify(body)}`);
  return found.id;
}

/** The turn of a success; throws with the answer otherwise. */
function turnOf(answer: { body: { success: true; data: Turn } | { success: false } }): Turn {
  if (!answer.body.success) throw new Error(`No turn was made: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

export async function start(client: Client, botId: string, prompt: string): Promise<Turn> {
  return turnOf(await client.call(startDialogue, { body: { bot_id: botId, prompt, idempotency_key: randomUUID() } }));
}

export async function prompt(client: Client, dialogueId: string, text: string): Promise<Turn> {
  return turnOf(
    await client.call(sendPrompt, {
      params: { dialogue_id: dialogueId },
      body: { prompt: text, idempotency_key: randomUUID() },
    }),
  );
}

/** Newest first. */
export async function messages(client: Client, dialogueId: string): Promise<Message[]> {
  const { body } = await client.call(listMessages, { params: { dialogue_id: dialogueId } });
  if (!body.success) throw new Error(`No messages: ${JSON.stringify(body)}`);
  return body.data.items;
}

export type HeardAnswer = {
  status: number;
  events: { id: string; data: RunEvent }[];
  text: string;
  ended: Extract<RunEvent, { type: 'ended' }> | null;
};

type Listening = {
  lastEventId?: string;
  /** Ends the connection when it says so. */ until?: (heard: HeardAnswer) => boolean;
};

/** Makes the service listen, so that streams go over a real connection; its address. */
export async function listen(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  return `http://127.0.0.1:${port}`;
}

/** Reads an answer as a browser does: over a connection, event by event, to its end or until told. */
export async function hear(
  base: string,
  client: Client,
  runId: string,
  { lastEventId, until }: Listening = {},
): Promise<HeardAnswer> {
  const heard: HeardAnswer = { status: 0, events: [], text: '', ended: null };
  const connection = new AbortController();
  const headers = { ...client.headers(), ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
  const response = await fetch(`${base}/runs/v1/runs/${runId}/events`, { headers, signal: connection.signal });
  heard.status = response.status;
  if (response.status !== 200 || response.body === null) return heard;
  let rest = '';
  try {
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) take(heard, block);
      if (until?.(heard) === true) break;
    }
  } finally {
    connection.abort();
  }
  return heard;
}

function take(heard: HeardAnswer, block: string): void {
  const id = /^id: (.*)$/m.exec(block)?.[1];
  const data = /^data: (.*)$/m.exec(block)?.[1];
  if (id === undefined || data === undefined) return;
  const event = JSON.parse(data) as RunEvent; // the server parsed it with the contract's schema
  heard.events.push({ id, data: event });
  if (event.type === 'delta') heard.text += event.text;
  if (event.type === 'ended') heard.ended = event;
}

/** Below the time limit of a test, which says nothing of what was waited for. */
const patienceMs = 100_000;
const shortly = () => pause(5);

/**
 * Resolves when a condition holds; `between` is done before each further look. What never comes is told by its source.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  between: () => Promise<unknown> = shortly,
): Promise<void> {
  const begun = performance.now();
  while (!(await holds())) {
    if (performance.now() - begun > patienceMs)
      throw new Error(`For ${patienceMs / 1000} s this did not come to hold: ${String(holds)}`);
    await between();
  }
}

/** The same numbers for the same seed: a failure can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
