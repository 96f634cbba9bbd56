import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

const keyPattern = /^[0-9a-f]{64}$/;

/** The storage of file contents, outside of the database. Keys come from `newStorageKey` and carry no meaning. */
export type Storage = {
  /** Whole and durable when it resolves; nothing is there under the key where it rejects. */
  put(key: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  /** Null where nothing is there. */
  get(key: string): Promise<Readable | null>;
  /** Does nothing where nothing is there. */
  delete(key: string): Promise<void>;
};

/** A key that nobody can guess and that is a name on every storage. */
export const newStorageKey = (): string => randomBytes(32).toString('hex');

/** Throws for what `newStorageKey` cannot have made: no other text ever becomes a part of a path. */
export function checkStorageKey(key: string): string {
  if (!keyPattern.test(key))
    throw new Error('A key of the storage is 64 hexadecimal digits. Make it with newStorageKey().');
  return key;
}
