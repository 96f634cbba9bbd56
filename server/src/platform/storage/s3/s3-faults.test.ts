import { text } from 'node:stream/consumers';
import { type S3Fault, type S3Server, startS3Server } from '../../../testing/s3-server.ts';
import { newStorageKey } from '../storage.ts';
import { type S3Storage, createS3Storage } from './s3-storage.ts';

/** A patience that gives up nothing that is merely slow on a busy machine. */
const patience = { connectMs: 30_000, silenceMs: 30_000, sendingMs: 30_000, firstPauseMs: 5, tries: 4 };
const small = Buffer.from('a few bytes');
const large = Buffer.alloc(9 * 1024 * 1024, 'of two parts ');

let server: S3Server;
let storage: S3Storage;
beforeAll(async () => {
  server = await startS3Server();
  storage = createS3Storage(server.settings, patience);
});
afterAll(async () => {
  await storage.close();
  await server.close();
});
beforeEach(() => {
  server.fault = () => null;
  server.asked.length = 0;
});

/** Injects the fault into the first request of this kind only. */
function once(act: string, fault: S3Fault): void {
  let met = false;
  server.fault = (asked) => {
    if (met || asked.act !== act) return null;
    met = true;
    return fault;
  };
}

async function read(key: string, from: S3Storage = storage): Promise<string | null> {
  const stream = await from.get(key);
  return stream === null ? null : text(stream);
}
const left = () => [...server.objects(), ...server.unfinished()];

const passing: [string, S3Fault][] = [
  ['is cut off', 'cut'],
  ['is done, and its answer lost', 'lost'],
  ['meets a storage that is busy', { status: 503 }],
];

test.each(passing.flatMap(([name, fault]) => ['PUT', 'HEAD'].map((act) => [act, name, fault] as const)))(
  'a small file: where %s %s, it is there once all the same',
  async (act, _name, fault) => {
    once(act, fault);
    const key = newStorageKey();
    await storage.put(key, [small]);
    expect(await read(key)).toBe(small.toString());
    await storage.delete(key);
    expect(left()).toEqual([]);
  },
);

test.each(
  passing.flatMap(([name, fault]) =>
    ['POST uploads', 'PUT partNumber', 'POST uploadId'].map((act) => [act, name, fault] as const),
  ),
)('a large file: where %s %s, it is there once all the same', async (act, _name, fault) => {
  once(act, fault);
  const key = newStorageKey();
  await storage.put(key, [large]);
  expect(await read(key)).toBe(large.toString());
  await storage.delete(key);
  expect(left()).toEqual([]);
});

test('an end of an upload that says too late that it failed is asked for anew', async () => {
  once('POST uploadId', { status: 200 });
  const key = newStorageKey();
  await storage.put(key, [large]);
  expect(await read(key)).toBe(large.toString());
  await storage.delete(key);
});

test.each(passing)('reading and deleting: where the first try %s, the next one does it', async (_name, fault) => {
  const key = newStorageKey();
  await storage.put(key, [small]);
  once('GET', fault);
  expect(await read(key)).toBe(small.toString());
  once('DELETE', fault);
  await storage.delete(key);
  expect(left()).toEqual([]);
});

test('a file that breaks off while it is read is an error, and never a shorter file', async () => {
  const key = newStorageKey();
  await storage.put(key, [large]);
  // Each time: where the break comes before the head of the answer was read, it is asked for again.
  server.fault = ({ act }) => (act === 'GET' ? 'cut-in-answer' : null);
  await expect(read(key).then((content) => content?.length)).rejects.toThrow();
  await storage.delete(key);
});

test('a part that can never be sent ends the upload, and leaves nothing', async () => {
  server.fault = ({ act }) => (act === 'PUT partNumber' ? 'cut' : null);
  await expect(storage.put(newStorageKey(), [large])).rejects.toThrow();
  expect(left()).toEqual([]);
});

