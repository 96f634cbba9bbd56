import type { ReactNode } from 'react';
import type { AuditEntryDetails } from '@parlance/shared/contract/api/audit/audit-log';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { Dialog } from '@parlance/shared/ui/dialog';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import styles from './audit-log.module.css';
import { Changes } from './changes.tsx';
import { actorText, sentenceOf } from './sentence.ts';
import { type Query, useEntry } from './use-log.ts';

type Props = { readonly number: number; readonly change: Query['change']; readonly close: () => void };

/** One entry: actor, action, time, origin, and the changes. */
export function EntryDialog({ number, change, close }: Props) {
  const { t } = useTranslation('audit-log');
  const entry = useEntry(number);
  return (
    <Dialog title={t('entry.title', { number })} close={close}>
      {entry.status === 'loading' && <LoadingState />}
      {entry.status === 'failed' && <ErrorState error={entry.failure} onRetry={entry.retry} />}
      {entry.status === 'ready' && <Entry entry={entry.data} change={change} />}
    </Dialog>
  );
}

function Entry({ entry, change }: { readonly entry: AuditEntryDetails; readonly change: Query['change'] }) {
  const { t } = useTranslation('audit-log');
  const { at, actor, target, address, request_id: request, hash } = entry;
  const { id: actorId } = actor;
  const { id: targetId } = target;
  return (
    <div className={styles.entry}>
      <p className={styles.said}>{sentenceOf(t, entry)}</p>
      <dl className={styles.facts}>
        <Fact label={t('columns.at')}>
          <time dateTime={at}>{formatDate(currentLanguage(), at, { dateStyle: 'full', timeStyle: 'long' })}</time>
        </Fact>
        <Fact label={t('entry.actor')}>
          {actorText(t, actor)}
          {actorId !== null && (
            <button type="button" className="button-link" onClick={() => change({ actor: actorId })}>
              {t('entry.onlyActor', { name: actorText(t, actor) })}
            </button>
          )}
        </Fact>
        <Fact label={t('entry.target')}>
          {t(`things.${target.kind}`)}
          {target.name !== '' && ` · ${target.name}`}
          {targetId !== null && (
            <button
              type="button"
              className="button-link"
              onClick={() => change({ kind: target.kind, target: targetId })}
            >
              {t('entry.onlyTarget')}
            </button>
          )}
        </Fact>
        <Fact label={t('filters.address')}>{address ?? '–'}</Fact>
        {request !== null && (
          <Fact label={t('entry.request')}>
            <code>{request}</code>
          </Fact>
        )}
      </dl>
      <Changes changes={entry.changes} />
      <dl className={styles.facts}>
        <Fact label={t('entry.hash')}>
          <code>{hash}</code>
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
