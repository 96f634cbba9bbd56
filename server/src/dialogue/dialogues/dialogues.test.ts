import { randomUUID } from 'node:crypto';
import { getBot, listBots } from '@parlance/shared/contract/api/bots';
import {
  getDialogue,
  listDialogues,
  listMessages,
  promptMaxLength,
  sendPrompt,
  startDialogue,
} from '@parlance/shared/contract/api/dialogues';
import { stopRun, streamRun } from '@parlance/shared/contract/api/runs/runs';
import { botNamed, messages, prompt, start } from '../../testing/asking.ts';
import { ended, runOf, startAsking } from '../../testing/start-asking.ts';
import type { Client, TestServer } from '../../testing/test-app.ts';

let server: TestServer;
let member: Client;
let bot: string;
beforeAll(async () => {
  ({ server, member, bot } = await startAsking('House Guide'));
});
afterAll(() => server.close());

const body = (changes: object = {}) => ({
  bot_id: bot,
  prompt: 'When is the building open?',
  idempotency_key: randomUUID(),
  ...changes,
});
const count = (table: 'dialogues' | 'runs' | 'messages') =>
  server.db.asSystem(async (trx) =>
    Number(
      (
        await trx
          .selectFrom(table)
          .select((of) => of.fn.countAll().as('all'))
          .executeTakeFirstOrThrow()
      ).all,
    ),
  );

describe('bots', () => {
  test('are listed by name in pages, in the language of the caller', async () => {
    const first = await member.call(listBots, { query: { limit: 3 } });
    expect(first.body).toMatchObject({
      success: true,
      data: { items: [{ name: 'Blank Sheet' }, { name: 'House Guide' }, { name: 'IT Security Guide' }] },
    });
    const cursor = first.body.success ? (first.body.data.next_cursor ?? '') : '';
    const second = await member.call(listBots, { query: { limit: 3, cursor } });
    expect(second.body).toMatchObject({ data: { items: [{ name: 'People Desk' }], next_cursor: null } });
  });

  test('say who answers and what they know', async () => {
    const { body } = await member.call(getBot, { params: { bot_id: bot } });
    expect(body).toMatchObject({ data: { answers_with: { kind: 'embedded', name: 'Parlance Quote' } } });
    expect(body.success && body.data.files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['House guide.md', '大樓使用指南.md']),
    );
  });

  test('of another organisation do not exist', async () => {
    const other = await server.as('member@free.example');
    expect((await other.call(getBot, { params: { bot_id: bot } })).status).toBe(404);
    expect((await other.call(startDialogue, { body: body() })).status).toBe(404);
  });

  test('do not take a cursor that they have not given', async () => {
    for (const cursor of ['x', Buffer.from('["a"]').toString('base64url'), Buffer.from('{}').toString('base64url')]) {
      expect((await member.call(listBots, { query: { cursor } })).status).toBe(400);
    }
  });
});

