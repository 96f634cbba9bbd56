import { Component, lazy, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import styles from './lazy-part.module.css';
import { snackbar } from './toasts.ts';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;
export type LostProps = { /** Fetches the part once more. */ readonly retry: () => void };

/** The error of a part whose chunk failed to load; `cause` says why. */
class PartLost extends Error {
  /** The value of `returns` when the chunk was requested. */
  readonly returns: number;

  constructor(before: number, cause: unknown) {
    super('A part of the screen could not be fetched.', { cause });
    this.returns = before;
  }
}

/** Counts the times that the network came back, from the first request for a part. */
let returns = 0;
const countReturn = () => {
  returns += 1;
};

/**
 * Returns a lazy part of a screen, fetched on first render; render it in a Suspense. A failed chunk takes nothing else
 * down: `Lost` is rendered in its place, with the same props, and the next time the part is needed it is fetched again,
 * which React's `lazy` alone never does. It recovers by itself when the network is back, and everywhere it was lost as
 * soon as it has loaded in one place.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  Lost: ComponentType<Props & LostProps> = LostPart,
): ComponentType<Props> & { /** Fetches it before it is wanted. */ readonly preload: () => void } {
  /** The loaded component, which needs no waiting, not even the one frame that `lazy` takes. */
  let there: ComponentType<Props> | null = null;
  const waiting = new Set<() => void>();
  const fetched: Load<Props> = async () => {
    // The same listener is only ever added once.
    window.addEventListener('online', countReturn);
    const before = returns;
    const loaded = await load().catch((error: unknown) => {
      throw new PartLost(before, error);
    });
    there = loaded.default;
    for (const retry of [...waiting]) retry();
    return loaded;
  };
  let attempt = lazy(fetched);
  const current = () => there ?? attempt;

  function LazyPart(props: Props) {
    const [Part, show] = useState(current);
    const retry = () => show(current);
    const lose = () => {
      // A failure is dropped when it is shown and not when it happens: nothing is fetched again without need.
      if (attempt === Part) attempt = lazy(fetched);
    };
    return (
      <Boundary
        part={Part}
        lose={lose}
        lost={(error) => (
          // Nobody heard of a return between the request and this rendering.
          <Waiting waiting={waiting} retry={retry} isDue={() => returns > error.returns}>
            <Lost {...props} retry={retry} />
          </Waiting>
        )}
      >
        <Part {...props} />
      </Boundary>
    );
  }
  // A failed preload is fetched again when needed, and reported then.
  return Object.assign(LazyPart, { preload: () => void fetched().catch(() => undefined) });
}

type BoundaryProps = {
  readonly part: unknown;
  readonly lose: () => void;
  readonly lost: (error: PartLost) => ReactNode;
  readonly children: ReactNode;
};
type State = { readonly part: unknown; readonly error: Error | null };

/** Catches the failure to load a part, and no error within a loaded one. */
class Boundary extends Component<BoundaryProps, State> {
  override state: State = { part: this.props.part, error: null };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ part }: BoundaryProps, state: State): State | null {
    return part === state.part ? null : { part, error: null };
  }

  override componentDidCatch(): void {
    this.props.lose();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof PartLost) return this.props.lost(error);
    throw error;
  }
}

function Waiting({
  waiting,
  retry,
  isDue,
  children,
}: {
  readonly waiting: Set<() => void>;
  readonly retry: () => void;
  /** Returns true if the network has come back since the request. */
  readonly isDue: () => boolean;
  readonly children: ReactNode;
}) {
  useEffect(() => {
    if (isDue()) return retry();
    waiting.add(retry);
    window.addEventListener('online', retry);
    return () => {
      waiting.delete(retry);
      window.removeEventListener('online', retry);
    };
  });
  return children;
}

/**
 * A dialog reports that it cannot be opened, and is retried when opened again; any other part reports it in its place.
 */
function LostPart({ retry, ...props }: LostProps) {
  const { t } = useTranslation('shared');
  // The props of a dialog.
  const close = 'close' in props && typeof props.close === 'function' ? (props.close as () => void) : null;
  useEffect(() => {
    if (close === null) return;
    snackbar(t('ui.failed'), { tone: 'bad' });
    close();
  }, [close, t]);
  if (close !== null) return null;
  return (
    <p className={styles.lost} role="alert">
      <span>{t('ui.failed')}</span>
      <button type="button" className="button" onClick={retry}>
        {t('ui.retry')}
      </button>
    </p>
  );
}

/** A retry button for places without room for a sentence, as in the row of a table. */
export function LostButton({ retry }: LostProps) {
  const { t } = useTranslation('shared');
  return (
    <button type="button" className="button" onClick={retry}>
      {t('ui.retry')}
    </button>
  );
}
