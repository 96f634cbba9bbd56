import { attachmentsAtMost } from '@parlance/shared/contract/api/attachments';
import { promptMaxLength } from '@parlance/shared/contract/api/dialogues';
import * as z from '@parlance/shared/contract/schema';
import { parseKept } from '@parlance/shared/storage';
import { changeFiles, isOnItsWay, judgeFile, lookedUp } from '../attachments/chosen-file.ts';
import type { ChosenFile, FileChange, KeptAttachment, SeesImages } from '../attachments/chosen-file.ts';
import { attempt, attemptFor, isSameWish } from './attempt.ts';
import type { Attempt } from './attempt.ts';
import { warningOf } from './rule-words.ts';

/** The unsent text and files of one place, and the request under way from there. */
export type Draft = {
  readonly text: string;
  readonly files: readonly ChosenFile[];
  /** The request under way: its text and files return to the draft if it fails. */
  readonly sending: { readonly attempt: Attempt; readonly files: readonly ChosenFile[] } | null;
  /**
   * The last attempt that is not known to have arrived, and the reason; `failure` is null if the page was reloaded in
   * its middle.
   */
  readonly failed: { readonly attempt: Attempt; readonly failure: unknown } | null;
  /** True if it is to be sent as soon as its files are ready and the previous message has arrived. */
  readonly isWanted: boolean;
};

export const emptyDraft: Draft = { text: '', files: [], sending: null, failed: null, isWanted: false };

type Submission = {
  readonly type: 'submitted';
  /** A text to send instead of the typed one, which stays. */
  readonly instead?: string | undefined;
  readonly to: string;
  readonly seesImages: SeesImages;
  /** The key of a new attempt. */
  readonly key: string;
  /** True if the person has read the warning. It counts only for the content that was warned of. */
  readonly acceptsWarning: boolean;
};

export type DraftChange =
  | FileChange
  | { readonly type: 'typed'; readonly text: string }
  /**
   * A text from elsewhere, such as a template or a withdrawn prompt, with its files. `insteadOf` is the typed command
   * it replaces.
   */
  | {
      readonly type: 'put-in-front';
      readonly text: string;
      readonly files?: readonly ChosenFile[];
      readonly insteadOf?: string;
    }
  | { readonly type: 'looked-up'; readonly asked: readonly string[]; readonly found: readonly KeptAttachment[] }
  | Submission
  | { readonly type: 'arrived'; readonly key: string }
  | { readonly type: 'not-sent'; readonly key: string; readonly failure: unknown }
  /** The screen is left: nobody waits here for its files any more. */
  | { readonly type: 'left' };

export function changeDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.type) {
    case 'typed':
      return { ...draft, text: change.text, isWanted: false };
    case 'put-in-front':
      return putInFront(draft, change);
    case 'looked-up':
      return withLookedUp(draft, change);
    case 'submitted':
      return submitted(draft, change);
    case 'arrived':
      return draft.sending?.attempt.key === change.key ? { ...draft, sending: null } : draft;
    case 'not-sent':
      return draft.sending?.attempt.key === change.key ? notSent(draft, change.failure) : draft;
    case 'left':
      return unwanted(draft);
    default:
      return { ...draft, files: changeFiles(draft.files, change) };
  }
}

export const idsOf = (files: readonly ChosenFile[]): readonly string[] =>
  files.flatMap(({ id }) => (id === null ? [] : [id]));

/** Returns the number of files over the limit, as when some were added to those of a failed message. */
export const filesOver = ({ files }: Draft): number => Math.max(0, files.length - attachmentsAtMost);

/** Returns the attempt that a warning is about, as long as text and files are unchanged; otherwise null. */
export function warnedOf(draft: Draft, to: string): Attempt | null {
  const { failed } = draft;
  if (failed === null || warningOf(failed.failure) === null || draft.sending !== null) return null;
  return isSameWish({ to, text: draft.text.trim(), attachmentIds: idsOf(draft.files) }, failed.attempt)
    ? failed.attempt
    : null;
}

