import { botCategory, type BotCategory, type GalleryBot } from '@parlance/shared/contract/api/bots';
import { hasEveryWord } from '@parlance/shared/search';
import { lastUsedFirst } from './starting-bot.ts';

/** A shelf of the gallery: all, favourites, recent ones, or a category. */
export type Shelf = 'all' | 'favorites' | 'recent' | BotCategory;

/** Returns the non-empty shelves; a category only if there is another one beside it. */
export function shelvesOf(bots: readonly GalleryBot[]): readonly Shelf[] {
  const categories = botCategory.options.filter((category) => bots.some((bot) => bot.category === category));
  return [
    'all',
    ...(bots.some(({ is_favorite: isFavorite }) => isFavorite) ? (['favorites'] as const) : []),
    ...(bots.some(({ last_used_at: at }) => at !== null) ? (['recent'] as const) : []),
    ...(categories.length > 1 ? categories : []),
  ];
}

/** Returns the shelf of an address; an unknown one is `all`. */
export const shelfFrom = (asked: string | null, shelves: readonly Shelf[]): Shelf =>
  shelves.find((shelf) => shelf === asked) ?? 'all';

/**
 * Returns the bots of a shelf whose name or description has every word of the search. Favourites come first, then those
 * that answer from files of the organisation, for which people come here; recent ones are ordered by time.
 */
export function matchingBots(bots: readonly GalleryBot[], search: string, shelf: Shelf): readonly GalleryBot[] {
  return onShelf(bots, shelf).filter(({ name, description }) => hasEveryWord(`${name} ${description}`, search));
}

function onShelf(bots: readonly GalleryBot[], shelf: Shelf): readonly GalleryBot[] {
  if (shelf === 'recent') return lastUsedFirst(bots);
  const favorites = bots.filter((bot) => bot.is_favorite);
  if (shelf === 'favorites') return favorites;
  const others = bots.filter((bot) => !bot.is_favorite);
  const inOrder = [...favorites, ...others.filter((bot) => bot.has_files), ...others.filter((bot) => !bot.has_files)];
  return shelf === 'all' ? inOrder : inOrder.filter(({ category }) => category === shelf);
}
