import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { CloseMark } from '@parlance/shared/ui/marks';
import controls from '../controls/controls.module.css';
import { FileIcon } from '../controls/icons.tsx';
import panel from './passage-panel.module.css';

type Panel = {
  readonly title: string;
  /** The subject. A new one takes the focus again. */
  readonly subject: unknown;
  readonly close: () => void;
  readonly children: ReactNode;
};

/** A reading panel beside the page if there is room, else over it. */
export function FilePanel({ title, subject, close, children }: Panel) {
  const { t } = useTranslation('chat');
  const name = useId();
  const isOver = useIsNarrow();
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  // A modal dialog makes the page inert, so it closes first, and the focus returns then.
  const leave = () => dialog.current?.close();
  useShown(dialog, body, isOver);
  useEscapeAnywhere(isOver, leave);
  // The focus moves to the opened panel, also when another passage replaces its content.
  useEffect(() => closeButton.current?.focus(), [subject]);

  return (
    <dialog
      ref={dialog}
      className={panel.panel}
      aria-labelledby={name}
      onClose={({ currentTarget }) => {
        // A change of width closes it only to reopen it in the other mode.
        if (!currentTarget.open) close();
      }}
      onClick={({ target, currentTarget }) => {
        // A click whose target is the dialog itself is on the backdrop.
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

/** Shows the dialog over the page or beside it. A change of mode keeps the scroll position and the focus. */
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

/** Closes the panel beside the page with Escape, wherever the focus is; over the page, the browser does so. */
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

/** The minimum width of the window for a readable column beside the panel. */
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
