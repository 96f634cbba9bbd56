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
  /** What the text belongs to: each place has its own draft. */
  readonly place: string;
  /** Whom it is sent to, where one place leads to several. */
  readonly to?: string;
  /** What stands in the field where there is no draft. */
  readonly begins?: string;
  readonly seesImages?: SeesImages;
  /** Resolves when the server has the prompt. */
  readonly send: (attempt: Attempt) => Promise<void>;
};

export type ComposerState = {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Puts what comes from elsewhere in front of what is typed; `insteadOf` is what was typed to ask for it. */
  readonly putInFront: (
    text: string,
    given?: { readonly attachments?: readonly Attachment[]; readonly insteadOf?: string },
  ) => void;
  /**
   * Sends what is typed, or a text that is given: when its files are read, and when the message before it has arrived.
   */
  readonly submit: (text?: string) => void;
  readonly canSend: boolean;
  readonly isSending: boolean;
  /** What is on its way to the server; it goes on when the screen is left, and is told to who comes back. */
  readonly sending: Attempt | null;
  /** It is sent as soon as its files are read. */
  readonly isWaitingForFiles: boolean;
  readonly attachments: Attachments;
  /** Characters over what a prompt may have. */
  readonly excess: number;
  /** Files over what a prompt may have. */
  readonly filesOver: number;
  /**
   * Sends what a rule warns of all the same; null where nothing was warned of, or something else than what stands there
   * now.
   */
  readonly sendWarned: (() => void) | null;
  /** Why the last attempt failed; null once another one is made. */
  readonly failure: unknown;
};

/**
 * The text being written, its files, and their way to the server. What could not be sent is in the text again, and as a
 * draft.
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
