import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ThreadLimitReached } from '../../platform/threads/in-thread.ts';
import { until } from '../../testing/asking.ts';
import { LanguageDataMissing } from './language-data.ts';
import { PageUnreadable, type RecognizerLimits, openRecognizer } from './open-recognizer.ts';
import { type Recognizer, RecognizerUnavailable } from './recognizer.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-recognizer-'));
const limits: RecognizerLimits = { timeMs: 60_000, heapMegabytes: 256, bufferBytes: 800_000_000, idleMs: 60_000 };
const asking = { organizationId: 'one', signal: new AbortController().signal };
const opened: Recognizer[] = [];
afterAll(async () => {
  for (const recognizer of opened) await recognizer.close();
  rmSync(folder, { recursive: true });
});

function open(more: Partial<RecognizerLimits> = {}, { file, dataFolder }: { file?: URL; dataFolder?: string } = {}) {
  const recognizer = openRecognizer({ languages: ['eng'], dataFolder }, { ...limits, ...more }, file);
  opened.push(recognizer);
  return recognizer;
}

const bytesOf = (file: string) => new Uint8Array(readFileSync(new URL(file, import.meta.url)));
/** A page in shared memory, as it is asked for in the product. */
function shared(file: string, page = 1) {
  const bytes = bytesOf(file);
  const pdf = new Uint8Array(new SharedArrayBuffer(bytes.length));
  pdf.set(bytes);
  return { pdf, page };
}

/** A thread that does what the byte of the file says, and otherwise answers with the number of its pages so far. */
const standIn = pathToFileURL(path.join(folder, 'stand-in.mjs'));
writeFileSync(
  standIn,
  `import { parentPort } from 'node:worker_threads';
   let pages = 0;
   const all = [];
   parentPort.on('message', ({ id, task: { pdf } }) => {
     if (pdf[0] === 1) for (;;);
     if (pdf[0] === 2) for (;;) { all.push(new WebAssembly.Memory({ initial: 160 })); new Uint8Array(all.at(-1).buffer).fill(1); if (all.length > 100) for (;;); }
     if (pdf[0] === 3) process.exit(1);
     parentPort.postMessage({ kind: 'outcome', id, outcome: { text: String(++pages) } });
   });
   parentPort.postMessage({ kind: 'ready' });`,
);
const told = (byte: number) => ({ pdf: new Uint8Array([byte]), page: 1 });

test('pages that other programs made are read, the file in shared memory', async () => {
  const recognizer = open();
  const text = 'Trains before planes. The day rate in Norway is 51 euros';
  const pages = [
    shared('../extraction/corpus/chromium-without-maps.pdf'),
    shared('../extraction/corpus/img2pdf-scan.pdf'),
    shared('../extraction/corpus/qpdf-second-without-maps.pdf', 2),
  ];
  for (const page of pages) expect((await recognizer.recognize(page, asking)).replaceAll(/\s+/g, ' ')).toContain(text);
  expect(await recognizer.recognize(shared('../extraction/corpus/qpdf-blank-page.pdf', 2), asking)).toBe('');
}, 60_000);

test('a page that cannot be shown is the fault of its file, and the next one is read', async () => {
  const recognizer = open();
  await expect(recognizer.recognize(shared('corpus/qpdf-encrypted.pdf'), asking)).rejects.toThrow(PageUnreadable);
  await expect(recognizer.recognize(shared('corpus/english-fax.pdf', 7), asking)).rejects.toThrow(PageUnreadable);
  expect(await recognizer.recognize(shared('corpus/english-fax.pdf'), asking)).toContain('Harbour Office');
}, 60_000);

test('a language without data is refused at once', () => {
  expect(() => openRecognizer({ languages: ['eng', 'xxx'] })).toThrow(LanguageDataMissing);
});

