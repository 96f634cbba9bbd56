import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { ReactNode, RefObject } from 'react';
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
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  // The page is out of reach while the dialog is over it, so the dialog ends first, and then the focus goes back there.
  const leave = () => dialog.current?.close();
  useShown(dialog, body, isOver);
  useEscapeAnywhere(isOver, leave);
  // The focus goes to what opened, also when another passage takes its place.
  useEffect(() => closeButton.current?.focus(), [subject]);

  return (
    <dialog
      ref={dialog}
      className={panel.panel}
      aria-labelledby={name}
      onClose={({ currentTarget }) => {
        // Where the width changes it is closed only to be shown in the other way.
        if (!currentTarget.open) close();
      }}
      onClick={({ target, currentTarget }) => {
        // A click on the dialog itself is one beside its content: on the backdrop.
        if (isOver && target === currentTarget) leave();
      }}
    >
      <header className={panel.head}>
        <FileIcon />
        <h2 id={name}>{title}</h2>
        <button
          ref={closeButton}
          type="button"
          className={controls.quiet}
          aria-label={t('passage.close')}
          title={t('passage.close')}
          onClick={leave}
        >
          <CloseMark />
        </button>
      </header>
      <div ref={body} className={panel.body} tabIndex={0} role="group" aria-labelledby={name}>
        {children}
      </div>
    </dialog>
  );
}

/**
 * Shows the dialog over the page or beside it. When the one becomes the other, what is read and the focus stay where
 * they were.
 */
function useShown(
  dialog: RefObject<HTMLDialogElement | null>,
  body: RefObject<HTMLElement | null>,
  isOver: boolean,
): void {
  useLayoutEffect(() => {
    const [shown, text, focused] = [dialog.current, body.current, document.activeElement];
    const top = text?.scrollTop ?? 0;
    shown?.close();
    if (isOver) shown?.showModal();
    else shown?.show();
    text?.scrollTo({ top, behavior: 'instant' });
    if (focused instanceof HTMLElement && shown?.contains(focused)) focused.focus({ preventScroll: true });
  }, [dialog, body, isOver]);
}

/** The browser closes what is over the page with Escape; beside it, this does, wherever the focus is. */
function useEscapeAnywhere(isOver: boolean, leave: () => void): void {
  const onEscape = useEffectEvent(leave);
  useEffect(() => {
    if (isOver) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOver]);
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
