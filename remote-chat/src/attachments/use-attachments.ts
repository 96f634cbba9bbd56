import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { attachmentsAtMost, deleteAttachment, getAttachment } from '@parlance/shared/contract/api/attachments';
import { ApiFailure, call, failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { snackbar } from '@parlance/shared/ui/toasts';
import { keepDraftFiles, readDraftFiles } from '../composer/draft.ts';
import { changeFiles, fileOf, isImageName, isOnItsWay, refusalOf } from './chosen-file.ts';
import type { ChosenFile } from './chosen-file.ts';
import { sendAttachment } from './send-attachment.ts';

export type Attachments = {
  readonly files: readonly ChosenFile[];
  /** Whether the bot's model can look at pictures. */
  readonly seesImages: boolean;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (file: ChosenFile) => void;
  readonly retry: (file: ChosenFile) => void;
  /** They were sent: they are the dialogue's from here. */
  readonly clear: () => void;
};

/** Milliseconds until the state of a file is asked for; each further time waits twice as long, up to the longest. */
const firstPause = 250;
const longestPause = 2000;

/** A function, because the compiler assumes that a property never changes once it was read. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

type Work = {
  readonly file: File | null;
  readonly control: AbortController;
  /** Lets go of what has arrived of a large file. */
  giveUp: () => void;
};

/** The files of a prompt that is being written: into the server, until they are read. `draft`: where their ids wait for a reload. */
export function useAttachments(draft: string, seesImages: boolean): Attachments {
  const { t } = useTranslation('chat');
  const [files, change] = useReducer(changeFiles, []);
  const works = useRef(new Map<string, Work>());

  const restore = useEffectEvent(async (signal: AbortSignal) => {
    for (const id of readDraftFiles(draft)) {
      const kept = await call(getAttachment, { params: { attachment_id: id } }, { signal }).catch(() => null); // deleted after a day: no longer a part of the draft
      if (kept === null || signal.aborted) continue;
      change({ type: 'chosen', files: [fileOf(kept)] });
      if (kept.state === 'reading') void follow(kept.id, kept.id, begin(kept.id, null).control.signal);
    }
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { current } = works;
    void restore(leaving.signal);
    return () => {
      leaving.abort();
      for (const { control } of current.values()) control.abort();
    };
  }, []);
  useKeptIds(draft, files);
  useFreedPreviews(files);

  function begin(key: string, file: File | null): Work {
    const { giveUp = () => undefined } = works.current.get(key) ?? {};
    const work: Work = { file, control: new AbortController(), giveUp };
    works.current.set(key, work);
    return work;
  }

  function fail(key: string, failure: unknown): void {
    change({ type: 'failed', key, problem: failureKey(failure), mayBeTriedAgain: !isRefusal(failure) });
  }

  async function send(key: string, file: File): Promise<void> {
    const work = begin(key, file);
    const { signal } = work.control;
    try {
      const taken = await sendAttachment(file, { signal, onProgress: (part) => change({ type: 'sent-part', key, part }), onBegun: (giveUp) => { work.giveUp = giveUp; } });
      work.giveUp = () => undefined;
      if (signal.aborted) return;
      change({ type: 'known', key, attachment: taken });
      if (taken.state === 'reading') await follow(key, taken.id, signal);
    } catch (failure) {
      if (!signal.aborted) fail(key, failure);
    }
  }

  /** Asks until the file is read. */
  async function follow(key: string, id: string, signal: AbortSignal): Promise<void> {
    try {
      for (let pause = firstPause; !isAborted(signal); pause = Math.min(pause * 2, longestPause)) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        if (isAborted(signal)) return;
        const attachment = await call(getAttachment, { params: { attachment_id: id } }, { signal });
        if (attachment.state === 'reading') continue;
        change({ type: 'known', key, attachment });
        return;
      }
    } catch (failure) {
      if (!signal.aborted) fail(key, failure);
    }
  }

  function add(chosen: readonly File[]): void {
    const room = attachmentsAtMost - files.length;
    if (chosen.length > room) snackbar(t('attachments.tooMany', { number: attachmentsAtMost }), { tone: 'warn' });
    const added = chosen.slice(0, room).map((file, index) => ({ file, entry: entryFor(file, `${Date.now()}.${index}`, seesImages) }));
    change({ type: 'chosen', files: added.map(({ entry }) => entry) });
    for (const { file, entry } of added) if (entry.state === 'uploading') void send(entry.key, file);
  }

  function remove({ key, id }: ChosenFile): void {
    const work = works.current.get(key);
    work?.control.abort();
    work?.giveUp();
    works.current.delete(key);
    change({ type: 'removed', key });
    // Where this fails the server deletes it a day later.
    if (id !== null) void call(deleteAttachment, { params: { attachment_id: id } }).catch(() => undefined);
  }

  function retry({ key, id }: ChosenFile): void {
    const file = works.current.get(key)?.file ?? null;
    change({ type: 'again', key });
    if (file !== null) void send(key, file);
    else if (id !== null) void follow(key, id, begin(key, null).control.signal);
  }
  return { files, seesImages, add, remove, retry, clear: () => change({ type: 'cleared' }) };
}

/** Whether the server refused for good. Timeouts and rate limits pass. */
const isRefusal = (failure: unknown): boolean => failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500 && ![408, 429].includes(failure.status);

function entryFor(file: File, key: string, seesImages: boolean): ChosenFile {
  const problem = refusalOf(file, seesImages);
  const isImage = isImageName(file.name);
  return {
    key,
    name: file.name,
    size: file.size,
    isImage,
    preview: isImage && problem === null ? URL.createObjectURL(file) : null,
    state: problem === null ? 'uploading' : 'refused',
    part: 0,
    id: null,
    problem,
  };
}

/** Finds the uploaded files again after a reload. */
function useKeptIds(draft: string, files: readonly ChosenFile[]): void {
  const ids = files.flatMap((file) => (file.id !== null && (file.state === 'ready' || isOnItsWay(file)) ? [file.id] : [])).join();
  const isFirst = useRef(true);
  useEffect(() => {
    // Before the draft was read there is nothing to keep.
    if (!isFirst.current || ids !== '') keepDraftFiles(draft, ids.split(',').filter((id) => id !== ''));
    isFirst.current = false;
  }, [draft, ids]);
}

/** A picture that is shown no more is let go of. */
function useFreedPreviews(files: readonly ChosenFile[]): void {
  const shown = useRef<readonly string[]>([]);
  useEffect(() => {
    const now = files.flatMap(({ preview }) => (preview === null ? [] : [preview]));
    for (const preview of shown.current) if (!now.includes(preview)) URL.revokeObjectURL(preview);
    shown.current = now;
  }, [files]);
  useEffect(() => () => shown.current.forEach((preview) => URL.revokeObjectURL(preview)), []);
}
