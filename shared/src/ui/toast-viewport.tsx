/// <reference path="./css.d.ts" />
import { useTranslation } from '@parlance/shared/i18n';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { toast, ToastContainer } from 'react-toastify/unstyled';
import { CornerContext, NoticeCard } from './notice-card.tsx';
import type { Notice } from './toasts.ts';
import styles from './toast-viewport.module.css';

/** The most notices at once (specification §9). */
const mostAtOnce = 3;
const noticeLasts = 5000;
/** The key that moves the focus to the notices; Alt+T, the library's own, is a menu of some browsers. */
const shortcut = 'F8';

/** The most offers waiting for a place; each undoes something that nothing else may restore. */
const setAsideAtMost = 50;

/** The last notice of each side that is not closed yet; its action is that of the newest with the same text. */
const latest = new Map<Notice['kind'], { notice: Notice }>();
/** The snackbars that are open or wait for a place, by id, oldest first. */
const snackbars = new Map<string, { readonly notice: Notice; isOpen: boolean }>();
/** Offers that made room for newer snackbars, newest last. */
const setAside: Notice[] = [];
let shown = 0;

/**
 * True for a notice with an action to take or leave. Two failures with the same text are one notice; two offers are
 * about two things.
 */
const isOffer = ({ tone, action }: Notice): boolean => action !== undefined && tone !== 'bad';

/**
 * Shows a notice in the viewport; excess ones wait for their turn. It closes after five seconds (specification §9). A
 * snackbar that reports a failure, or that offers an action, stays until the person closes it. A duplicate of an open
 * one changes nothing, unless it offers something: that is shown beside the other. The oldest offer makes room for the
 * latest action's notice, and comes back when there is a place.
 */
export function showNotice(notice: Notice): void {
  const { kind, tone, message, action } = notice;
  const last = latest.get(kind);
  if (last?.notice.message === message && !isOffer(notice) && !isOffer(last.notice)) {
    last.notice = notice;
    return;
  }
  const told = { notice };
  latest.set(kind, told);
  const stays = kind === 'snackbar' && (tone === 'bad' || action !== undefined);
  shown += 1;
  const id = `${kind}-${shown}`;
  if (kind === 'snackbar') makeRoom(id, notice);
  toast(
    ({ closeToast }) => (
      <NoticeCard
        notice={notice}
        act={() => told.notice.action?.run()}
        lasts={stays ? null : noticeLasts}
        close={() => closeToast()}
      />
    ),
    {
      toastId: id,
      containerId: kind,
      role: tone === 'bad' ? 'alert' : 'status',
      ariaLabel: message,
      onOpen() {
        const open = snackbars.get(id);
        if (open !== undefined) open.isOpen = true;
      },
      onClose() {
        if (latest.get(kind) === told) latest.delete(kind);
        if (snackbars.delete(id) && snackbars.size < mostAtOnce) bringBack();
      },
    },
  );
}

/** Says whether a notice has the pointer or the focus. */
const isHeld = (id: string): boolean => document.getElementById(id)?.matches(':hover, :focus-within') ?? false;

function makeRoom(id: string, notice: Notice): void {
  const oldest = [...snackbars].find(([shownId, it]) => it.isOpen && isOffer(it.notice) && !isHeld(shownId));
  snackbars.set(id, { notice, isOpen: false });
  if (snackbars.size <= mostAtOnce || oldest === undefined) return;
  snackbars.delete(oldest[0]);
  setAside.push(oldest[1].notice);
  if (setAside.length > setAsideAtMost) setAside.shift();
  toast.dismiss({ id: oldest[0], containerId: 'snackbar' });
}

function bringBack(): void {
  const notice = setAside.pop();
  if (notice !== undefined) showNotice(notice);
}

/** Forgets the notices together with the viewport that showed them. */
function forget(): void {
  latest.clear();
  snackbars.clear();
  setAside.length = 0;
}

/**
 * The one viewport of the page for notices: toasts bottom left, snackbars bottom right. `onReady` is called when it can
 * show some.
 */
export function ToastViewport({ onReady }: { readonly onReady: () => void }) {
  const { t } = useTranslation('shared');
  useEffect(onReady, [onReady]);
  useEffect(() => forget, []);
  return (
    <div className={styles.viewport}>
      <Corner kind="toast" label={t('ui.notices.toasts', { shortcut })} />
      <Corner kind="snackbar" label={t('ui.notices.snackbars', { shortcut })} />
    </div>
  );
}

/**
 * A corner of the viewport. While the pointer or the focus is in it no notice closes; when a focused notice is closed,
 * the focus returns to where it came from.
 */
function Corner({ kind, label }: { readonly kind: Notice['kind']; readonly label: string }) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const cameFrom = useRef<Element | null>(null);
  const corner = useMemo(
    () => ({
      isHeld: isHovered || isFocused,
      giveFocusBack: () => void (cameFrom.current instanceof HTMLElement && cameFrom.current.focus()),
    }),
    [isHovered, isFocused],
  );
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
          // Our own timer replaces the library’s, a CSS animation that does not run under reduced motion.
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