describe('a dialogue', () => {
  test('begins with a prompt, gets its title from it, and is the first in the list', async () => {
    const turn = await start(member, bot, 'When is\nthe building open?');
    expect(turn).toMatchObject({
      prompt: { author: 'member', content: 'When is\nthe building open?', run: null },
      answer: { author: 'bot', run: { error_code: null } },
    });
    const { body: list } = await member.call(listDialogues, {});
    expect(list).toMatchObject({
      data: {
        items: [{ id: turn.dialogue_id, title: 'When is the building open?', bot: { id: bot, name: 'House Guide' } }],
      },
    });
    expect((await member.call(getDialogue, { params: { dialogue_id: turn.dialogue_id } })).body).toMatchObject({
      data: { id: turn.dialogue_id },
    });
    await ended(member, turn);
    expect(await messages(member, turn.dialogue_id)).toMatchObject([
      { author: 'bot', run: { status: 'complete' } },
      { author: 'member' },
    ]);
  });

  test('goes on, and its messages come in pages, newest first', async () => {
    const turn = await start(member, bot, 'When is the building open?');
    await ended(member, turn);
    await ended(member, await prompt(member, turn.dialogue_id, 'How do I register visitors?'));
    const params = { dialogue_id: turn.dialogue_id };
    const first = await member.call(listMessages, { params, query: { limit: 3 } });
    expect(first.body.success && first.body.data.items.map(({ author }) => author)).toEqual(['bot', 'member', 'bot']);
    const cursor = first.body.success ? (first.body.data.next_cursor ?? '') : '';
    expect((await member.call(listMessages, { params, query: { cursor } })).body).toMatchObject({
      data: { items: [{ content: 'When is the building open?' }], next_cursor: null },
    });
  });

  test('takes a prompt while an answer is written, and answers it when that one is whole', async () => {
    const turn = await start(member, bot, 'When is the building open?');
    const second = await prompt(member, turn.dialogue_id, 'How do I register visitors?');
    expect(second).toMatchObject({
      prompt: { parent_id: turn.answer.id },
      answer: { content: '', run: { status: 'queued' } },
    });
    await ended(member, second);
    const [answer, , first] = await messages(member, turn.dialogue_id);
    expect([answer?.run?.status, first?.run?.status]).toEqual(['complete', 'complete']);
  });

  test('is made once of twenty requests with one key at the same time, and a prompt is asked once', async () => {
    const before = {
      dialogues: await count('dialogues'),
      runs: await count('runs'),
      messages: await count('messages'),
    };
    const same = body();
    const starts = await Promise.all(Array.from({ length: 20 }, () => member.call(startDialogue, { body: same })));
    expect(
      new Set(starts.map(({ body: answer }) => (answer.success ? answer.data.answer.run?.id : answer.code))).size,
    ).toBe(1);
    const [first] = starts;
    if (first?.body.success !== true) throw new Error('none was made');
    await ended(member, first.body.data);
    const { dialogue_id } = first.body.data;
    const again = { prompt: 'And on Sunday?', idempotency_key: randomUUID() };
    const prompts = await Promise.all(
      Array.from({ length: 20 }, () => member.call(sendPrompt, { params: { dialogue_id }, body: again })),
    );
    expect(
      new Set(prompts.map(({ body: answer }) => (answer.success ? answer.data.answer.run?.id : answer.code))).size,
    ).toBe(1);
    expect({
      dialogues: await count('dialogues'),
      runs: await count('runs'),
      messages: await count('messages'),
    }).toEqual({
      dialogues: before.dialogues + 1,
      runs: before.runs + 2,
      messages: before.messages + 4,
    });
    console.info('one key 20 times at once: 0 of 40 requests made a second one');
  });

  test('does not take a key for something else', async () => {
    const used = body();
    await member.call(startDialogue, { body: used });
    expect((await member.call(startDialogue, { body: { ...used, prompt: 'Something else' } })).body).toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('is listed by bot, the last changed first, in pages that meet every row once', async () => {
    const owner = await server.as('owner@team.example');
    const house = await botNamed(owner, 'House Guide');
    const made: string[] = [];
    for (let at = 0; at < 5; at++) {
      const turn = await start(owner, house, `Question ${at}`);
      await ended(owner, turn);
      made.unshift(turn.dialogue_id);
    }
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body: page } = await owner.call(listDialogues, {
        query: { limit: 2, bot_id: house, ...(cursor === undefined ? {} : { cursor }) },
      });
      if (!page.success) throw new Error(page.message);
      seen.push(...page.data.items.map(({ id }) => id));
      cursor = page.data.next_cursor;
    }
    expect(seen).toEqual(made);
    const { body: none } = await owner.call(listDialogues, { query: { bot_id: await botNamed(owner, 'People Desk') } });
    expect(none).toMatchObject({ data: { items: [] } });
  });
});

