import { useEffect, useEffectEvent } from 'react';
import { onDialoguesChanged } from './dialogue-news.ts';

/** Loads a list anew when something on this page has changed what belongs into it. */
export function useDialogueNews(reload: () => void): void {
  const onNews = useEffectEvent(reload);
  useEffect(() => onDialoguesChanged(() => onNews()), []);
}
