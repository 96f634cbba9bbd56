import { useEffect, useEffectEvent } from 'react';
import { promptMaxLength } from '@parlance/shared/contract/api/dialogues';
import type { Attachment } from '@parlance/shared/contract/api/attachments';
import { randomUuid } from '@parlance/shared/random-uuid';
import { usageSignals } from '@parlance/shared/usage';
import { fileOf, isOnItsWay } from '../attachments/chosen-file.ts';
import type { SeesImages } from '../attachments/chosen-file.ts';
import { useAttachments } from '../attachments/use-attachments.ts';
import type { Attachments } from '../attachments/use-attachments.ts';
import { useMemberId } from '../person/use-person.ts';
import type { Attempt } from './attempt.ts';
import { filesOver, warnedOf } from './draft.ts';
import { changeDraftOf, draftOf, useDraft } from './draft-store.ts';

type Options = {
  /** The place of the text: each has its own draft. */
  readonly place: string;
  /** The recipient, if one place leads to several. */
  readonly to?: string;
  /** The initial text without a draft. */
  readonly begins?: string;
  readonly seesImages?: SeesImages;
  /** Sends the prompt; resolves once the server has it. */
  readonly send: (attempt: Attempt) => Promise<void>;
};

export type ComposerState = {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Puts a text from elsewhere in front of the typed one; `insteadOf` is the typed command it replaces. */
  readonly putInFront: (
    text: string,
    given?: { readonly attachments?: readonly Attachment[]; readonly insteadOf?: string },
  ) => void;
  /** Sends the typed text, or a given one: once its files are read, and the previous message has arrived. */
  readonly submit: (text?: string) => void;
  readonly canSend: boolean;
  readonly isSending: boolean;
  /** The request under way; it continues after the screen is left, and is shown when one comes back. */
  readonly sending: Attempt | null;
  /** True while it waits for its files to be read. */
  readonly isWaitingForFiles: boolean;
  readonly attachments: Attachments;
  /** The number of characters over the limit of a prompt. */
  readonly excess: number;
  /** The number of files over the limit of a prompt. */
  readonly filesOver: number;
  /** Sends the content a rule warned of nevertheless; null without a warning, or once the content has changed. */
  readonly sendWarned: (() => void) | null;
  /** The reason the last attempt failed; null once another one begins. */
  readonly failure: unknown;
};

/**
 * Returns the text being written, its files, and the state of sending them. Failed content returns to the text, and is
 * stored as a draft.
 */
export function useComposer({
  place: within,
  to = within,
  begins = '',
  seesImages = null,
  send,
}: Options): ComposerState {
  const place = `${useMemberId()}.${within}`;
  const draft = useDraft(place, begins);
  const { text, sending, failed, isWanted } = draft;
  const attachments = useAttachments(place, draft.files, seesImages);
  const { files } = attachments;
  const isSending = sending !== null;
  const areOnTheirWay = files.some(isOnItsWay);
  const excess = Math.max(0, text.trim().length - promptMaxLength);

  async function carry(attempt: Attempt): Promise<void> {
    const { key } = attempt;
    try {
      await send(attempt);
      changeDraftOf(place, { type: 'arrived', key });
    } catch (failure) {
      changeDraftOf(place, { type: 'not-sent', key, failure });
    }
  }

  function submit(instead?: string, acceptsWarning = false): void {
    const before = draftOf(place).sending;
    const { sending: now } = changeDraftOf(place, {
      type: 'submitted',
      instead,
      to,
      seesImages,
      key: randomUuid(),
      acceptsWarning,
    });
    if (now === null || now === before) return;
    usageSignals.reading();
    void carry(now.attempt);
  }

  const goOn = useEffectEvent(() => submit());
  const isDue = isWanted && !isSending && !areOnTheirWay;
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => goOn());
    return () => clearTimeout(timer);
  }, [isDue]);

  return {
    text,
    type: (next) => void changeDraftOf(place, { type: 'typed', text: next }),
    putInFront: (next, { attachments: given = [], insteadOf = '' } = {}) =>
      void changeDraftOf(place, { type: 'put-in-front', text: next, files: given.map(fileOf), insteadOf }),
    submit: (given) => submit(given),
    canSend:
      !isSending &&
      text.trim() !== '' &&
      excess === 0 &&
      filesOver(draft) === 0 &&
      files.every((file) => file.state === 'ready' || isOnItsWay(file)),
    isSending,
    sending: sending?.attempt ?? null,
    isWaitingForFiles: isWanted && areOnTheirWay,
    attachments,
    excess,
    filesOver: filesOver(draft),
    sendWarned: warnedOf(draft, to) === null ? null : () => submit(undefined, true),
    failure: failed?.failure ?? null,
  };
}