test.each([
  ['damaged', Buffer.from('no data of a language')],
  ['empty', Buffer.alloc(0)],
])(
  '%s data are the fault of the installation',
  async (_, data) => {
    writeFileSync(path.join(folder, 'eng.traineddata'), data);
    const recognizer = open({}, { dataFolder: folder });
    const failure = await recognizer
      .recognize(shared('corpus/english-fax.pdf'), asking)
      .catch((error: unknown) => error);
    rmSync(path.join(folder, 'eng.traineddata'));
    expect(String(failure)).toContain('Tesseract cannot use the data of');
    expect(failure).toBeInstanceOf(RecognizerUnavailable);
  },
  30_000,
);

test.each([
  ['never ends', 1, { timeMs: 300 }, { limit: 'time' }],
  ['takes more memory than it may', 2, { bufferBytes: 100_000_000 }, { limit: 'memory' }],
])(
  'a page that %s is given up, and that of another organisation is read',
  async (_, byte, more, failure) => {
    const recognizer = open(more, { file: standIn });
    const first = recognizer.recognize(told(byte), asking).catch((error: unknown) => error);
    const second = recognizer.recognize(told(0), { ...asking, organizationId: 'another' });
    expect(await first).toBeInstanceOf(ThreadLimitReached);
    expect(await first).toMatchObject(failure);
    expect(await second).toBe('1');
  },
  30_000,
);

test('a thread that ends takes no other page along', async () => {
  const recognizer = open({}, { file: standIn });
  const [first, second] = await Promise.allSettled([
    recognizer.recognize(told(3), asking),
    recognizer.recognize(told(0), asking),
  ]);
  expect(first.status).toBe('rejected');
  expect(second).toEqual({ status: 'fulfilled', value: '1' });
});

test('a page that is no longer wanted is given up, under way or waiting', async () => {
  const recognizer = open({}, { file: standIn });
  const gone = new AbortController();
  const underWay = recognizer.recognize(told(1), { ...asking, signal: gone.signal });
  const waiting = recognizer.recognize(told(0), { ...asking, signal: gone.signal });
  setImmediate(() => gone.abort(new Error('no longer wanted')));
  await expect(underWay).rejects.toThrow('no longer wanted');
  await expect(waiting).rejects.toThrow('no longer wanted');
  expect(await recognizer.recognize(told(0), asking)).toBe('1');
});

test('a recogniser that is closed gives up its page, ends its thread and takes no other', async () => {
  const recognizer = open({}, { file: standIn });
  const underWay = recognizer.recognize(told(1), asking).catch((error: unknown) => String(error));
  await recognizer.close();
  expect(await underWay).toContain('closed');
  await expect(recognizer.recognize(told(0), asking)).rejects.toThrow('closed');
});

test('an idle thread ends, and gives its memory back', async () => {
  const recognizer = open({ idleMs: 500 });
  const resting = process.memoryUsage().rss;
  await recognizer.recognize(shared('corpus/english-fax.pdf'), asking);
  const busy = process.memoryUsage().rss;
  expect(busy - resting).toBeGreaterThan(40_000_000);
  await until(() => process.memoryUsage().rss < busy - (busy - resting) / 2);
}, 60_000);

test('the product loads neither Tesseract nor PDFium until a page is asked for', () => {
  const program = path.join(folder, 'program.mjs');
  writeFileSync(
    program,
    `import { registerHooks } from 'node:module';
     const loaded = [];
     registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
     const { openRecognizer } = await import(${JSON.stringify(new URL('open-recognizer.ts', import.meta.url))});
     const recognizer = openRecognizer({ languages: ['eng', 'tha'] });
     await recognizer.close();
     console.log(JSON.stringify(loaded));`,
  );
  const output = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', program]).toString();
  const loaded = JSON.parse(output) as string[]; // what the program above writes
  expect(loaded.some((url) => url.endsWith('/open-recognizer.ts'))).toBe(true);
  expect(loaded.filter((url) => /pdfium|tesseract|recognition-worker/.test(url))).toEqual([]);
});
