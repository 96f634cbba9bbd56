import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import type { Folder } from '@parlance/shared/contract/api/folders';
import { failureKey } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { snackbar } from '@parlance/shared/ui/toasts';
import { changeDialogues, deleteDialogues, renameDialogue, restoreDialogues, type Outcome } from './change-dialogues.ts';

export type DialogueActions = {
  readonly pin: (ids: readonly string[], isPinned: boolean) => Promise<void>;
  readonly archive: (ids: readonly string[], isArchived: boolean) => Promise<void>;
  /** Null: into no folder. */
  readonly move: (ids: readonly string[], folder: Folder | null) => Promise<void>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /** Rejects with why it was not done: the field in which the title is written says it. */
  readonly rename: (dialogue: Pick<DialogueSummary, 'id'>, title: string) => Promise<void>;
};

/** What can be done to past dialogues. Each says what became of it, and offers to undo what takes them out of sight. */
export function useDialogueActions(): DialogueActions {
  const { t } = useTranslation('chat');

  function sayFailure({ failure }: Outcome): void {
    if (failure !== null) snackbar(`${t('dialogues.notDone')} ${t(failureKey(failure))}`, { tone: 'bad' });
  }

  function say(outcome: Outcome, text: string, undo?: (ids: readonly string[]) => Promise<Outcome>): void {
    const { done } = outcome;
    const action = undo === undefined ? {} : { action: { label: t('dialogues.undo'), run: () => void undo(done).then(sayFailure) } };
    if (done.length > 0) snackbar(text, action);
    sayFailure(outcome);
  }

  return {
    async pin(ids, isPinned) {
      sayFailure(await changeDialogues(ids, { is_pinned: isPinned }));
    },
    async archive(ids, isArchived) {
      const outcome = await changeDialogues(ids, { is_archived: isArchived });
      const several = severalOf(outcome);
      const gone = several === null ? t('dialogues.archivedOne') : t('dialogues.archivedSeveral', several);
      const back = several === null ? t('dialogues.unarchivedOne') : t('dialogues.unarchivedSeveral', several);
      say(outcome, isArchived ? gone : back, (done) => changeDialogues(done, { is_archived: !isArchived }));
    },
    async move(ids, folder) {
      const outcome = await changeDialogues(ids, { folder_id: folder?.id ?? null });
      say(outcome, folder === null ? t('dialogues.takenOut') : t('dialogues.movedTo', { folder: folder.name }));
    },
    async remove(ids) {
      const outcome = await deleteDialogues(ids);
      const several = severalOf(outcome);
      say(outcome, several === null ? t('dialogues.deletedOne') : t('dialogues.deletedSeveral', several), restoreDialogues);
    },
    rename: ({ id }, title) => renameDialogue(id, title),
  };
}

/** How many it was done to, where it was not one. */
const severalOf = ({ done }: Outcome) => (done.length === 1 ? null : { number: formatNumber(currentLanguage(), done.length) });
