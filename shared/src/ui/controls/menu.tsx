/// <reference path="../css.d.ts" />
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { CheckMark, MoreMark } from './marks.tsx';
import menu from './menu.module.css';
import quiet from './quiet.module.css';

export type MenuItem = {
  readonly label: string;
  readonly icon?: ReactNode;
  /** The keyboard shortcut for the same action, as labelled on the keys. */
  readonly keys?: string;
  /** Set for one of several choices: true for the current one. */
  readonly isChosen?: boolean;
  readonly isDisabled?: boolean;
  /** True if it removes something. */
  readonly isDangerous?: boolean;
  readonly run: () => void;
};

type Props = {
  readonly label: string;
  /** The content of the button; defaults to three dots. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
  /** The groups of items, separated by a line. */
  readonly groups: readonly (readonly MenuItem[])[];
  /** True if it opens when mounted, for a menu that is fetched on demand. */
  readonly startsOpen?: boolean;
};

/** A button with a menu of actions. Arrows, Home, End and the first letter move; Escape closes. */
export function Menu({ label, children, className, groups, startsOpen = false }: Props) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = (returnsFocus: boolean) => {
    setIsOpen(false);
    if (returnsFocus) button.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className ?? quiet.button}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': panelId } : {})}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        {children ?? <MoreMark />}
      </button>
      {isOpen && (
        <Panel
          id={panelId}
          label={label}
          groups={groups.filter((group) => group.length > 0)}
          button={button}
          close={close}
        />
      )}
    </>
  );
}

type PanelProps = {
  readonly id: string;
  readonly label: string;
  readonly groups: Props['groups'];
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly close: (returnsFocus: boolean) => void;
};

function Panel({ id, label, groups, button, close }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (panel.current === null || button.current === null) return;
    // The top layer keeps any scroll container or overlap from clipping it.
    panel.current.showPopover();
    placeAt(panel.current, button.current.getBoundingClientRect());
    itemsOf(panel.current)[0]?.focus({ preventScroll: true });
  }, [button]);
  useClosing(panel, button, () => close(false));

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Escape' || event.key === 'Tab') close(true);
    else if (!moveFocus(itemsOf(event.currentTarget), event.key)) return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div
      ref={panel}
      id={id}
      popover="manual"
      className={menu.panel}
      role="menu"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {groups.map((group, index) => (
        // The groups of an open menu keep their order, so the index is a stable key.
        <div key={index} role="group" className={menu.group}>
          {group.map((item) => (
            <Item
              key={item.label}
              item={item}
              choose={() => {
                // Focuses the button first, so that whatever opens next restores the focus there.
                close(true);
                item.run();
              }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Item({ item, choose }: { readonly item: MenuItem; readonly choose: () => void }) {
  const isChoice = item.isChosen !== undefined;
  return (
    <button
      type="button"
      role={isChoice ? 'menuitemradio' : 'menuitem'}
      {...(isChoice ? { 'aria-checked': item.isChosen } : {})}
      tabIndex={-1}
      className={`${menu.item} ${item.isDangerous === true ? menu.dangerous : ''}`}
      disabled={item.isDisabled}
      onClick={choose}
    >
      <span className={menu.icon} aria-hidden="true">
        {item.isChosen === true ? <CheckMark /> : item.icon}
      </span>
      <span>{item.label}</span>
      {item.keys !== undefined && (
        <kbd className={menu.keys} aria-hidden="true">
          {item.keys}
        </kbd>
      )}
    </button>
  );
}

const itemsOf = (panel: Element): HTMLElement[] => [...panel.querySelectorAll<HTMLElement>('button:not(:disabled)')];

/** Moves the focus by a key, and says whether it did. */
function moveFocus(items: readonly HTMLElement[], key: string): boolean {
  const at = items.findIndex((item) => item === document.activeElement);
  const places: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: at <= 0 ? items.length - 1 : at - 1,
    Home: 0,
    End: items.length - 1,
  };
  const place = places[key];
  const following = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const isLetter = key.length === 1 && key !== ' ';
  const next =
    place === undefined
      ? isLetter
        ? following.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
        : undefined
      : items[place];
  next?.focus({ preventScroll: true });
  return place !== undefined || isLetter;
}

/** Pixels between the button and the panel, and between the panel and the edge of the window. */
const gap = 4;

/** Places the panel below the button, or above if there is more room; never outside the window. */
function placeAt(panel: HTMLElement, at: DOMRect): void {
  const { width, height } = panel.getBoundingClientRect();
  const fitsBelow = at.bottom + gap + height <= window.innerHeight - gap;
  const top = fitsBelow ? at.bottom + gap : Math.max(gap, at.top - gap - height);
  const isRightHalf = at.left + at.width / 2 > window.innerWidth / 2;
  const left = isRightHalf ? at.right - width : at.left;
  panel.style.top = `${top}px`;
  panel.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`;
}

/**
 * Keeps the menu at its button while the page scrolls, as it does while an answer grows, and closes it when the person
 * goes elsewhere.
 */
function useClosing(
  panel: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  const leave = useEffectEvent((event: Event) => {
    const { target } = event;
    if (
      target instanceof Node &&
      (panel.current?.contains(target) === true || button.current?.contains(target) === true)
    )
      return;
    close();
  });
  const follow = useEffectEvent(() => {
    if (panel.current === null || button.current === null) return;
    const at = button.current.getBoundingClientRect();
    if (at.bottom < 0 || at.top > window.innerHeight) close();
    else placeAt(panel.current, at);
  });
  useEffect(() => {
    const onLeave = (event: Event) => leave(event);
    const onMove = () => follow();
    const leaving = ['pointerdown', 'focusin'] as const;
    for (const name of leaving) document.addEventListener(name, onLeave, { capture: true, passive: true });
    document.addEventListener('scroll', onMove, { capture: true, passive: true });
    window.addEventListener('resize', onMove);
    return () => {
      for (const name of leaving) document.removeEventListener(name, onLeave, { capture: true });
      document.removeEventListener('scroll', onMove, { capture: true });
      window.removeEventListener('resize', onMove);
    };
  }, []);
}
