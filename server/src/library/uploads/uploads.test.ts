import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { attachmentMaxBytes } from '@parlance/shared/contract/api/attachments';
import { deleteKnowledge, getKnowledge, uploadKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import {
  type UploadTarget,
  beginUpload,
  cancelUpload,
  completeUpload,
  getUpload,
  sendUploadPart,
} from '@parlance/shared/contract/api/uploads';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { uploadMaxBytes, uploadPartBytes } from '@parlance/shared/contract/values/upload-sizes';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { readStorage, takeStorage } from '../../platform/limits/storage.ts';
import { deleteDue } from '../../platform/upkeep/due.ts';
import { apiService } from '../../services/api.ts';
import { bring, dataOf, sendFile } from '../../testing/knowledge.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { deleteLeftovers } from '../files/leftovers.ts';
import { oldUploads } from './repository.ts';

const size = uploadPartBytes + 1_000;
const bytes = Buffer.alloc(size, 'Trains before planes. ');
const sumOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const modified_at = '2026-11-22T08:00:00.000Z';

let server: TestServer;
let other: FastifyInstance;
let owner: Client;
let organizationId: string;
beforeAll(async () => {
  server = await startTestServer();
  // Another process on the same database and the same storage.
  other = await apiService(server.dependencies);
  owner = await server.as('owner@pro.example');
  ({ organization_id: organizationId } = await server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('email', '=', 'owner@pro.example')
      .select('organization_id')
      .executeTakeFirstOrThrow(),
  ));
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const begin = (
  name: string,
  { of = size, to = { kind: 'knowledge' }, client = owner }: { of?: number; to?: UploadTarget; client?: Client } = {},
) => client.call(beginUpload, { body: { name, size: of, modified_at, to } });
const partOf = (number: number, content: Buffer = bytes) =>
  content.subarray((number - 1) * uploadPartBytes, number * uploadPartBytes);
const sendPart = (
  id: string,
  number: number,
  content: Buffer,
  { sum = sumOf(content), app = server.app, client = owner } = {},
) =>
  sendFile(
    { ...server, app },
    client,
    sendUploadPart,
    { params: { upload_id: id, number: String(number) }, query: { sha256: sum } },
    content,
  );
const complete = (id: string, client = owner) => client.call(completeUpload, { params: { upload_id: id } });
const codeOf = ({ status, body }: { status: number; body: { success: boolean; code?: string } }) =>
  body.success ? String(status) : `${status} ${body.code}`;
const used = () => server.db.asTenant(organizationId, async (trx) => (await readStorage(trx, organizationId)).used);

async function whole(name: string, content = bytes, to?: UploadTarget): Promise<string> {
  const { id } = dataOf(await begin(name, { of: content.length, ...(to === undefined ? {} : { to }) }));
  for (let number = 1; (number - 1) * uploadPartBytes < content.length; number += 1)
    expect((await sendPart(id, number, partOf(number, content))).status).toBe(200);
  return id;
}

test('parts come in any order and to any process, are asked for after a break, and make the same file', async () => {
  const before = await used();
  const { id, part_bytes } = dataOf(await begin('long.txt'));
  expect(part_bytes).toBe(uploadPartBytes);
  expect(await used()).toBe(before + size);
  expect((await sendPart(id, 2, partOf(2), { app: other })).data).toEqual({ number: 2, sha256: sumOf(partOf(2)) });
  expect(codeOf(await complete(id))).toBe('409 upload_incomplete');
  // The page was reloaded, and the same file chosen.
  expect(dataOf(await begin('long.txt'))).toEqual({
    id,
    name: 'long.txt',
    size,
    part_bytes,
    parts: [{ number: 2, sha256: sumOf(partOf(2)) }],
  });
  await sendPart(id, 1, partOf(1));
  expect(dataOf(await owner.call(getUpload, { params: { upload_id: id } })).parts).toHaveLength(2);
  const { source } = dataOf(await complete(id));
  const kept = await server.db.asSystem((trx) =>
    trx
      .selectFrom('knowledge_sources')
      .where('id', '=', source?.id ?? '')
      .select(['pending_key', 'pending_size', 'pending_sha256'])
      .executeTakeFirstOrThrow(),
  );
  expect(kept).toMatchObject({ pending_size: size, pending_sha256: sumOf(bytes) });
  const content = await server.dependencies.storage.get(kept.pending_key ?? '');
  expect(content === null ? null : sumOf(await buffer(content))).toBe(sumOf(bytes));
  expect(await used()).toBe(before + size);
  expect(dataOf(await begin('long.txt')).id).not.toBe(id);
});

test('a part that is sent twice changes nothing; one that is altered, too short, too long or not of the file is refused', async () => {
  const { id } = dataOf(await begin('parts.txt'));
  expect((await sendPart(id, 1, partOf(1))).status).toBe(200);
  expect((await sendPart(id, 1, partOf(1))).status).toBe(200);
  expect((await sendPart(id, 1, Buffer.alloc(uploadPartBytes, 'other'))).code).toBe('conflict');
  expect((await sendPart(id, 2, partOf(2), { sum: sumOf(partOf(1)) })).code).toBe('part_altered');
  expect((await sendPart(id, 2, partOf(2).subarray(1))).code).toBe('part_altered');
  expect((await sendPart(id, 2, Buffer.alloc(1_001))).code).toBe('body_too_large');
  expect((await sendPart(id, 2, Buffer.alloc(uploadPartBytes + 1))).code).toBe('body_too_large');
  expect((await sendPart(id, 3, partOf(2))).code).toBe('validation_failed');
  expect((await sendPart(id, 0, partOf(2))).code).toBe('validation_failed');
  expect(dataOf(await begin('parts.txt')).parts).toHaveLength(1);
});

test('a file is taken in once, however often and at once its end is said', async () => {
  const id = await whole('once.txt');
  const answers = await Promise.all(Array.from({ length: 5 }, () => complete(id)));
  expect(answers.map(codeOf).filter((code) => code !== '409 conflict')).toContain('200');
  const { source } = dataOf(await complete(id));
  const { count } = await server.db.asSystem((trx) =>
    trx
      .selectFrom('knowledge_sources')
      .where('name', '=', 'once.txt')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow(),
  );
  expect({ count, name: source?.name }).toEqual({ count: 1, name: 'once.txt' });
});

test('it goes where a small one goes: in place of another, and to a prompt', async () => {
  const { id: source_id } = await bring(server, owner, 'small.txt', 'Trains before planes.');
  const replaced = dataOf(await complete(await whole('new.txt', bytes, { kind: 'knowledge-replacement', source_id })));
  expect(replaced.source?.id).toBe(source_id);
  const { attachment } = dataOf(await complete(await whole('sent.txt', bytes, { kind: 'attachment' })));
  expect(attachment).toMatchObject({ name: 'sent.txt', size, state: 'reading' });
});

test('what is too large, of nothing, of no kind or for a folder that is not one’s own is refused before a byte', async () => {
  const gigabyte = 1_073_741_824;
  expect(codeOf(await begin('film.pdf', { of: 5 * gigabyte }))).toBe('413 body_too_large');
  expect(codeOf(await begin('film.pdf', { of: uploadMaxBytes + 1 }))).toBe('413 body_too_large');
  expect(codeOf(await begin('large.pdf', { of: attachmentMaxBytes + 1, to: { kind: 'attachment' } }))).toBe(
    '413 body_too_large',
  );
  expect(codeOf(await begin('nothing.txt', { of: 0 }))).toBe('400 validation_failed');
  expect(codeOf(await begin('film.exe'))).toBe('415 media_type_unsupported');
  expect(codeOf(await begin('a.txt', { to: { kind: 'knowledge', folder_id: crypto.randomUUID() } }))).toBe(
    '404 not_found',
  );
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo; // the server listens on a port, not on a pipe
  const { id } = dataOf(await begin('stated.txt'));
  for (const path of [
    `${uploadKnowledge.path}?name=a.txt`,
    fillPath(sendUploadPart.path, { upload_id: id, number: '1' }),
  ]) {
    const status = await new Promise((resolve, reject) => {
      const sending = request({
        port,
        host: '127.0.0.1',
        method: path.includes('parts') ? 'PUT' : 'POST',
        path,
        headers: { ...owner.headers(), 'content-type': 'application/octet-stream', 'content-length': 5 * gigabyte },
      });
      sending
        .on('response', ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .flushHeaders();
    });
    expect(status).toBe(413);
  }
});

test('what is not what its name says is refused with its last part, and gives its room back', async () => {
  const before = await used();
  const id = await whole('page.pdf', Buffer.alloc(size, '<script>alert(1)</script>'));
  expect(codeOf(await complete(id))).toBe('422 file_type_mismatch');
  expect(codeOf(await owner.call(getUpload, { params: { upload_id: id } }))).toBe('404 not_found');
  expect(await used()).toBe(before);
});

test('names of every script arrive as they are, and none leads anywhere (INP-03)', async () => {
  const names = [
    'Bericht Größe.txt',
    '報告書.txt',
    'รายงาน.txt',
    'отчёт.txt',
    'تقرير.txt',
    'דוח.txt',
    'रिपोर्ट.txt',
    '보고서.txt',
    'έκθεση.txt',
    '🚆.txt',
  ];
  for (const name of names) expect(dataOf(await begin(name)).name).toBe(name);
  const wrong = ['../../etc/passwd.txt', '..\\..\\boot.txt', '/etc/passwd.txt', '\u202Etxt.exe.txt'];
  let led = 0;
  for (const name of wrong) if (/[/\\\0\u202E]/.test(dataOf(await begin(name)).name)) led += 1;
  expect(led).toBe(0);
  console.info(`INP-03: ${led} of ${wrong.length} names lead out`);
});

test('an upload is its person’s alone: to everybody else it is not found (TEN-01)', async () => {
  const id = await whole('mine.txt');
  const strangers = [
    await server.as('owner@free.example'),
    await server.as('admin@pro.example'),
    await server.as('member@pro.example'),
  ];
  let reached = 0;
  let tried = 0;
  for (const client of strangers) {
    for (const upload_id of [id, crypto.randomUUID()]) {
      const params = { upload_id };
      const part = await sendPart(upload_id, 1, partOf(1), { client });
      const answers = [
        codeOf(await client.call(getUpload, { params })),
        codeOf(await client.call(completeUpload, { params })),
        codeOf(await client.call(cancelUpload, { params })),
        `${part.status} ${part.code}`,
      ];
      tried += answers.length;
      reached += answers.filter((code) => code !== '404 not_found').length;
    }
  }
  expect(reached).toBe(0);
  expect(dataOf(await owner.call(getUpload, { params: { upload_id: id } })).parts).toHaveLength(2);
  console.info(`TEN-01: ${reached} of ${tried} differ from “not found”`);
});

test('room is taken for all of it before a byte, and comes back when it is cancelled or forgotten', async () => {
  const before = await used();
  const { limit } = await server.db.asTenant(organizationId, (trx) => readStorage(trx, organizationId));
  const filler = 'f'.repeat(64);
  await server.db.asTenant(organizationId, (trx) =>
    takeStorage(trx, { organizationId, key: filler, bytes: (limit ?? 0) - before - 2 * size }),
  );
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => begin(`edge ${index}.txt`)));
  expect(answers.map(codeOf).sort()).toEqual(['200', '200', ...Array<string>(4).fill('409 storage_full')]);
  const [cancelled, forgotten] = answers.filter(({ status }) => status === 200).map(dataOf);
  await sendPart(cancelled?.id ?? '', 1, partOf(1));
  await owner.call(cancelUpload, { params: { upload_id: cancelled?.id ?? '' } });
  await server.db.asSystem((trx) =>
    trx
      .updateTable('uploads')
      .set({ touched_at: sql<Date>`now() - interval '25 hours'` })
      .where('id', '=', forgotten?.id ?? '')
      .execute(),
  );
  await server.db.asSystem((trx) => deleteDue(trx, oldUploads));
  await server.db.asSystem((trx) => trx.deleteFrom('storage_reservations').where('key', '=', filler).execute());
  expect(await used()).toBe(before);
});

test('parts that belong to no upload any more are taken out of the storage, and others are kept', async () => {
  const [gone, kept] = [dataOf(await begin('gone.txt')).id, dataOf(await begin('kept.txt')).id];
  for (const id of [gone, kept]) await sendPart(id, 1, partOf(1));
  const keyOf = (id: string) =>
    server.db.asSystem(
      async (trx) =>
        (
          await trx
            .selectFrom('upload_parts')
            .where('upload_id', '=', id)
            .select('storage_key')
            .executeTakeFirstOrThrow()
        ).storage_key,
    );
  const [keyOfGone, keyOfKept] = [await keyOf(gone), await keyOf(kept)];
  await owner.call(cancelUpload, { params: { upload_id: gone } });
  await server.db.asSystem((trx) =>
    trx
      .updateTable('storage_leftovers')
      .set({ noted_at: sql<Date>`now() - interval '2 hours'` })
      .execute(),
  );
  await deleteLeftovers(server.dependencies);
  expect(await server.dependencies.storage.get(keyOfGone)).toBeNull();
  const content = await server.dependencies.storage.get(keyOfKept);
  expect(content).not.toBeNull();
  content?.destroy();
});

test('what was taken in can be deleted like everything else', async () => {
  const { source } = dataOf(await complete(await whole('last.txt')));
  const params = { source_id: source?.id ?? '' };
  await owner.call(deleteKnowledge, { params });
  expect((await owner.call(getKnowledge, { params })).status).toBe(404);
});
