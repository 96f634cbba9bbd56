import type { Schedule } from '@parlance/shared/contract/api/schedules';
import { useTranslation } from '@parlance/shared/i18n';
import { Moment } from '../../executions/moment.tsx';
import { PausedBecause } from '../../executions/paused-because.tsx';
import own from './agent-scheduling.module.css';

/** The state of a schedule: its next time, or why there is none, and the person it runs as. */
export function ScheduleState({
  schedule: { state, paused_because: because, next_at: next, time_zone: zone, owner },
}: {
  readonly schedule: Schedule;
}) {
  const { t } = useTranslation('agent-scheduling');
  return (
    <dl className={own.facts}>
      <div>
        <dt>{t('columns.state')}</dt>
        <dd>{because === null || because === 'person' ? t(`states.${state}`) : <PausedBecause reason={because} />}</dd>
      </div>
      {next !== null && (
        <div>
          <dt>{t('columns.next')}</dt>
          <dd>
            <Moment at={next} zone={zone} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('runsAs')}</dt>
        <dd>{owner?.name ?? t('ofNobody')}</dd>
      </div>
    </dl>
  );
}
