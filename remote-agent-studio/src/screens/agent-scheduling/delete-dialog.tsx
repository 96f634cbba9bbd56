import type { Schedule } from '@parlance/shared/contract/api/schedules';
import { useTranslation } from '@parlance/shared/i18n';
import { ConfirmDialog } from '../../agent-dialogs/confirm-dialog.tsx';
import { remove } from './use-schedule-changes.ts';

type Props = { readonly schedule: Schedule; readonly deleted: () => void; readonly close: () => void };

/** Asks for confirmation before a schedule is deleted, which cannot be undone. */
export default function DeleteDialog({ schedule, deleted, close }: Props) {
  const { t } = useTranslation('agent-scheduling');
  return (
    <ConfirmDialog
      title={t('deletion.title', { name: schedule.name })}
      text={t('deletion.text')}
      label={t('delete')}
      isDangerous
      run={async () => {
        await remove(schedule);
        deleted();
      }}
      close={close}
    />
  );
}
