import { useEffect, useEffectEvent, useId, useRef, useSyncExternalStore } from 'react';
import type { KeyboardEvent } from 'react';
import type { Citation } from '@parlance/shared/contract/api/runs';
import { useTranslation } from '@parlance/shared/i18n';
import controls from '../../controls/controls.module.css';
import { CloseIcon, FileIcon } from '../../controls/icons.tsx';
import panel from './passage-panel.module.css';

type Panel = { readonly citation: Citation; readonly close: () => void };

/** A quoted passage, word for word, with where it stands: beside the dialogue where there is room, else over it. */
export function PassagePanel({ citation, close }: Panel) {
  const { t } = useTranslation('chat');
  const title = useId();
  const isOver = useIsNarrow();
  const closeButton = useRef<HTMLButtonElement>(null);
  useEscape(close);
  // The focus goes to what opened, also when another passage takes its place.
  useEffect(() => closeButton.current?.focus(), [citation]);

  return (
    <>
      {isOver && <div className={panel.scrim} onClick={close} />}
      <div className={panel.panel} role="dialog" aria-modal={isOver} aria-labelledby={title} onKeyDown={isOver ? keepFocusInside : undefined}>
        <header className={panel.head}>
          <FileIcon />
          <h2 id={title}>{t('passage.title', { number: citation.number, file: citation.file_name })}</h2>
          <button ref={closeButton} type="button" className={controls.quiet} aria-label={t('passage.close')} title={t('passage.close')} onClick={close}>
            <CloseIcon />
          </button>
        </header>
        <div className={panel.body} tabIndex={0} role="group" aria-labelledby={title}>
          {citation.heading !== '' && <p className={panel.heading}>{citation.heading}</p>}
          <blockquote className={panel.passage}>{citation.passage}</blockquote>
          <p className={panel.note}>{t('passage.wordForWord')}</p>
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

/** Over the dialogue, Tab goes around inside. */
function keepFocusInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button, [tabindex="0"]')];
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
