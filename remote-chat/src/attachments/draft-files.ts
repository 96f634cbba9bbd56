import {
  type Attachment,
  attachmentsAtMost,
  deleteAttachment,
  getAttachment,
  listAttachments,
} from '@parlance/shared/contract/api/attachments';
import { ApiFailure, call, failureKey } from '@parlance/shared/http';
import { changeDraftOf, draftOf, isWatched } from '../composer/draft-store.ts';
import { isHeldBack, isImageName, refusalOf } from './chosen-file.ts';
import type { ChosenFile, SeesImages } from './chosen-file.ts';
import { sendAttachment } from './send-attachment.ts';

// The work on the files of drafts, which continues after its screen is left.

/** Milliseconds before the first poll of a file's state; each further one waits twice as long, up to the longest. */
const firstPause = 250;
const longestPause = 2000;
/** The longest pause while many pages are still to be recognised, which takes minutes. */
const longestPauseOfMany = 5000;
const manyPages = 10;

/** The uploads under way, by the keys of their files. `giveUp` drops the parts of a large one. */
const works = new Map<string, { readonly control: AbortController; giveUp: () => void }>();
/** The keys of files that are polled until they are read. */
const followed = new Set<string>();
let added = 0;

/** Says whether the server refused for good. Timeouts and rate limits pass. */
const isRefusal = (failure: unknown): boolean =>
  failure instanceof ApiFailure &&
  failure.status >= 400 &&
  failure.status < 500 &&
  ![408, 429].includes(failure.status);

function fail(place: string, key: string, failure: unknown): void {
  changeDraftOf(place, { type: 'failed', key, problem: failureKey(failure), mayBeTriedAgain: !isRefusal(failure) });
}

/** Adds files to a draft and sends the acceptable ones. */
export function addFiles(place: string, files: readonly File[], seesImages: SeesImages): void {
  const entries = files.map((file) => entryFor(file, seesImages));
  changeDraftOf(place, { type: 'chosen', files: entries });
  for (const { key, source, state } of entries)
    if (source !== null && state === 'uploading') void send(place, key, source);
}

async function send(place: string, key: string, source: File): Promise<void> {
  // Keeps `giveUp` of an interrupted upload, so that its parts are dropped as well.
  const work = { control: new AbortController(), giveUp: works.get(key)?.giveUp ?? (() => undefined) };
  works.set(key, work);
  const { signal } = work.control;
  try {
    const taken = await sendAttachment(source, {
      signal,
      onProgress: (part) => changeDraftOf(place, { type: 'sent-part', key, part }),
      onBegun: (giveUp) => {
        work.giveUp = giveUp;
      },
    });
    if (signal.aborted) return;
    works.delete(key);
    changeDraftOf(place, { type: 'known', key, attachment: taken });
    if (taken.state === 'reading') await follow(place, key, taken.id);
  } catch (failure) {
    if (!signal.aborted) fail(place, key, failure);
  }
}

/** Polls until the file is read, or removed, or nobody waits for it here. */
async function follow(place: string, key: string, id: string): Promise<void> {
  if (followed.has(key)) return;
  followed.add(key);
  try {
    for (let pause = firstPause; ;) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (!isAwaited(place, key)) return;
      const attachment = await call(getAttachment, { params: { attachment_id: id } });
      changeDraftOf(place, { type: 'known', key, attachment });
      if (attachment.state !== 'reading') return;
      pause = pauseAfter(pause, attachment);
    }
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 404) changeDraftOf(place, { type: 'gone', key });
    else changeDraftOf(place, { type: 'failed', key, problem: failureKey(failure), mayBeTriedAgain: true });
  } finally {
    followed.delete(key);
  }
}

/** Returns the milliseconds until a file that is still being read is polled again. */
export function pauseAfter(pause: number, { recognition }: Pick<Attachment, 'recognition'>): number {
  const left = (recognition?.pages ?? 0) - (recognition?.done ?? 0);
  return Math.min(pause * 2, left > manyPages ? longestPauseOfMany : longestPause);
}

const isAwaited = (place: string, key: string): boolean =>
  isWatched(place) && draftOf(place).files.some((file) => file.key === key && file.state === 'reading');

/**
 * Looks up the stored files of a draft: all in one request. Only those the server says it does not have are given up.
 */
export async function lookUpFiles(place: string, signal?: AbortSignal): Promise<void> {
  const waiting = draftOf(place).files.filter(
    ({ state, id }) => id !== null && (state === 'restoring' || state === 'reading'),
  );
  for (let at = 0; at < waiting.length; at += attachmentsAtMost)
    await lookUp(place, waiting.slice(at, at + attachmentsAtMost), signal);
}

async function lookUp(place: string, files: readonly ChosenFile[], signal?: AbortSignal): Promise<void> {
  const asked = files.flatMap(({ id }) => (id === null ? [] : [id]));
  try {
    const { items } = await call(
      listAttachments,
      { query: { ids: asked.join() } },
      signal === undefined ? {} : { signal },
    );
    const { files: known } = changeDraftOf(place, { type: 'looked-up', asked, found: items });
    for (const { key, id, state } of known)
      if (id !== null && asked.includes(id) && state === 'reading') void follow(place, key, id);
  } catch (failure) {
    if (signal?.aborted === true) return;
    for (const { key } of files)
      changeDraftOf(place, { type: 'failed', key, problem: failureKey(failure), mayBeTriedAgain: true });
  }
}

export function removeFile(place: string, { key, id }: ChosenFile): void {
  const work = works.get(key);
  work?.control.abort();
  work?.giveUp();
  works.delete(key);
  changeDraftOf(place, { type: 'removed', key });
  // If this fails, the server deletes it a day later.
  if (id !== null) void call(deleteAttachment, { params: { attachment_id: id } }).catch(() => undefined);
}

/**
 * Retries a failed upload, or looks up again a file that the server has already, together with all other failed
 * look-ups.
 */
export function retryFile(place: string, { key, source }: ChosenFile): void {
  changeDraftOf(place, { type: 'again', key });
  if (source !== null) return void send(place, key, source);
  for (const other of draftOf(place).files)
    if (other.state === 'failed' && other.source === null) changeDraftOf(place, { type: 'again', key: other.key });
  return void lookUpFiles(place);
}

/** Sends the pictures that were held back, now that a model answers that takes them. */
export function sendHeldBack(place: string): void {
  for (const file of draftOf(place).files) if (isHeldBack(file)) retryFile(place, file);
}

function entryFor(file: File, seesImages: SeesImages): ChosenFile {
  const problem = refusalOf(file, seesImages);
  const isImage = isImageName(file.name);
  added += 1;
  return {
    key: `new.${added}`,
    name: file.name,
    size: file.size,
    isImage,
    // A picture that this model refuses may suit the next one that is chosen.
    source: problem === null || isImage ? file : null,
    preview: isImage && problem === null ? URL.createObjectURL(file) : null,
    state: problem === null ? 'uploading' : 'refused',
    part: 0,
    id: null,
    problem,
    unread: null,
    recognition: null,
  };
}
