import { useState } from 'react';
import { restoreKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import {
  knowledgeKeptDays,
  listDeletedKnowledge,
  type DeletedKnowledge,
} from '@parlance/shared/contract/api/knowledge/knowledge-deleted';
import { call } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber, formatRelative } from '@parlance/shared/i18n/format';
import { useEndpointPages } from '@parlance/shared/loading';
import { Dialog } from '@parlance/shared/ui/dialog';
import { usePress } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import styles from './knowledge.module.css';
import { namesOf } from './source-dialogs.tsx';
import { kindIcons } from './source-row.tsx';

/** Deleted sources that can be restored. A restored row stays, so that the focus does. */
export function DeletedDialog({ changed, close }: { readonly changed: () => void; readonly close: () => void }) {
  const { t } = useTranslation('agent-studio');
  // Each opening loads its own list, so that it offers no source restored before.
  const [opening] = useState(() => Date.now());
  const { rows, more, reload } = useEndpointPages(listDeletedKnowledge, {}, { visit: opening });
  return (
    <Dialog title={t('knowledge.deleted.title')} close={close}>
      <p className={styles.note}>
        {t('knowledge.deleted.about', { days: formatNumber(currentLanguage(), knowledgeKeptDays) })}
      </p>
      {rows.status === 'loading' && <LoadingState />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {rows.status === 'ready' && rows.data.length === 0 && <p>{t('knowledge.deleted.none')}</p>}
      <ul className={styles.sources}>
        {rows.status === 'ready' &&
          rows.data.map((deleted) => <DeletedRow key={deleted.id} deleted={deleted} changed={changed} />)}
      </ul>
      {more !== null && (
        <button type="button" className="button" disabled={more.isLoading} onClick={more.load}>
          {t('knowledge.more')}
        </button>
      )}
    </Dialog>
  );
}

function DeletedRow({ deleted, changed }: { readonly deleted: DeletedKnowledge; readonly changed: () => void }) {
  const { t } = useTranslation('agent-studio');
  const language = currentLanguage();
  const [isBack, setIsBack] = useState(false);
  const { press } = usePress();
  const { id, kind, name, folder, items, used_by: usedBy, deleted_at: deletedAt, gone_at: goneAt } = deleted;
  const restore = () =>
    press(async () => {
      await call(restoreKnowledge, { params: { source_id: id } });
      setIsBack(true);
      changed();
      return undefined;
    });
  const facts = [
    t('knowledge.deleted.since', { when: formatRelative(language, deletedAt) }),
    t('knowledge.deleted.until', { date: formatDate(language, goneAt, { dateStyle: 'medium' }) }),
    ...(folder === null ? [] : [t('knowledge.deleted.folder', { folder })]),
    ...(kind === 'folder' ? [t('knowledge.items', { number: formatNumber(language, items) })] : []),
  ];
  return (
    <li className={styles.source}>
      <span aria-hidden="true">{kindIcons[kind]}</span>
      <div className={styles.what}>
        <span className={styles.name}>{name}</span>
        <span className={styles.note}>{facts.join(' · ')}</span>
        {usedBy.length > 0 && (
          <span className={styles.note}>{t('knowledge.deleted.usedBy', { agents: namesOf(usedBy) })}</span>
        )}
      </div>
      <button
        type="button"
        className="button"
        aria-disabled={isBack}
        aria-label={t(isBack ? 'knowledge.deleted.restoredOf' : 'knowledge.deleted.restoreOf', { name })}
        onClick={restore}
      >
        {isBack ? t('knowledge.deleted.restored') : t('knowledge.deleted.restore')}
      </button>
    </li>
  );
}
