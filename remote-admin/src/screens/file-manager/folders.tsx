import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { ErrorState } from '@parlance/shared/ui/page';
import styles from './file-manager.module.css';
import { useFolders } from './use-files.ts';

type Props = {
  readonly chosen: string | undefined;
  readonly choose: (folder: string | undefined) => void;
  readonly version: number;
  readonly open: (id: string) => void;
};

/** The folders at the left of the list; in little room one field above it. Folders do not nest. */
export function Folders({ chosen, choose, version, open }: Props) {
  const { t } = useTranslation('file-manager');
  const folders = useFolders(version);
  if (folders.status === 'failed') return <ErrorState error={folders.failure} onRetry={folders.retry} />;
  const known = folders.status === 'ready' ? folders.data : [];
  const places = [
    { id: undefined, name: t('folders.all'), items: null },
    { id: 'none', name: t('folders.none'), items: null },
    ...known,
  ];
  const current = known.find(({ id }) => id === chosen);
  return (
    <div className={styles.folders}>
      <nav aria-label={t('folders.title')}>
        <ul>
          {places.map(({ id, name, items }) => (
            <li key={id ?? 'all'}>
              <button type="button" aria-current={chosen === id ? 'true' : undefined} onClick={() => choose(id)}>
                <span>{name}</span>
                {items !== null && <small>{formatNumber(currentLanguage(), items)}</small>}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <select
        aria-label={t('folders.title')}
        value={chosen ?? ''}
        onChange={({ target }) => choose(target.value === '' ? undefined : target.value)}
      >
        {places.map(({ id, name }) => (
          <option key={id ?? 'all'} value={id ?? ''}>
            {name}
          </option>
        ))}
      </select>
      {current !== undefined && (
        <button type="button" className="button-link" onClick={() => open(current.id)}>
          {t('folders.about', { name: current.name })}
        </button>
      )}
    </div>
  );
}
