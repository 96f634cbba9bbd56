import { randomUUID } from 'node:crypto';
import { regenerateAnswer, startDialogue } from '@parlance/shared/contract/api/dialogues';
import { createRule, switchRule } from '@parlance/shared/contract/api/governance/rules';
import { getRun, stopRun } from '@parlance/shared/contract/api/runs/runs';
import { answerToolCall } from '@parlance/shared/contract/api/runs/tool-calls';
import { listToolCalls } from '@parlance/shared/contract/api/tools';
import { dataOf } from '../../testing/agents.ts';
import { hear, messages } from '../../testing/asking.ts';
import { attach } from '../../testing/attaching.ts';
import type { ChatRequest } from '../../testing/model-server.ts';
import { type AskingModel, ended, runOf, startAskingModel } from '../../testing/start-asking.ts';
import { builtIn, giveTools } from '../../testing/tools.ts';

/**
 * Takes some 80 kB at once. A part is noted by the facts in it, each behind its source; an answer repeats the notes.
 */
let asking: AskingModel;
/** Whether an answer asks for a call first. */
let callsFirst = false;
const systemOf = ({ messages: [system] }: ChatRequest) => (typeof system?.content === 'string' ? system.content : '');
const isOfPart = (request: ChatRequest) => systemOf(request).includes('one part of a long file');
const factsIn = (text: string) =>
  [...text.matchAll(/<source number="(\d+)"[^>]*>\n([^]*?)\n<\/source>/g)].flatMap(([, number = '', passage = '']) =>
    [...passage.matchAll(/Fact \w+/g)].map(([fact]) => `${fact} [${number}]`),
  );
const notesIn = (text: string) =>
  [...text.matchAll(/<notes file="([^"]+)" part="(\d+ of \d+)">\n([^]*?)\n<\/notes>/g)].map(
    ([, file = '', part = '', notes = '']) => ({ file, part, notes }),
  );

beforeAll(async () => {
  asking = await startAskingModel('Blank Sheet', {
    calls: (request) =>
      callsFirst && !isOfPart(request) && request.messages.every(({ role }) => role !== 'tool')
        ? [{ name: 'calculator_calculate', arguments: '{"expression":"6 * 7"}' }]
        : [],
    answer: (request) => {
      const system = systemOf(request);
      return isOfPart(request)
        ? [factsIn(system).join('; ') || '–']
        : ['The facts: ', ...notesIn(system).map(({ notes }) => `${notes}. `)];
    },
  });
});
afterAll(() => asking.close());
beforeEach(() => {
  asking.model.requests.length = 0;
  asking.model.setFault(null);
});

/** Chapters of 600 bytes; every hundredth tells something. */
const book = (chapters: number, name: string) =>
  new TextEncoder().encode(
    Array.from(
      { length: chapters },
      (_, at) =>
        `# Chapter ${at}\n\n${at % 100 === 99 ? `Fact ${name}${at}. ` : ''}${'Nothing of note is said here about this and that, nor elsewhere. '.repeat(8)}\n`,
    ).join('\n'),
  );

async function start(prompt: string, files: Readonly<Record<string, Uint8Array>>) {
  const { server, member, bot } = asking;
  const attachment_ids: string[] = [];
  for (const [name, content] of Object.entries(files))
    attachment_ids.push((await attach(server, member, name, content)).id);
  return dataOf(
    await member.call(startDialogue, { body: { bot_id: bot, prompt, attachment_ids, idempotency_key: randomUUID() } }),
  );
}
const answerTo = async (dialogueId: string) => (await messages(asking.member, dialogueId))[0];
const bodies = () => asking.model.requests.map(({ body }) => body).filter((body) => body.messages.length > 1);

