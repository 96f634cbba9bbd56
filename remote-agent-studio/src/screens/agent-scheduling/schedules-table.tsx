import type { Schedule } from '@parlance/shared/contract/api/schedules';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { type Column, DataTable } from '@parlance/shared/ui/data';
import { ExecutionChip } from '../../executions/execution-state.tsx';
import { Moment } from '../../executions/moment.tsx';
import { PausedBecause } from '../../executions/paused-because.tsx';
import styles from '../../listing/listing.module.css';
import { MenuButton } from '@parlance/shared/list-menu/menu-button';
import { LostButton, lazyPart } from '@parlance/shared/ui/lazy-part';
import { executionAddress, scheduleAddress } from './addresses.ts';
import own from './agent-scheduling.module.css';
import { actionsLater } from './later.ts';
import { useCronWords } from '../../cron-words/use-cron-words.ts';

const RowMenu = lazyPart(async () => ({ default: (await actionsLater()).RowMenu }), LostButton);

type Props = {
  readonly schedules: readonly Schedule[];
  readonly isStale: boolean;
  readonly reload: () => void;
  readonly askToDelete: (schedule: Schedule) => void;
};

/** The table of schedules: name, times, next time, and last outcome. */
export function SchedulesTable({ schedules, isStale, reload, askToDelete }: Props) {
  const { t } = useTranslation('agent-scheduling');
  const columns: readonly Column<Schedule>[] = [
    { id: 'name', head: t('columns.name'), isName: true, cell: (schedule) => <Name schedule={schedule} /> },
    { id: 'when', head: t('columns.when'), cell: (schedule) => <When schedule={schedule} /> },
    {
      id: 'next',
      head: t('columns.next'),
      cell: ({ next_at: next, time_zone: zone }) => next !== null && <Moment at={next} zone={zone} />,
    },
    {
      id: 'last',
      head: t('columns.last'),
      cell: ({ id, last }) => last !== null && <ExecutionChip execution={last} to={executionAddress(id, last.id)} />,
    },
    { id: 'state', head: t('columns.state'), cell: (schedule) => <State schedule={schedule} reload={reload} /> },
    {
      id: 'menu',
      head: t('columns.actions'),
      hidesHead: true,
      cell: (schedule) => (
        <MenuButton label={t('actionsFor', { name: schedule.name })}>
          <RowMenu schedule={schedule} reload={reload} askToDelete={askToDelete} />
        </MenuButton>
      ),
    },
  ];
  return (
    <DataTable caption={t('agent-studio:agentScheduling.title')} columns={columns} rows={schedules} isStale={isStale} />
  );
}

function Name({ schedule: { id, name, bot, owner } }: { readonly schedule: Schedule }) {
  const { t } = useTranslation('agent-scheduling');
  return (
    <span className={styles.name}>
      <span className={styles.avatar} aria-hidden="true">
        {bot?.avatar}
      </span>
      <span>
        <Link to={scheduleAddress(id)}>{name}</Link>
        <small>{bot?.name ?? t('agentGone')}</small>
        {owner === null && <small className={own.warn}>{t('ofNobody')}</small>}
      </span>
    </span>
  );
}

function When({ schedule: { cron, time_zone: zone } }: { readonly schedule: Schedule }) {
  return (
    <span className={own.when}>
      {useCronWords(cron) ?? <code>{cron}</code>}
      <small>{zone}</small>
    </span>
  );
}

function State({ schedule, reload }: { readonly schedule: Schedule; readonly reload: () => void }) {
  const { t } = useTranslation('agent-scheduling');
  const { name, state, paused_because: because, can } = schedule;
  const text =
    because === null || because === 'person' ? (
      t(`states.${state}`)
    ) : (
      <span className={own.reason}>
        <PausedBecause reason={because} />
      </span>
    );
  if (!can.edit || state === 'ended') return <span className={styles.state}>{text}</span>;
  const isActive = state === 'active';
  return (
    <label className={styles.state}>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        aria-label={t('switch', { name })}
        checked={isActive}
        onChange={() =>
          void actionsLater().then(({ switchTo }) => switchTo(schedule, isActive ? 'paused' : 'active', reload))
        }
      />
      {text}
    </label>
  );
}
