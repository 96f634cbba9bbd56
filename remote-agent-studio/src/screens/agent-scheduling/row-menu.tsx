import { useState } from 'react';
import type { Schedule } from '@parlance/shared/contract/api/schedules';
import { useTranslation } from '@parlance/shared/i18n';
import { useNavigate } from '@parlance/shared/router';
import { Menu, type MenuItem } from '@parlance/shared/ui/menu';
import { executionAddress, historyAddress, newAddress, scheduleAddress } from './addresses.ts';
import { TakeOverDialog } from '../../executions/take-over-dialog.tsx';
import { useMayCreate } from '../../executions/use-may-create.ts';
import { runNow, switchTo, takeOver } from './use-schedule-changes.ts';

type Props = {
  readonly schedule: Schedule;
  readonly reload: () => void;
  readonly askToDelete: (schedule: Schedule) => void;
};

/** The actions on one schedule that the server allows. */
export function RowMenu({ schedule, reload, askToDelete }: Props) {
  const { t } = useTranslation('agent-scheduling');
  const go = useNavigate();
  const mayCreate = useMayCreate();
  const [isTaking, askToTake] = useState(false);
  const { id, name, state, can } = schedule;
  const item = (isThere: boolean, label: string, run: () => void, isDangerous = false): MenuItem[] =>
    isThere ? [{ label, run, isDangerous }] : [];
  return (
    <>
      <Menu
        startsOpen
        label={t('actionsFor', { name })}
        groups={[
          [
            ...item(
              can.run,
              t('run'),
              () => void runNow(schedule, reload, (execution) => void go(executionAddress(id, execution.id))),
            ),
            ...item(can.edit && state === 'active', t('pause'), () => void switchTo(schedule, 'paused', reload)),
            ...item(can.edit && state === 'paused', t('resume'), () => void switchTo(schedule, 'active', reload)),
            ...item(can.take_over && mayCreate, t('takeOver'), () => askToTake(true)),
          ],
          [
            ...item(can.edit, t('edit'), () => void go(scheduleAddress(id))),
            ...item(true, t('history'), () => void go(historyAddress(id))),
            ...item(mayCreate, t('duplicate'), () => void go(newAddress({ copy: id }))),
          ],
          item(can.edit, t('delete'), () => askToDelete(schedule), true),
        ]}
      />
      {isTaking && (
        <TakeOverDialog
          of={schedule}
          run={(resumes) => takeOver(schedule, resumes, reload)}
          close={() => askToTake(false)}
        />
      )}
    </>
  );
}
