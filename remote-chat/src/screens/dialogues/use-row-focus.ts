import { useEffect, useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';

const linksOf = (list: Element | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('a[data-dialogue]') ?? []),
];

/**
 * Moves the focus from name to name by arrows, Home and End. If the focused row disappears, because it was deleted or
 * moved elsewhere, the focus moves to the row in its place; if none is left, to the heading of the page.
 */
export function useRowFocus(ids: readonly string[]): {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
} {
  const list = useRef<HTMLUListElement>(null);
  const held = useRef<{ readonly id: string; readonly at: number } | null>(null);
  const shown = ids.join();

  useEffect(() => {
    const element = list.current;
    const remember = ({ target }: FocusEvent) => {
      const links = linksOf(element);
      const row = target instanceof Element ? target.closest('li') : null;
      const at = links.findIndex((link) => row?.contains(link) === true);
      const id = links[at]?.dataset['dialogue'];
      held.current = id === undefined ? null : { id, at };
    };
    element?.addEventListener('focusin', remember);
    return () => element?.removeEventListener('focusin', remember);
  });

  useEffect(() => {
    if (held.current === null || document.activeElement !== document.body) return;
    const { id, at } = held.current;
    const links = linksOf(list.current);
    if (links.some((link) => link.dataset['dialogue'] === id)) return;
    (links[Math.min(at, links.length - 1)] ?? document.querySelector<HTMLElement>('h1'))?.focus();
  }, [shown]);

  function onKeyDown(event: KeyboardEvent): void {
    const links = linksOf(list.current);
    const at = links.indexOf(event.target as HTMLElement); // a target within the list is an element
    const places: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(at + 1, links.length - 1),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: links.length - 1,
    };
    const place = places[event.key];
    if (at === -1 || place === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    links[place]?.focus();
  }
  return { list, onKeyDown };
}
