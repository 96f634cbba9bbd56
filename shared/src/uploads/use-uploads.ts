import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { endingOf, unsupportedCode } from '../contract/api/attachments.ts';
import {
  knowledgeEndings,
  replaceKnowledgeFile,
  uploadKnowledge,
  type KnowledgeSource,
} from '../contract/api/knowledge/knowledge.ts';
import { uploadMaxBytes, uploadPartBytes } from '../contract/values/upload-sizes.ts';
import { failureKey, upload, type UploadOptions } from '@parlance/shared/http';
import { randomUuid } from '@parlance/shared/random-uuid';
import { changeUploads, noUploads, type Upload, type UploadState, type UploadTarget } from './upload-state.ts';

/**
 * The most concurrent uploads: more would not arrive sooner, and the one that a person waits for would arrive later.
 */
const sentAtOnce = 3;

export const acceptedEndings = knowledgeEndings.map((ending) => `.${ending}`).join();

/** Returns the reason a file is refused before a byte leaves the browser; null if it can be sent. */
function refusalOf({ name, size }: File): string | null {
  if (!knowledgeEndings.includes(endingOf(name))) return `shared:errors.${unsupportedCode(name)}`;
  if (size > uploadMaxBytes) return 'shared:errors.body_too_large';
  return size === 0 ? 'shared:errors.file_empty' : null;
}

export type Uploads = UploadState & {
  readonly send: (files: readonly File[], target: UploadTarget) => void;
  /** Pauses uploads. A large file resumes behind the parts that have arrived, a small one restarts. */
  readonly pause: (keys: readonly string[]) => void;
  /** Resumes paused and failed uploads. */
  readonly resume: (keys: readonly string[]) => void;
  /** Cancels uploads, drops their parts on the server, and removes them from the list. */
  readonly cancel: (keys: readonly string[]) => void;
};

/** Uploads files, a few at a time; `taken` is called with each finished one. Leaving the page ends those under way. */
export function useUploads(taken: (source: KnowledgeSource, target: UploadTarget) => void): Uploads {
  const [state, change] = useReducer(changeUploads, noUploads);
  const controls = useRef(new Map<string, AbortController>());
  const begun = useRef(new Map<string, () => void>());
  useEffect(() => {
    const { current } = controls;
    return () => current.forEach((control) => control.abort());
  }, []);

  const sendOne = useEffectEvent(async ({ key, file, target }: Upload) => {
    if (controls.current.has(key)) return;
    const control = new AbortController();
    controls.current.set(key, control);
    change({ type: 'begun', key });
    try {
      const source = await sendFile(file, target, {
        signal: control.signal,
        onProgress: (part) => change({ type: 'part', key, part }),
        onBegun: (giveUp) => begun.current.set(key, giveUp),
      });
      begun.current.delete(key);
      change({ type: 'arrived', key });
      taken(source, target);
    } catch (failure) {
      if (!control.signal.aborted) change({ type: 'failed', key, problem: failureKey(failure) });
    } finally {
      if (controls.current.get(key) === control) controls.current.delete(key);
    }
  });
  useEffect(() => {
    const free = sentAtOnce - state.uploads.filter(({ stage }) => stage === 'sending').length;
    for (const waiting of state.uploads.filter(({ stage }) => stage === 'waiting').slice(0, Math.max(0, free)))
      void sendOne(waiting);
  }, [state.uploads]);

  function end(keys: readonly string[]): void {
    for (const key of keys) {
      controls.current.get(key)?.abort();
      controls.current.delete(key);
    }
  }
  return {
    ...state,
    send: (files, target) => change({ type: 'added', uploads: files.map((file) => newUpload(file, target)) }),
    pause(keys) {
      end(keys);
      change({ type: 'paused', keys });
    },
    resume: (keys) => change({ type: 'resumed', keys }),
    cancel(keys) {
      end(keys);
      for (const key of keys) begun.current.get(key)?.();
      change({ type: 'cancelled', keys });
    },
  };
}

function newUpload(file: File, target: UploadTarget): Upload {
  const problem = refusalOf(file);
  return { key: randomUuid(), file, target, part: 0, stage: problem === null ? 'waiting' : 'refused', problem };
}

type Sending = Required<UploadOptions> & { readonly onBegun: (giveUp: () => void) => void };

async function sendFile(
  file: File,
  { folderId, replaces }: UploadTarget,
  { onBegun, ...options }: Sending,
): Promise<KnowledgeSource> {
  if (file.size > uploadPartBytes) {
    // Loaded on demand: it is seldom needed, and then there is time.
    const { sendInParts } = await import('./send-in-parts.ts');
    const to =
      replaces === undefined
        ? { kind: 'knowledge' as const, ...(folderId === undefined ? {} : { folder_id: folderId }) }
        : { kind: 'knowledge-replacement' as const, source_id: replaces };
    const { source } = await sendInParts({ file, to, onBegun, ...options });
    if (source === null) throw new Error('A large file was taken in as something else than a source.');
    return source;
  }
  if (replaces !== undefined)
    return upload(replaceKnowledgeFile, { params: { source_id: replaces }, query: { name: file.name }, file }, options);
  return upload(
    uploadKnowledge,
    { query: { name: file.name, ...(folderId === undefined ? {} : { folder_id: folderId }) }, file },
    options,
  );
}
