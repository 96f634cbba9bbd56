import { Suspense, useState } from 'react';
import type { Rule } from '@parlance/shared/contract/api/governance/rules';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { Link, useSearchParams } from '@parlance/shared/router';
import { DataTable, TableSkeleton, type Column } from '@parlance/shared/ui/data';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { EmptyState, ErrorState, LoadingState, Page } from '@parlance/shared/ui/page';
import { GripMark } from '@parlance/shared/ui/marks';
import { Tabs } from '@parlance/shared/ui/tabs';
import { Approvals } from './approvals.tsx';
import styles from './governance.module.css';
import { useDragOrder, type DragOrder } from './use-drag-order.ts';
import { useRules, type Rules } from './use-rules.ts';

const Retention = lazyPart(async () => ({ default: (await import('./retention.tsx')).Retention }));
const tabs = ['rules', 'retention'] as const;

/** The rules about prompts and answers, and the retention of data. */
export default function Governance() {
  const { t } = useTranslation('admin');
  const [params] = useSearchParams();
  if (params.get('tab') !== 'retention') return <RulesPage />;
  return (
    <Page title={t('governance.title')}>
      <Parts current="retention" />
      <Suspense fallback={<LoadingState />}>
        <Retention />
      </Suspense>
    </Page>
  );
}

function Parts({ current }: { readonly current: (typeof tabs)[number] }) {
  const { t } = useTranslation('admin');
  return (
    <Tabs
      isAbove
      label={t('retention.tabs.title')}
      current={current}
      tabs={tabs.map((it) => ({
        id: it,
        name: t(`retention.tabs.${it}`),
        to: it === 'rules' ? '/governance' : `/governance?tab=${it}`,
      }))}
    />
  );
}

/** The rules in the order in which they apply. */
function RulesPage() {
  const { t } = useTranslation('admin');
  const state = useRules();
  // Without rules, the button for the first one is in the middle of the page.
  const hasRules = state.rules.status !== 'ready' || state.rules.data.length > 0;
  return (
    <Page title={t('governance.title')} actions={hasRules && <NewRule />}>
      <Parts current="rules" />
      <p className={styles.lead}>{t('governance.lead')}</p>
      <Approvals />
      <List state={state} />
    </Page>
  );
}

function NewRule() {
  const { t } = useTranslation('admin');
  return (
    <Link className="button button-main" to="/governance/new">
      {t('governance.new')}
    </Link>
  );
}

function List({ state: { rules, reload, ...change } }: { readonly state: Rules }) {
  const { t } = useTranslation('admin');
  if (rules.status === 'loading') return <TableSkeleton />;
  if (rules.status === 'failed') return <ErrorState error={rules.failure} onRetry={reload} />;
  if (rules.data.length === 0)
    return <EmptyState title={t('governance.none.title')} text={t('governance.none.text')} action={<NewRule />} />;
  return <Ordered rules={rules.data} {...change} />;
}

function Ordered({
  rules,
  isChanging,
  switchTo,
  move,
}: Pick<Rules, 'isChanging' | 'switchTo' | 'move'> & { readonly rules: readonly Rule[] }) {
  const { t } = useTranslation('admin');
  const [moved, setMoved] = useState<Rule['id'] | null>(null);
  const put = async (rule: Rule, to: number) => {
    if (to < 0 || to >= rules.length) return;
    await move(rule, to - rules.indexOf(rule));
    setMoved(rule.id);
  };
  const order = useDragOrder(rules, (rule, to) => void put(rule, to));
  const place = rules.findIndex(({ id }) => id === moved);
  const columns: readonly Column<Rule>[] = [
    {
      id: 'name',
      head: t('governance.columns.name'),
      isName: true,
      cell: ({ id, definition }) => <Link to={`/governance/${id}`}>{definition.name}</Link>,
    },
    {
      id: 'action',
      head: t('governance.columns.action'),
      cell: ({ definition }) => t(`governance.actions.${definition.action}`),
    },
    {
      id: 'target',
      head: t('governance.columns.target'),
      cell: ({ definition }) => t(`governance.targets.${definition.target}`),
    },
    { id: 'hits', head: t('governance.columns.hits'), cell: ({ hits }) => formatNumber(currentLanguage(), hits) },
    {
      id: 'state',
      head: t('governance.columns.state'),
      cell: (rule) => (
        <>
          <label className={styles.switch}>
            <input
              type="checkbox"
              role="switch"
              checked={rule.is_enabled}
              onChange={({ target }) => void switchTo(rule, target.checked)}
              aria-label={t('governance.isOn', { name: rule.definition.name })}
            />
            <span aria-hidden="true">{t(rule.is_enabled ? 'governance.on' : 'governance.off')}</span>
          </label>
          {rule.is_of_nobody && <span className={styles.nobody}>{t('governance.ofNobody')}</span>}
        </>
      ),
    },
    {
      id: 'order',
      head: t('governance.columns.order'),
      cell: (rule) => <Place rule={rule} rules={rules} order={order} put={put} />,
    },
  ];
  return (
    <>
      <DataTable caption={t('governance.title')} columns={columns} rows={order.rows} isStale={isChanging} />
      <p className="visually-hidden" role="status">
        {place >= 0 &&
          t('governance.moved', { name: rules[place]?.definition.name, place: place + 1, of: rules.length })}
      </p>
    </>
  );
}

type PlaceProps = {
  readonly rule: Rule;
  readonly rules: readonly Rule[];
  readonly order: DragOrder<Rule>;
  readonly put: (rule: Rule, to: number) => Promise<void>;
};
const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * The handle of a rule, for the pointer or the arrow keys, and two buttons; the first and the last row keep theirs, so
 * that the focus stays.
 */
function Place({ rule, rules, order, put }: PlaceProps) {
  const { t } = useTranslation('admin');
  const at = rules.indexOf(rule);
  const { name } = rule.definition;
  const button = (by: number, label: string, sign: string, isLast: boolean) => (
    <button
      type="button"
      className={styles.move}
      aria-label={label}
      title={label}
      aria-disabled={isLast}
      onClick={() => void put(rule, at + by)}
    >
      {sign}
    </button>
  );
  return (
    <span className={styles.place}>
      <button
        type="button"
        className={`${styles.move} ${styles.handle}`}
        data-dragged={order.dragged === rule}
        aria-label={t('governance.drag', { name })}
        title={t('governance.drag', { name })}
        onPointerDown={(event) => order.grab(rule, event)}
        onKeyDown={(event) => {
          const step = steps[event.key];
          if (step === undefined) return;
          event.preventDefault();
          // Each step is saved: a held key is one step.
          if (!event.repeat) void put(rule, at + step);
        }}
      >
        <GripMark />
      </button>
      {button(-1, t('governance.moveUp', { name }), '↑', at === 0)}
      {button(1, t('governance.moveDown', { name }), '↓', at === rules.length - 1)}
    </span>
  );
}
