import type { Automation } from '@parlance/shared/contract/api/automations/automations';
import { useTranslation } from '@parlance/shared/i18n';
import { MenuButton } from '@parlance/shared/list-menu/menu-button';
import { Link } from '@parlance/shared/router';
import { DataTable, type Column } from '@parlance/shared/ui/data';
import { LostButton, lazyPart } from '@parlance/shared/ui/lazy-part';
import { KindMark } from '../../automation-editor/kind-mark.tsx';
import { ExecutionChip } from '../../executions/execution-state.tsx';
import { PausedBecause } from '../../executions/paused-because.tsx';
import listing from '../../listing/listing.module.css';
import styles from './agent-automation.module.css';
import { LastMoment } from './last-moment.tsx';
import { switchTo } from './use-automations.ts';

const RowMenu = lazyPart(async () => ({ default: (await import('./row-menu.tsx')).RowMenu }), LostButton);

type Props = {
  readonly automations: readonly Automation[];
  readonly isStale: boolean;
  /** True if there is a place for one more, and the person may create one. */ readonly canCopy: boolean;
  readonly reload: () => void;
};

/** The table of automations. The name links to the editor, the last result to its details. */
export function AutomationsTable({ automations, isStale, canCopy, reload }: Props) {
  const { t } = useTranslation('agent-automation');
  const columns: readonly Column<Automation>[] = [
    { id: 'name', head: t('columns.name'), isName: true, cell: (automation) => <Name automation={automation} /> },
    {
      id: 'trigger',
      head: t('columns.trigger'),
      cell: ({ trigger: { kind } }) => (
        <span className={styles.kind}>
          <KindMark kind={kind} /> {t(`triggers.${kind}.name`)}
        </span>
      ),
    },
    {
      id: 'actions',
      head: t('columns.actions'),
      cell: ({ actions }) => actions.length > 0 && <Actions actions={actions} />,
    },
    { id: 'last', head: t('columns.last'), cell: (automation) => <Last automation={automation} /> },
    { id: 'state', head: t('columns.state'), cell: (automation) => <State automation={automation} reload={reload} /> },
    {
      id: 'menu',
      head: t('columns.menu'),
      hidesHead: true,
      cell: (automation) => (
        <MenuButton label={t('menuOf', { name: automation.name })}>
          <RowMenu automation={automation} canCopy={canCopy} reload={reload} />
        </MenuButton>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('agent-studio:agentAutomation.title')}
      columns={columns}
      rows={automations}
      isStale={isStale}
    />
  );
}

function Name({ automation: { id, name, bot, owner } }: { readonly automation: Automation }) {
  const { t } = useTranslation('agent-automation');
  return (
    <span className={listing.name}>
      <span className={listing.avatar} aria-hidden="true">
        {bot?.avatar ?? '–'}
      </span>
      <span>
        <Link to={`?automation=${id}`}>{name}</Link>
        <small>
          {bot?.name ?? t('noAgent')}
          {owner === null && ` · ${t('noOwner')}`}
        </small>
      </span>
    </span>
  );
}

function Actions({ actions }: Pick<Automation, 'actions'>) {
  const { t } = useTranslation('agent-automation');
  return (
    <ul className={styles.kinds}>
      {actions.map(({ kind }, at) => (
        // The index is a stable key: the list depicts the order alone.
        <li key={at} title={t(`actions.${kind}.name`)}>
          <KindMark kind={kind} />
          <span className="visually-hidden">{t(`actions.${kind}.name`)}</span>
        </li>
      ))}
    </ul>
  );
}

function Last({ automation: { id, last } }: { readonly automation: Automation }) {
  const { t } = useTranslation('agent-automation');
  if (last === null) return <span className={styles.quiet}>{t('never')}</span>;
  return (
    <span className={styles.last}>
      <ExecutionChip execution={last} to={`?automation=${id}&part=history&execution=${last.id}`} />
      <LastMoment at={last.due_at} />
    </span>
  );
}

function State({ automation, reload }: { readonly automation: Automation; readonly reload: () => void }) {
  const { t } = useTranslation('agent-automation');
  const { name, state, paused_because: because, can } = automation;
  const isOn = state === 'active';
  const why = because !== null && because !== 'person' && (
    <small className={styles.why}>
      <PausedBecause reason={because} />
    </small>
  );
  return (
    <span className={styles.stated}>
      {can.edit ? (
        <label className={listing.state}>
          <input
            type="checkbox"
            role="switch"
            className={listing.switch}
            aria-label={t('switchOf', { name })}
            checked={isOn}
            onChange={() => void switchTo(automation, isOn ? 'paused' : 'active', reload)}
          />
          {t(`states.${state}`)}
        </label>
      ) : (
        <span className={listing.state}>{t(`states.${state}`)}</span>
      )}
      {why}
    </span>
  );
}
