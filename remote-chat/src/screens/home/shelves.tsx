import { useTranslation } from '@parlance/shared/i18n';
import { botCategoryNames } from '../../all-bots/category-names.ts';
import home from './home.module.css';
import type { Shelf } from './matching-bots.ts';

type Props = { readonly shelves: readonly Shelf[]; readonly shown: Shelf; readonly show: (shelf: Shelf) => void };

/** Filters the gallery by one shelf at a time. */
export function Shelves({ shelves, shown, show }: Props) {
  const { t } = useTranslation('chat');
  const names: Readonly<Record<Shelf, string>> = {
    all: t('home.all'),
    favorites: t('home.favorites'),
    recent: t('home.lastUsed'),
    ...botCategoryNames(t),
  };
  return (
    <div role="group" aria-label={t('home.narrow')} className={home.chips}>
      {shelves.map((shelf) => (
        <button
          key={shelf}
          type="button"
          className={home.chip}
          aria-pressed={shelf === shown}
          onClick={() => show(shelf)}
        >
          {names[shelf]}
        </button>
      ))}
    </div>
  );
}
