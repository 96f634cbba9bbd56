import { randomUUID } from 'node:crypto';
import {
  type Message,
  type Turn,
  chooseBranch,
  continueAnswer,
  listMessages,
  regenerateAnswer,
  sendPrompt,
  startDialogue,
} from '@parlance/shared/contract/api/dialogues';
import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import { sql } from 'kysely';
import { dataOf } from '../../testing/agents.ts';
import { messages, start, until } from '../../testing/asking.ts';
import type { ChatRequest, ModelServer } from '../../testing/model-server.ts';
import { ended as endOf, runOf, startAskingModel } from '../../testing/start-asking.ts';
import { statementsOf } from '../../testing/statements.ts';
import type { Answer, Client, TestServer } from '../../testing/test-app.ts';
import { branchUp } from './messages.ts';

const words = Array.from({ length: 40 }, (_, at) => ` word${at}`);

let model: ModelServer;
let server: TestServer;
let member: Client;
let bot: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const answer = ({ messages: said }: ChatRequest) =>
    JSON.stringify(said.at(-1)).includes('slowly') ? words : ['Answer', ' ', String(model.requests.length)];
  ({ model, server, member, bot, close } = await startAskingModel('Blank Sheet', { answer, tokenPauseMs: 8 }));
});
afterAll(() => close());

const key = () => ({ idempotency_key: randomUUID() });
const turnOf = ({ body }: { body: Answer<typeof sendPrompt>['body'] }): Turn => {
  if (!body.success) throw new Error(body.code);
  return body.data;
};
const ended = (turn: Turn): Promise<Turn> => endOf(member, turn);
const ask = async (dialogueId: string, prompt: string, parentId?: string | null) =>
  ended(
    turnOf(
      await member.call(sendPrompt, {
        params: { dialogue_id: dialogueId },
        body: { prompt, ...key(), ...(parentId === undefined ? {} : { parent_id: parentId }) },
      }),
    ),
  );
const again = async ({ id }: Message) =>
  ended(turnOf(await member.call(regenerateAnswer, { params: { message_id: id }, body: key() })));
const read = async (dialogueId: string) => (await messages(member, dialogueId)).map(({ id }) => id);

describe('a prompt that is edited', () => {
  test('begins a branch beside the first one, which can be read again', async () => {
    const first = await ended(await start(member, bot, 'one'));
    const second = await ask(first.dialogue_id, 'two');
    const edited = await ask(first.dialogue_id, 'two, but better', first.answer.id);
    const branch = [first.prompt.id, first.answer.id];
    expect(await read(first.dialogue_id)).toEqual([...branch, edited.prompt.id, edited.answer.id].reverse());
    expect(edited.prompt).toMatchObject({ parent_id: first.answer.id, versions: [second.prompt.id, edited.prompt.id] });
    const params = { dialogue_id: first.dialogue_id };
    expect((await member.call(chooseBranch, { params, body: { message_id: second.prompt.id } })).body).toMatchObject({
      data: { leaf_id: second.answer.id },
    });
    expect(await read(first.dialogue_id)).toEqual([...branch, second.prompt.id, second.answer.id].reverse());
  });

  test('leaves the first branch to be looked at without a switch, and to be gone on with', async () => {
    const first = await ended(await start(member, bot, 'one'));
    const second = await ask(first.dialogue_id, 'two');
    const edited = await ask(first.dialogue_id, 'two, but better', first.answer.id);
    const look = async (query: object) =>
      dataOf(await member.call(listMessages, { params: { dialogue_id: first.dialogue_id }, query }));
    const newest = await look({ branch_of: second.prompt.id, limit: 3 });
    expect(newest.items.map(({ id }) => id)).toEqual([second.answer.id, second.prompt.id, first.answer.id]);
    const older = await look({ branch_of: second.prompt.id, cursor: newest.next_cursor ?? '' });
    expect(older).toMatchObject({ items: [{ id: first.prompt.id }], next_cursor: null });
    expect(await read(first.dialogue_id)).toEqual([
      edited.answer.id,
      edited.prompt.id,
      first.answer.id,
      first.prompt.id,
    ]);
    const third = await ask(first.dialogue_id, 'three', second.answer.id);
    expect((await read(first.dialogue_id)).slice(0, 3)).toEqual([third.answer.id, third.prompt.id, second.answer.id]);
  });

  test('at the very beginning makes a second beginning', async () => {
    const first = await ended(await start(member, bot, 'one'));
    const edited = await ask(first.dialogue_id, 'another one', null);
    expect(edited.prompt).toMatchObject({ parent_id: null, versions: [first.prompt.id, edited.prompt.id] });
    expect(await read(first.dialogue_id)).toEqual([edited.answer.id, edited.prompt.id]);
  });

  test('is answered by what stands above it, and not by what stands beside it', async () => {
    const first = await ended(await start(member, bot, 'the beginning'));
    await ask(first.dialogue_id, 'left out');
    await ask(first.dialogue_id, 'asked instead', first.answer.id);
    const request = model.requests.findLast(({ body }) => JSON.stringify(body).includes('asked instead'));
    expect(JSON.stringify(request?.body)).toContain('the beginning');
    expect(JSON.stringify(request?.body)).not.toContain('left out');
  });

  test('stands below an answer of its own dialogue and nowhere else', async () => {
    const first = await ended(await start(member, bot, 'one'));
    const elsewhere = await ended(await start(member, bot, 'one'));
    for (const parent of [first.prompt.id, elsewhere.answer.id, randomUUID()]) {
      const { status } = await member.call(sendPrompt, {
        params: { dialogue_id: first.dialogue_id },
        body: { prompt: 'two', ...key(), parent_id: parent },
      });
      expect(status).toBe(404);
    }
    expect(await read(first.dialogue_id)).toHaveLength(2);
  });
});

