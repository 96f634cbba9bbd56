import type { GalleryBot } from '@parlance/shared/contract/api/bots';

/**
 * Returns the bot one most likely wants: the one asked last, else a favourite. A new person has neither, comes with a
 * question about the organisation, and is best answered by a bot that knows something of it: the first one with files,
 * in the order of the gallery below.
 */
export function startingBot(bots: readonly GalleryBot[]): GalleryBot | undefined {
  const [last] = lastUsedFirst(bots);
  return (
    last ??
    bots.find(({ is_favorite: isFavorite }) => isFavorite) ??
    bots.find(({ has_files: hasFiles }) => hasFiles) ??
    bots[0]
  );
}

/** Returns the used bots, last used first. */
export function lastUsedFirst(bots: readonly GalleryBot[]): readonly GalleryBot[] {
  return bots
    .filter(({ last_used_at: at }) => at !== null)
    .sort((one, other) => Date.parse(other.last_used_at ?? '') - Date.parse(one.last_used_at ?? ''));
}
