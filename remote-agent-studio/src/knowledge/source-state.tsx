import type { KnowledgeSource } from '@parlance/shared/contract/api/knowledge/knowledge';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatNumber, formatRelative } from '@parlance/shared/i18n/format';
import { RecognitionText, useRecognizedPages } from '@parlance/shared/ui/recognition';
import { useUnreadPages } from '@parlance/shared/ui/unread-pages';
import styles from './knowledge.module.css';

/** The reading progress of a source. Changes are announced politely: a screen reader reports when a file is ready. */
export function SourceState({ source }: { readonly source: KnowledgeSource }) {
  const { t } = useTranslation('agent-studio');
  const language = currentLanguage();
  const {
    kind,
    state,
    error_code: code,
    passages,
    size,
    refreshed_at: refreshedAt,
    access,
    folder_id: folderId,
    recognition,
  } = source;
  const unread = useUnreadPages(source.unread_pages);
  const recognized = useRecognizedPages(source.unread_pages);
  const reason = code === null ? null : t(`shared:errors.${code}`);
  // Only these states have no earlier text to fall back on.
  const isWhole = state === 'failed' || code === 'index_failed';
  const progress = useProgress(source).join(' · ');
  const facts = [
    ...(passages > 0
      ? [t('knowledge.passages', { number: formatNumber(language, passages) }), formatBytes(language, size)]
      : []),
    ...(kind === 'web-page' && refreshedAt !== null
      ? [t('knowledge.fetched', { when: formatRelative(language, refreshedAt) })]
      : []),
    ...(access === 'private' || folderId !== null ? [] : [t(`knowledge.access.${access}`)]),
  ];
  return (
    <span className={styles.note} role="status">
      {progress}
      {recognition !== null && recognition !== undefined && (
        <>
          {' · '}
          <RecognitionText progress={recognition} />
        </>
      )}
      {facts.map((fact) => ` · ${fact}`)}
      {unread !== null && state !== 'failed' && <span className={styles.warning}> {unread}</span>}
      {recognized !== null && state !== 'failed' && `${unread === null ? ' · ' : ' '}${recognized}`}
      {reason !== null && <span className={styles.bad}> {isWhole ? reason : t('knowledge.kept', { reason })}</span>}
    </span>
  );
}

function useProgress({ kind, state, items, is_refreshing: isRefreshing }: KnowledgeSource): readonly string[] {
  const { t } = useTranslation('agent-studio');
  const states = {
    waiting: t('knowledge.states.waiting'),
    reading: t('knowledge.states.reading'),
    indexing: t('knowledge.states.indexing'),
    ready: t('knowledge.states.ready'),
    failed: t('knowledge.states.failed'),
  };
  if (kind !== 'folder') return [isRefreshing ? t('knowledge.states.refreshing') : states[state]];
  return [
    t('knowledge.items', { number: formatNumber(currentLanguage(), items) }),
    ...(isRefreshing ? [t('knowledge.states.inside')] : []),
  ];
}