test('what was left when the storage was away, or its process died, goes when its key is deleted', async () => {
  const [key, other] = [newStorageKey(), newStorageKey()];
  await storage.put(other, [small]);
  server.fault = ({ act }) => (act === 'PUT partNumber' || act === 'DELETE uploadId' ? 'cut' : null);
  await expect(storage.put(key, [large])).rejects.toThrow();
  expect(server.unfinished()).toHaveLength(1);
  server.fault = () => null;
  await storage.delete(key);
  expect(left()).toEqual([other]);
  await storage.delete(other);
});

test.each([
  ['to take a file', { sendingMs: 300 }, 'PUT', 'silent'],
  ['to answer', { silenceMs: 300 }, 'GET', 'silent'],
  ['in the middle of an answer', { silenceMs: 300 }, 'GET', 'silent-in-answer'],
] as const)('a storage that is slower than anybody waits %s is given up', async (_when, limits, act, fault) => {
  const key = newStorageKey();
  await storage.put(key, [small]);
  server.fault = (asked) => (asked.act === act ? fault : null);
  const hasty = createS3Storage(server.settings, { ...patience, ...limits, tries: 2 });
  await expect(act === 'PUT' ? hasty.put(newStorageKey(), [small]) : read(key, hasty)).rejects.toThrow();
  await hasty.close();
  server.fault = () => null;
  for (const there of server.objects()) await storage.delete(there);
});

test('what the storage refuses is not asked for again', async () => {
  const stranger = createS3Storage({ ...server.settings, secretAccessKey: 'wrong' }, patience);
  await expect(stranger.get(newStorageKey())).rejects.toThrow(/403 SignatureDoesNotMatch/);
  expect(server.asked).toHaveLength(1);
  await stranger.close();
});

test('a storage that knows no conditions is asked before', async () => {
  server.fault = ({ isConditional }) => (isConditional ? { status: 501 } : null);
  for (const content of [small, large]) {
    const key = newStorageKey();
    await storage.put(key, [content]);
    await expect(storage.put(key, ['another'].map(Buffer.from))).rejects.toThrow();
    expect(await read(key)).toBe(content.toString());
    await storage.delete(key);
  }
  expect(left()).toEqual([]);
});

test.each([
  ['PUT', small],
  ['POST uploadId', large],
] as const)(
  'a storage that knows no conditions, whose answer to %s is lost: it is there once all the same',
  async (act, content) => {
    let isLost = false;
    server.fault = (asked) => {
      if (asked.isConditional) return { status: 501 };
      if (isLost || asked.act !== act) return null;
      isLost = true;
      return 'lost';
    };
    const key = newStorageKey();
    await storage.put(key, [content]);
    expect(isLost).toBe(true);
    expect(await read(key)).toBe(content.toString());
    await storage.delete(key);
    expect(left()).toEqual([]);
  },
);

test('with a fault in every third request: what is said to be there is there, and nothing else', async () => {
  const faults: S3Fault[] = ['cut', 'lost', { status: 503 }, { status: 500 }];
  let seed = 20_261_122;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  server.fault = () => (random() < 1 / 3 ? (faults[Math.floor(random() * faults.length)] ?? null) : null);
  const keys = Array.from({ length: 150 }, newStorageKey);
  const ends = await Promise.allSettled(keys.map((key) => storage.put(key, [Buffer.from(key)])));
  server.fault = () => null;
  let wrong = 0;
  for (const [index, key] of keys.entries()) {
    if (ends[index]?.status === 'fulfilled' ? (await read(key)) !== key : false) wrong += 1;
    await storage.delete(key);
  }
  expect(wrong).toBe(0);
  expect(left()).toEqual([]);
  const kept = ends.filter(({ status }) => status === 'fulfilled').length;
  expect(kept).toBeGreaterThan(100);
  console.info(`storage: ${wrong} of ${keys.length} wrong, ${kept} kept, ${server.asked.length} requests`);
});
