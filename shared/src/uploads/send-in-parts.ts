import {
  beginUpload,
  cancelUpload,
  completeUpload,
  sendUploadPart,
  type UploadInParts,
  type UploadTarget,
} from '../contract/api/uploads.ts';
import type { Output } from '../contract/endpoint.ts';
import { ApiFailure, call, upload, type UploadOptions } from '@parlance/shared/http';

/** The transient failures: no response, a server that is busy or restarting, a part that was altered on its way. */
const passing = new Set([
  'network',
  'timeout',
  'part_altered',
  'request_timeout',
  'rate_limited',
  'internal',
  'database_unavailable',
  'shutting_down',
]);
/** The most attempts: some two minutes with the pauses between them, a walk to another network. */
const triesAtMost = 8;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

type Sending = {
  readonly file: File;
  readonly to: UploadTarget;
  readonly signal: AbortSignal;
  readonly onProgress: NonNullable<UploadOptions['onProgress']>;
  /**
   * Called with a function that abandons the upload: the server drops the parts, and frees their room. A pause does not
   * call it.
   */
  readonly onBegun?: (giveUp: () => void) => void;
  readonly pauseMs?: number;
};

/**
 * Sends a large file part by part, retrying each with back-off. Continues behind parts of the same file that are there
 * already, from before a pause or a reload. An abort leaves them there. Returns the response of the kind that `to`
 * names.
 */
export async function sendInParts(sending: Sending): Promise<Output<typeof completeUpload>> {
  const { file, to, signal, onProgress } = sending;
  const body = { name: file.name, size: file.size, modified_at: new Date(file.lastModified).toISOString(), to };
  const begun = await begin(sending, body);
  const under = (await isTheSame(begun, file)) ? begun : await beginAnew(sending, begun, body);
  const arrived = new Set(under.parts.map(({ number }) => number));
  let sent = under.parts.reduce((bytes, { number }) => bytes + partOf(under, file, number).size, 0);
  for (let number = 1; number <= Math.ceil(file.size / under.part_bytes); number += 1) {
    if (arrived.has(number)) continue;
    const part = partOf(under, file, number);
    const sha256 = await sumOf(part);
    const before = sent;
    const progress = (of: number) => onProgress((before + of * part.size) / file.size);
    await tryOften(sending, () =>
      upload(
        sendUploadPart,
        {
          params: { upload_id: under.id, number: String(number) },
          query: { ...(sha256 === null ? {} : { sha256 }) },
          file: part,
        },
        { signal, onProgress: progress },
      ),
    );
    sent += part.size;
  }
  return tryOften(sending, () => call(completeUpload, { params: { upload_id: under.id } }, { signal }), ['conflict']);
}

type Begin = Parameters<typeof call<typeof beginUpload>>[1]['body'];

async function begin(sending: Sending, body: Begin): Promise<UploadInParts> {
  const begun = await tryOften(sending, () => call(beginUpload, { body }, { signal: sending.signal }));
  // If this fails, the server abandons it a day later.
  sending.onBegun?.(() => void call(cancelUpload, { params: { upload_id: begun.id } }).catch(() => undefined));
  return begun;
}

const partOf = ({ part_bytes }: UploadInParts, file: File, number: number): Blob =>
  file.slice((number - 1) * part_bytes, number * part_bytes);

/** Says whether the arrived parts are of this file: another may have its name, its size and its time. */
async function isTheSame(begun: UploadInParts, file: File): Promise<boolean> {
  for (const { number, sha256 } of begun.parts) {
    const sum = await sumOf(partOf(begun, file, number));
    if (sum !== null && sum !== sha256) return false;
  }
  return true;
}

async function beginAnew(sending: Sending, { id }: UploadInParts, body: Begin): Promise<UploadInParts> {
  const { signal } = sending;
  await tryOften(sending, () => call(cancelUpload, { params: { upload_id: id } }, { signal }));
  return begin(sending, body);
}

/**
 * Returns the SHA-256 in hexadecimal digits; null if the page, on plain http, cannot compute it. The server then
 * computes it alone.
 */
async function sumOf(part: Blob): Promise<string | null> {
  const subtle = (crypto as Partial<Crypto>).subtle; // missing on plain http beyond localhost
  if (subtle === undefined) return null;
  const sum = await subtle.digest('SHA-256', await part.arrayBuffer());
  return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Retries transient failures. `also`: further codes that are transient here. */
async function tryOften<T>(
  { signal, pauseMs = firstPauseMs }: Sending,
  attempt: () => Promise<T>,
  also: readonly string[] = [],
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const isPassing = error instanceof ApiFailure && (passing.has(error.code) || also.includes(error.code));
      if (!isPassing || tried >= triesAtMost) throw error;
      await pause(Math.min(longestPauseMs, pauseMs * 2 ** (tried - 1)), signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error); // the reason given to abort(), or the default one
      },
      { once: true },
    );
  });
}