function submitted(draft: Draft, { instead, to, seesImages, key, acceptsWarning }: Submission): Draft {
  const text = (instead ?? draft.text).trim();
  if (text === '' || text.length > promptMaxLength || filesOver(draft) > 0) return unwanted(draft);
  const files = draft.files.map((file) => judgeFile(file, seesImages));
  if (draft.sending !== null || files.some(({ state }) => state !== 'ready')) {
    return { ...draft, isWanted: instead === undefined && (draft.sending !== null || files.some(isOnItsWay)) };
  }
  const made = attemptFor({ to, text, attachmentIds: idsOf(files) }, draft.failed?.attempt ?? null, key);
  const isAccepted = acceptsWarning && warnedOf(draft, to) === made;
  return {
    text: instead === undefined ? '' : draft.text,
    files: [],
    sending: { attempt: isAccepted ? { ...made, acceptsWarning: true } : made, files: draft.files },
    failed: null,
    isWanted: false,
  };
}

const unwanted = (draft: Draft): Draft => (draft.isWanted ? { ...draft, isWanted: false } : draft);

/** Puts failed content in front of the text and files entered meanwhile. */
function notSent(draft: Draft, failure: unknown): Draft {
  if (draft.sending === null) return draft;
  const { attempt: made, files } = draft.sending;
  return {
    text: joined(made.text, draft.text),
    files: [...files, ...draft.files],
    sending: null,
    failed: { attempt: made, failure },
    isWanted: false,
  };
}

const joined = (front: string, back: string): string =>
  front === '' || back === '' ? front + back : `${front}\n\n${back}`;

function putInFront(
  draft: Draft,
  { text, files = [], insteadOf = '' }: Extract<DraftChange, { type: 'put-in-front' }>,
): Draft {
  // Text typed behind it meanwhile stays.
  const rest =
    insteadOf !== '' && draft.text.startsWith(insteadOf) ? draft.text.slice(insteadOf.length).trimStart() : draft.text;
  const added = files.filter(({ id }) => id === null || !idsOf(draft.files).includes(id));
  return { ...draft, text: joined(text, rest), files: [...added, ...draft.files], isWanted: false };
}

/** Drops the text of an attempt whose files turn out to be sent: it has arrived. */
function withLookedUp(draft: Draft, { asked, found }: Extract<DraftChange, { type: 'looked-up' }>): Draft {
  const files = lookedUp(draft.files, asked, found);
  const made = draft.failed?.attempt;
  const hasArrived = found.some(({ id, is_sent: isSent }) => isSent && made?.attachmentIds.includes(id) === true);
  return made !== undefined && hasArrived
    ? { ...draft, text: withoutFront(draft.text, made.text), files, failed: null }
    : { ...draft, files };
}

function withoutFront(text: string, front: string): string {
  if (text === front) return '';
  return text.startsWith(`${front}\n\n`) ? text.slice(front.length + 2) : text;
}

const keptDraft = z.object({
  text: z.string(),
  files: z.array(z.object({ id: z.uuid(), name: z.string(), size: z.number(), isImage: z.boolean() })),
  attempt: z.nullable(attempt),
});

/**
 * Returns the stored form of a draft for a reload; null if there is nothing. A request under way is stored as if it had
 * failed, with its key: sending it again makes the same request. Files are stored by id and name, without their bytes.
 */
export function keptOf(draft: Draft): z.infer<typeof keptDraft> | null {
  const { text, files, failed } = notSent(draft, null);
  const kept = files.flatMap(({ id, name, size, isImage, state }) =>
    id === null || state === 'refused' ? [] : [{ id, name, size, isImage }],
  );
  if (text === '' && kept.length === 0) return null;
  const made = failed?.attempt ?? null;
  return { text, files: kept, attempt: made === null ? null : { ...made, attachmentIds: [...made.attachmentIds] } };
}

/** Restores a stored draft. Its files are looked up before they are sent. */
export function draftFrom(kept: string | null): Draft {
  if (kept === null) return emptyDraft;
  const read = keptDraft.safeParse(parseKept(kept));
  // The previous release stored the plain text.
  if (!read.success) return { ...emptyDraft, text: kept };
  const { text, files, attempt: made } = read.data;
  return {
    ...emptyDraft,
    text,
    files: files.map((file) => ({
      ...file,
      key: file.id,
      source: null,
      preview: null,
      state: 'restoring',
      part: 0,
      problem: null,
      unread: null,
      recognition: null,
    })),
    failed: made === null ? null : { attempt: made, failure: null },
  };
}
