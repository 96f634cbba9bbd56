import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { uploadAttachment } from '@parlance/shared/contract/api/attachments';
import {
  addWebPage,
  deleteKnowledge,
  replaceKnowledgeFile,
  uploadKnowledge,
  writeKnowledgeText,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { exportOrganization, listOrganizationExports } from '@parlance/shared/contract/api/organization-exports';
import { getSubscription } from '@parlance/shared/contract/api/subscription/subscription';
import type { Failure } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { organizationExporting } from '../../lifecycle/organization-exports/write.ts';
import { bring, dataOf, readWaitingKnowledge, sendFile, sourceNow, startSite } from '../../testing/knowledge.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { jsonOf } from '../db/json.ts';
import { deleteDue } from '../upkeep/due.ts';
import { oldReservations, readStorage, takeStorage } from './storage.ts';

let server: TestServer;
let owner: Client;
let organizationId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('owner@free.example');
  organizationId = await organizationOf('owner@free.example');
});
afterAll(() => server.close());
afterEach(() => server.db.asSystem((trx) => trx.deleteFrom('storage_reservations').execute()));

const organizationOf = (email: string) =>
  server.db.asSystem(async (trx) => {
    const { organization_id } = await trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('email', '=', email)
      .select('organization_id')
      .executeTakeFirstOrThrow();
    return organization_id;
  });

/** Leaves exactly so many bytes: the plan ends at whole megabytes, and what is above is taken. */
async function leaveRoom(bytes: number): Promise<void> {
  await server.db.asSystem((trx) => trx.deleteFrom('storage_reservations').execute());
  const { used } = await meter();
  const megabytes = Math.ceil((used + bytes) / 1_000_000);
  await server.db.asSystem((trx) =>
    trx.updateTable('plans').set({ storage_megabytes: megabytes }).where('name', '=', 'Free!').execute(),
  );
  await server.db.asTenant(organizationId, (trx) =>
    takeStorage(trx, { organizationId, key: filler, bytes: megabytes * 1_000_000 - used - bytes }),
  );
}
const filler = 'f'.repeat(64);
const meter = () => server.db.asTenant(organizationId, (trx) => readStorage(trx, organizationId));
const reservations = () =>
  server.db.asSystem((trx) => trx.selectFrom('storage_reservations').where('key', '<>', filler).selectAll().execute());

const looksAtMost = 500;
async function untilReservations(count: number): Promise<void> {
  for (let looks = 0; looks < looksAtMost; looks += 1) {
    if ((await reservations()).length === count) return;
    await pause(20);
  }
  throw new Error(`There were not ${count} reservations in time.`);
}

/** A text of exactly so many bytes. */
const textOf = (bytes: number) => Buffer.alloc(bytes, 'Trains before planes. ');
const bringOf = (bytes: number, name = 'notes.txt') =>
  sendFile(server, owner, uploadKnowledge, { query: { name } }, textOf(bytes));

test('of ten that come at once for the room of three, three get in and none above; the refusal has the meter', async () => {
  const size = 30_000;
  await leaveRoom(3 * size);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? bringOf(size)
        : sendFile(server, owner, uploadAttachment, { query: { name: 'notes.txt' } }, textOf(size)),
    ),
  );
  const codes = answers.map(({ status, code }) => `${status} ${code}`.trim()).sort();
  expect(codes).toEqual([...Array<string>(3).fill('200'), ...Array<string>(7).fill('409 storage_full')]);
  const now = await meter();
  expect(now.used).toBe(now.limit);
  const refused = await server.app.inject({
    method: 'POST',
    url: uploadKnowledge.path,
    query: { name: 'a.txt' },
    headers: { ...owner.headers(), 'content-type': 'application/octet-stream' },
    payload: textOf(5_000),
  });
  expect(refused.json<Failure>()).toMatchObject({ code: 'storage_full', meter: now });
  console.info(`storage: 0 of ${codes.length} above the edge`);
});

test('another organisation feels nothing of it, and its bytes do not count here', async () => {
  await leaveRoom(0);
  const before = await meter();
  await bring(server, await server.as('owner@pro.example'), 'notes.txt', textOf(1_000));
  expect(await meter()).toEqual(before);
});

