import { useState } from 'react';
import { setFavorite } from '@parlance/shared/contract/api/bots';
import { call, failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { snackbar } from '@parlance/shared/ui/toasts';

type FavoriteBot = { readonly id: string; readonly is_favorite: boolean };

/** Toggles whether a bot is a favourite. Changes at once and reverts if the server refuses. */
export function useFavorite(
  bot: FavoriteBot,
  onChanged: () => void,
): { readonly isFavorite: boolean; readonly toggle: () => Promise<void> } {
  const { t } = useTranslation('chat');
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isFavorite = wanted ?? bot.is_favorite;

  async function toggle(): Promise<void> {
    setWanted(!isFavorite);
    try {
      await call(setFavorite, { params: { bot_id: bot.id }, body: { is_favorite: !isFavorite } });
      onChanged();
    } catch (failure) {
      setWanted(null);
      snackbar(`${t('bots.favoriteFailed')} ${t(failureKey(failure))}`, { tone: 'bad' });
    }
  }
  return { isFavorite, toggle };
}
