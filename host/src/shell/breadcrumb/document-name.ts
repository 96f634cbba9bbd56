import { useEffect, useState } from 'react';
import { nameInTitle } from '../page-title.tsx';

/**
 * What the screen at a path calls itself, as the document's title says it: the one name that a screen of any remote
 * gives. Null until it has, so that no name of the screen before is shown.
 */
export function useDocumentName(path: string): string | null {
  const [named, setNamed] = useState<{ readonly path: string; readonly name: string } | null>(null);
  useEffect(() => {
    const observer = new MutationObserver(() => setNamed({ path, name: nameInTitle(document.title) }));
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [path]);
  return named?.path === path ? named.name : null;
}
