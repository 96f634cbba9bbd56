import { useEffect, useState } from 'react';
import type { Palette } from './palette.tsx';

type Code =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly Palette: typeof Palette }
  | { readonly status: 'failed'; readonly error: unknown };

let fetched: typeof Palette | null = null;

async function fetchCode(): Promise<typeof Palette> {
  fetched ??= (await import('./palette.tsx')).Palette;
  return fetched;
}

/** Prefetches the palette's code for somebody who is about to open it. */
// Opening it fetches again and reports the failure.
export const preloadPalette = (): void => void fetchCode().catch(() => undefined);

/** Returns the code of the palette, fetched when it is opened for the first time. */
export function usePaletteCode(): { readonly code: Code; readonly retry: () => void } {
  const [code, setCode] = useState<Code>(() =>
    fetched === null ? { status: 'loading' } : { status: 'ready', Palette: fetched },
  );
  const isLoading = code.status === 'loading';
  useEffect(() => {
    if (!isLoading) return undefined;
    let isWanted = true;
    fetchCode().then(
      (ready) => isWanted && setCode({ status: 'ready', Palette: ready }),
      (error: unknown) => isWanted && setCode({ status: 'failed', error }),
    );
    return () => {
      isWanted = false;
    };
  }, [isLoading]);
  return { code, retry: () => setCode({ status: 'loading' }) };
}
