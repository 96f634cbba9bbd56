import { randomUUID } from 'node:crypto';
import { sendPrompt, startDialogue } from '@parlance/shared/contract/api/dialogues';
import { dataOf } from '../../testing/agents.ts';
import { botNamed, hear, messages } from '../../testing/asking.ts';
import { attach } from '../../testing/attaching.ts';
import type { ChatRequest } from '../../testing/model-server.ts';
import { type AskingModel, ended, runOf, startAskingModel } from '../../testing/start-asking.ts';

/** A model whose context length is unknown, and one with a short context. */
let unknown: AskingModel;
let small: AskingModel;
beforeAll(async () => {
  const answer = ({ messages: sent }: ChatRequest) => [
    `Answer to ${String(sent.at(-1)?.content).slice(0, 20)}. `,
    'Further words. '.repeat(20),
  ];
  unknown = await startAskingModel('Blank Sheet', { answer });
  small = await startAskingModel('Blank Sheet', { answer }, { MODEL_CONTEXT_LENGTH: '4096' });
});
afterAll(async () => {
  await unknown.close();
  await small.close();
});

const chapters = (count: number, of = 'Nothing of note is said here about this and that, nor elsewhere. ') =>
  new TextEncoder().encode(
    Array.from({ length: count }, (_, at) => `# Chapter ${at}\n\nBeginning of chapter ${at}. ${of.repeat(8)}\n`).join(
      '\n',
    ),
  );

/** A question about it is one about a place. */
const withNeedle = (text: Uint8Array) =>
  new Uint8Array([...text, ...new TextEncoder().encode('\n# Annex\n\nThe kangaroo lives behind the greenhouse.\n')]);

const textOf = (content: ChatRequest['messages'][number]['content']) => (typeof content === 'string' ? content : '');
const sent = ({ model }: AskingModel) =>
  (model.requests.at(-1)?.body.messages ?? []).map(({ role, content }) => ({ role, content: textOf(content) }));
const system = (asking: AskingModel) => sent(asking)[0]?.content ?? '';

async function ask(
  asking: AskingModel,
  prompt: string,
  files: Readonly<Record<string, Uint8Array>> = {},
  dialogueId?: string,
) {
  const { server, member, bot } = asking;
  const attachment_ids: string[] = [];
  for (const [name, content] of Object.entries(files))
    attachment_ids.push((await attach(server, member, name, content)).id);
  const body = { prompt, attachment_ids, idempotency_key: randomUUID() };
  const answer =
    dialogueId === undefined
      ? await member.call(startDialogue, { body: { ...body, bot_id: bot } })
      : await member.call(sendPrompt, { params: { dialogue_id: dialogueId }, body });
  const turn = await ended(member, dataOf(answer));
  const [answered] = await messages(member, turn.dialogue_id);
  return { turn, reading: answered?.run?.reading };
}

test.each(['Summarise this file.', 'Fasse die Datei zusammen.', '請總結這個檔案。'])(
  'a file of 30 kB is given whole where its words are not in the question: “%s”',
  async (prompt) => {
    const { reading } = await ask(unknown, prompt, { 'big.md': chapters(55) });
    expect(system(unknown)).toContain('Beginning of chapter 54.');
    expect(system(unknown)).toContain('<file name="big.md" given="whole, in the sources" />');
    expect(reading).toBeUndefined();
  },
);

test('of a file that the context does not hold the model is given the beginning and a map of the headings, and both are told how much that is', async () => {
  const { turn, reading } = await ask(unknown, 'Where does the kangaroo live?', {
    'big.md': withNeedle(chapters(400)),
  });
  const prompt = system(unknown);
  expect(prompt).toContain('Beginning of chapter 0.');
  expect(prompt).not.toContain('Beginning of chapter 399.');
  expect(prompt).toMatch(
    /<file name="big\.md" given="its first (\d+) %, and the passages of it that were found for the question" headings=.*Chapter 0/,
  );
  const [file] = reading?.files ?? [];
  expect(file).toMatchObject({ name: 'big.md', share: expect.any(Number) });
  expect(prompt).toContain(`its first ${Math.round((file?.share ?? 0) * 100)} %`);
  expect(reading?.first_message_id).toBeNull();
  // Readers of the stream are told with its end.
  expect((await hear(unknown.base, unknown.member, runOf(turn))).ended).toMatchObject({ status: 'complete', reading });
});

