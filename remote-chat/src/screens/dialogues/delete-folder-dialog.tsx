import type { Folder } from '@parlance/shared/contract/api/folders';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { DialogEnd, DialogProblem } from '../../controls/dialog-end.tsx';
import { useTrying } from '../../controls/use-trying.ts';

type Props = {
  readonly folder: Folder;
  readonly remove: (folder: Folder) => Promise<void>;
  readonly close: () => void;
};

/** Asks for confirmation, because a folder cannot be restored; says that its dialogues stay. */
export function DeleteFolderDialog({ folder, remove, close }: Props) {
  const { t } = useTranslation('chat');
  const { isTrying, failure, attempt } = useTrying();

  const deleteIt = () => remove(folder).then(close);
  return (
    <Dialog title={t('dialogues.deleteFolder', { name: folder.name })} close={close}>
      <p>{t('dialogues.deleteFolderWhat')}</p>
      <DialogProblem failure={failure} />
      <DialogEnd
        label={t('dialogues.delete')}
        isDisabled={isTrying}
        cancel={close}
        isDangerous
        act={() => attempt(deleteIt)}
      />
    </Dialog>
  );
}
