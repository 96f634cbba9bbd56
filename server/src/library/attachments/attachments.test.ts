import { request } from 'node:http';
import { Readable } from 'node:stream';
import {
  attachmentMaxBytes,
  attachmentsAtMost,
  deleteAttachment,
  getAttachment,
  listAttachments,
  uploadAttachment,
} from '@parlance/shared/contract/api/attachments';
import { startDialogue } from '@parlance/shared/contract/api/dialogues';
import { downloadFile, readFileText } from '@parlance/shared/contract/api/files';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { botNamed, listen, until } from '../../testing/asking.ts';
import { attach, readWaitingFiles, stateOf, upload } from '../../testing/attaching.ts';
import { makeDocx, makePdf, makePng, makeXlsx } from '../../testing/make-files.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { deleteLeftovers } from '../files/leftovers.ts';
import { deleteUnsentAttachments } from './repository.ts';

let server: TestServer;
let member: Client;
let colleague: Client;
let stranger: Client;
beforeAll(async () => {
  server = await startTestServer();
  member = await server.as('member@pro.example');
  colleague = await server.as('admin@pro.example');
  stranger = await server.as('owner@free.example');
});
afterAll(() => server.close());
beforeEach(() => server.db.asSystem((trx) => trx.deleteFrom('limited_acts').execute()));

const text = (content: string) => new TextEncoder().encode(content);
const filesInStorage = () =>
  server.db.asSystem((trx) =>
    trx.selectFrom('files').where('storage_key', 'is not', null).select('storage_key').execute(),
  );
const leftovers = () => server.db.asSystem((trx) => trx.selectFrom('storage_leftovers').select('key').execute());
const refused = () => server.log.filter((line) => line.includes('"code":"bad_request"')).length;
const hoursAgo = (hours: number) => sql<Date>`now() - make_interval(hours => ${hours})`;

const kept = async (client: Client, ...ids: string[]) =>
  (await client.call(listAttachments, { query: { ids: ids.join() } })).body;

describe('the files of a draft', () => {
  test('are looked up in one request, which says of each whether it was sent, and leaves out what is gone', async () => {
    const [waits, sent, gone] = [
      await attach(server, member, 'waits.txt', text('A.')),
      await attach(server, member, 'sent.txt', text('B.')),
      await attach(server, member, 'gone.txt', text('C.')),
    ];
    await member.call(startDialogue, {
      body: {
        bot_id: await botNamed(member, 'House Guide'),
        prompt: 'What is in it?',
        attachment_ids: [sent.id],
        idempotency_key: crypto.randomUUID(),
      },
    });
    await member.call(deleteAttachment, { params: { attachment_id: gone.id } });
    const body = await kept(member, waits.id, sent.id, gone.id);
    if (!body.success) throw new Error(body.code);
    expect(Object.fromEntries(body.data.items.map(({ name, state, is_sent }) => [name, { state, is_sent }]))).toEqual({
      'waits.txt': { state: 'ready', is_sent: false },
      'sent.txt': { state: 'ready', is_sent: true },
    });
  });

  test.each([
    ['none', ''],
    ['no id', 'x'],
    ['what looks like one', '-'.repeat(36)],
    ['a comma too many', `${crypto.randomUUID()},`],
    ['more than a prompt has', Array.from({ length: attachmentsAtMost + 1 }, () => crypto.randomUUID()).join()],
  ])('are not looked up by %s', async (_, ids) => {
    expect((await member.call(listAttachments, { query: { ids } })).status).toBe(400);
  });
});