test('texts, replaced files and pages are refused likewise, and what was there stays', async () => {
  await leaveRoom(1_000);
  const { id } = await bring(server, owner, 'rules.txt', 'Trains before planes.');
  const site = await startSite({
    '/long': {
      body: `<html><head><title>Long</title></head><body><article>${'<p>Trains before planes, and buses before both of them.</p>'.repeat(30)}</article></body></html>`,
    },
  });
  const text = await owner.call(writeKnowledgeText, { body: { name: 'Long', content: 'x'.repeat(1_000) } });
  expect(text.body.success || text.body.code).toBe('storage_full');
  const replaced = await sendFile(
    server,
    owner,
    replaceKnowledgeFile,
    { params: { source_id: id }, query: { name: 'rules.txt' } },
    textOf(1_000),
  );
  expect(replaced.code).toBe('storage_full');
  const page = dataOf(await owner.call(addWebPage, { body: { url: site.address('/long'), refresh: 'never' } }));
  await readWaitingKnowledge(server, [site.host]);
  expect(await sourceNow(owner, page.id)).toMatchObject({ state: 'failed', error_code: 'storage_full' });
  expect(await sourceNow(owner, id)).toMatchObject({ state: 'ready' });
  await site.close();
});

test('what was deleted and can be brought back counts until it is gone', async () => {
  await leaveRoom(2_000);
  const { id } = await bring(server, owner, 'notes.txt', textOf(1_000));
  const { used } = await meter();
  await owner.call(deleteKnowledge, { params: { source_id: id } });
  expect((await meter()).used).toBe(used);
});

test('an upload that is cut off gives its room back, and leaves nothing', async () => {
  await leaveRoom(3_000_000);
  const before = (await meter()).used;
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo; // it listens on a port, not on a pipe
  const sending = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `${uploadKnowledge.path}?name=notes.txt`,
    headers: { ...owner.headers(), 'content-type': 'application/octet-stream', 'content-length': 2_000_000 },
  });
  sending.on('error', () => undefined);
  sending.write(textOf(500_000));
  await untilReservations(1);
  expect((await meter()).used).toBe(before + 2_000_000);
  sending.destroy();
  await new Promise((resolve) => sending.once('close', resolve));
  await untilReservations(0);
  expect((await meter()).used).toBe(before);
});

test('what does not say how large it is takes its room as it comes', async () => {
  await leaveRoom(20_000);
  const send = (bytes: number) =>
    server.app.inject({
      method: 'POST',
      url: uploadKnowledge.path,
      query: { name: 'notes.txt' },
      headers: { ...owner.headers(), 'content-type': 'application/octet-stream' },
      payload: Readable.from([textOf(bytes - 10), textOf(10)]),
    });
  expect((await send(20_001)).json()).toMatchObject({ code: 'storage_full' });
  expect((await send(20_000)).statusCode).toBe(200);
  expect(await reservations()).toEqual([]);
});

test('room that was taken by who died since counts no longer, and its row goes', async () => {
  await leaveRoom(1_000);
  const before = (await meter()).used;
  await server.db.asTenant(organizationId, (trx) =>
    takeStorage(trx, { organizationId, key: 'a'.repeat(64), bytes: 10 }),
  );
  expect((await meter()).used).toBe(before + 10);
  await server.db.asSystem((trx) =>
    trx
      .updateTable('storage_reservations')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('key', '<>', filler)
      .execute(),
  );
  expect((await meter()).used).toBe(before);
  await server.db.asSystem((trx) => deleteDue(trx, oldReservations));
  expect(await reservations()).toEqual([]);
});

test('the subscription shows what is refused by', async () => {
  const { body } = await owner.call(getSubscription, {});
  expect(body.success && body.data.meters.find(({ kind }) => kind === 'storage')).toMatchObject(await meter());
});

test('exports take no room: what is there already is not counted, and where no room is left everything can still be taken out', async () => {
  await leaveRoom(0);
  const before = await meter();
  const of = {
    organization_id: organizationId,
    idempotency_key: crypto.randomUUID(),
    status: 'complete' as const,
    storage_key: 'e'.repeat(64),
    size: '900000000000',
  };
  await server.db.asSystem(async (trx) => {
    const { id: member_id } = await trx
      .selectFrom('memberships')
      .where('organization_id', '=', organizationId)
      .select('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('organization_exports')
      .values({ ...of, completed_at: new Date() })
      .execute();
    await trx
      .insertInto('dialogue_log_exports')
      .values({ ...of, member_id, format: 'csv', filter: jsonOf({}), has_names: false, language: 'en' })
      .execute();
  });
  expect(await meter()).toEqual(before);
  expect(dataOf(await owner.call(getSubscription)).meters).toContainEqual(
    expect.objectContaining({ kind: 'storage', used: before.used }),
  );
  const asked = dataOf(await owner.call(exportOrganization, { body: { idempotency_key: crypto.randomUUID() } }));
  await organizationExporting({ db: server.db, storage: server.dependencies.storage }).run(
    { export: asked.id },
    new AbortController().signal,
  );
  const { items } = dataOf(await owner.call(listOrganizationExports));
  expect(items.find(({ id }) => id === asked.id)).toMatchObject({ status: 'complete' });
  expect(await meter()).toEqual(before);
});
