import { listKnowledgePassages, type KnowledgeSource } from '@parlance/shared/contract/api/knowledge/knowledge';
import { call } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useComposedPages } from '@parlance/shared/loading';
import { Dialog } from '@parlance/shared/ui/dialog';
import { ErrorState } from '@parlance/shared/ui/page';
import styles from './knowledge.module.css';

const passagesAtOnce = 20;

type Props = { readonly source: KnowledgeSource; readonly agentId: string; readonly close: () => void };

/** The passages of a source, as the search sees it. A person with access to the agent is shown what it answers from. */
export function PassagesDialog({ source: { id, name, refreshed_at: refreshedAt }, agentId, close }: Props) {
  const { t } = useTranslation('agent-studio');
  const { rows, more, reload } = useComposedPages(
    'agent-studio/passages',
    [id, agentId, refreshedAt],
    async (cursor, signal) => {
      const from = Number(cursor ?? 1);
      const { passages, items } = await call(
        listKnowledgePassages,
        { params: { source_id: id }, query: { from, limit: passagesAtOnce, agent_id: agentId } },
        { signal },
      );
      return {
        items: items.map((passage) => ({ ...passage, id: String(passage.position) })),
        next_cursor: from + items.length <= passages && items.length > 0 ? String(from + items.length) : null,
      };
    },
  );
  return (
    <Dialog title={t('knowledge.passagesOf', { name })} close={close}>
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {rows.status === 'ready' && rows.data.length === 0 && <p>{t('knowledge.noPassages')}</p>}
      <ol className={styles.passages}>
        {rows.status === 'ready' &&
          rows.data.map(({ position, heading, page, content }) => (
            <li key={position}>
              <p className={styles.note}>{placeOf(t, { position, heading, page })}</p>
              <p className={styles.content}>{content}</p>
            </li>
          ))}
      </ol>
      {more !== null && (
        <button type="button" className="button" disabled={more.isLoading} onClick={more.load}>
          {t('knowledge.more')}
        </button>
      )}
    </Dialog>
  );
}

type Translate = ReturnType<typeof useTranslation<'agent-studio'>>['t'];
type Place = { readonly position: number; readonly heading: string; readonly page: number | null };

/** Returns the place of a passage in its source. */
export function placeOf(t: Translate, { position, heading, page }: Place): string {
  return [
    t('knowledge.place', { position }),
    ...(page === null ? [] : [t('knowledge.pageOf', { page })]),
    ...(heading === '' ? [] : [heading]),
  ].join(' · ');
}
