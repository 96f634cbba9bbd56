import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Prints the whole dialogue: what is not loaded is loaded first, and while `isPrinting` all of it is drawn, also what
 * is not seen. The browser's dialog makes paper or a PDF of it.
 */
export function usePrint(loadAll: () => Promise<void>): { readonly isPrinting: boolean; readonly print: () => void } {
  const [isPrinting, setIsPrinting] = useState(false);
  const print = useEffectEvent(async () => {
    await loadAll();
    // Two frames: one in which everything is drawn, one in which it has its place.
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
