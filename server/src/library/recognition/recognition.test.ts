import { readFileSync } from 'node:fs';
import { deleteAttachment } from '@parlance/shared/contract/api/attachments';
import { readFileText } from '@parlance/shared/contract/api/files';
import {
  deleteKnowledge,
  replaceKnowledgeFile,
  restoreKnowledge,
  uploadKnowledge,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import type { UnreadPages } from '@parlance/shared/contract/api/unread-pages';
import { startJobs } from '../../platform/jobs/engine.ts';
import { createOutgoing } from '../../platform/outgoing/outgoing.ts';
import { ThreadLimitReached } from '../../platform/threads/in-thread.ts';
import { PlacesFull } from '../../platform/threads/places.ts';
import { until } from '../../testing/asking.ts';
import { stateOf, untilRead, upload } from '../../testing/attaching.ts';
import { noJobs } from '../../testing/jobs.ts';
import { dataOf, sendFile, sourceNow } from '../../testing/knowledge.ts';
import { makePdf } from '../../testing/make-files.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { fileReading } from '../files/read-file.ts';
import { knowledgeReading } from '../knowledge/read-source.ts';
import { requestRecognitions } from '../knowledge/upkeep.ts';
import type { Recognition } from './read-recognizing.ts';
import { pageRecognizing } from './recognize-pages.ts';
import { type Recognizer, RecognizerUnavailable } from './recognizer.ts';

const scan = 'q 595 0 0 842 0 0 cm /Im Do Q';
const words = ['Trains before planes.', 'Keep every ticket until March.'];
/** A PDF whose first page has text, and so many pages behind it that are pictures. */
const scanned = (pictures: number, first: readonly string[] = words) =>
  makePdf([first, ...Array.from({ length: pictures }, () => [])], {
    drawn: ['', ...Array.from({ length: pictures }, () => scan)],
  });
const corpusFile = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../extraction/corpus/${name}`, import.meta.url)));

let server: TestServer;
let member: Client;
const closing: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  server = await startTestServer();
  member = await server.as('member@pro.example');
});
afterEach(async () => {
  for (const it of closing.splice(0)) await it.close();
});
afterAll(() => server.close());

type AskedPage = { page: number; organizationId: string };
/** A recogniser that finds a sentence on each page, and can be held. */
class ScriptedRecognizer implements Recognizer {
  readonly asked: AskedPage[] = [];
  readonly #textOf: (page: number) => string | Promise<string>;

  constructor(textOf: (page: number) => string | Promise<string> = (page) => `Found on page ${page}.`) {
    this.#textOf = textOf;
  }

  async recognize(
    { page }: { page: number },
    { organizationId, signal }: { organizationId: string; signal: AbortSignal },
  ): Promise<string> {
    this.asked.push({ page, organizationId });
    const text = await this.#textOf(page);
    signal.throwIfAborted();
    return text;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
const recognitionBy = (recognizer: Recognizer, more: Partial<Recognition> = {}): Recognition => ({
  recognizer,
  languages: ['eng'],
  pagesAtMost: 200,
  ...more,
});

/** Returns the handlers of the three jobs. */
function handlersWith(recognition: Recognition | null, turnMs?: number) {
  const { db, dependencies, app } = server;
  const outgoing = createOutgoing({ allowedHosts: [] });
  closing.push(outgoing);
  const given = { db, storage: dependencies.storage, log: app.log, hasEmbedder: false, recognition };
  return {
    read_file: fileReading(given),
    read_knowledge: knowledgeReading({ ...given, outgoing }),
    recognize_pages: pageRecognizing(given, turnMs),
  };
}

/** Runs the jobs as a worker does. */
async function start(recognition: Recognition | null, turnMs?: number) {
  const { dependencies, pool, isEmbedded } = server;
  const handlers = { ...noJobs, ...handlersWith(recognition, turnMs) };
  const jobs = await startJobs({ ...dependencies, pool, isEmbedded }, handlers, 0.5);
  closing.unshift(jobs);
  return jobs;
}

const textOf = async (fileId: string) => {
  const { body } = await member.call(readFileText, { params: { file_id: fileId } });
  return body.success ? body.data.items.map(({ content, page }) => `${page}: ${content}`) : body.code;
};
const attachPdf = async (bytes: Uint8Array, client = member) =>
  (await upload(server, client, 'Scan.pdf', bytes)).attachment;
const rowsOf = (fileId: string) =>
  server.db.asSystem((trx) =>
    trx.selectFrom('recognized_pages').where('file_id', '=', fileId).select(['page', 'text']).orderBy('page').execute(),
  );
const never = new AbortController().signal;
const bring = async (bytes: Uint8Array, name = 'Scan.pdf') =>
  (await sendFile(server, member, uploadKnowledge, { query: { name } }, Buffer.from(bytes))).data;
const paramsOf = ({ id }: { id: string }) => ({ params: { source_id: id } });

test('the pages of an attached file that are pictures are recognised, and its progress is told', async () => {
  const held = Promise.withResolvers<undefined>();
  const recognizer = new ScriptedRecognizer(async (page) => {
    if (page === 3) await held.promise;
    return `Found on page ${page}.`;
  });
  await start(recognitionBy(recognizer));
  const { id, file_id: fileId } = await attachPdf(scanned(2));
  await until(async () => (await stateOf(member, id)).recognition?.done === 1);
  expect(await stateOf(member, id)).toMatchObject({ state: 'reading', recognition: { done: 1, pages: 2 } });
  held.resolve(undefined);
  expect(await untilRead(member, id)).toMatchObject({ state: 'ready', recognition: null });
  expect(await textOf(fileId)).toEqual([`1: ${words.join('\n')}`, '2: Found on page 2.', '3: Found on page 3.']);
  expect(await rowsOf(fileId)).toEqual([]);
  const stored = await server.db.asSystem((trx) =>
    trx.selectFrom('files').where('id', '=', fileId).select(['unread_pages', 'recognized_with']).executeTakeFirst(),
  );
  expect(stored).toEqual({
    recognized_with: 'eng',
    unread_pages: { pages: 3, unread: 0, ranges: [], recognized: 2 } satisfies UnreadPages,
  });
});

test('a file of nothing but pictures is read, as is one whose fonts have no map', async () => {
  const recognizer = new ScriptedRecognizer();
  await start(recognitionBy(recognizer));
  for (const name of ['img2pdf-scan.pdf', 'chromium-without-maps.pdf']) {
    const { id, file_id: fileId } = await attachPdf(corpusFile(name));
    expect(await untilRead(member, id)).toMatchObject({ state: 'ready' });
    expect((await textOf(fileId))[0]).toBe('1: Found on page 1.');
  }
});

test('a page that is recognised has what stood beside the picture once', async () => {
  await start(recognitionBy(new ScriptedRecognizer((page) => `Acme Ltd\nFound on page ${page}.`)));
  const { id, file_id: fileId } = await attachPdf(corpusFile('qpdf-header-on-scans.pdf'));
  await untilRead(member, id);
  expect((await textOf(fileId)).slice(1, 3)).toEqual([
    '2: Acme Ltd\nFound on page 2.',
    '3: Acme Ltd\nFound on page 3.',
  ]);
});

test('pages beyond the limit are not recognised, and told as ones that could not be read', async () => {
  const recognizer = new ScriptedRecognizer();
  await start(recognitionBy(recognizer, { pagesAtMost: 2 }));
  const { id, file_id: fileId } = await attachPdf(scanned(4));
  expect(await untilRead(member, id)).toMatchObject({
    state: 'ready',
    unread_pages: { pages: 5, unread: 2, ranges: [{ first: 4, last: 5, reason: 'picture' }], recognized: 2 },
  });
  expect(recognizer.asked.map(({ page }) => page)).toEqual([2, 3]);
  expect(await textOf(fileId)).toHaveLength(3);
});

test.each([
  ['takes too long', () => Promise.reject(new ThreadLimitReached('time', 'It took longer than 1 ms.'))],
  ['ends its thread', () => Promise.reject(new Error('The thread ended by itself.'))],
  ['shows nothing to read', () => ''],
])('a page that %s is one that could not be read; the others are', async (_, fault) => {
  await start(recognitionBy(new ScriptedRecognizer((page) => (page === 2 ? fault() : `Found on page ${page}.`))));
  const { id, file_id: fileId } = await attachPdf(scanned(2));
  expect(await untilRead(member, id)).toMatchObject({
    state: 'ready',
    unread_pages: { unread: 1, ranges: [{ first: 2, last: 2 }], recognized: 1 },
  });
  expect(await textOf(fileId)).toEqual([`1: ${words.join('\n')}`, '3: Found on page 3.']);
});

test('a file on whose pages nothing is found has failed as one without text', async () => {
  await start(recognitionBy(new ScriptedRecognizer(() => '')));
  const { id, file_id: fileId } = await attachPdf(corpusFile('img2pdf-scan.pdf'));
  expect(await untilRead(member, id)).toMatchObject({ state: 'failed', error_code: 'file_empty', recognition: null });
  expect(await rowsOf(fileId)).toEqual([]);
});

test('a file with text on every page is not recognised', async () => {
  const recognizer = new ScriptedRecognizer();
  await start(recognitionBy(recognizer));
  const { id } = await attachPdf(scanned(0));
  expect(await untilRead(member, id)).toMatchObject({ state: 'ready', unread_pages: null });
  expect(recognizer.asked).toEqual([]);
});

test('a job that was ended goes on behind the last page that it stored', async () => {
  const gone = new AbortController();
  const first = new ScriptedRecognizer((page) => {
    if (page === 3) gone.abort(new Error('the process ends'));
    return `Found on page ${page}.`;
  });
  const { id, file_id: fileId } = await attachPdf(scanned(3));
  const before = handlersWith(recognitionBy(first));
  await before.read_file.run({ file: fileId }, never);
  await expect(before.recognize_pages.run({ file: fileId }, gone.signal)).rejects.toThrow('the process ends');
  expect((await rowsOf(fileId)).map(({ text }) => text)).toEqual(['Found on page 2.', null, null]);
  const second = new ScriptedRecognizer();
  const after = handlersWith(recognitionBy(second));
  await after.recognize_pages.run({ file: fileId }, never);
  expect(second.asked.map(({ page }) => page)).toEqual([3, 4]);
  await after.read_file.run({ file: fileId }, never);
  expect(await stateOf(member, id)).toMatchObject({ state: 'ready', unread_pages: { recognized: 3 } });
});

test.each([
  ['has no place', () => new PlacesFull('uploads')],
  ['cannot work at all', () => new RecognizerUnavailable('Its data is damaged.')],
])('a recogniser that %s is asked again, and no page is lost', async (_, fault) => {
  const { id, file_id: fileId } = await attachPdf(scanned(1));
  const jobs = handlersWith(recognitionBy(new ScriptedRecognizer(() => Promise.reject(fault()))));
  await jobs.read_file.run({ file: fileId }, never);
  await expect(jobs.recognize_pages.run({ file: fileId }, never)).rejects.toThrow(fault());
  expect(await rowsOf(fileId)).toEqual([{ page: 2, text: null }]);
  dataOf(await member.call(deleteAttachment, { params: { attachment_id: id } }));
});

test('a long file gives way to those of others behind each turn', async () => {
  const team = await server.as('owner@team.example');
  const isQueued = async (file: string) => {
    const { rowCount } = await server.pool.query(
      `select from pgboss.job where name = 'recognize_pages' and state < 'active' and data->>'file' = $1`,
      [file],
    );
    return rowCount === 1;
  };
  const recognizer = new ScriptedRecognizer(async (page) => {
    // The first turn lasts until somebody else waits.
    if (recognizer.asked.length === 1) {
      const short = await attachPdf(scanned(1), team);
      shortId = short.id;
      await until(() => isQueued(short.file_id));
    }
    return `Found on page ${page}.`;
  });
  let shortId = '';
  const long = await attachPdf(scanned(6));
  await start(recognitionBy(recognizer), 0);
  await untilRead(member, long.id);
  expect(await stateOf(team, shortId)).toMatchObject({ state: 'ready' });
  const [mine] = recognizer.asked;
  const isMine = recognizer.asked.map(({ organizationId }) => organizationId === mine?.organizationId);
  expect(isMine).toEqual([true, false, true, true, true, true, true]);
});

test('a file that was removed is not recognised any further', async () => {
  const recognizer = new ScriptedRecognizer(async (page) => {
    if (page === 3) dataOf(await member.call(deleteAttachment, { params: { attachment_id: id } }));
    return `Found on page ${page}.`;
  });
  const { id, file_id: fileId } = await attachPdf(scanned(9));
  const jobs = handlersWith(recognitionBy(recognizer));
  await jobs.read_file.run({ file: fileId }, never);
  await jobs.recognize_pages.run({ file: fileId }, never);
  expect(recognizer.asked.map(({ page }) => page)).toEqual([2, 3]);
  expect(await rowsOf(fileId)).toEqual([]);
});

test('a file that was removed while it was read has no pages to be recognised', async () => {
  const { id, file_id: fileId } = await attachPdf(scanned(1));
  const { db, app, dependencies } = server;
  const { storage } = dependencies;
  const late: typeof storage = {
    ...storage,
    get: async (key) => {
      const bytes = await storage.get(key);
      dataOf(await member.call(deleteAttachment, { params: { attachment_id: id } }));
      return bytes;
    },
  };
  const recognition = recognitionBy(new ScriptedRecognizer());
  const reading = fileReading({ db, storage: late, log: app.log, hasEmbedder: false, recognition });
  await reading.run({ file: fileId }, never);
  expect(await rowsOf(fileId)).toEqual([]);
});

test('pages whose recognition was given up, or turned off meanwhile, count as ones without text', async () => {
  for (const end of ['given up', 'turned off'] as const) {
    const { id, file_id: fileId } = await attachPdf(scanned(2));
    const jobs = handlersWith(recognitionBy(new ScriptedRecognizer()));
    await jobs.read_file.run({ file: fileId }, never);
    if (end === 'given up') await jobs.recognize_pages.giveUp({ file: fileId }, 'its process died');
    else await handlersWith(null).recognize_pages.run({ file: fileId }, never);
    await jobs.read_file.run({ file: fileId }, never);
    expect(await stateOf(member, id)).toMatchObject({ state: 'ready', unread_pages: { unread: 2 } });
  }
});

test('a file whose bytes are gone is tried again, and given up in the end', async () => {
  const { file_id: fileId } = await attachPdf(scanned(1));
  const jobs = handlersWith(recognitionBy(new ScriptedRecognizer()));
  await jobs.read_file.run({ file: fileId }, never);
  const { storage } = server.dependencies;
  const lost = pageRecognizing({
    db: server.db,
    storage: { ...storage, get: () => Promise.resolve(null) },
    log: server.app.log,
    recognition: recognitionBy(new ScriptedRecognizer()),
  });
  await expect(lost.run({ file: fileId }, never)).rejects.toThrow('not in the storage');
});

describe('knowledge', () => {
  test('of scanned pages is recognised, and keeps what it had until it is read', async () => {
    const source = await bring(Buffer.from('Otters hold hands.'), 'Otters.txt');
    const held = Promise.withResolvers<undefined>();
    await start(
      recognitionBy(new ScriptedRecognizer(async (page) => held.promise.then(() => `Found on page ${page}.`))),
    );
    await until(async () => (await sourceNow(member, source.id)).state === 'ready');
    const query = { name: 'Scan.pdf' };
    await sendFile(server, member, replaceKnowledgeFile, { ...paramsOf(source), query }, Buffer.from(scanned(1)));
    await until(async () => (await sourceNow(member, source.id)).recognition !== null);
    expect(await sourceNow(member, source.id)).toMatchObject({
      name: 'Otters.txt',
      is_refreshing: true,
      recognition: { done: 0, pages: 1 },
    });
    held.resolve(undefined);
    await until(async () => (await sourceNow(member, source.id)).name === 'Scan.pdf');
    expect(await sourceNow(member, source.id)).toMatchObject({
      is_refreshing: false,
      recognition: null,
      passages: 2,
    });
  });

  test('that is replaced meanwhile has the pages of its new file alone', async () => {
    const source = await bring(scanned(2));
    const recognizer = new ScriptedRecognizer(async (page) => {
      if (recognizer.asked.length === 1) {
        const query = { name: 'New.pdf' };
        const bytes = Buffer.from(scanned(2, ['A new first page.']));
        await sendFile(server, member, replaceKnowledgeFile, { ...paramsOf(source), query }, bytes);
        await jobs.read_knowledge.run({ source: source.id }, never);
      }
      return `Found by call ${recognizer.asked.length} on page ${page}.`;
    });
    const jobs = handlersWith(recognitionBy(recognizer));
    await start(recognitionBy(recognizer));
    await until(async () => (await sourceNow(member, source.id)).name === 'New.pdf');
    const texts = await textOf(source.file_id ?? '');
    expect(texts[0]).toBe('1: A new first page.');
    expect(texts).toHaveLength(3);
    expect(String(texts)).not.toContain('call 1 ');
  });

  test('that is deleted is not recognised any further; restored, it is', async () => {
    const source = await bring(scanned(3));
    const fileId = source.file_id ?? '';
    const recognizer = new ScriptedRecognizer(async (page) => {
      if (recognizer.asked.length === 1) dataOf(await member.call(deleteKnowledge, paramsOf(source)));
      return `Found on page ${page}.`;
    });
    const jobs = handlersWith(recognitionBy(recognizer));
    await jobs.read_knowledge.run({ source: source.id }, never);
    await jobs.recognize_pages.run({ file: fileId }, never);
    expect(recognizer.asked).toHaveLength(1);
    dataOf(await member.call(restoreKnowledge, paramsOf(source)));
    // The job that stopped is the only one that there was.
    await server.pool.query(`delete from job_requests where kind = 'recognize_pages'`);
    await start(recognitionBy(recognizer));
    await jobs.read_knowledge.run({ source: source.id }, never);
    await until(async () => (await sourceNow(member, source.id)).state === 'ready');
    expect(await textOf(fileId)).toHaveLength(4);
  });

  test('from before recognition was turned on, or with fewer languages, is recognised by the upkeep, once', async () => {
    const [half, whole] = [await bring(scanned(1)), await bring(scanned(0))];
    const off = handlersWith(null);
    for (const { id } of [half, whole]) await off.read_knowledge.run({ source: id }, never);
    expect(await sourceNow(member, half.id)).toMatchObject({ state: 'ready', unread_pages: { unread: 1 } });
    const request = (languages: string) =>
      server.db.asSystem((trx) => requestRecognitions(trx, languages, { limit: 100, skip: 0 }));
    expect(await request('eng')).toBe(1);
    expect(await request('eng')).toBe(0);
    expect(await sourceNow(member, whole.id)).toMatchObject({ is_refreshing: false });
    const first = await start(recognitionBy(new ScriptedRecognizer(() => '')));
    await until(async () => !(await sourceNow(member, half.id)).is_refreshing);
    await first.close();
    expect(await sourceNow(member, half.id)).toMatchObject({ state: 'ready', unread_pages: { unread: 1 } });
    expect(await request('eng')).toBe(0);
    // The page on which nothing was found is tried again with another language.
    expect(await request('eng+tha')).toBe(1);
    await start(recognitionBy(new ScriptedRecognizer(), { languages: ['eng', 'tha'] }));
    await until(async () => (await sourceNow(member, half.id)).unread_pages?.unread !== 1);
    expect(await textOf(half.file_id ?? '')).toHaveLength(2);
  });
});
