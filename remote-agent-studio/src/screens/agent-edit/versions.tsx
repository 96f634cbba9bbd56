import { Suspense, useState } from 'react';
import type { Agent } from '@parlance/shared/contract/api/agents/agents';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatRelative } from '@parlance/shared/i18n/format';
import { DataTable, MoreRows, TableSkeleton, type Column } from '@parlance/shared/ui/data';
import { Field } from '@parlance/shared/ui/fields';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { EmptyState, ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { ConfirmDialog } from '../../agent-dialogs/confirm-dialog.tsx';
import type { Draft } from '../../agent-form/use-draft.ts';
import styles from './agent-edit.module.css';
import { restoreVersion, useDefinition, useVersions, type ListedVersion } from './use-versions.ts';

const Differences = lazyPart(() => import('../../differences/differences.tsx'));
type Props = { readonly agent: Agent; readonly draft: Draft };

/**
 * The published versions, with author and message; any two can be compared, and an earlier one restored as the draft.
 */
export default function Versions({ agent, draft }: Props) {
  const { t } = useTranslation('agent-studio');
  const { rows, more, reload } = useVersions(agent.id);
  const [restored, askRestore] = useState<ListedVersion | null>(null);
  if (rows.status === 'loading') return <TableSkeleton />;
  if (rows.status === 'failed') return <ErrorState error={rows.failure} onRetry={reload} />;
  if (rows.data.length === 0)
    return <EmptyState title={t('agentEdit.versions.none')} text={t('agentEdit.versions.noneText')} />;
  const columns: readonly Column<ListedVersion>[] = [
    {
      id: 'version',
      head: t('agentEdit.versions.version'),
      isName: true,
      cell: ({ number, name, is_current: isCurrent }) => (
        <>
          {name === '' ? number : `${number} · ${name}`}
          {isCurrent && <span className={styles.current}>{t('agentEdit.versions.current')}</span>}
        </>
      ),
    },
    {
      id: 'message',
      head: t('agentEdit.versions.message'),
      cell: ({ message }) => <span className={styles.message}>{message}</span>,
    },
    { id: 'by', head: t('agentEdit.versions.by'), cell: ({ published_by: by }) => by?.name },
    {
      id: 'at',
      head: t('agentEdit.versions.at'),
      cell: ({ published_at: at }) => (
        <time dateTime={at} title={formatDate(currentLanguage(), at, { dateStyle: 'full', timeStyle: 'short' })}>
          {formatRelative(currentLanguage(), at)}
        </time>
      ),
    },
    {
      id: 'tests',
      head: t('agentEdit.versions.tests'),
      cell: ({ tests }) => tests !== null && t('agentEdit.passed', tests),
    },
    {
      id: 'restore',
      head: t('agentController.columns.actions'),
      hidesHead: true,
      cell: (version) =>
        agent.can.edit && (
          <button
            type="button"
            className="button-link"
            onClick={() => askRestore(version)}
            aria-label={t('agentEdit.versions.restoreOf', { number: version.number })}
          >
            {t('agentEdit.versions.restore')}
          </button>
        ),
    },
  ];

  async function take({ number }: ListedVersion): Promise<void> {
    const revision = await draft.save();
    // The failure to save is shown above; nothing is restored over unsaved changes.
    if (revision === null) return;
    draft.adopt(await restoreVersion(agent.id, number, revision));
    snackbar(t('agentEdit.versions.restored', { number }), { tone: 'good' });
  }
  return (
    <>
      <DataTable caption={t('agentEdit.tabs.versions')} columns={columns} rows={rows.data} />
      <MoreRows more={more} label={t('agentController.more')} />
      <Compare agent={agent} draft={draft} versions={rows.data} />
      {restored !== null && (
        <ConfirmDialog
          title={t('agentEdit.versions.restoreOf', { number: restored.number })}
          text={t('agentEdit.versions.restoreText')}
          label={t('agentEdit.versions.restore')}
          run={() => take(restored)}
          close={() => askRestore(null)}
        />
      )}
    </>
  );
}

function Compare({ agent, draft, versions }: Props & { readonly versions: readonly ListedVersion[] }) {
  const { t } = useTranslation('agent-studio');
  const [from, setFrom] = useState<number | null>(versions[0]?.number ?? null);
  const [to, setTo] = useState<number | null>(null);
  const nameOf = (number: number | null) =>
    number === null ? t('agentEdit.draft') : t('agentEdit.version', { number });
  const first = useDefinition(agent.id, from, draft.definition);
  const second = useDefinition(agent.id, to, draft.definition);
  const failed = [first, second].find(({ status }) => status === 'failed');
  const choose = (label: string, value: number | null, set: (number: number | null) => void) => (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={({ target }) => set(target.value === '' ? null : Number(target.value))}
        >
          <option value="">{t('agentEdit.draft')}</option>
          {versions.map(({ number }) => (
            <option key={number} value={number}>
              {nameOf(number)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <section aria-label={t('agentEdit.compare.title')}>
      <div className={styles.compare}>
        {choose(t('agentEdit.compare.from'), from, setFrom)}
        {choose(t('agentEdit.compare.to'), to, setTo)}
      </div>
      {failed?.status === 'failed' && <ErrorState error={failed.failure} onRetry={failed.retry} />}
      {first.status === 'ready' && second.status === 'ready' && (
        <Suspense fallback={<LoadingState />}>
          <Differences
            agentId={agent.id}
            from={first.data}
            to={second.data}
            fromName={nameOf(from)}
            toName={nameOf(to)}
          />
        </Suspense>
      )}
    </section>
  );
}
