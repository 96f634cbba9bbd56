import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Prints the whole dialogue: missing messages are loaded first, and while `isPrinting` all of it is rendered, even out
 * of sight. The browser's dialog makes paper or a PDF of it.
 */
export function usePrint(loadAll: () => Promise<void>): { readonly isPrinting: boolean; readonly print: () => void } {
  const [isPrinting, setIsPrinting] = useState(false);
  const print = useEffectEvent(async () => {
    await loadAll();
    // Two frames: one that renders everything, one that lays it out.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.print();
        setIsPrinting(false);
      }),
    );
  });
  useEffect(() => {
    if (isPrinting) void print();
  }, [isPrinting]);
  return { isPrinting, print: () => setIsPrinting(true) };
}
