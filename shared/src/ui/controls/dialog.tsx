/// <reference path="../css.d.ts" />
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { onReloadAsked, reloadKeeping } from '../reloading.ts';
import { isComposing } from './composing.ts';
import dialogs from './dialog.module.css';
import { focusFirstField } from './first-field.ts';
import { CloseMark } from './marks.tsx';
import quiet from './quiet.module.css';
import { Saved, useTyped } from './typed.ts';

type Props = { readonly title: string; readonly close: () => void; readonly children: ReactNode };

/**
 * A modal dialog, open while it is mounted: its first field has the focus, the browser traps it in the dialog and
 * restores it afterwards. Escape, a click on the backdrop and the close button ask first if a form in it was typed
 * into; a button in the form closes at once.
 */
export function Dialog({ title, close, children }: Props) {
  const { t } = useTranslation('shared');
  const typed = useTyped();
  const [isAsking, setAsking] = useState(false);
  const reload = useAskedForReload(typed.isLost, () => setAsking(true));
  const dialog = useShownModal();
  const name = useId();
  const tryToClose = () => (typed.isLost() ? setAsking(true) : close());
  return (
    <>
      <dialog
        ref={dialog}
        className={dialogs.dialog}
        aria-labelledby={name}
        onInput={typed.note}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event) || !typed.isLost()) return;
          // A browser lets a page prevent only the first of several “cancel” events in a row, so this does not rely on
          // it.
          event.preventDefault();
          setAsking(true);
        }}
        onCancel={(event) => {
          if (event.target !== event.currentTarget || !typed.isLost()) return;
          event.preventDefault();
          setAsking(true);
        }}
        onClose={close}
        onClick={(event) => {
          // A click whose target is the dialog itself is on the backdrop.
          if (event.target === event.currentTarget) tryToClose();
        }}
      >
        <div className={dialogs.content}>
          <header className={dialogs.head}>
            <h2 id={name}>{title}</h2>
            <button
              type="button"
              className={quiet.button}
              aria-label={t('ui.close')}
              title={t('ui.close')}
              onClick={tryToClose}
            >
              <CloseMark />
            </button>
          </header>
          <Saved value={typed.forget}>{children}</Saved>
        </div>
      </dialog>
      {isAsking && (
        <Discarding
          stay={() => {
            reload.forget();
            setAsking(false);
          }}
          discard={() => {
            close();
            typed.forget();
            reload.goOn();
          }}
        />
      )}
    </>
  );
}

/** Has the dialog ask before a reload would lose typed text; the reload is then done, or dropped. */
function useAskedForReload(isLost: () => boolean, ask: () => void): { forget: () => void; goOn: () => void } {
  const isWanted = useRef(false);
  const answer = useEffectEvent((event: Event) => {
    if (!isLost()) return;
    event.preventDefault();
    isWanted.current = true;
    ask();
  });
  useEffect(() => onReloadAsked(answer), []);
  return {
    forget: () => void (isWanted.current = false),
    goOn: () => void (isWanted.current && reloadKeeping()),
  };
}

/** The confirmation on top of the dialog, which stays as it is. */
function Discarding({ stay, discard }: { readonly stay: () => void; readonly discard: () => void }) {
  const { t } = useTranslation('shared');
  const dialog = useShownModal();
  const [name, text] = [useId(), useId()];
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={`${dialogs.dialog} ${dialogs.asking}`}
      aria-labelledby={name}
      aria-describedby={text}
      onClose={stay}
    >
      <div className={dialogs.content}>
        <h2 id={name}>{t('ui.discard.title')}</h2>
        <p id={text}>{t('ui.discard.text')}</p>
        <div className={dialogs.answers}>
          <button type="button" className="button button-main" onClick={stay}>
            {t('ui.discard.stay')}
          </button>
          <button type="button" className="button" onClick={discard}>
            {t('ui.discard.discard')}
          </button>
        </div>
      </div>
    </dialog>
  );
}

function useShownModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown === null) return undefined;
    shown.showModal();
    // The browser focuses the first control, which is the close button.
    const endWaiting = focusFirstField(shown);
    return () => {
      endWaiting();
      // Removing an open dialog would leave the focus nowhere.
      shown.close();
    };
  }, []);
  return dialog;
}
