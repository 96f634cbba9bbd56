import { useCallback, useEffect, useState, type ComponentType } from 'react';
import type { Screen } from '../known/registry.ts';
import type { ScreenLoader } from '../load/screen-loader.ts';

export type ScreenState =
  | { readonly status: 'loading' }
  /** Still loading: nothing has failed. */
  | { readonly status: 'slow' }
  | { readonly status: 'ready'; readonly Component: ComponentType }
  | { readonly status: 'failed'; readonly error: unknown };

/** Milliseconds until a person is told that a screen is slow, and may retry. */
export const patience = 4000;

/** Returns the component of a screen or its failure, and a way to retry without reloading the page. */
export function useScreen(screen: Screen, loader: ScreenLoader): { state: ScreenState; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ of: Screen; attempt: number; state: ScreenState } | null>(null);

  const Ready = loader.ready(screen);

  useEffect(() => {
    // The state at render time. load() reports the result of a preload since then, or nothing would render it.
    if (Ready !== undefined) return;
    let wanted = true;
    const say = (state: ScreenState) => {
      if (wanted) setAnswer({ of: screen, attempt, state });
    };
    const timer = setTimeout(() => say({ status: 'slow' }), patience);
    loader
      .load(screen)
      .then(
        (Component) => say({ status: 'ready', Component }),
        (error: unknown) => {
          console.error(
            `The screen “${screen.id}” of the remote “${screen.remote.remote.name}” could not be loaded.`,
            error,
          );
          say({ status: 'failed', error });
        },
      )
      .finally(() => clearTimeout(timer));
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [screen, loader, attempt, Ready]);

  const retry = useCallback(() => {
    // The attempt that begins with it awaits the same promise, and reports the failure.
    loader.loadAnew(screen).catch(() => undefined);
    setAttempt((it) => it + 1);
  }, [loader, screen]);
  if (Ready !== undefined) return { state: { status: 'ready', Component: Ready }, retry };
  const current = answer !== null && answer.of === screen && answer.attempt === attempt;
  return { state: current ? answer.state : { status: 'loading' }, retry };
}
