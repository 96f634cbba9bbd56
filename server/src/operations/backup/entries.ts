import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import * as z from 'zod/mini';

/**
 * One piece of a backup, small enough for memory: the head, some rows, a piece of a file, a key, or the counts at its
 * end.
 */
export type Entry = { readonly name: string; readonly bytes: Buffer };

/** Raised with every change that an earlier release cannot read. */
export const format = 1;
export const headName = 'backup.json';
export const countsName = 'counts.json';

/** What is known before anything is read. */
export const head = z.object({
  format: z.number(),
  made_at: z.string(),
  /** The migrations that the database had, in order. */
  migrations: z.array(z.string()),
  /** The columns of each table, in order, each as `name type`. */
  tables: z.record(z.string(), z.array(z.string())),
  /** Tells whether secrets of tools open with a key; null where there is none. */
  secrets_print: z.nullable(z.string()),
});
export type Head = z.infer<typeof head>;

/** What is known when everything has been read. */
export const counts = z.object({
  /** Rows by table. */
  tables: z.record(z.string(), z.number()),
  /** Jobs that the engine had and that were not done. */
  jobs: z.number(),
  sequences: z.record(z.string(), z.object({ last_value: z.string(), is_called: z.boolean() })),
  files: z.number(),
  /** Of files. */
  bytes: z.number(),
  /** Keys that rows name and under which nothing lay. */
  missing: z.array(z.string()),
});
export type Counts = z.infer<typeof counts>;

export const jsonEntry = (name: string, value: Head | Counts): Entry => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 1)}\n`),
});

/** Rows as PostgreSQL writes them, each as a line of JSON: what stands in them has lines too. */
export const rowsEntry = (name: string, rows: readonly string[]): Entry => ({
  name,
  bytes: zstdCompressSync(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))),
});

export const rowsIn = ({ bytes }: Entry): string[] =>
  zstdDecompressSync(bytes)
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => z.parse(z.string(), JSON.parse(line)));

/** What an entry is, by its name. */
export type EntryMeaning =
  | { readonly kind: 'head' | 'counts' | 'jobs' }
  | { readonly kind: 'rows' | 'file' | 'key'; readonly of: string };

export function meaningOf({ name }: Entry): EntryMeaning {
  if (name === headName) return { kind: 'head' };
  if (name === countsName) return { kind: 'counts' };
  const [folder, of = ''] = name.split('/');
  if (folder === 'jobs') return { kind: 'jobs' };
  if (folder === 'tables') return { kind: 'rows', of };
  if (folder === 'files') return { kind: 'file', of };
  if (folder === 'keys') return { kind: 'key', of };
  throw new Error(`A backup has no “${name}”.`);
}