describe('an answer', () => {
  test('that is asked for once more is a further version, in the order they were made', async () => {
    const first = await ended(await start(member, bot, 'one'));
    const second = await again(first.answer);
    const third = await again(first.answer);
    expect(third).toMatchObject({
      prompt: { id: first.prompt.id },
      answer: { parent_id: first.prompt.id, versions: [first.answer.id, second.answer.id, third.answer.id] },
    });
    const [shown] = await messages(member, first.dialogue_id);
    expect(shown).toMatchObject({
      id: third.answer.id,
      content: expect.stringMatching(/^Answer \d+$/),
      run: { status: 'complete' },
    });
  });

  test('is asked for once by twenty requests with one key, and not while another one is written', async () => {
    const first = await ended(await start(member, bot, 'one'));
    const body = key();
    const turns = await Promise.all(
      Array.from({ length: 20 }, () =>
        member.call(regenerateAnswer, { params: { message_id: first.answer.id }, body }),
      ),
    );
    expect(new Set(turns.map((turn) => turnOf(turn).answer.id)).size).toBe(1);
    console.info('one key 20 times at once: 0 of 20 requests made a second answer');
    const slow = await start(member, bot, 'slowly');
    for (const endpoint of [regenerateAnswer, continueAnswer]) {
      expect((await member.call(endpoint, { params: { message_id: slow.answer.id }, body: key() })).body).toMatchObject(
        { code: 'run_active' },
      );
    }
    await member.call(stopRun, { params: { run_id: runOf(slow) } });
  });

  test('that was stopped is gone on with: the next version begins with what there was', async () => {
    const asked = model.requests.length;
    const slow = await start(member, bot, 'slowly');
    await until(() => (model.requests[asked]?.tokensSent ?? 0) > 5);
    await member.call(stopRun, { params: { run_id: runOf(slow) } });
    const content = (await messages(member, slow.dialogue_id))[0]?.content ?? '';
    expect(content).toMatch(/^ word0/);
    const next = turnOf(await member.call(continueAnswer, { params: { message_id: slow.answer.id }, body: key() }));
    expect(next.answer).toMatchObject({ content, versions: [slow.answer.id, next.answer.id] });
    await ended(next);
    const [whole, before] = await messages(member, slow.dialogue_id);
    expect(whole?.content.startsWith(content)).toBe(true);
    expect(whole?.content.length).toBeGreaterThan(content.length);
    expect(before?.id).toBe(slow.prompt.id);
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain(JSON.stringify(content).slice(1, -1));
    expect(
      (await member.call(continueAnswer, { params: { message_id: next.answer.id }, body: key() })).body,
    ).toMatchObject({ code: 'conflict' });
  });

  test('is what can be answered again, and a prompt is not', async () => {
    const first = await ended(await start(member, bot, 'one'));
    for (const endpoint of [regenerateAnswer, continueAnswer]) {
      expect((await member.call(endpoint, { params: { message_id: first.prompt.id }, body: key() })).status).toBe(404);
    }
  });

  test('takes no key that was used for something else', async () => {
    const used = key();
    const first = await ended(
      turnOf(await member.call(startDialogue, { body: { bot_id: bot, prompt: 'one', ...used } })),
    );
    expect(
      (await member.call(regenerateAnswer, { params: { message_id: first.answer.id }, body: used })).body,
    ).toMatchObject({ code: 'idempotency_key_reused' });
  });
});

