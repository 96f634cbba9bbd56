import { startTransition, useEffect, useRef, useState } from 'react';
import type { ColouredText } from './colours.ts';

/** The highest share of time spent on colouring growing code. */
const shareOfTime = 0.05;
const shortestPauseMs = 150;

type Coloring = { readonly text: string; readonly language: string; readonly runs: readonly ColouredText[] };

/**
 * Returns a piece of code with its colours. They come in a chunk of their own, when the browser is idle; until then it
 * is plain, in the same layout.
 */
export function useColours(text: string, language: string, isGrowing: boolean): readonly ColouredText[] {
  const [done, setDone] = useState<Coloring | null>(null);
  const notBefore = useRef(0);

  useEffect(() => {
    if (language === '' || text === '') return undefined;
    let isCurrent = true;
    const pause = isGrowing ? Math.max(0, notBefore.current - performance.now()) : 0;
    const cancel = whenIdle(pause, () => void paint());
    return () => {
      isCurrent = false;
      cancel();
    };

    async function paint(): Promise<void> {
      // Without colours code is still code: a missing chunk is no failure worth a message.
      const colours = await loadColours(language).catch(() => null);
      if (!isCurrent || colours === null) return;
      const begun = performance.now();
      const runs = colours.colour(text, language);
      const took = performance.now() - begun;
      notBefore.current = begun + Math.max(shortestPauseMs, took / shareOfTime);
      startTransition(() => setDone({ text, language, runs }));
    }
  }, [text, language, isGrowing]);

  if (done === null || done.language !== language || !text.startsWith(done.text)) return [{ text, kind: null }];
  return done.text === text ? done.runs : [...done.runs, { text: text.slice(done.text.length), kind: null }];
}

async function loadColours(language: string): Promise<typeof import('./colours.ts') | null> {
  const colours = await import('./colours.ts');
  return (await colours.loadLanguage(language)) ? colours : null;
}

/** Runs after a pause as soon as the browser is idle. */
function whenIdle(pauseMs: number, run: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) idle = requestIdleCallback(run, { timeout: 1000 });
    else run();
  }, pauseMs);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
