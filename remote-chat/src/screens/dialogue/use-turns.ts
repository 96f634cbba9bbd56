import { useEffect, useMemo, useRef, useState } from 'react';
import {
  chooseBranch,
  continueAnswer,
  rateAnswer,
  regenerateAnswer,
  removeRating,
  sendPrompt,
} from '@parlance/shared/contract/api/dialogues';
import { call } from '@parlance/shared/http';
import { ask } from '@parlance/shared/ui/answer/ask';
import { randomUuid } from '@parlance/shared/random-uuid';
import { usageSignals } from '@parlance/shared/usage';
import type { Entry } from '../../messages/entry.ts';
import type { Turns } from '../../message-actions/turns.ts';
import { tellTabs } from './tab-news.ts';
import { branchOf } from './use-branch.ts';
import type { DialogueState } from './use-dialogue.ts';

type Ways = {
  /** Puts a withdrawn prompt into the composer, with its files. */
  readonly writeOn: (prompt: Entry) => void;
  readonly goToEnd: () => void;
};

/** Returns the person's actions on the messages of this dialogue. */
export function useTurnsOf(dialogueId: string, state: DialogueState, ways: Ways): Turns {
  const { change, begin, running, queued, conversation, cancel } = state;
  const [editedId, setEditedId] = useState<string | null>(null);
  const now = useRef({ queued, cancel, ...ways });
  useEffect(() => {
    now.current = { queued, cancel, ...ways };
  });
  const acts = useMemo(() => actsIn(dialogueId, { change, begin }), [dialogueId, change, begin]);
  const waiting = queued.map(({ parentId }) => parentId).join();
  const isFree = running === null && conversation.sending === null;
  return useMemo(
    () => ({
      ...acts,
      // The new answer is what one wants to read.
      async regenerate(answer, wish) {
        await acts.regenerate(answer, wish);
        now.current.goToEnd();
      },
      async goOn(answer) {
        await acts.goOn(answer);
        now.current.goToEnd();
      },
      async edit(prompt, attempt) {
        await acts.edit(prompt, attempt);
        now.current.goToEnd();
      },
      async cancel(prompt) {
        const answer = now.current.queued.find(({ parentId }) => parentId === prompt.id);
        if (answer === undefined) return false;
        const isTakenBack = await now.current.cancel(answer);
        if (isTakenBack) now.current.writeOn(prompt);
        return isTakenBack;
      },
      isFree,
      isWaiting: (promptId) => waiting.split(',').includes(promptId),
      editedId,
      setEditedId,
    }),
    // The same object for every word of an answer, because the messages' memo compares it.
    [acts, isFree, waiting, editedId],
  );
}

function actsIn(
  dialogueId: string,
  { change, begin }: Pick<DialogueState, 'change' | 'begin'>,
): Pick<Turns, 'regenerate' | 'goOn' | 'edit' | 'choose' | 'rate'> {
  const params = { dialogue_id: dialogueId };
  return {
    async regenerate({ id }, { readsWhole } = { readsWhole: false }) {
      usageSignals.reading();
      begin(
        await ask(regenerateAnswer, {
          params: { message_id: id },
          body: { idempotency_key: randomUuid(), reads_whole: readsWhole },
        }),
      );
    },
    async goOn({ id }) {
      usageSignals.reading();
      begin(await ask(continueAnswer, { params: { message_id: id }, body: { idempotency_key: randomUuid() } }));
    },
    async edit({ parentId }, { text, key, attachmentIds, acceptsWarning }) {
      begin(
        await ask(sendPrompt, {
          params,
          body: {
            prompt: text,
            idempotency_key: key,
            attachment_ids: [...attachmentIds],
            accepts_warning: acceptsWarning,
            parent_id: parentId,
          },
        }),
      );
    },
    async choose(messageId) {
      await call(chooseBranch, { params, body: { message_id: messageId } });
      change({ type: 'branch', page: await branchOf({ dialogueId, viewedId: null }, messageId) });
      tellTabs(dialogueId);
    },
    async rate({ id }, rating) {
      if (rating === null) await call(removeRating, { params: { message_id: id } });
      else await call(rateAnswer, { params: { message_id: id }, body: { ...rating, reasons: [...rating.reasons] } });
      change({ type: 'rated', messageId: id, rating });
    },
  };
}
