import { Suspense, useState } from 'react';
import type { Schedule } from '@parlance/shared/contract/api/schedules';
import { useTranslation } from '@parlance/shared/i18n';
import { Link, useNavigate, useSearchParams } from '@parlance/shared/router';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { ErrorState, LoadingState, Page } from '@parlance/shared/ui/page';
import { Tabs } from '@parlance/shared/ui/tabs';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useMayCreate } from '../../executions/use-may-create.ts';
import { executionAddress, historyAddress, scheduleAddress } from './addresses.ts';
import { BackToAll } from './back-to-all.tsx';
import { draftOf } from './schedule-draft.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleState } from './schedule-state.tsx';
import { useSchedule } from './use-schedule.ts';
import { runNow, switchTo, takeOver } from './use-schedule-changes.ts';
import own from './agent-scheduling.module.css';

const ExecutionHistory = lazyPart(() => import('../../executions/execution-history.tsx'));
const ExecutionView = lazyPart(() => import('../../executions/execution-view.tsx'));
const TakeOverDialog = lazyPart(async () => ({
  default: (await import('../../executions/take-over-dialog.tsx')).TakeOverDialog,
}));

/** One schedule: its form, its history, and one execution in detail. */
export default function OneSchedule({ id }: { readonly id: string }) {
  const { t } = useTranslation('agent-scheduling');
  const loaded = useSchedule(id);
  if (loaded.status === 'loading') return <LoadingState />;
  if (loaded.status === 'failed')
    return (
      <Page title={t('agent-studio:agentScheduling.title')}>
        <BackToAll />
        <ErrorState error={loaded.failure} onRetry={loaded.retry} />
      </Page>
    );
  return <Props schedule={loaded.data} keep={loaded.keep} />;
}

type Props = { readonly schedule: Schedule; /** Hears how it is now. */ readonly keep: (schedule: Schedule) => void };

function Props({ schedule, keep }: Props) {
  const { t } = useTranslation('agent-scheduling');
  const [params] = useSearchParams();
  const { id, name, can } = schedule;
  const executionId = params.get('execution');
  const tab = executionId !== null || params.get('tab') === 'history' ? 'history' : 'settings';
  return (
    <Page title={name} actions={<Actions schedule={schedule} changed={(now) => now !== null && keep(now)} />}>
      <BackToAll />
      <ScheduleState schedule={schedule} />
      <Tabs
        isAbove
        label={t('tabs.title')}
        current={tab}
        tabs={[
          { id: 'settings', name: t('tabs.settings'), to: scheduleAddress(id) },
          { id: 'history', name: t('history'), to: historyAddress(id) },
        ]}
      />
      {tab === 'settings' && (
        <ScheduleForm
          // Taking it over restarts the form from the present state: nothing could be typed before.
          key={schedule.owner?.id}
          schedule={schedule}
          initial={draftOf(schedule)}
          isReadOnly={!can.edit}
          met={keep}
          saved={(now) => {
            keep(now);
            snackbar(t('done.saved', { name: now.name }), { tone: 'good' });
          }}
        />
      )}
      <Suspense fallback={<LoadingState />}>
        {tab === 'history' && executionId === null && (
          <ExecutionHistory of={{ schedule_id: id }} addressOf={(execution) => executionAddress(id, execution)} />
        )}
        {executionId !== null && (
          <>
            <p className={own.back}>
              <Link to={historyAddress(id)}>{t('wholeHistory')}</Link>
            </p>
            <ExecutionView
              key={executionId}
              id={executionId}
              addressOf={(execution) => executionAddress(id, execution)}
            />
          </>
        )}
      </Suspense>
    </Page>
  );
}

function Actions({
  schedule,
  changed,
}: {
  readonly schedule: Schedule;
  readonly changed: (schedule: Schedule | null) => void;
}) {
  const { t } = useTranslation('agent-scheduling');
  const go = useNavigate();
  const mayCreate = useMayCreate();
  const [isTaking, askToTake] = useState(false);
  const { id, state, can } = schedule;
  return (
    <>
      {can.take_over && mayCreate && (
        <button type="button" className="button" onClick={() => askToTake(true)}>
          {t('takeOver')}
        </button>
      )}
      {can.edit && state !== 'ended' && (
        <button
          type="button"
          className="button"
          onClick={() => void switchTo(schedule, state === 'active' ? 'paused' : 'active', changed)}
        >
          {state === 'active' ? t('pause') : t('resume')}
        </button>
      )}
      {can.run && (
        <button
          type="button"
          className="button"
          onClick={() =>
            void runNow(
              schedule,
              () => undefined,
              (execution) => void go(executionAddress(id, execution.id)),
            )
          }
        >
          {t('run')}
        </button>
      )}
      {isTaking && (
        <Suspense fallback={null}>
          <TakeOverDialog
            of={schedule}
            run={(resumes) => takeOver(schedule, resumes, changed)}
            close={() => askToTake(false)}
          />
        </Suspense>
      )}
    </>
  );
}