describe('a file that is brought', () => {
  test('is read, and its text is there page by page', async () => {
    const { status, attachment } = await upload(
      server,
      member,
      'Travel.pdf',
      makePdf([['Trains before planes.'], ['Second page.']]),
    );
    expect(status).toBe(200);
    expect(attachment).toMatchObject({
      name: 'Travel.pdf',
      media_type: 'application/pdf',
      kind: 'document',
      state: 'reading',
      error_code: null,
    });
    await readWaitingFiles(server);
    expect(await stateOf(member, attachment.id)).toMatchObject({ state: 'ready' });
    const { body } = await member.call(readFileText, { params: { file_id: attachment.file_id } });
    expect(body).toMatchObject({
      data: {
        name: 'Travel.pdf',
        passages: 2,
        has_original: true,
        items: [
          { position: 1, heading: '', page: 1, content: 'Trains before planes.' },
          { position: 2, page: 2, content: 'Second page.' },
        ],
      },
    });
    const second = await member.call(readFileText, {
      params: { file_id: attachment.file_id },
      query: { from: 2, limit: 1 },
    });
    expect(second.body).toMatchObject({ data: { items: [{ position: 2 }] } });
  });

  test('that cannot be read says why', async () => {
    const failed = [
      await attach(server, member, 'secret.pdf', makePdf([['x']], { isEncrypted: true })),
      await attach(server, member, 'scan.pdf', makePdf([[]])),
      await attach(
        server,
        member,
        'bomb.xlsx',
        makeXlsx('a', [], { 'xl/sharedStrings.xml': new Uint8Array(20_000_000) }),
      ),
      await attach(server, member, 'half.docx', makeDocx([{ text: 'x' }]).subarray(0, 700)),
    ];
    expect(failed.map(({ state, error_code }) => [state, error_code])).toEqual([
      ['failed', 'file_encrypted'],
      ['failed', 'file_empty'],
      ['failed', 'file_too_complex'],
      ['failed', 'file_unreadable'],
    ]);
  });

  test('that is a picture is there at once', async () => {
    const { attachment } = await upload(server, member, 'plan.png', makePng(800, 600));
    expect(attachment).toMatchObject({ kind: 'image', state: 'ready', media_type: 'image/png' });
  });

  test('keeps its bytes, and gives them back to be saved, never to be shown, run or framed (INP-04)', async () => {
    const html = '<script>document.title = "run"</script><p>Hello</p>';
    const attachment = await attach(server, member, 'page “1”; 100%.html', text(html));
    const answer = await server.app.inject({
      url: fillPath(downloadFile.path, { file_id: attachment.file_id }),
      headers: member.headers(),
    });
    expect(answer.payload).toBe(html);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(html.length),
      'content-disposition': `attachment; filename="page _1_; 100_.html"; filename*=UTF-8''page%20%E2%80%9C1%E2%80%9D%3B%20100%25.html`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'; sandbox/);
    const picture = await upload(server, member, 'p.png', makePng(2, 2));
    const shown = await server.app.inject({
      url: fillPath(downloadFile.path, { file_id: picture.attachment.file_id }),
      headers: member.headers(),
    });
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
  });

  test('is taken away again, and is then not there for its sender either', async () => {
    const { attachment } = await upload(server, member, 'a.txt', text('a'));
    expect((await member.call(deleteAttachment, { params: { attachment_id: attachment.id } })).status).toBe(200);
    expect((await member.call(getAttachment, { params: { attachment_id: attachment.id } })).status).toBe(404);
    expect((await member.call(deleteAttachment, { params: { attachment_id: attachment.id } })).status).toBe(404);
  });
});

