import { readFileSync } from 'node:fs';
import { readFileText } from '@parlance/shared/contract/api/files';
import type { UnreadPages } from '@parlance/shared/contract/api/unread-pages';
import { startJobs } from '../../platform/jobs/engine.ts';
import type { JobHandlers } from '../../platform/jobs/handlers.ts';
import { until } from '../../testing/asking.ts';
import { attach, stateOf, untilRead, upload } from '../../testing/attaching.ts';
import { endPauses, endTimeLimits, noJobs } from '../../testing/jobs.ts';
import { makePdf } from '../../testing/make-files.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { fileReading } from './read-file.ts';

let server: TestServer;
let member: Client;
let closing: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  server = await startTestServer();
  member = await server.as('member@pro.example');
});
afterEach(async () => {
  for (const jobs of closing.splice(0)) await jobs.close();
});
afterAll(() => server.close());

type Storage = TestServer['dependencies']['storage'];
const reading = (storage: Storage = server.dependencies.storage) =>
  fileReading({ db: server.db, storage, log: server.app.log, hasEmbedder: false, recognition: null });
const corpusFile = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../extraction/corpus/${name}`, import.meta.url)));
const text = (content: string) => new TextEncoder().encode(content);
const passagesOf = async (fileId: string) => {
  const { body } = await member.call(readFileText, { params: { file_id: fileId } });
  return body.success ? body.data.items.map(({ content }) => content) : body.code;
};

/** Runs the jobs like a process that polls every half second. */
async function start(readFile: JobHandlers['read_file']): Promise<{ close(): Promise<void> }> {
  const { dependencies, pool, isEmbedded } = server;
  const jobs = await startJobs({ ...dependencies, pool, isEmbedded }, { ...noJobs, read_file: readFile }, 0.5);
  closing = [...closing, jobs];
  return jobs;
}

test('a file is read as soon as it is there', async () => {
  await start(reading());
  const { attachment } = await upload(server, member, 'a.pdf', makePdf([['Trains before planes.']]));
  expect(await untilRead(member, attachment.id)).toMatchObject({ state: 'ready' });
  expect(await passagesOf(attachment.file_id)).toEqual(['Trains before planes.']);
});

test('a file of which some pages cannot be read says which; one of which none can says what to do', async () => {
  await start(reading());
  const half = await upload(server, member, 'half.pdf', corpusFile('qpdf-second-without-maps.pdf'));
  expect(await untilRead(member, half.attachment.id)).toMatchObject({
    state: 'ready',
    unread_pages: {
      pages: 3,
      unread: 2,
      ranges: [
        { first: 2, last: 2, reason: 'unmapped' },
        { first: 3, last: 3, reason: 'picture' },
      ],
    },
  });
  const whole = await upload(server, member, 'whole.pdf', corpusFile('chromium-print.pdf'));
  expect(await untilRead(member, whole.attachment.id)).toMatchObject({ state: 'ready', unread_pages: null });
  const none = await upload(server, member, 'none.pdf', corpusFile('chromium-without-maps.pdf'));
  expect(await untilRead(member, none.attachment.id)).toMatchObject({
    state: 'failed',
    error_code: 'file_text_unmapped',
  });
});

test('a file says which of its pages cannot be read, and how many were recognised, where there are any', async () => {
  await start(reading());
  const { attachment } = await upload(server, member, 'a.txt', text('Alpha.'));
  await untilRead(member, attachment.id);
  const told = async (unread: UnreadPages) => {
    await server.db.asSystem((trx) =>
      trx
        .updateTable('files')
        .set({ unread_pages: JSON.stringify(unread) })
        .where('id', '=', attachment.file_id)
        .execute(),
    );
    return (await stateOf(member, attachment.id)).unread_pages;
  };
  const some: UnreadPages = { pages: 9, unread: 1, ranges: [{ first: 2, last: 2, reason: 'picture' }], recognized: 3 };
  const all: UnreadPages = { pages: 9, unread: 0, ranges: [], recognized: 3 };
  for (const unread of [some, all]) expect(await told(unread)).toEqual(unread);
  for (const unread of [
    { ...all, recognized: 0 },
    { pages: 9, unread: 0, ranges: [] },
  ])
    expect(await told(unread)).toBeNull();
});

test('of many ranges of pages that cannot be read the first are told', async () => {
  await start(reading());
  const { attachment } = await upload(server, member, 'a.pdf', makePdf([['Trains before planes.']]));
  await untilRead(member, attachment.id);
  const ranges = Array.from({ length: 1_000 }, (_, at) => ({ first: at * 2 + 1, last: at * 2 + 1, reason: 'picture' }));
  await server.db.asSystem((trx) =>
    trx
      .updateTable('files')
      .set({ unread_pages: JSON.stringify({ pages: 2_000, unread: 1_000, ranges }) })
      .where('id', '=', attachment.file_id)
      .execute(),
  );
  expect(await stateOf(member, attachment.id)).toMatchObject({
    unread_pages: { pages: 2_000, unread: 1_000, ranges: ranges.slice(0, 12) },
  });
});

test('a file whose reader died is read by the next one', async () => {
  let begun = 0;
  const dying = await start({
    run: (_, signal) =>
      new Promise((resolve) => {
        begun += 1;
        signal.addEventListener('abort', () => resolve());
      }),
    giveUp: () => Promise.reject(new Error('given up')),
  });
  const { attachment } = await upload(server, member, 'a.txt', text('Alpha.'));
  await until(() => begun === 1);
  await endTimeLimits(server.pool);
  await dying.close();
  expect(await stateOf(member, attachment.id)).toMatchObject({ state: 'reading' });
  await endPauses(server.pool);
  await start(reading());
  expect(await untilRead(member, attachment.id)).toMatchObject({ state: 'ready' });
});

test('two that read the same file at once, and one that reads it again, leave its text once', async () => {
  const { attachment } = await upload(server, member, 'a.txt', text('Alpha.'));
  const never = new AbortController().signal;
  await Promise.all([1, 2].map(() => reading().run({ file: attachment.file_id }, never)));
  await reading().run({ file: attachment.file_id }, never);
  expect(await passagesOf(attachment.file_id)).toEqual(['Alpha.']);
});

test('a storage that is away is a failed try, and a file that nobody tries any more says that it cannot be read', async () => {
  const { attachment } = await upload(server, member, 'a.txt', text('Alpha.'));
  const away: Storage = { ...server.dependencies.storage, get: () => Promise.reject(new Error('the storage is away')) };
  await expect(reading(away).run({ file: attachment.file_id }, new AbortController().signal)).rejects.toThrow(
    'the storage is away',
  );
  expect(await stateOf(member, attachment.id)).toMatchObject({ state: 'reading' });
  await reading().giveUp({ file: attachment.file_id }, 'the storage is away');
  expect(await stateOf(member, attachment.id)).toMatchObject({ state: 'failed', error_code: 'file_unreadable' });
});

test('a file that is deleted while it is read, and one that was read, are nobody’s matter', async () => {
  const { file_id } = await attach(server, member, 'a.txt', text('Alpha.'));
  await reading().giveUp({ file: file_id }, 'late');
  expect(await passagesOf(file_id)).toEqual(['Alpha.']);
  await reading().run({ file: crypto.randomUUID() }, new AbortController().signal);
});