test('a file that does not fit is read in parts for a question about all of it, and the answer goes back to its passages', async () => {
  const turn = await ended(asking.member, await start('Summarise this file.', { 'book.md': book(400, 'A') }));
  const asked = bodies();
  const parts = asked.filter(isOfPart);
  expect(parts.length).toBeGreaterThanOrEqual(3);
  expect(asked.slice(0, parts.length)).toEqual(parts);
  for (const part of parts) {
    expect(part.messages.at(-1)?.content).toBe('Summarise this file.');
    expect(Buffer.byteLength(systemOf(part)) / 3).toBeLessThan(28_672);
  }
  const system = systemOf(asked.at(-1) ?? { model: '', messages: [] });
  expect(notesIn(system).map(({ part }) => part)).toEqual(parts.map((_, at) => `${at + 1} of ${parts.length}`));
  expect(system).toContain('<file name="book.md" given="whole, as notes of its parts" />');
  // Notes stand for the text: its beginning is not sent once more.
  expect(system).not.toContain('Chapter 0');

  const answer = await answerTo(turn.dialogue_id);
  for (const at of [99, 199, 299, 399]) {
    const [, number] = answer?.content.match(new RegExp(`Fact A${at} \\[(\\d+)\\]`)) ?? [];
    expect(answer?.citations.find((citation) => citation.number === Number(number))?.passage).toContain(`Fact A${at}.`);
  }
  expect(answer?.run?.reading).toEqual({
    first_message_id: null,
    files: [{ file_id: expect.any(String), name: 'book.md', share: 1, parts: parts.length }],
  });
  const { input_tokens: input } = dataOf(await asking.member.call(getRun, { params: { run_id: runOf(turn) } }));
  expect(input).toBe(
    asking.model.requests
      .filter(({ body }) => body.messages.length > 1)
      .reduce((sum, { reported }) => sum + (reported?.input ?? 0), 0),
  );
});

test('of two files that are compared both are read to their ends', async () => {
  const turn = await ended(
    asking.member,
    await start('Compare these two files.', { 'one.md': book(200, 'A'), 'other.md': book(200, 'B') }),
  );
  const { content = '' } = (await answerTo(turn.dialogue_id)) ?? {};
  for (const fact of ['Fact A99', 'Fact A199', 'Fact B99', 'Fact B199']) expect(content).toContain(fact);
});

test('a question about a place is answered from what was found, and its person can have the whole file read', async () => {
  const needle = new TextEncoder().encode('\n# Annex\n\nThe kangaroo lives behind the greenhouse.\n');
  const turn = await ended(
    asking.member,
    await start('Where does the kangaroo live?', { 'book.md': new Uint8Array([...book(300, 'A'), ...needle]) }),
  );
  expect(bodies().filter(isOfPart)).toEqual([]);
  const [before] = (await answerTo(turn.dialogue_id))?.run?.reading?.files ?? [];
  expect(before?.share).toBeLessThan(1);

  const body = { idempotency_key: randomUUID(), reads_whole: true };
  const again = await ended(
    asking.member,
    dataOf(await asking.member.call(regenerateAnswer, { params: { message_id: turn.answer.id }, body })),
  );
  expect(bodies().filter(isOfPart).length).toBeGreaterThanOrEqual(2);
  const answer = await answerTo(again.dialogue_id);
  expect(answer?.content).toContain('Fact A299');
  expect(answer?.run?.reading?.files).toEqual([expect.objectContaining({ share: 1, parts: expect.any(Number) })]);
  // The same request once more makes nothing new, and without the wish it is another one.
  expect(
    dataOf(await asking.member.call(regenerateAnswer, { params: { message_id: turn.answer.id }, body })).answer.id,
  ).toBe(again.answer.id);
  expect(
    (
      await asking.member.call(regenerateAnswer, {
        params: { message_id: turn.answer.id },
        body: { idempotency_key: body.idempotency_key },
      })
    ).status,
  ).toBe(409);
});

test('of a very long file the first parts are read unasked, and it is said how much that is', async () => {
  const turn = await ended(asking.member, await start('Summarise this file.', { 'long.md': book(1_700, 'A') }));
  expect(bodies().filter(isOfPart)).toHaveLength(8);
  const [file] = (await answerTo(turn.dialogue_id))?.run?.reading?.files ?? [];
  expect(file).toMatchObject({ parts: 8, share: expect.any(Number) });
  expect(file?.share).toBeGreaterThan(0.5);
  expect(file?.share).toBeLessThan(1);
  expect(systemOf(bodies().at(-1) ?? { model: '', messages: [] })).toContain(
    `given="its first ${Math.round((file?.share ?? 0) * 100)} %, as notes of its parts"`,
  );
});

