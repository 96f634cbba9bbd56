import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deleteAttachment } from '@parlance/shared/contract/api/attachments';
import {
  type Turn,
  deleteDialogue,
  restoreDialogue,
  sendPrompt,
  startDialogue,
} from '@parlance/shared/contract/api/dialogues';
import { downloadFile, readFileText } from '@parlance/shared/contract/api/files';
import type { UnreadPages } from '@parlance/shared/contract/api/unread-pages';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { botNamed, messages } from '../../testing/asking.ts';
import { attach, upload } from '../../testing/attaching.ts';
import { makePdf, makePng } from '../../testing/make-files.ts';
import { type ChatRequest, type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { deleteUnsentAttachments } from './repository.ts';

/** A model that sees, one that does not, and the one that quotes. */
let model: ModelServer;
let seeing: TestServer;
let blind: TestServer;
let quoting: TestServer;
beforeAll(async () => {
  model = await startModelServer({ answer: () => ['As the file says', ' [1].'] });
  const settings = { MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in' };
  seeing = await startTestServer({ ...settings, MODEL_SEES_IMAGES: 'true' });
  blind = await startTestServer(settings);
  quoting = await startTestServer();
});
afterAll(async () => {
  await Promise.all([seeing, blind, quoting].map((server) => server.close()));
  await model.close();
});

const text = (content: string) => new TextEncoder().encode(content);
type Options = { prompt: string; attachment_ids?: string[]; parent_id?: string | null };

async function begin(server: TestServer, client: Client, asked: Options): Promise<Turn> {
  const answer = await client.call(startDialogue, {
    body: { bot_id: await botNamed(client, 'House Guide'), idempotency_key: randomUUID(), ...asked },
  });
  return whole(server, answer.body);
}
async function goOn(server: TestServer, client: Client, dialogueId: string, asked: Options): Promise<Turn> {
  const answer = await client.call(sendPrompt, {
    params: { dialogue_id: dialogueId },
    body: { idempotency_key: randomUUID(), ...asked },
  });
  return whole(server, answer.body);
}
/** The turn, when its answer is written. */
async function whole(
  server: TestServer,
  body: { success: true; data: Turn } | { success: false; code: string },
): Promise<Turn> {
  if (!body.success) throw new Error(`No turn was made: ${body.code}`);
  await server.app.runs.ended(body.data.answer.run?.id ?? '');
  return body.data;
}
const textOf = (content: ChatRequest['messages'][number]['content']) =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? `[${part.type}]`).join(' ');
/** Returns the whole prompt of the last model request. */
const sentPrompt = () =>
  (model.requests.at(-1)?.body.messages ?? []).map(({ role, content }) => `${role}: ${textOf(content)}`).join('\n');

describe('a prompt with files', () => {
  test('shows them, and gives a model that reads the whole of one that fits, with its pages', async () => {
    const member = await blind.as('member@pro.example');
    const { id, file_id } = await attach(
      blind,
      member,
      'Offer.pdf',
      makePdf([['The price is 12 euros.'], ['Valid until May.']]),
    );
    const turn = await begin(blind, member, { prompt: 'Sum it up', attachment_ids: [id] });
    expect(turn.prompt.attachments).toMatchObject([{ id, file_id, name: 'Offer.pdf', state: 'ready' }]);
    expect(sentPrompt()).toMatch(
      /<source number="1" file="Offer\.pdf"[^>]*>\nThe price is 12 euros\.[\s\S]*<source number="2" file="Offer\.pdf"[^>]*>\nValid until May\./,
    );
    const [answer, prompt] = await messages(member, turn.dialogue_id);
    expect(answer?.citations).toMatchObject([
      { number: 1, file_id, file_name: 'Offer.pdf', position: 1, page: 1, passage: 'The price is 12 euros.' },
    ]);
    expect(prompt?.attachments).toMatchObject([{ id }]);
    const further = await goOn(blind, member, turn.dialogue_id, { prompt: 'And in French?' });
    expect(further.prompt.attachments).toEqual([]);
    expect(sentPrompt()).toContain('The price is 12 euros.');
  });

  test('of which some pages could not be read say so to the model and below the answer', async () => {
    const member = await blind.as('member@pro.example');
    const bytes = readFileSync(new URL('../extraction/corpus/qpdf-second-without-maps.pdf', import.meta.url));
    const { id, file_id } = await attach(blind, member, 'Half.pdf', bytes);
    const turn = await begin(blind, member, { prompt: 'Sum it up', attachment_ids: [id] });
    expect(turn.prompt.attachments).toMatchObject([{ unread_pages: { unread: 2 } }]);
    expect(sentPrompt()).toContain('Read the rules twice.');
    expect(sentPrompt()).not.toContain('7UDLQV');
    expect(sentPrompt()).toContain(
      'name="Half.pdf" given="whole, in the sources" unread="pages 2, 3 of 3: pictures, or text that cannot be read"',
    );
    const [answer] = await messages(member, turn.dialogue_id);
    const ranges = [
      { first: 2, last: 2, reason: 'unmapped' as const },
      { first: 3, last: 3, reason: 'picture' as const },
    ];
    expect(answer?.run?.reading).toEqual({
      first_message_id: null,
      files: [{ file_id, name: 'Half.pdf', share: 1, unread_pages: { pages: 3, unread: 2, ranges } }],
    });
    // Recognised pages are read: the model is warned, as are the people who read the answer.
    const recognized = async (pages: UnreadPages) => {
      await blind.db.asSystem((trx) =>
        trx
          .updateTable('files')
          .set({ unread_pages: JSON.stringify(pages) })
          .where('id', '=', file_id)
          .execute(),
      );
      const { dialogue_id, answer: next } = await goOn(blind, member, turn.dialogue_id, { prompt: 'And now?' });
      return (await messages(member, dialogue_id)).find(({ id: message }) => message === next.id)?.run?.reading ?? null;
    };
    const warning = 'The text of 2 of its pages was recognised from pictures: letters and figures may be wrong.';
    const whole = await recognized({ pages: 3, unread: 0, ranges: [], recognized: 2 });
    expect(whole).toMatchObject({ files: [{ share: 1, unread_pages: { unread: 0, recognized: 2 } }] });
    expect(sentPrompt()).toContain(`name="Half.pdf" given="whole, in the sources" recognised="${warning}"`);
    const [first] = ranges;
    const some = { pages: 3, unread: 1, ranges: first === undefined ? [] : [first] };
    const told = await recognized({ ...some, recognized: 2 });
    const pages = { ...some, recognized: 2 };
    expect(told?.files).toEqual([{ file_id, name: 'Half.pdf', share: 1, unread_pages: pages }]);
    expect(sentPrompt()).toContain('unread="pages 2 of 3: pictures');
  });

  test('that are too large to be given whole are begun, and searched', async () => {
    const member = await blind.as('member@pro.example');
    const pages = Array.from({ length: 300 }, (_, at) => [
      `Chapter ${at}`,
      ...Array.from({ length: 4 }, () => 'Nothing of note is said here about this and that, nor elsewhere.'),
    ]);
    pages[250] = ['The kangaroo lives in the annex behind the greenhouse.'];
    const { id } = await attach(blind, member, 'Book.pdf', makePdf(pages));
    await begin(blind, member, { prompt: 'Where does the kangaroo live?', attachment_ids: [id] });
    expect(sentPrompt()).toContain('The kangaroo lives in the annex');
    expect(sentPrompt()).toContain('Chapter 0');
    expect(sentPrompt()).not.toContain('Chapter 299');
  });

  test('are quoted by the model that quotes, with the page', async () => {
    const member = await quoting.as('member@pro.example');
    const { id, file_id } = await attach(
      quoting,
      member,
      'Zoo.pdf',
      makePdf([['Opening times.'], ['The kangaroo lives in the annex.']]),
    );
    const turn = await begin(quoting, member, { prompt: 'Where is the kangaroo?', attachment_ids: [id] });
    const [answer] = await messages(member, turn.dialogue_id);
    expect(answer).toMatchObject({
      content: expect.stringContaining('> The kangaroo lives in the annex.'),
      citations: [{ file_id, position: 2, page: 2 }],
    });
    const unknown = await goOn(quoting, member, turn.dialogue_id, { prompt: 'What is the capital of Mongolia?' });
    const [nothing] = await messages(member, unknown.dialogue_id);
    expect(nothing?.citations).toEqual([]);
    expect(nothing?.content).toContain('Zoo.pdf');
  });

  test('that are pictures go to a model that sees, with the turn that brought them', async () => {
    const member = await seeing.as('member@pro.example');
    const { attachment } = await upload(seeing, member, 'plan.png', makePng(4, 4));
    const turn = await begin(seeing, member, { prompt: 'What is this?', attachment_ids: [attachment.id] });
    expect(sentPrompt()).toMatch(/user: What is this\? \[image_url\]/);
    await goOn(seeing, member, turn.dialogue_id, { prompt: 'Are you sure?' });
    expect(sentPrompt()).toMatch(/user: What is this\? \[image_url\]\n[\s\S]*user: Are you sure\?$/);
  });

  test('that are pictures are refused where the model would not see them', async () => {
    for (const server of [blind, quoting]) {
      const member = await server.as('member@pro.example');
      const { attachment } = await upload(server, member, 'plan.png', makePng(4, 4));
      const answer = await member.call(startDialogue, {
        body: {
          bot_id: await botNamed(member, 'House Guide'),
          idempotency_key: randomUUID(),
          prompt: 'x',
          attachment_ids: [attachment.id],
        },
      });
      expect([answer.status, answer.body]).toMatchObject([415, { code: 'images_unsupported' }]);
    }
  });

  test('that is edited takes them along; what is attached elsewhere, twice or still read is refused', async () => {
    const member = await blind.as('member@pro.example');
    const { id } = await attach(blind, member, 'a.txt', text('Alpha.'));
    const turn = await begin(blind, member, { prompt: 'One', attachment_ids: [id, id] });
    expect(turn.prompt.attachments).toHaveLength(1);
    const edited = await goOn(blind, member, turn.dialogue_id, {
      prompt: 'Two',
      attachment_ids: [id],
      parent_id: null,
    });
    expect(edited.prompt.attachments).toMatchObject([{ id }]);
    const refused = async (attachmentId: string) => {
      const answer = await member.call(startDialogue, {
        body: {
          bot_id: await botNamed(member, 'House Guide'),
          idempotency_key: randomUUID(),
          prompt: 'x',
          attachment_ids: [attachmentId],
        },
      });
      return [answer.status, answer.body.success ? '' : answer.body.code];
    };
    expect(await refused(id)).toEqual([404, 'not_found']);
    expect(await refused(randomUUID())).toEqual([404, 'not_found']);
    const foreign = [
      await attach(blind, await blind.as('admin@pro.example'), 'theirs.txt', text('Theirs.')),
      await attach(blind, await blind.as('owner@free.example'), 'far.txt', text('Far.')),
    ];
    for (const theirs of foreign) expect(await refused(theirs.id)).toEqual([404, 'not_found']);
    const unread = await upload(blind, member, 'b.txt', text('Beta.'));
    expect(await refused(unread.attachment.id)).toEqual([409, 'attachment_not_ready']);
    const failed = await attach(blind, member, 'c.pdf', makePdf([[]]));
    expect(await refused(failed.id)).toEqual([409, 'attachment_not_ready']);
    expect((await member.call(deleteAttachment, { params: { attachment_id: id } })).body).toMatchObject({
      code: 'conflict',
    });
  });

  test('that is refused makes no turn and leaves the file unsent', async () => {
    const member = await blind.as('member@pro.example');
    const { id } = await attach(blind, member, 'a.txt', text('Alpha.'));
    const before = await blind.db.asSystem((trx) =>
      trx
        .selectFrom('messages')
        .select((it) => it.fn.countAll().as('count'))
        .executeTakeFirst(),
    );
    await member.call(startDialogue, {
      body: {
        bot_id: await botNamed(member, 'House Guide'),
        idempotency_key: randomUUID(),
        prompt: 'x',
        attachment_ids: [id, randomUUID()],
      },
    });
    expect(
      await blind.db.asSystem((trx) =>
        trx
          .selectFrom('messages')
          .select((it) => it.fn.countAll().as('count'))
          .executeTakeFirst(),
      ),
    ).toEqual(before);
    expect((await member.call(deleteAttachment, { params: { attachment_id: id } })).status).toBe(200);
  });
});

test('what is sent is read while its dialogue is there, and goes with it', async () => {
  const member = await blind.as('member@pro.example');
  const { id, file_id } = await attach(blind, member, 'a.txt', text('Alpha.'));
  const turn = await begin(blind, member, { prompt: 'One', attachment_ids: [id] });
  const isThere = async () => (await member.call(readFileText, { params: { file_id } })).status;
  await blind.db.asSystem((trx) =>
    trx
      .updateTable('attachments')
      .set({ created_at: new Date(0) })
      .where('id', '=', id)
      .execute(),
  );
  await blind.db.asSystem(deleteUnsentAttachments);
  expect(await isThere()).toBe(200);
  await member.call(deleteDialogue, { params: { dialogue_id: turn.dialogue_id } });
  expect(await isThere()).toBe(404);
  await member.call(restoreDialogue, { params: { dialogue_id: turn.dialogue_id } });
  expect(await isThere()).toBe(200);
  await blind.db.asSystem((trx) => trx.deleteFrom('dialogues').where('id', '=', turn.dialogue_id).execute());
  await blind.db.asSystem(deleteUnsentAttachments);
  expect(await isThere()).toBe(404);
});

test('no prompt holds a passage of another organisation, another member, another bot, another dialogue or another branch (LLM-07)', async () => {
  const member = await blind.as('member@pro.example');
  const secret = (whose: string) => text(`The zebra password of ${whose} is quokka-${whose}.`);
  const question = 'What is the zebra password?';
  const branchOne = await attach(blind, member, 'branch-one.txt', secret('branch-one'));
  const mine = await begin(blind, member, { prompt: 'Hello', attachment_ids: [branchOne.id] });
  for (const [email, whose] of [
    ['admin@pro.example', 'colleague'],
    ['owner@free.example', 'stranger'],
    ['member@pro.example', 'other-dialogue'],
  ] as const) {
    const client = await blind.as(email);
    const { id } = await attach(blind, client, `${whose}.txt`, secret(whose));
    await begin(blind, client, { prompt: 'Hello', attachment_ids: [id] });
  }
  await attach(blind, member, 'unsent.txt', secret('unsent'));
  let prompts = 0;
  const leaked: string[] = [];
  const look = (allowed: string) => {
    prompts += 1;
    for (const [found] of sentPrompt().matchAll(/quokka-[a-z-]+/g)) if (found !== allowed) leaked.push(found);
  };
  const below = await goOn(blind, member, mine.dialogue_id, { prompt: question });
  expect(sentPrompt()).toContain('quokka-branch-one');
  look('quokka-branch-one');
  await goOn(blind, member, mine.dialogue_id, { prompt: question, parent_id: null });
  look('');
  await goOn(blind, member, mine.dialogue_id, { prompt: question, parent_id: below.answer.id });
  look('quokka-branch-one');
  for (const email of [
    'member@pro.example',
    'owner@pro.example',
    'admin@pro.example',
    'owner@free.example',
    'member@free.example',
  ]) {
    const client = await blind.as(email);
    for (const name of ['House Guide', 'People Desk']) {
      const bot = await botNamed(client, name);
      const answer = await client.call(startDialogue, {
        body: { bot_id: bot, idempotency_key: randomUUID(), prompt: question },
      });
      await whole(blind, answer.body);
      look('');
    }
  }
  expect(leaked).toEqual([]);
  console.info(`LLM-07: ${leaked.length} forbidden passages in ${prompts} prompts`);
});

test('a colleague reads neither the text nor the bytes of what was sent', async () => {
  const member = await blind.as('member@pro.example');
  const { id, file_id } = await attach(blind, member, 'a.txt', text('Alpha.'));
  await begin(blind, member, { prompt: 'One', attachment_ids: [id] });
  for (const email of ['owner@pro.example', 'admin@pro.example', 'owner@free.example']) {
    const other = await blind.as(email);
    expect((await other.call(readFileText, { params: { file_id } })).status).toBe(404);
    expect(
      (await blind.app.inject({ url: fillPath(downloadFile.path, { file_id }), headers: other.headers() })).statusCode,
    ).toBe(404);
  }
});
