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

/** Offers that may wait for a place; each takes something back that nothing else may bring back. */
const setAsideAtMost = 50;

/**
 * What was shown last at each side and has not been closed yet; its action is that of the newest which said the same.
 */
const latest = new Map<Notice['kind'], { notice: Notice }>();
/** The snackbars that are open or wait for a place, by id, the oldest first. */
const snackbars = new Map<string, { readonly notice: Notice; isOpen: boolean }>();
/** Offers that made room for newer snackbars, the newest last. */
const setAside: Notice[] = [];
let shown = 0;

/**
 * What a person may take up or leave. Who was told twice why something failed was told the same; two offers are about
 * two things.
 */
const isOffer = ({ tone, action }: Notice): boolean => action !== undefined && tone !== 'bad';

/**
 * Shows a notice in the viewport; one too many waits for its turn. It leaves after five seconds (specification §9). A
 * snackbar that says that something failed, or that offers to do something, stays until the person closes it. The same
 * again, while it is still there, changes nothing, unless it offers something: that stands beside the other. The oldest
 * offer makes room for what a person has just done, and comes back when there is a place.
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

/** Somebody is about to take it up. */
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

/** What was shown goes with the viewport that showed it. */
function forget(): void {
  latest.clear();
  snackbars.clear();
  setAside.length = 0;
}

/**
 * The one place of the page for notices: toasts at its foot left, snackbars right. `onReady` is called when it can show
 * some.
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
 * While the pointer or the focus is in a corner nothing in it leaves; when its notice is closed, the focus goes back to
 * where it came from.
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
