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
  /** Moves dialogues; null: out of their folders. */
  readonly move: (ids: readonly string[], folder: Folder | null) => Promise<void>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /** Renames a dialogue. Rejects with the reason of a failure, which the title field shows. */
  readonly rename: (dialogue: Pick<DialogueSummary, 'id'>, title: string) => Promise<void>;
};

/**
 * Returns the actions on the dialogues of a list. Each reports its outcome, and offers to undo the removal from the
 * list: the notice names the dialogues, so only `listed` ones can be acted on.
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