test('of two files that are compared both are read, and of two that do not fit the same of each', async () => {
  await ask(unknown, 'Compare these two files.', {
    'one.md': chapters(36),
    'other.md': chapters(36, 'The other says something else about all of this, page by page. '),
  });
  for (const name of ['one.md', 'other.md'])
    expect(system(unknown)).toContain(`<file name="${name}" given="whole, in the sources" />`);
  const { reading } = await ask(unknown, 'Where does the kangaroo live?', {
    'one.md': withNeedle(chapters(300)),
    'other.md': chapters(300),
  });
  expect(reading?.files.map(({ name }) => name).sort()).toEqual(['one.md', 'other.md']);
  for (const { share } of reading?.files ?? []) expect(share).toBeGreaterThan(0.1);
});

test('what a long file says is found beside its beginning', async () => {
  await ask(small, 'Where does the kangaroo live?', { 'book.md': withNeedle(chapters(200)) });
  expect(system(small)).toContain('The kangaroo lives behind the greenhouse.');
});

test('a dialogue is read as far as the model takes it: more than ten questions where it does, and the oldest left out where it does not', async () => {
  for (const [asking, isWhole] of [
    [unknown, true],
    [small, false],
  ] as const) {
    const { turn } = await ask(asking, 'Question 1: my cat is called Mimi.');
    let reading: Awaited<ReturnType<typeof ask>>['reading'];
    for (let number = 2; number <= 16; number++)
      ({ reading } = await ask(asking, `Question ${number}. ${'And so on. '.repeat(30)}`, {}, turn.dialogue_id));
    const told = sent(asking).slice(1);
    expect(told.some(({ content }) => content.includes('Mimi'))).toBe(isWhole);
    expect(told.at(-1)?.content).toContain('Question 16.');
    if (isWhole) {
      expect(told).toHaveLength(31);
      expect(reading).toBeUndefined();
      continue;
    }
    expect(told.length).toBeGreaterThan(3);
    const all = await messages(asking.member, turn.dialogue_id);
    const first = all.find(({ id }) => id === reading?.first_message_id);
    expect(first?.content).toBe(told[0]?.content);
    expect(reading?.files).toEqual([]);
  }
});

test('a model that takes little reads a short file whole, and the dialogue before it', async () => {
  const { turn } = await ask(small, 'My cat is called Mimi.');
  const { reading } = await ask(small, 'Summarise this file.', { 'short.md': chapters(3) }, turn.dialogue_id);
  expect(system(small)).toContain('<file name="short.md" given="whole, in the sources" />');
  expect(sent(small).some(({ content }) => content.includes('Mimi'))).toBe(true);
  expect(reading).toBeUndefined();
});

test('every request fits what the model takes', () => {
  // Estimates rather too high: three bytes a token.
  for (const { body } of small.model.requests.filter(({ body: { messages: said } }) => said.length > 1))
    expect(Buffer.byteLength(body.messages.map(({ content }) => textOf(content)).join('')) / 3).toBeLessThan(3_000);
});

test('a bot’s own files are named to the model, as many as there is room for', async () => {
  const turn = await unknown.member.call(startDialogue, {
    body: {
      bot_id: await botNamed(unknown.member, 'House Guide'),
      idempotency_key: randomUUID(),
      prompt: 'What do you know?',
    },
  });
  await ended(unknown.member, dataOf(turn));
  expect(system(unknown)).toMatch(/<file name="[^"]+" given="the passages of it that were found for the question" \/>/);
});
