import { useCallback, useEffect, useState, type ComponentType } from 'react';
import type { Screen } from '../known/registry.ts';
import type { ScreenLoader } from '../load/screen-loader.ts';

export type ScreenState =
  | { readonly status: 'loading' }
  /** Still on its way: nothing has failed. */
  | { readonly status: 'slow' }
  | { readonly status: 'ready'; readonly Component: ComponentType }
  | { readonly status: 'failed'; readonly error: unknown };

/** Milliseconds until a person is told that a screen takes long, and may begin anew. */
export const patience = 4000;

/** The component of a screen, what hinders it, and a way to try again without reloading the page. */
export function useScreen(screen: Screen, loader: ScreenLoader): { state: ScreenState; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ of: Screen; attempt: number; state: ScreenState } | null>(null);

  const Ready = loader.ready(screen);

  useEffect(() => {
    // The state at render. load() reports what a preload brought since, or nothing would render it.
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
    // the attempt that begins with it waits for the same, and says what is wrong
    loader.loadAnew(screen).catch(() => undefined);
    setAttempt((it) => it + 1);
  }, [loader, screen]);
  if (Ready !== undefined) return { state: { status: 'ready', Component: Ready }, retry };
  const current = answer !== null && answer.of === screen && answer.attempt === attempt;
  return { state: current ? answer.state : { status: 'loading' }, retry };
}
