import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

const keyPattern = /^[0-9a-f]{64}$/;

/** The storage of file contents, outside of the database. Keys come from `newStorageKey` and carry no meaning. */
export type Storage = {
  /** Stores content, complete and durable when it resolves; nothing exists under the key if it rejects. */
  put(key: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  /** Returns the content; null if there is none. */
  get(key: string): Promise<Readable | null>;
  /** Deletes the content, if there is any. */
  delete(key: string): Promise<void>;
};

/** Returns a key that nobody can guess and that is a valid name on every storage. */
export const newStorageKey = (): string => randomBytes(32).toString('hex');

/** Throws for anything `newStorageKey` cannot have made: no other text ever becomes a part of a path. */
export function checkStorageKey(key: string): string {
  if (!keyPattern.test(key))
    throw new Error('A key of the storage is 64 hexadecimal digits. Make it with newStorageKey().');
  return key;
}
