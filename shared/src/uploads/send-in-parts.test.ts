import { createHash, webcrypto } from 'node:crypto';
import { fakeServer } from '@parlance/shared/testing';
import type { KnowledgeSource } from '../contract/api/knowledge/knowledge.ts';
import { beginUpload, cancelUpload, completeUpload, sendUploadPart } from '../contract/api/uploads.ts';
import { sendInParts } from './send-in-parts.ts';

const server = fakeServer();
const id = '0198f0aa-0000-7000-8000-000000000009';
const part_bytes = 4;
const content = 'abcdefghij';
const file = new File([content], 'long.txt', { lastModified: Date.UTC(2026, 10, 22) });
const parts = ['abcd', 'efgh', 'ij'];
const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');
const source: KnowledgeSource = {
  id,
  kind: 'file',
  name: 'long.txt',
  folder_id: null,
  state: 'waiting',
  error_code: null,
  is_refreshing: false,
  file_id: id,
  size: 10,
  passages: 0,
  items: 0,
  url: null,
  refresh: null,
  refreshed_at: null,
  owner: null,
  access: 'private',
  people: [],
  teams: [],
  used_by: [],
  updated_at: '2026-11-22T08:00:00.000Z',
  can: { read: true, edit: true, share: false, share_with_organization: false },
};

beforeAll(() => {
  // jsdom lacks it.
  if (!('subtle' in crypto)) Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle, configurable: true });
});
beforeEach(() => {
  server.answer(completeUpload, { source, attachment: null });
  server.answer(sendUploadPart, ({ params, query }) => ({ number: params.number, sha256: query.sha256 ?? sumOf('') }));
  arrived();
});

/** Returns the arrived parts. */
const arrived = (...texts: string[]) =>
  server.answer(beginUpload, {
    id,
    name: file.name,
    size: file.size,
    part_bytes,
    parts: texts.map((text) => ({ number: 1, sha256: sumOf(text) })),
  });
const send = (signal = new AbortController().signal, onProgress: (part: number) => void = () => undefined) =>
  sendInParts({ file, to: { kind: 'knowledge' }, signal, onProgress, pauseMs: 1 });
const sent = () =>
  server.requests(sendUploadPart).map(({ params, file: bytes }) => `${params.number} ${Buffer.from(bytes).toString()}`);

test('a file goes part by part with their sums, and then as a whole', async () => {
  const told: number[] = [];
  await expect(send(undefined, (part) => told.push(part))).resolves.toEqual({ source, attachment: null });
  expect(sent()).toEqual(['1 abcd', '2 efgh', '3 ij']);
  expect(server.requests(sendUploadPart).map(({ query }) => query.sha256)).toEqual(parts.map(sumOf));
  expect(server.requests(beginUpload)[0]?.body).toEqual({
    name: 'long.txt',
    size: 10,
    modified_at: '2026-11-22T00:00:00.000Z',
    to: { kind: 'knowledge' },
  });
  expect(told.at(-1)).toBe(1);
  expect(told).toEqual([...told].sort((a, b) => a - b));
});

test('it goes on behind what has arrived', async () => {
  arrived('abcd');
  await send();
  expect(sent()).toEqual(['2 efgh', '3 ij']);
});

test('what has arrived of another file is given up, and this one begins anew', async () => {
  arrived('wxyz');
  server.answer(cancelUpload, () => {
    arrived();
    return {};
  });
  await send();
  expect(sent()).toEqual(['1 abcd', '2 efgh', '3 ij']);
});

test('a part that does not arrive, a busy server and an end that is under way are tried anew; a refusal is final', async () => {
  server.lose(sendUploadPart, { times: 2 });
  server.fail(completeUpload, 'conflict', { times: 2 });
  await expect(send()).resolves.toEqual({ source, attachment: null });
  server.fail(completeUpload, 'file_type_mismatch');
  await expect(send()).rejects.toMatchObject({ code: 'file_type_mismatch' });
  server.fail(beginUpload, 'storage_full');
  await expect(send()).rejects.toMatchObject({ code: 'storage_full' });
});

test('it ends when it is paused, also between two tries', async () => {
  server.lose(sendUploadPart);
  const abort = new AbortController();
  const pauseMs = 25_000;
  const { setTimeout: wait } = globalThis;
  const pauses = jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((run: () => void, after) =>
      wait(after === pauseMs ? () => abort.abort() : run, after === pauseMs ? 0 : after),
    );
  const work = sendInParts({
    file,
    to: { kind: 'knowledge' },
    signal: abort.signal,
    onProgress: () => undefined,
    pauseMs,
  });
  await expect(work).rejects.toMatchObject({ name: 'AbortError' });
  pauses.mockRestore();
  expect(server.requests(sendUploadPart)).toHaveLength(1);
});
