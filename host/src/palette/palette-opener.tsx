import { useTranslation } from '@parlance/shared/i18n';
import { useLocation } from '@parlance/shared/router';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PartLoader } from '../remotes/known/parts.ts';
import type { Registry } from '../remotes/known/registry.ts';
import { preloadPalette, usePaletteCode } from './palette-code.ts';
import type { PaletteProps } from './palette.tsx';
import { SearchButton } from './search-button.tsx';
import { asksForPalette, isApple } from './shortcut.ts';
import styles from './palette-opener.module.css';

/** The button and the key that open the palette, and its dialog: the browser traps the focus in it and restores it. */
export function PaletteOpener({ registry, parts }: { readonly registry: Registry; readonly parts: PartLoader }) {
  const { t } = useTranslation('host');
  const { pathname } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const before = useRef<Element | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');

  function open(): void {
    before.current = document.activeElement;
    setSearch('');
    setOpen(true);
  }
  const close = () => dialog.current?.close();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!asksForPalette(event)) return;
    event.preventDefault();
    if (event.repeat) return;
    if (isOpen) close();
    else open();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
  }, [isOpen]);
  // Back leads to another screen, not to the same one behind a dialog.
  useEffect(() => dialog.current?.close(), [pathname]);

  return (
    <>
      <SearchButton isApple={isApple(navigator.userAgent)} onOpen={open} onNear={preloadPalette} />
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-label={t('palette.title')}
        onClose={() => {
          setOpen(false);
          giveCaretBack(before.current);
        }}
        onClick={({ target }) => {
          // A click whose target is the dialog itself is on the backdrop.
          if (target === dialog.current) close();
        }}
      >
        {isOpen && <Content registry={registry} parts={parts} search={search} onSearch={setSearch} close={close} />}
      </dialog>
    </>
  );
}

/** Restores the caret. Chromium restores the focus without it: typing is lost until the field is focused anew. */
function giveCaretBack(field: Element | null): void {
  if (!(field instanceof HTMLElement) || field !== document.activeElement) return;
  field.blur();
  field.focus({ preventScroll: true });
}

/** The content of the dialog. Text typed while the palette is loading becomes its search. */
function Content(props: PaletteProps) {
  const { t } = useTranslation('host');
  const { code, retry } = usePaletteCode();
  if (code.status === 'ready') return <code.Palette {...props} />;
  return (
    <>
      <input
        className={styles.field}
        autoFocus
        aria-label={t('palette.field')}
        value={props.search}
        onChange={({ target }) => props.onSearch(target.value)}
      />
      {code.status === 'loading' ? <LoadingState /> : <ErrorState error={code.error} onRetry={retry} />}
    </>
  );
}