test('two tabs that ask at the same moment both get their answer, one after the other', async () => {
  const first = await ended(await start(member, bot, 'one'));
  const params = { dialogue_id: first.dialogue_id };
  const tabs = await Promise.all(
    ['left', 'right'].map(async (prompt) =>
      turnOf(await member.call(sendPrompt, { params, body: { prompt, ...key() } })),
    ),
  );
  for (const tab of tabs) await ended(tab);
  const shown = await messages(member, first.dialogue_id);
  expect(shown.filter(({ author }) => author === 'bot').map(({ run }) => run?.status)).toEqual([
    'complete',
    'complete',
    'complete',
  ]);
  expect(shown).toHaveLength(6);
});

test('a page of a long branch costs as many statements and rows as one of a short branch', async () => {
  const { dialogue_id } = await ended(await start(member, bot, 'one'));
  const added = 2_000;
  await server.db.asSystem(async (trx) => {
    const { organization_id, leaf_id } = await trx
      .selectFrom('dialogues')
      .where('id', '=', dialogue_id)
      .select(['organization_id', 'leaf_id'])
      .executeTakeFirstOrThrow();
    const ids = Array.from({ length: added }, () => randomUUID());
    const rows = ids.map((id, at) => ({
      id,
      organization_id,
      dialogue_id,
      parent_id: ids[at - 1] ?? leaf_id,
      position: at + 3,
      author: at % 2 === 0 ? ('member' as const) : ('bot' as const),
      content: `message ${at}`,
      citations: '[]',
    }));
    for (let at = 0; at < rows.length; at += 500)
      await trx
        .insertInto('messages')
        .values(rows.slice(at, at + 500))
        .execute();
    await trx
      .updateTable('dialogues')
      .set({ leaf_id: ids.at(-1) ?? null })
      .where('id', '=', dialogue_id)
      .execute();
  });
  const params = { dialogue_id };
  const seen: string[] = [];
  let statementCount = 0;
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor === '' ? {} : { cursor }) };
    const { result, statements } = await statementsOf(() => member.call(listMessages, { params, query }));
    if (!result.body.success) throw new Error(result.body.code);
    statementCount = Math.max(statementCount, statements.length);
    seen.push(...result.body.data.items.map(({ id }) => id));
    cursor = result.body.data.next_cursor;
  }
  expect(new Set(seen).size).toBe(added + 2);
  expect(statementCount).toBeLessThan(15);
  const { organizationId } = await server.db.asSystem((trx) =>
    trx
      .selectFrom('dialogues')
      .where('id', '=', dialogue_id)
      .select('organization_id as organizationId')
      .executeTakeFirstOrThrow(),
  );
  const limit = 31;
  const plan = await server.db.asTenant(organizationId, (trx) =>
    sql<{
      'QUERY PLAN': string;
    }>`explain (analyze, costs off) ${branchUp(dialogue_id, seen[1_000] ?? '', limit)}`.execute(trx),
  );
  const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  // Up message by message, each by an index: nothing reads the dialogue.
  const read = [...lines.matchAll(/Scan using .*?rows=([\d.]+) loops=(\d+)/g)].reduce(
    (sum, [, found, loops]) => sum + Number(found) * Number(loops),
    0,
  );
  expect({ lines, hasSeqScan: /Seq Scan on messages/.test(lines), isBounded: read > 0 && read <= 2 * limit }).toEqual({
    lines,
    hasSeqScan: false,
    isBounded: true,
  });
});
