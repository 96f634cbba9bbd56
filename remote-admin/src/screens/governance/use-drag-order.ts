import { useEffect, useEffectEvent, useState, type PointerEvent } from 'react';

type DraggedRow<Row> = { readonly row: Row; readonly to: number; readonly line: HTMLTableRowElement };

export type DragOrder<Row> = {
  /** The rows in the order of a drop at this moment. */
  readonly rows: readonly Row[];
  readonly dragged: Row | null;
  /** Starts a drag; for the handle within the row. */
  readonly grab: (row: Row, event: PointerEvent<HTMLElement>) => void;
};

/**
 * Reorders rows of a table by dragging with a mouse, a pen or a finger. The other rows make room meanwhile; Escape
 * cancels. `drop` is called with the new index of a row, and only if it has changed.
 */
export function useDragOrder<Row>(rows: readonly Row[], drop: (row: Row, to: number) => void): DragOrder<Row> {
  const [dragged, setDragged] = useState<DraggedRow<Row> | null>(null);
  const isDragging = dragged !== null;
  const move = useEffectEvent((y: number) => {
    if (dragged !== null) setDragged({ ...dragged, to: placeAt(dragged.line, y) });
  });
  const end = useEffectEvent((isDropped: boolean) => {
    if (isDropped && dragged !== null && rows.indexOf(dragged.row) !== dragged.to) drop(dragged.row, dragged.to);
    setDragged(null);
  });
  useEffect(() => {
    if (!isDragging) return undefined;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    // The row itself moves about in the document: its own listeners would miss events.
    window.addEventListener('pointermove', (event) => move(event.clientY), options);
    window.addEventListener('pointerup', () => end(true), options);
    window.addEventListener('pointercancel', () => end(false), options);
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), options);
    return () => listening.abort();
  }, [isDragging]);
  const others = rows.filter((row) => row !== dragged?.row);
  return {
    rows: dragged === null ? rows : [...others.slice(0, dragged.to), dragged.row, ...others.slice(dragged.to)],
    dragged: dragged?.row ?? null,
    grab(row, { currentTarget, button }) {
      const line = currentTarget.closest('tr');
      if (button === 0 && line !== null) setDragged({ row, to: rows.indexOf(row), line });
    },
  };
}

/** Returns how many of the other rows have their middle above: one that has made room does not move back by itself. */
function placeAt(line: HTMLTableRowElement, y: number): number {
  const others = [...(line.parentElement?.children ?? [])].filter((it) => it !== line);
  return others.filter((it) => {
    const { top, height } = it.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}
