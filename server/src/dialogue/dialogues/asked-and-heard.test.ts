import { randomUUID } from 'node:crypto';
import { listBots } from '@parlance/shared/contract/api/bots';
import { type Turn, continueAnswer, sendPrompt, startDialogue } from '@parlance/shared/contract/api/dialogues';
import type { RunEvent } from '@parlance/shared/contract/api/runs/runs';
import { type Endpoint, fillPath } from '@parlance/shared/contract/endpoint';
import { botNamed, hear, messages, start, until } from '../../testing/asking.ts';
import { type AskingModel, runOf, startAskingModel } from '../../testing/start-asking.ts';
import type { Client } from '../../testing/test-app.ts';

const tokens = ['One', ' two', ' 👍', ' three.'];
const answer = tokens.join('');

let asking: AskingModel;
let bot: string;
beforeAll(async () => {
  asking = await startAskingModel('Blank Sheet', { answer: () => tokens, tokenPauseMs: 5 });
  bot = await botNamed(asking.member, 'Blank Sheet');
});
afterAll(() => asking.close());
afterEach(() => asking.model.setFault(null));

type Event = { name: string | undefined; id: string | undefined; data: unknown };
const eventOf = (block: string): Event => ({
  name: /^event: (.*)$/m.exec(block)?.[1],
  id: /^id: (.*)$/m.exec(block)?.[1],
  data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null'),
});

type Options = {
  endpoint: Endpoint;
  params?: Record<string, string>;
  body: object;
  client?: Client;
  enough?: (events: Event[]) => boolean;
};

/** Asks over a connection and reads what comes on it, to its end or until it is enough. */
async function askAndHear({ endpoint, params, body, client = asking.member, enough }: Options) {
  const connection = new AbortController();
  const headers = { ...client.headers(), 'content-type': 'application/json', accept: 'text/event-stream' };
  const response = await fetch(`${asking.base}${fillPath(endpoint.path, params)}`, {
    method: endpoint.method,
    headers,
    body: JSON.stringify(body),
    signal: connection.signal,
  });
  if (response.body === null || response.headers.get('content-type')?.startsWith('text/event-stream') !== true)
    return { status: response.status, events: [], body: (await response.json()) as object };
  const events: Event[] = [];
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    events.push(...blocks.filter((block) => block.includes('data:')).map(eventOf));
    if (enough?.(events) === true) break;
  }
  connection.abort();
  return { status: response.status, events, body: {} };
}

const question = (more = {}) => ({ bot_id: bot, prompt: 'Count.', idempotency_key: randomUUID(), ...more });
const turnIn = ([first]: Event[]) => first?.data as Turn; // the contract's, checked by the server
const runEvents = (events: Event[]) => events.slice(1).map(({ data }) => data as RunEvent); // as above
const textOf = (events: Event[]) =>
  runEvents(events)
    .map((event) => (event.type === 'delta' ? event.text : ''))
    .join('');

describe('a prompt and its answer in one request', () => {
  test('the turn comes first, under a name of its own, and the answer follows to its end', async () => {
    const { status, events } = await askAndHear({ endpoint: startDialogue, body: question() });
    expect(status).toBe(200);
    expect(events[0]).toMatchObject({ name: 'answer', id: '0' });
    expect(turnIn(events)).toMatchObject({
      prompt: { content: 'Count.' },
      answer: { content: '', run: { status: 'running' } },
    });
    expect(events.slice(1).every(({ name }) => name === undefined)).toBe(true);
    expect(textOf(events)).toBe(answer);
    expect(runEvents(events).at(-1)).toEqual({ type: 'ended', status: 'complete', error_code: null });
    const again = await askAndHear({
      endpoint: sendPrompt,
      params: { dialogue_id: turnIn(events).dialogue_id },
      body: { prompt: 'Again.', idempotency_key: randomUUID() },
    });
    expect(textOf(again.events)).toBe(answer);
  });

  test('who is cut off goes on exactly there at the address of the run', async () => {
    const { events } = await askAndHear({ endpoint: startDialogue, body: question(), enough: (all) => all.length > 1 });
    const heard = await hear(asking.base, asking.member, runOf(turnIn(events)), {
      lastEventId: events.at(-1)?.id ?? '',
    });
    expect(textOf(events) + heard.text).toBe(answer);
  });

  test('who leaves in the middle does not end the answer', async () => {
    const { events } = await askAndHear({ endpoint: startDialogue, body: question(), enough: () => true });
    await asking.server.app.runs.ended(runOf(turnIn(events)));
    expect((await messages(asking.member, turnIn(events).dialogue_id))[0]).toMatchObject({
      content: answer,
      run: { status: 'complete' },
    });
  });

  test('the same key gives the same turn, and the whole answer once more', async () => {
    const body = question();
    const first = await askAndHear({ endpoint: startDialogue, body });
    const second = await askAndHear({ endpoint: startDialogue, body });
    expect(turnIn(second.events).answer).toMatchObject({ id: turnIn(first.events).answer.id, content: answer });
    expect(second.events).toHaveLength(1);
  });

  test('what waits behind another answer is answered alone: it is read when its turn comes', async () => {
    asking.model.setFault({ kind: 'hang' }, 1);
    const heard = asking.model.requests.length;
    const turn = await start(asking.member, bot, 'Wait.');
    await until(() => asking.model.requests.length > heard);
    const { events } = await askAndHear({
      endpoint: sendPrompt,
      params: { dialogue_id: turn.dialogue_id },
      body: { prompt: 'And then?', idempotency_key: randomUUID() },
    });
    expect(events.map(({ name }) => name)).toEqual(['answer']);
    expect(turnIn(events).answer.run?.status).toBe('queued');
    const { organization_id: organizationId, member_id: memberId } = await asking.server.db.asSystem((trx) =>
      trx
        .selectFrom('runs')
        .where('id', '=', runOf(turn))
        .select(['organization_id', 'member_id'])
        .executeTakeFirstOrThrow(),
    );
    await asking.server.app.runs.stop({ organizationId, memberId }, runOf(turn));
    await hear(asking.base, asking.member, runOf(turnIn(events)));
  });

  test('an answer that is gone on with has its events from where it stood', async () => {
    asking.model.setFault({ kind: 'malformed', afterTokens: 3 }, 1);
    const broken = await askAndHear({ endpoint: startDialogue, body: question() });
    const had = textOf(broken.events);
    expect(runEvents(broken.events).at(-1)).toMatchObject({ type: 'ended', status: 'failed' });
    const { events } = await askAndHear({
      endpoint: continueAnswer,
      params: { message_id: turnIn(broken.events).answer.id },
      body: { idempotency_key: randomUUID() },
    });
    expect(turnIn(events).answer.content).toBe(had);
    expect(events[0]?.id).toBe(String(had.length));
    expect(textOf(events).trim()).toBe(answer);
  });

  test('what is refused is refused with its own status and nothing is made', async () => {
    const before = asking.model.requests.length;
    const other = await asking.server.as('owner@free.example');
    await other.call(listBots, {}); // its CSRF token comes with the first answer
    expect(await askAndHear({ endpoint: startDialogue, body: question(), client: other })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await askAndHear({ endpoint: startDialogue, body: question({ prompt: '' }) })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect(asking.model.requests).toHaveLength(before);
  });
});
