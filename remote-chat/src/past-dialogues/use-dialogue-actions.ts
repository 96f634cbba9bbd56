import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import type { Folder } from '@parlance/shared/contract/api/folders';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { doneTo, type Doable } from '@parlance/shared/ui/done';
import { snackbar } from '@parlance/shared/ui/toasts';
import {
  changeDialogues,
  deleteDialogues,
  renameDialogue,
  restoreDialogues,
  type Outcome,
} from './change-dialogues.ts';

export type DialogueActions = {
  readonly pin: (ids: readonly string[], isPinned: boolean) => Promise<void>;
  readonly archive: (ids: readonly string[], isArchived: boolean) => Promise<void>;
  /** Null: into no folder. */
  readonly move: (ids: readonly string[], folder: Folder | null) => Promise<void>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /** Rejects with why it was not done: the field in which the title is written says it. */
  readonly rename: (dialogue: Pick<DialogueSummary, 'id'>, title: string) => Promise<void>;
};

/**
 * What can be done to the dialogues of a list. Each says what became of it, and offers to undo what takes them out of
 * sight: the notice names them, so one acts on those that are `listed`.
 */
export function useDialogueActions(listed: readonly Pick<DialogueSummary, 'id' | 'title'>[]): DialogueActions {
  const { t } = useTranslation('chat');

  function sayFailure({ failure }: Outcome): void {
    if (failure !== null) snackbar(`${t('dialogues.notDone')} ${t(failureKey(failure))}`, { tone: 'bad' });
  }

  function say(outcome: Outcome, text: string, undo?: (ids: readonly string[]) => Promise<Outcome>): void {
    const { done } = outcome;
    const action =
      undo === undefined ? {} : { action: { label: t('dialogues.undo'), run: () => void undo(done).then(sayFailure) } };
    if (done.length > 0) snackbar(text, action);
    sayFailure(outcome);
  }

  const named = (
    action: Doable,
    { done }: Outcome,
    several: 'archivedSeveral' | 'unarchivedSeveral' | 'deletedSeveral',
  ) =>
    doneTo(
      action,
      listed.filter(({ id }) => done.includes(id)).map(({ title }) => title),
      (what) => t(`dialogues.${several}`, { what }),
    );

  return {
    async pin(ids, isPinned) {
      sayFailure(await changeDialogues(ids, { is_pinned: isPinned }));
    },
    async archive(ids, isArchived) {
      const outcome = await changeDialogues(ids, { is_archived: isArchived });
      say(
        outcome,
        isArchived ? named('archive', outcome, 'archivedSeveral') : named('unarchive', outcome, 'unarchivedSeveral'),
        (done) => changeDialogues(done, { is_archived: !isArchived }),
      );
    },
    async move(ids, folder) {
      const outcome = await changeDialogues(ids, { folder_id: folder?.id ?? null });
      say(outcome, folder === null ? t('dialogues.takenOut') : t('dialogues.movedTo', { folder: folder.name }));
    },
    async remove(ids) {
      const outcome = await deleteDialogues(ids);
      say(outcome, named('delete', outcome, 'deletedSeveral'), restoreDialogues);
    },
    rename: ({ id }, title) => renameDialogue(id, title),
  };
}
