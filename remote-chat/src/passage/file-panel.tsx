import { useEffect, useEffectEvent, useId, useRef, useSyncExternalStore } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { CloseMark } from '@parlance/shared/ui/marks';
import controls from '../controls/controls.module.css';
import { FileIcon } from '../controls/icons.tsx';
import panel from './passage-panel.module.css';

type Panel = {
  readonly title: string;
  /** What is shown. The focus comes here again when it is another one. */
  readonly subject: unknown;
  readonly close: () => void;
  readonly children: ReactNode;
};

/** Something to read beside the page where there is room, else over it. */
export function FilePanel({ title, subject, close, children }: Panel) {
  const { t } = useTranslation('chat');
  const name = useId();
  const isOver = useIsNarrow();
  const closeButton = useRef<HTMLButtonElement>(null);
  useEscape(close);
  // The focus goes to what opened, also when another passage takes its place.
  useEffect(() => closeButton.current?.focus(), [subject]);

  return (
    <>
      {isOver && <div className={panel.scrim} onClick={close} />}
      <div className={panel.panel} role="dialog" aria-modal={isOver} aria-labelledby={name} onKeyDown={isOver ? keepFocusInside : undefined}>
        <header className={panel.head}>
          <FileIcon />
          <h2 id={name}>{title}</h2>
          <button ref={closeButton} type="button" className={controls.quiet} aria-label={t('passage.close')} title={t('passage.close')} onClick={close}>
            <CloseMark />
          </button>
        </header>
        <div className={panel.body} tabIndex={0} role="group" aria-labelledby={name}>
          {children}
        </div>
      </div>
    </>
  );
}

function useEscape(close: () => void): void {
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Over the page, Tab goes around inside. */
function keepFocusInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], [tabindex="0"]')];
  const end = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== end) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

/** Below this, the panel beside would leave less than a readable column. */
const roomForTwo = '(width >= 1240px)';

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = globalThis.matchMedia(roomForTwo);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => !globalThis.matchMedia(roomForTwo).matches,
  );
}
