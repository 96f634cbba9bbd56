import { useEffect, useSyncExternalStore } from 'react';
import { useScreenName } from '@parlance/shared/remote/screen-name';

/**
 * The product's icon, filled, while an answer is being written. Its colour is between those of both themes, since a tab
 * has neither.
 */
const answeringIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#5c79ec" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"><path d="M19.5 12.5a7.5 7.5 0 1 0-4 6.2l4 1.3-1-3.5"/><circle cx="12" cy="12" r="4" fill="#e8590c" stroke="none"/></svg>',
)}`;

/**
 * Names the screen after the dialogue. While an answer is written the tab shows it: by its icon, and by its title if
 * the page is hidden.
 */
export function useAnsweringMark(title: string, isAnswering: boolean): void {
  const isHidden = useSyncExternalStore(onVisibility, () => document.visibilityState === 'hidden');
  useScreenName(isAnswering && isHidden ? `● ${title}` : title);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!isAnswering || icon === null) return undefined;
    const { href } = icon;
    icon.href = answeringIcon;
    return () => {
      icon.href = href;
    };
  }, [isAnswering]);
}

function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