describe('who may not', () => {
  test('is anyone but its member: another of the organisation and another organisation get not found', async () => {
    const turn = await start(member, bot, 'When is the building open?');
    const dialogue = { params: { dialogue_id: turn.dialogue_id } };
    const run = { params: { run_id: runOf(turn) } };
    const unknown = { params: { dialogue_id: randomUUID() } };
    for (const email of ['admin@pro.example', 'owner@pro.example', 'member@free.example']) {
      const other = await server.as(email);
      const missing = await other.call(getDialogue, unknown);
      const answers = [
        await other.call(getDialogue, dialogue),
        await other.call(listMessages, dialogue),
        await other.call(sendPrompt, { ...dialogue, body: { prompt: 'Mine?', idempotency_key: randomUUID() } }),
        await other.call(streamRun, run),
        await other.call(stopRun, run),
      ];
      for (const answer of answers) {
        expect({ email, status: answer.status, body: { ...answer.body, request_id: '' } }).toEqual({
          email,
          status: 404,
          body: { ...missing.body, request_id: '' },
        });
      }
    }
    await ended(member, turn);
    expect((await messages(member, turn.dialogue_id))[0]?.run?.status).toBe('complete');
  });

  test('is nobody signed in, nor anyone of an expired workspace, nor whose registration is not complete', async () => {
    const expired = await server.as('member@expired.example');
    const owner = await server.as('owner@expired.example');
    const pending = await server.as('pending@new.example');
    const calls = (client: Client) => [
      client.call(listBots, {}),
      client.call(listDialogues, {}),
      client.call(startDialogue, { body: body() }),
      client.call(streamRun, { params: { run_id: randomUUID() } }),
      client.call(stopRun, { params: { run_id: randomUUID() } }),
    ];
    const statuses = async (client: Client) =>
      (await Promise.all(calls(client))).map(({ status, body: answer }) => [status, answer.success ? '' : answer.code]);
    expect(await statuses(server.anonymous())).toEqual(Array(5).fill([401, 'unauthenticated']));
    expect(await statuses(expired)).toEqual(Array(5).fill([403, 'workspace_expired']));
    expect(await statuses(owner)).toEqual(Array(5).fill([403, 'workspace_expired']));
    expect(await statuses(pending)).toEqual(Array(5).fill([403, 'registration_incomplete']));
  });
});

describe('a prompt that cannot be', () => {
  test.each([
    ['empty', { prompt: '' }],
    ['blank', { prompt: ' \n\t ' }],
    ['made of NUL', { prompt: '\0\0' }],
    ['too long', { prompt: 'x'.repeat(promptMaxLength + 1) }],
    ['of a megabyte', { prompt: 'x'.repeat(1_000_000) }],
    ['with eleven attachments', { attachment_ids: Array.from({ length: 11 }, () => randomUUID()) }],
    ['without a key', { idempotency_key: undefined }],
    ['with a key that is none', { idempotency_key: 'again' }],
    ['for a bot that is no id', { bot_id: '../../etc' }],
  ])('because it is %s is refused with 400 and makes nothing', async (_, changes) => {
    const before = await count('runs');
    const answer = await member.call(startDialogue, { body: body(changes) });
    expect(answer.status).toBe(400);
    expect(await count('runs')).toBe(before);
  });

  test('because it is of several megabytes is not read to its end', async () => {
    expect((await member.call(startDialogue, { body: body({ prompt: 'x'.repeat(3_000_000) }) })).body).toMatchObject({
      code: 'body_too_large',
    });
  });

  test('be stored as it came is stored without what a database cannot hold', async () => {
    const turn = await start(member, bot, 'When is the \uD83D building open? 🙂');
    expect(turn.prompt.content).toBe('When is the \uFFFD building open? 🙂');
    await ended(member, turn);
  });

  test('be longer than the limit is taken at the limit', async () => {
    const turn = await start(member, bot, 'word '.repeat(promptMaxLength / 5).trim());
    await ended(member, turn);
    expect((await messages(member, turn.dialogue_id))[0]?.run?.status).toBe('complete');
  });
});
