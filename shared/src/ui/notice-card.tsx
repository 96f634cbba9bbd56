/// <reference path="./css.d.ts" />
import { useTranslation } from '@parlance/shared/i18n';
import { createContext, use, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import type { Notice, Tone } from './toasts.ts';
import styles from './toast-viewport.module.css';

/** True while the person uses the notices of this corner, and the way to restore the focus. */
export const CornerContext = createContext({ isHeld: false, giveFocusBack: (): void => undefined });

type Props = {
  readonly notice: Notice;
  /** Runs the action of the notice. */
  readonly act: () => void;
  /** The duration in milliseconds; null until it is closed. */
  readonly lasts: number | null;
  readonly close: () => void;
};

/** A notice with its message, its action and its close button. */
export function NoticeCard({ notice: { message, tone, action }, act, lasts, close }: Props) {
  const about = useId();
  const { t } = useTranslation('shared');
  const { isHeld, giveFocusBack } = use(CornerContext);
  useLeaving(lasts, isHeld, close);
  const closeByHand = () => {
    giveFocusBack();
    close();
  };
  const closeAndAct = () => {
    closeByHand();
    act();
  };
  return (
    <div className={styles.card} data-tone={tone}>
      <ToneMark tone={tone} />
      <p id={about} className={styles.message}>
        {message}
      </p>
      {action !== undefined && (
        <button type="button" className={styles.action} aria-describedby={about} onClick={closeAndAct}>
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={t('ui.notices.close')} onClick={closeByHand}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 4l8 8M12 4l-8 8" />
        </svg>
      </button>
    </div>
  );
}

const marks: Readonly<Record<Tone, string>> = {
  info: 'M8 7.2v4M8 4.8v.1',
  good: 'M5 8.3l2.1 2.1L11 6',
  warn: 'M8 4.6v4M8 11.1v.1',
  bad: 'M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
};

/** The mark of the tone, distinguished by its shape too, not by colour alone. */
function ToneMark({ tone }: { readonly tone: Tone }) {
  return (
    <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.4" />
      <path d={marks[tone]} />
    </svg>
  );
}

const isHidden = () => document.visibilityState === 'hidden';
const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Closes the notice after its time, which stands still while somebody uses it or the page is hidden. */
function useLeaving(lasts: number | null, isHeld: boolean, close: () => void): void {
  const left = useRef(lasts);
  const isUnseen = useSyncExternalStore(onVisibility, isHidden);
  const closing = useRef(close);
  useEffect(() => {
    closing.current = close;
  });
  useEffect(() => {
    const wait = left.current;
    if (wait === null || isHeld || isUnseen) return;
    const since = performance.now();
    const timer = setTimeout(() => closing.current(), wait);
    return () => {
      clearTimeout(timer);
      left.current = wait - (performance.now() - since);
    };
  }, [isHeld, isUnseen]);
}