describe('what is refused', () => {
  test.each<[string, string, Uint8Array, number, string]>([
    [
      'a program called a PDF',
      'a.pdf',
      Buffer.from('4d5a90000300000004000000ffff0000b800000000000000', 'hex'),
      422,
      'file_type_mismatch',
    ],
    ['a page called a PDF', 'a.pdf', text('<!doctype html><script>alert(1)</script>'), 422, 'file_type_mismatch'],
    ['a PDF called a text', 'a.txt', makePdf([['x']]), 422, 'file_type_mismatch'],
    ['a picture called a table', 'a.csv', makePng(1, 1), 422, 'file_type_mismatch'],
    ['a document called a workbook', 'a.xlsx', makeDocx([{ text: 'x' }]), 422, 'file_type_mismatch'],
    ['a page called a picture', 'a.png', text('<svg onload="alert(1)"/>'), 422, 'file_type_mismatch'],
    [
      'bytes called a text',
      'a.md',
      Uint8Array.from({ length: 500 }, (_, at) => (at * 37) % 256),
      422,
      'file_type_mismatch',
    ],
    ['nothing', 'a.txt', new Uint8Array(), 422, 'file_empty'],
    ['a picture that would fill a memory', 'a.png', makePng(16_000, 16_000), 422, 'file_too_complex'],
    ['a picture without a size', 'a.png', makePng(0, 5), 422, 'file_unreadable'],
    ['a picture called a program', 'a.py', makePng(1, 1), 422, 'file_type_mismatch'],
    ['a picture of an iPhone', 'IMG_0001.HEIC', text('x'), 415, 'heic_unsupported'],
    ['a picture of a camera', 'a.heif', text('x'), 415, 'heic_unsupported'],
    [
      'a picture of an iPhone called a JPEG',
      'IMG_0001.jpg',
      Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
      415,
      'heic_unsupported',
    ],
    ['a program', 'a.exe', text('MZ'), 415, 'media_type_unsupported'],
    ['a name without an ending', 'README', text('x'), 415, 'media_type_unsupported'],
    ['an ending that is a property of every object', 'a.constructor', text('x'), 415, 'media_type_unsupported'],
    ['a name that turns around', 'a.txt\u202e.exe', text('x'), 415, 'media_type_unsupported'],
  ])('%s', async (_, name, bytes, status, code) => {
    const before = await filesInStorage();
    const answer = await upload(server, member, name, bytes);
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(await filesInStorage()).toEqual(before);
  });

  test('a body that is no file, a name that is missing or too long, a request without its proof', async () => {
    const send = (query: Record<string, string>, headers: Record<string, string>) =>
      server.app.inject({
        method: 'POST',
        url: uploadAttachment.path,
        query,
        headers: { ...member.headers(), ...headers },
        payload: 'a',
      });
    const octets = { 'content-type': 'application/octet-stream' };
    expect((await send({ name: 'a.txt' }, { 'content-type': 'application/json' })).statusCode).toBe(400);
    expect((await send({ name: 'a.txt' }, { 'content-type': 'multipart/form-data; boundary=x' })).statusCode).toBe(415);
    expect((await send({}, octets)).statusCode).toBe(400);
    expect((await send({ name: 'x'.repeat(256) }, octets)).statusCode).toBe(400);
    expect((await send({ name: 'a.txt' }, { ...octets, 'x-csrftoken': 'wrong' })).statusCode).toBe(403);
  });

  test('a file that says it is too large, before it is read; one that does not say so, as soon as it is', async () => {
    const base = await listen(server.app);
    const headers = { ...member.headers(), 'content-type': 'application/octet-stream' };
    const url = new URL(`${base}${uploadAttachment.path}?name=a.txt`);
    const stated = await new Promise<{ status: number; sent: number }>((resolve, reject) => {
      const sending = request(
        url,
        { method: 'POST', headers: { ...headers, 'content-length': attachmentMaxBytes + 1 } },
        (answer) => {
          resolve({ status: answer.statusCode ?? 0, sent: 1 });
          sending.destroy();
        },
      );
      sending.on('error', reject);
      sending.write('a');
    });
    expect(stated).toEqual({ status: 413, sent: 1 });
    let sent = 0;
    const chunk = Buffer.alloc(1_000_000, 'a');
    const endless = Readable.from(
      (function* () {
        for (;;) {
          sent += chunk.length;
          yield chunk;
        }
      })(),
    );
    const unstated = await new Promise<number>((resolve, reject) => {
      const sending = request(url, { method: 'POST', headers }, (answer) => {
        resolve(answer.statusCode ?? 0);
        endless.destroy();
        sending.destroy();
      });
      sending.on('error', reject);
      endless.pipe(sending);
    });
    expect(unstated).toBe(413);
    expect(sent).toBeLessThan(attachmentMaxBytes * 4);
  });

  test('more files in an hour than a person sends', async () => {
    for (let count = 0; count < 200; count += 1) {
      await server.db.asSystem((trx) =>
        sql`insert into limited_acts (key) select key from limited_acts limit 1`.execute(trx),
      );
      if (count === 0) await upload(server, member, 'a.txt', text('a'));
    }
    const answer = await upload(server, member, 'a.txt', text('a'));
    expect([answer.status, answer.code]).toEqual([429, 'rate_limited']);
    expect((await upload(server, colleague, 'a.txt', text('a'))).status).toBe(200);
  });

  test('a sender who goes in the middle leaves nothing behind', async () => {
    const base = await listen(server.app);
    const before = (await filesInStorage()).length;
    const known = new Set((await leftovers()).map(({ key }) => key));
    const refusedBefore = refused();
    await new Promise<void>((resolve) => {
      const sending = request(`${base}${uploadAttachment.path}?name=a.txt`, {
        method: 'POST',
        headers: { ...member.headers(), 'content-type': 'application/octet-stream', 'content-length': 1_000_000 },
      });
      sending.on('error', () => resolve());
      sending.write('half', () => sending.destroy(new Error('gone')));
    });
    await until(() => refused() > refusedBefore);
    const [key] = (await leftovers()).map((row) => row.key).filter((it) => !known.has(it));
    expect((await filesInStorage()).length).toBe(before);
    expect(await server.dependencies.storage.get(key ?? '')).toBeNull();
  });
});

