import { useState } from 'react';
import type { Automation } from '@parlance/shared/contract/api/automations/automations';
import { useTranslation } from '@parlance/shared/i18n';
import { useNavigate } from '@parlance/shared/router';
import { Menu, type MenuItem } from '@parlance/shared/ui/menu';
import { ConfirmDialog } from '../../agent-dialogs/confirm-dialog.tsx';
import { TakeOverDialog } from '../../executions/take-over-dialog.tsx';
import { useMayCreate } from '../../executions/use-may-create.ts';
import { removeAutomation, switchTo, takeOver } from './use-automations.ts';

type Row = { readonly automation: Automation; readonly canCopy: boolean; readonly reload: () => void };

/** The actions on one automation that the server allows. */
export function RowMenu({ automation, canCopy, reload }: Row) {
  const { t } = useTranslation('agent-automation');
  const go = useNavigate();
  const mayCreate = useMayCreate();
  const [isDeleting, askToDelete] = useState(false);
  const [isTaking, askToTake] = useState(false);
  const { id, name, state, can } = automation;
  const item = (isThere: boolean, label: string, run: () => void, isDangerous = false): MenuItem[] =>
    isThere ? [{ label, run, isDangerous }] : [];
  return (
    <>
      <Menu
        startsOpen
        label={t('menuOf', { name })}
        groups={[
          [
            ...item(can.edit, t('edit'), () => void go(`?automation=${id}`)),
            ...item(true, t('history.title'), () => void go(`?automation=${id}&part=history`)),
            ...item(
              can.edit,
              state === 'active' ? t('pause') : t('resume'),
              () => void switchTo(automation, state === 'active' ? 'paused' : 'active', reload),
            ),
            ...item(canCopy && can.edit, t('duplicate'), () => void go(`?automation=new&from=${id}`)),
          ],
          item(can.take_over && mayCreate, t('takeOver'), () => askToTake(true)),
          item(can.edit, t('deletion.delete'), () => askToDelete(true), true),
        ]}
      />
      {isTaking && (
        <TakeOverDialog
          of={automation}
          run={(resumes) => takeOver(automation, resumes, reload)}
          close={() => askToTake(false)}
        />
      )}
      {isDeleting && (
        <ConfirmDialog
          title={t('deletion.title', { name })}
          text={t('deletion.text')}
          label={t('deletion.delete')}
          isDangerous
          run={async () => {
            await removeAutomation(automation);
            reload();
          }}
          close={() => askToDelete(false)}
        />
      )}
    </>
  );
}
