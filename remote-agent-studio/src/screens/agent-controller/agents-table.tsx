import type { AgentSummary } from '@parlance/shared/contract/api/agents/agent-list';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber, formatRelative } from '@parlance/shared/i18n/format';
import { Link } from '@parlance/shared/router';
import { DataTable, type Column, type Order } from '@parlance/shared/ui/data';
import type { AgentDialog } from '../../agent-dialogs/agent-dialogs.tsx';
import styles from '../../listing/listing.module.css';
import { MenuButton } from '@parlance/shared/list-menu/menu-button';
import { LostButton, lazyPart } from '@parlance/shared/ui/lazy-part';
import { actionsLater } from './later.ts';
import type { ChangeAgents } from './use-agent-changes.ts';

const RowMenu = lazyPart(async () => ({ default: (await actionsLater()).RowMenu }), LostButton);

type Props = {
  readonly agents: readonly AgentSummary[];
  readonly isStale: boolean;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly chosen: readonly string[];
  readonly select: (ids: readonly string[]) => void;
  readonly open: (dialog: AgentDialog) => void;
  readonly change: ChangeAgents;
  /** The columns that the person has hidden. */
  readonly hidden: readonly string[];
};
type Translate = ReturnType<typeof useTranslation<'agent-studio'>>['t'];

/** The table of agents. The name links to the editor, for those who may open it. */
export function AgentsTable({ agents, isStale, order, onOrder, chosen, select, open, change, hidden }: Props) {
  const { t } = useTranslation('agent-studio');
  const toggle = (id: string) => select(chosen.includes(id) ? chosen.filter((it) => it !== id) : [...chosen, id]);
  const columns: readonly Column<AgentSummary>[] = [
    {
      id: 'selection',
      head: t('agentController.selection'),
      hidesHead: true,
      cell: ({ id, name, can }) =>
        can.switch && (
          <input
            type="checkbox"
            className={styles.check}
            aria-label={t('agentController.select', { name })}
            checked={chosen.includes(id)}
            onChange={() => toggle(id)}
          />
        ),
    },
    {
      id: 'name',
      head: t('agentController.columns.name'),
      isName: true,
      isSortable: true,
      cell: (agent) => <Name agent={agent} />,
    },
    { id: 'state', head: t('agentController.columns.state'), cell: (agent) => <State agent={agent} change={change} /> },
    { id: 'access', head: t('agentController.columns.access'), cell: ({ access }) => t(`agents.access.${access}`) },
    { id: 'version', head: t('agentController.columns.version'), cell: (agent) => versionOf(t, agent) },
    {
      id: 'answers',
      head: t('agentController.columns.answers'),
      isSortable: true,
      cell: ({ answers }) => formatNumber(currentLanguage(), answers),
    },
    {
      id: 'rating',
      head: t('agentController.columns.rating'),
      isSortable: true,
      cell: ({ ratings: { up, down } }) =>
        up + down > 0 &&
        t('agentController.ratings', {
          up: formatNumber(currentLanguage(), up),
          down: formatNumber(currentLanguage(), down),
        }),
    },
    {
      id: 'updated',
      head: t('agentController.columns.updated'),
      isSortable: true,
      cell: ({ updated_at: at }) => <Changed at={at} />,
    },
    {
      id: 'menu',
      head: t('agentController.columns.actions'),
      hidesHead: true,
      cell: (agent) => (
        <MenuButton label={t('agentController.actionsFor', { name: agent.name })}>
          <RowMenu agent={agent} open={open} change={change} />
        </MenuButton>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('agentController.title')}
      columns={columns.filter(({ id }) => !hidden.includes(id))}
      rows={agents}
      order={order}
      onOrder={onOrder}
      isStale={isStale}
    />
  );
}

function Name({ agent: { id, name, avatar, owner, can } }: { readonly agent: AgentSummary }) {
  const { t } = useTranslation('agent-studio');
  const shown = name === '' ? t('agents.unnamed') : name;
  return (
    <span className={styles.name}>
      <span className={styles.avatar} aria-hidden="true">
        {avatar}
      </span>
      <span>
        {can.read ? <Link to={`/agent-edit/${id}`}>{shown}</Link> : shown}
        {owner !== null && <small>{owner.name}</small>}
      </span>
    </span>
  );
}

function State({ agent, change }: { readonly agent: AgentSummary; readonly change: Props['change'] }) {
  const { name, state, can } = agent;
  const { t } = useTranslation('agent-studio');
  const text = t(`agents.states.${state}`);
  const isSwitch = can.switch && (state === 'published' || state === 'disabled');
  if (!isSwitch) return <span className={styles.state}>{text}</span>;
  const isOn = state === 'published';
  return (
    <label className={styles.state}>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        aria-label={t('agentController.switch', { name })}
        checked={isOn}
        onChange={() => void change([agent], isOn ? 'disable' : 'enable')}
      />
      {text}
    </label>
  );
}

function versionOf(t: Translate, { version, has_changes: hasChanges }: AgentSummary): string {
  if (version === null) return '–';
  return hasChanges ? t('agentController.versionChanged', { version }) : String(version);
}

function Changed({ at }: { readonly at: string }) {
  const language = currentLanguage();
  return (
    <time dateTime={at} title={new Date(at).toLocaleString(language)}>
      {formatRelative(language, at)}
    </time>
  );
}
