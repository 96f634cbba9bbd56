import { attachmentsAtMost } from '@parlance/shared/contract/api/attachments';
import { promptMaxLength } from '@parlance/shared/contract/api/dialogues';
import * as z from '@parlance/shared/contract/schema';
import { parseKept } from '@parlance/shared/storage';
import { changeFiles, isOnItsWay, judgeFile, lookedUp } from '../attachments/chosen-file.ts';
import type { ChosenFile, FileChange, KeptAttachment, SeesImages } from '../attachments/chosen-file.ts';
import { attempt, attemptFor, isSameWish } from './attempt.ts';
import type { Attempt } from './attempt.ts';
import { warningOf } from './rule-words.ts';

/** What somebody has typed and attached in one place and not sent, and what is on its way from there. */
export type Draft = {
  readonly text: string;
  readonly files: readonly ChosenFile[];
  /** What is on its way to the server: its text and its files are in the draft again where it does not arrive. */
  readonly sending: { readonly attempt: Attempt; readonly files: readonly ChosenFile[] } | null;
  /**
   * The last attempt that is not known to have arrived, and why; `failure` is null where the page was loaded anew in
   * its middle.
   */
  readonly failed: { readonly attempt: Attempt; readonly failure: unknown } | null;
  /** It is sent as soon as its files are ready and the message before it has arrived. */
  readonly isWanted: boolean;
};

export const emptyDraft: Draft = { text: '', files: [], sending: null, failed: null, isWanted: false };

type Submission = {
  readonly type: 'submitted';
  /** A text in the place of what is typed, which stays. */
  readonly instead?: string | undefined;
  readonly to: string;
  readonly seesImages: SeesImages;
  /** The key of an attempt that has not been made before. */
  readonly key: string;
  /** The person has read the warning. It counts for what was warned of and nothing else. */
  readonly acceptsWarning: boolean;
};

export type DraftChange =
  | FileChange
  | { readonly type: 'typed'; readonly text: string }
  /**
   * A text from elsewhere, such as a template or a prompt that was taken back, with its files. `insteadOf` is what was
   * typed to ask for it.
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
  /** Nobody waits here for its files any more. */
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

/** Files over what a prompt may have, as where some were added to those of a message that did not arrive. */
export const filesOver = ({ files }: Draft): number => Math.max(0, files.length - attachmentsAtMost);

/** The attempt that a warning is about, as long as what is typed and attached is what was warned of; otherwise null. */
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

/** What did not arrive stands in front of what was typed and attached meanwhile. */
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
  // What was typed behind it meanwhile stays.
  const rest =
    insteadOf !== '' && draft.text.startsWith(insteadOf) ? draft.text.slice(insteadOf.length).trimStart() : draft.text;
  const added = files.filter(({ id }) => id === null || !idsOf(draft.files).includes(id));
  return { ...draft, text: joined(text, rest), files: [...added, ...draft.files], isWanted: false };
}

/** An attempt whose files were sent has arrived: its text is no draft any more either. */
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
 * What is kept of a draft for a reload; null where there is nothing. What is on its way is kept as if it had not
 * arrived, with its key: whoever sends it again makes the same request. Of a file its id and what it is called, never
 * its bytes.
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

/** A draft that was kept. Its files are looked up before they are sent. */
export function draftFrom(kept: string | null): Draft {
  if (kept === null) return emptyDraft;
  const read = keptDraft.safeParse(parseKept(kept));
  // The release before kept the text as it is.
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
    })),
    failed: made === null ? null : { attempt: made, failure: null },
  };
}
