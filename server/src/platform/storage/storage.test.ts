import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startS3Server } from '../../testing/s3-server.ts';
import { createFolderStorage } from './folder-storage.ts';
import { createS3Storage } from './s3/s3-storage.ts';
import { type Storage, newStorageKey } from './storage.ts';

type TestStorage = {
  storage: Storage;
  /** Everything that lies there, whole or not. */
  names(): string[];
  close(): Promise<void>;
};

async function openFolder(): Promise<TestStorage> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-storage-'));
  const names = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  return {
    storage: createFolderStorage(folder),
    names,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function openBucket(): Promise<TestStorage> {
  const server = await startS3Server();
  const storage = createS3Storage(server.settings);
  const close = async () => {
    await storage.close();
    await server.close();
  };
  return { storage, names: () => [...server.objects(), ...server.unfinished()], close };
}

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const it of texts) yield Buffer.from(it);
}

const megabyte = 1024 * 1024;
/** Bytes that differ everywhere, in pieces whose size divides nothing. */
async function* manyBytes(size: number, piece = 700_001): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += piece) yield Buffer.alloc(Math.min(piece, size - at), String(at));
}

async function sumOf(content: AsyncIterable<Uint8Array> | null): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content ?? []) hash.update(chunk);
  return hash.digest('hex');
}

describe.each([
  ['a folder', openFolder],
  ['a bucket of S3', openBucket],
])('%s', (_name, open) => {
  let opened: TestStorage;
  let storage: Storage;
  beforeAll(async () => {
    opened = await open();
    storage = opened.storage;
  });
  afterAll(() => opened.close());
  afterEach(async () => {
    for (const name of opened.names()) await storage.delete(name);
  });

  async function read(key: string): Promise<string | null> {
    const stream = await storage.get(key);
    return stream === null ? null : text(stream);
  }

  test('what was put is got until it is deleted', async () => {
    const key = newStorageKey();
    await storage.put(key, chunks('one, ', 'two'));
    expect(await read(key)).toBe('one, two');
    await storage.delete(key);
    await storage.delete(key);
    expect(await storage.get(key)).toBeNull();
    expect(opened.names()).toEqual([]);
  });

  test.each([0, 1, 8 * megabyte - 1, 8 * megabyte, 8 * megabyte + 1, 20 * megabyte])(
    '%d bytes come back as they were',
    async (size) => {
      const key = newStorageKey();
      await storage.put(key, manyBytes(size));
      expect(await sumOf(await storage.get(key))).toBe(await sumOf(manyBytes(size)));
      expect(opened.names()).toHaveLength(1);
    },
  );

  test.each([0, 1, 20 * megabyte])('what breaks off after %d bytes leaves nothing', async (size) => {
    const key = newStorageKey();
    let isReleased = false;
    async function* broken(): AsyncGenerator<Uint8Array> {
      try {
        yield* manyBytes(size);
        throw new Error('the sender has gone');
      } finally {
        isReleased = true;
      }
    }
    await expect(storage.put(key, broken())).rejects.toThrow('the sender has gone');
    expect(isReleased).toBe(true);
    expect(await storage.get(key)).toBeNull();
    expect(opened.names()).toEqual([]);
  });

  test.each([1, 17 * megabyte])('of two that put %d bytes under one name one stays, whole', async (size) => {
    const key = newStorageKey();
    const [one, two] = [Buffer.alloc(size, 'a'), Buffer.alloc(size, 'b')];
    const ends = await Promise.allSettled([storage.put(key, [one]), storage.put(key, [two])]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(opened.names()).toHaveLength(1);
    expect([await sumOf(chunksOf(one)), await sumOf(chunksOf(two))]).toContain(await sumOf(await storage.get(key)));
  });

  test('what is there is not overwritten', async () => {
    const key = newStorageKey();
    await storage.put(key, chunks('first'));
    await expect(storage.put(key, chunks('second'))).rejects.toThrow();
    expect(await read(key)).toBe('first');
  });

  test('fifty at once do not disturb each other', async () => {
    const keys = Array.from({ length: 50 }, newStorageKey);
    await Promise.all(keys.map((key) => storage.put(key, chunks(key))));
    expect(await Promise.all(keys.map(read))).toEqual(keys);
    await Promise.all(keys.map((key) => storage.delete(key)));
    expect(opened.names()).toEqual([]);
  });

  test('no name leads out of it (INP-03)', async () => {
    const names = [
      '../secret',
      '..',
      '.',
      '',
      '/etc/passwd',
      'a/../../secret',
      '..\\secret',
      '%2e%2e%2fsecret',
      '?uploads',
      '#',
      `${'a'.repeat(63)}/`,
      `${'a'.repeat(64)}\n`,
      'A'.repeat(64),
      `${'a'.repeat(62)}..`,
      '\0'.repeat(64),
      '０'.repeat(64),
    ];
    let reached = 0;
    for (const name of names) {
      for (const act of [() => storage.put(name, chunks('x')), () => storage.get(name), () => storage.delete(name)]) {
        await act().then(
          () => (reached += 1),
          () => undefined,
        );
      }
    }
    expect(reached).toBe(0);
    expect(opened.names()).toEqual([]);
    console.info(`INP-03: ${reached} of ${names.length * 3} names reached a file`);
  });
});

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

test('a folder and what lies in it are for their owner alone, and nothing beside it is reached', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'parlance-storage-'));
  const folder = join(parent, 'files');
  writeFileSync(join(parent, 'secret'), 'secret');
  const storage = createFolderStorage(folder);
  await storage.put(newStorageKey(), chunks('x'));
  await expect(storage.get('../../secret')).rejects.toThrow();
  const [file] = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(statSync(join(file?.parentPath ?? '', file?.name ?? '')).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o077).toBe(0);
  rmSync(parent, { recursive: true });
});