test('a part that the model will say nothing to is left out, and not counted as read', async () => {
  asking.model.setFault({ kind: 'filtered', afterTokens: 0 }, 1);
  const turn = await ended(asking.member, await start('Summarise this file.', { 'book.md': book(400, 'A') }));
  const { run } = (await answerTo(turn.dialogue_id)) ?? {};
  expect(run?.status).toBe('complete');
  expect(run?.reading?.files[0]).toMatchObject({
    share: expect.any(Number),
    parts: bodies().filter(isOfPart).length - 1,
  });
  expect(run?.reading?.files[0]?.share).toBeLessThan(0.9);
});

test('readers are told how far it is, and who stops it stops the reading', async () => {
  asking.model.hold(0);
  const turn = await start('Summarise this file.', { 'book.md': book(400, 'A') });
  const isTold = ({ events }: { events: readonly { data: { type: string } }[] }) =>
    events.some(({ data }) => data.type === 'reading');
  const { events } = await hear(asking.base, asking.member, runOf(turn), { until: isTold });
  expect(events.find(({ data }) => data.type === 'reading')?.data).toMatchObject({
    reading: { progress: { read: 0, parts: expect.any(Number) } },
  });
  await asking.member.call(stopRun, { params: { run_id: runOf(turn) } });
  await ended(asking.member, turn);
  asking.model.goOn();
  const { run, content } = (await answerTo(turn.dialogue_id)) ?? {};
  expect([run?.status, content]).toEqual(['stopped', '']);
  // What was not read is not said to be.
  expect(run?.reading).toEqual({
    first_message_id: null,
    files: [{ file_id: expect.any(String), name: 'book.md', share: 0 }],
  });
  expect(bodies().filter((body) => !isOfPart(body))).toEqual([]);
});

test('an answer that waits for its person goes on with the notes that there are, and keeps none when it has ended', async () => {
  const { server, member, bot } = asking;
  await giveTools(server, bot, [builtIn('calculator', 'ask')]);
  callsFirst = true;
  const turn = await start('Summarise this file.', { 'book.md': book(400, 'A') });
  await hear(asking.base, member, runOf(turn), {
    until: ({ events }) => events.some(({ data }) => data.type === 'tool' && data.call.state === 'waiting'),
  });
  const parts = bodies().filter(isOfPart).length;
  const notesKept = () =>
    server.db.asSystem((trx) =>
      trx.selectFrom('runs').where('id', '=', runOf(turn)).select('part_notes').executeTakeFirstOrThrow(),
    );
  expect((await notesKept()).part_notes).toHaveLength(parts);
  const [call] = dataOf(await member.call(listToolCalls, { params: { dialogue_id: turn.dialogue_id } })).items;
  dataOf(
    await member.call(answerToolCall, {
      params: { call_id: call?.id ?? '' },
      body: { allow: true, arguments: call?.arguments ?? '' },
    }),
  );
  await ended(member, turn);
  callsFirst = false;
  await giveTools(server, bot, []);
  expect(bodies().filter(isOfPart)).toHaveLength(parts);
  const answer = await answerTo(turn.dialogue_id);
  expect(answer?.content).toContain('Fact A399');
  expect(answer?.run?.reading?.files).toEqual([expect.objectContaining({ share: 1, parts })]);
  expect((await notesKept()).part_notes).toBeNull();
});

test('what a rule masks is masked in the parts too', async () => {
  const admin = await asking.server.as('admin@pro.example');
  const { id } = dataOf(
    await admin.call(createRule, {
      body: {
        definition: {
          name: 'Secret fact',
          message: 'Not for a bot.',
          target: 'both',
          action: 'mask',
          conditions: [{ kind: 'words', terms: ['A199'] }],
        },
      },
    }),
  );
  await admin.call(switchRule, { params: { rule_id: id }, body: { is_enabled: true } });
  const turn = await ended(asking.member, await start('Summarise this file.', { 'book.md': book(400, 'A') }));
  const sent = JSON.stringify(bodies());
  expect([sent.includes('A199'), sent.includes('A99')]).toEqual([false, true]);
  expect((await answerTo(turn.dialogue_id))?.applied_rules).toEqual([{ name: 'Secret fact', action: 'mask' }]);
});
