import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { causeOfDeath } from './embedded-answer.ts';

/**
 * Runs PGlite in a thread of its own, so that a long query blocks no request. It speaks PostgreSQL's wire protocol over
 * messages: bytes in, bytes out. Its file system gets a real fsync and it is started without `-F`, or a power cut would
 * lose acknowledged commits.
 */
export type EmbeddedDatabaseOptions = { folder: string; durable: boolean };
export type ToWorker = { kind: 'bytes'; bytes: Uint8Array } | { kind: 'close' };
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'done' }
  | { kind: 'closed' };

const { folder, durable } = workerData as EmbeddedDatabaseOptions; // the one caller is embedded.ts
const port = parentPort;
if (port === null) throw new Error('embedded-worker.ts runs as a worker thread only; embedded.ts starts it.');
const tell = (message: FromWorker) => port.postMessage(message);

/** The part of Emscripten's module that is used here. */
type FileSystems = { FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } } } };

class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const giveFsync = (module: unknown) => {
      // Emscripten has no types for it
      const { stream_ops: operations } = (module as FileSystems).FS.filesystems.NODEFS;
      operations.fsync = (stream) => {
        fsyncSync(stream.nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), giveFsync] } };
  }
}

const settings: Record<string, string> = {
  search_path: 'public',
  exit_on_error: 'false',
  log_checkpoints: 'false',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  fsync: durable ? 'on' : 'off',
  synchronous_commit: durable ? 'on' : 'off',
  // Keeps background processes from writing pages that no commit has asked for; commit.ts requests durability.
  'parlance.kept_by_database': durable ? 'on' : 'off',
  wal_sync_method: 'fsync',
  max_wal_size: '64MB',
  min_wal_size: '32MB',
  // The operating system caches the files as well; the default of 128 MB costs 100 MB of memory at rest.
  shared_buffers: '32MB',
  wal_recycle: 'on',
};

/** ENOSPC. */
const wasiNoSpace = 51;

const database = await PGlite.create({
  fs: new DurableNodeFS(folder),
  startParams: [
    '--single',
    '-O',
    '-j',
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ],
}).catch((error: unknown) => {
  throw asError(error);
});
if (durable) syncFolder();
tell({ kind: 'ready' });

port.on('message', (message: ToWorker) => {
  if (message.kind === 'close') void close();
  else exchange(message.bytes);
});

/**
 * Converts the objects that Emscripten's file system throws, with the error numbers of WASI, in which nobody outside
 * would recognise a full disk.
 */
function asError(error: unknown): unknown {
  const isFull = typeof error === 'object' && error !== null && 'errno' in error && error.errno === wasiNoSpace;
  return isFull ? Object.assign(new Error('No space left on device'), { code: 'ENOSPC' }) : error;
}

const startupMarker = 0;
const terminate = 'X'.charCodeAt(0);

/** Handles one write of the client: whole protocol messages. The reply is one message, copied out of wasm memory. */
function exchange(bytes: Uint8Array): void {
  const parts: Uint8Array[] = [];
  if (bytes[0] === startupMarker) forgetLastConnection();
  if (bytes[0] === terminate) return;
  void database.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (data) => parts.push(data.slice()) });
  const answer = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  const cause = bytes[0] === startupMarker ? null : causeOfDeath(bytes, answer);
  // No error response is sent: only the next start knows whether the commit is in the log.
  if (cause !== null)
    throw new Error(
      `The embedded database cannot go on (${cause}). What it has acknowledged is in its log, from which the next start makes it whole.`,
    );
  if (answer.length > 0) tell({ kind: 'bytes', bytes: answer });
}

/** Resets the session: one backend serves every connection in turn, and state must not leak from one to the next. */
function forgetLastConnection(): void {
  for (const statement of ['ROLLBACK', 'DISCARD ALL']) {
    const text = Buffer.from(`${statement}\0`);
    const message = Buffer.alloc(5 + text.length);
    message.write('Q');
    message.writeInt32BE(4 + text.length, 1);
    text.copy(message, 5);
    void database.execProtocolRawStream(message, { syncToFs: false, onRawData: () => {} });
  }
}

async function close(): Promise<void> {
  await database.exec('checkpoint');
  await database.close();
  tell({ kind: 'closed' });
}

/** The entries of a new folder are durable only when the folder itself has been synced. */
function syncFolder(): void {
  for (const path of [folder, join(folder, 'base'), join(folder, 'global'), join(folder, 'pg_wal')]) {
    const handle = openSync(path, 'r');
    fsyncSync(handle);
    closeSync(handle);
  }
}
