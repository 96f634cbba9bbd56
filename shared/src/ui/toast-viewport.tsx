/// <reference path="./css.d.ts" />
import { useTranslation } from '@parlance/shared/i18n';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { toast, ToastContainer } from 'react-toastify/unstyled';
import { CornerContext, NoticeCard } from './notice-card.tsx';
import type { Notice } from './toasts.ts';
import styles from './toast-viewport.module.css';

/** Specification §9. */
const mostAtOnce = 3;
const noticeLasts = 5000;
/** Leads the keyboard to what is shown; Alt+T, the library's own, is a menu of some browsers. */
const shortcut = 'F8';

/** What was shown last at each side and has not been closed yet. */
const latest = new Map<Notice['kind'], string>();

/**
 * Shows a notice in the viewport; one too many waits for its turn. It leaves after five seconds (specification §9). A
 * snackbar that says that something failed, or that offers to do something, stays until the person closes it. The same
 * again, while it is still there, changes nothing.
 */
export function showNotice(notice: Notice): void {
  const { kind, tone, message, action } = notice;
  if (latest.get(kind) === message) return;
  latest.set(kind, message);
  const stays = kind === 'snackbar' && (tone === 'bad' || action !== undefined);
  toast(({ closeToast }) => <NoticeCard notice={notice} lasts={stays ? null : noticeLasts} close={() => closeToast()} />, {
    containerId: kind,
    role: tone === 'bad' ? 'alert' : 'status',
    ariaLabel: message,
    onClose: () => void (latest.get(kind) === message && latest.delete(kind)),
  });
}

/** The one place of the page for notices: toasts at its foot left, snackbars right. `onReady` is called when it can show some. */
export function ToastViewport({ onReady }: { readonly onReady: () => void }) {
  const { t } = useTranslation('shared');
  useEffect(onReady, [onReady]);
  return (
    <div className={styles.viewport}>
      <Corner kind="toast" label={t('ui.notices.toasts', { shortcut })} />
      <Corner kind="snackbar" label={t('ui.notices.snackbars', { shortcut })} />
    </div>
  );
}

/** While the pointer or the focus is in a corner nothing in it leaves; when its notice is closed, the focus goes back to where it came from. */
function Corner({ kind, label }: { readonly kind: Notice['kind']; readonly label: string }) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const cameFrom = useRef<Element | null>(null);
  const corner = useMemo(() => ({ isHeld: isHovered || isFocused, giveFocusBack: () => void (cameFrom.current instanceof HTMLElement && cameFrom.current.focus()) }), [isHovered, isFocused]);
  const closeByKey = (event: KeyboardEvent) => {
    const notice = event.key === 'Escape' && event.target instanceof Element ? event.target.closest('[data-in]') : null;
    if (notice === null) return;
    corner.giveFocusBack();
    toast.dismiss({ id: notice.id, containerId: kind });
  };
  return (
    <div
      className={styles.corner}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
        setFocused(true);
      }}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      onKeyDown={closeByKey}
    >
      <CornerContext value={corner}>
        <ToastContainer
          containerId={kind}
          position={kind === 'toast' ? 'bottom-left' : 'bottom-right'}
          limit={mostAtOnce}
          aria-label={label}
          hotKeys={({ key }) => key === shortcut}
          className={() => styles.stack ?? ''}
          toastClassName={() => styles.notice ?? ''}
          // A timer of our own: the library’s is a CSS animation, which those who ask for reduced motion do not get.
          autoClose={false}
          customProgressBar
          closeButton={false}
          icon={false}
          transition={false}
        />
      </CornerContext>
    </div>
  );
}