test('nobody else reaches a file, its text or its bytes, and nothing differs from “not found” (TEN-01)', async () => {
  const mine = await attach(server, member, 'mine.txt', text('Kangaroos hop.'));
  const none = crypto.randomUUID();
  const differing: string[] = [];
  let asked = 0;
  for (const [name, client] of Object.entries({ colleague, stranger, owner: await server.as('owner@pro.example') })) {
    const pairs = await Promise.all(
      [mine.id, none].map(async (attachment_id) => [
        await client.call(getAttachment, { params: { attachment_id } }),
        await client.call(deleteAttachment, { params: { attachment_id } }),
      ]),
    );
    expect((await client.call(listAttachments, { query: { ids: `${mine.id},${none}` } })).body).toMatchObject({
      success: true,
      data: { items: [] },
    });
    const files = await Promise.all(
      [mine.file_id, none].map(async (file_id) => [
        await client.call(readFileText, { params: { file_id } }),
        await server.app.inject({ url: fillPath(downloadFile.path, { file_id }), headers: client.headers() }),
      ]),
    );
    const sameBut = (answer: unknown) => JSON.stringify(answer).replace(/"request_id":"[^"]+"/, '');
    const seen = [...pairs, ...files].map((answers) =>
      answers.map((it) =>
        'body' in it && typeof it.body === 'object'
          ? `${'status' in it ? it.status : ''} ${sameBut(it.body)}`
          : sameBut('json' in it ? it.json() : ''),
      ),
    );
    for (const [theirs, nothing] of [
      [seen[0], seen[1]],
      [seen[2], seen[3]],
    ]) {
      theirs?.forEach((answer, at) => {
        asked += 1;
        if (answer !== nothing?.[at] || !answer.includes('not_found')) differing.push(`${name}: ${answer}`);
      });
    }
  }
  expect(differing).toEqual([]);
  expect((await stateOf(member, mine.id)).state).toBe('ready');
  console.info(
    `TEN-01: ${differing.length} of ${asked} requests for a foreign file succeeded or differed from “not found”`,
  );
});

describe('what is left over', () => {
  test('an attachment that was not sent within a day is gone, with its bytes an hour later', async () => {
    const old = await attach(server, member, 'old.txt', text('old'));
    const young = await attach(server, member, 'young.txt', text('young'));
    const keyOf = (id: string) =>
      server.db.asSystem((trx) =>
        trx.selectFrom('files').where('id', '=', id).select('storage_key').executeTakeFirst(),
      );
    const key = (await keyOf(old.file_id))?.storage_key ?? '';
    await server.db.asSystem((trx) =>
      trx
        .updateTable('attachments')
        .set({ created_at: hoursAgo(25) })
        .where('id', '=', old.id)
        .execute(),
    );
    await server.db.asSystem(deleteUnsentAttachments);
    expect(await keyOf(old.file_id)).toBeUndefined();
    expect(await keyOf(young.file_id)).toBeDefined();
    await deleteLeftovers(server.dependencies);
    expect(await server.dependencies.storage.get(key)).not.toBeNull();
    await server.db.asSystem((trx) =>
      trx
        .updateTable('storage_leftovers')
        .set({ noted_at: hoursAgo(2) })
        .execute(),
    );
    await deleteLeftovers(server.dependencies);
    expect(await server.dependencies.storage.get(key)).toBeNull();
    expect(await leftovers()).toEqual([]);
    const answer = await server.app.inject({
      url: fillPath(downloadFile.path, { file_id: young.file_id }),
      headers: member.headers(),
    });
    expect(answer.payload).toBe('young');
  });

  test('a tenant notes keys and can neither see nor change what others have noted', async () => {
    const { organizationId } = await server.db.asSystem((trx) =>
      trx
        .selectFrom('organizations')
        .where('plan_name', '=', 'Pro')
        .select('id as organizationId')
        .executeTakeFirstOrThrow(),
    );
    await server.db.asTenant(organizationId, (trx) =>
      trx.insertInto('storage_leftovers').values({ key: 'x' }).execute(),
    );
    for (const attempt of [
      () => server.db.asTenant(organizationId, (trx) => trx.selectFrom('storage_leftovers').selectAll().execute()),
      () => server.db.asTenant(organizationId, (trx) => trx.deleteFrom('storage_leftovers').execute()),
    ]) {
      await expect(attempt()).rejects.toThrow(/permission denied/);
    }
    await server.db.asSystem((trx) => trx.deleteFrom('storage_leftovers').where('key', '=', 'x').execute());
  });
});
