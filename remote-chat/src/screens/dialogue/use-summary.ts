import { useEffect, useEffectEvent, useState } from 'react';
import {
  deleteDialogue,
  exportDialogue,
  getDialogue,
  restoreDialogue,
  updateDialogue,
} from '@parlance/shared/contract/api/dialogues';
import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import type { Input } from '@parlance/shared/contract/endpoint';
import { call, failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useNavigate } from '@parlance/shared/router';
import { doneToOne } from '@parlance/shared/ui/done';
import { snackbar } from '@parlance/shared/ui/toasts';
import { saveFile } from '@parlance/shared/download';
import { isNotFound } from '../../loading/is-not-found.ts';
import { tellDialoguesChanged } from '../../past-dialogues/dialogue-news.ts';
import { tellTabs } from './tab-news.ts';

export type DialogueChange = Input<typeof updateDialogue>['body'];
export type Summary = {
  readonly dialogue: DialogueSummary;
  /** True if it was deleted meanwhile. */
  readonly isGone: boolean;
  /** Changes the dialogue. Rejects with the reason of a failure. */
  readonly update: (change: DialogueChange) => Promise<void>;
  readonly remove: () => Promise<void>;
  readonly save: (format: 'markdown' | 'json') => Promise<void>;
};

/**
 * Milliseconds after the first answer until a better title may be there: a model writes it once the answer is complete.
 */
const titleComesWithin = 4000;

/** Loads the title of a dialogue and its folder. Reloads when an answer is complete: the title may have changed. */
export function useSummary(opened: DialogueSummary, isRunning: boolean): Summary {
  const { t } = useTranslation('chat');
  const navigate = useNavigate();
  const [dialogue, setDialogue] = useState(opened);
  const [seen, setSeen] = useState(opened);
  const [isGone, setIsGone] = useState(false);
  if (seen !== opened) {
    setSeen(opened);
    setDialogue(opened);
  }
  const dialogueId = opened.id;
  const params = { dialogue_id: dialogueId };

  const follow = useEffectEvent((now: DialogueSummary) => {
    // The lists show the title, and whether an answer is under way.
    tellDialoguesChanged();
    setDialogue(now);
  });
  const [wasRunning, setWasRunning] = useState(isRunning);
  if (isRunning && !wasRunning) setWasRunning(true);
  const hasEnded = wasRunning && !isRunning;
  useEffect(() => {
    if (!hasEnded) return undefined;
    const leaving = new AbortController();
    const lookAgain = () =>
      void call(getDialogue, { params: { dialogue_id: dialogueId } }, { signal: leaving.signal }).then(
        (now) => follow(now),
        // The next request that a person waits for reports other failures.
        (failure: unknown) => isNotFound(failure) && setIsGone(true),
      );
    lookAgain();
    const timer = setTimeout(lookAgain, titleComesWithin);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [hasEnded, dialogueId]);

  async function update(change: DialogueChange): Promise<void> {
    setDialogue(await call(updateDialogue, { params, body: change }));
    tellDialoguesChanged();
  }

  async function restore(): Promise<void> {
    try {
      await call(restoreDialogue, { params });
      tellDialoguesChanged();
      await navigate(`/dialogue/${dialogueId}`);
    } catch (failure) {
      snackbar(t(failureKey(failure)), { tone: 'bad' });
    }
  }

  async function remove(): Promise<void> {
    await call(deleteDialogue, { params });
    tellTabs(dialogueId);
    tellDialoguesChanged();
    await navigate('/', { replace: true });
    snackbar(doneToOne('delete', dialogue.title), {
      action: { label: t('dialogues.undo'), run: () => void restore() },
    });
  }

  async function save(format: 'markdown' | 'json'): Promise<void> {
    const file = await call(exportDialogue, { params, query: { format } });
    saveFile(file.file_name, file.content, file.media_type);
  }
  return { dialogue, isGone, update, remove, save };
}
