import { useDeferredValue, useState } from 'react';
import { listKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import { useTranslation } from '@parlance/shared/i18n';
import { useEndpointPages } from '@parlance/shared/loading';
import { Dialog } from '@parlance/shared/ui/dialog';
import { TextField } from '@parlance/shared/ui/fields';
import { ErrorState } from '@parlance/shared/ui/page';
import styles from './knowledge.module.css';

type Choosing = {
  readonly chosen: readonly string[];
  readonly added: (id: string) => void;
  readonly close: () => void;
};
const searchMaxLength = 200;

/** Gives the agent existing sources. */
export function ChooseDialog({ chosen, added, close }: Choosing) {
  const { t } = useTranslation('agent-studio');
  const [q, search] = useState('');
  const asked = useDeferredValue(q.trim());
  const { rows, more, reload } = useEndpointPages(listKnowledge, { query: { q: asked } }, { keepsRows: true });
  const found = rows.status === 'ready' ? rows.data : [];
  return (
    <Dialog title={t('knowledge.choosing.title')} close={close}>
      <TextField label={t('knowledge.choosing.search')} value={q} maxLength={searchMaxLength} onType={search} />
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {rows.status === 'ready' && found.length === 0 && <p>{t('knowledge.choosing.none')}</p>}
      <ul className={styles.sources}>
        {found.map(({ id, name, owner }) => (
          <li key={id} className={styles.source}>
            <div className={styles.what}>
              <span className={styles.name}>{name}</span>
              {owner !== null && <span className={styles.note}>{owner.name}</span>}
            </div>
            <button
              type="button"
              className="button"
              disabled={chosen.includes(id)}
              {...(chosen.includes(id) ? {} : { 'aria-label': t('knowledge.choosing.addOf', { name }) })}
              onClick={() => added(id)}
            >
              {chosen.includes(id) ? t('knowledge.choosing.isThere') : t('knowledge.add')}
            </button>
          </li>
        ))}
      </ul>
      {more !== null && (
        <button type="button" className="button" disabled={more.isLoading} onClick={more.load}>
          {t('knowledge.more')}
        </button>
      )}
    </Dialog>
  );
}
