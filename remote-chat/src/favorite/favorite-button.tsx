import { useTranslation } from '@parlance/shared/i18n';
import favorite from './favorite.module.css';
import { useFavorite } from './use-favorite.ts';

type Props = {
  readonly bot: { readonly id: string; readonly name: string; readonly is_favorite: boolean };
  /** Called once the server has saved it, to reload lists that are sorted by it. */
  readonly onChanged: () => void;
};

/** The star of a bot: filled and pressed for a favourite. */
export function FavoriteButton({ bot, onChanged }: Props) {
  const { t } = useTranslation('chat');
  const { isFavorite, toggle } = useFavorite(bot, onChanged);
  return (
    <button
      type="button"
      className={favorite.star}
      aria-pressed={isFavorite}
      aria-label={t('bots.favorite', { name: bot.name })}
      title={isFavorite ? t('bots.isFavorite') : t('bots.makeFavorite')}
      onClick={() => void toggle()}
    >
      <svg
        viewBox="0 0 20 20"
        width="18"
        height="18"
        fill={isFavorite ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="m10 3 2.1 4.5 4.9.6-3.6 3.4.9 4.9L10 14l-4.3 2.4.9-4.9L3 8.1l4.9-.6z" />
      </svg>
    </button>
  );
}
