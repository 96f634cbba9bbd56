import { useEffect, useEffectEvent } from 'react';
import { onDialoguesChanged } from './dialogue-news.ts';

/** Reloads a list when something on this page has changed its content. */
export function useDialogueNews(reload: () => void): void {
  const onNews = useEffectEvent(reload);
  useEffect(() => onDialoguesChanged(() => onNews()), []);
}
