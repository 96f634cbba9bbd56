/// <reference path="../ui/css.d.ts" />
import { Suspense, useState, type ReactNode } from 'react';
import styles from './menu-button.module.css';

type Props = {
  readonly label: string;
  /** The lazy menu: it is fetched with the first click, and opens as soon as it is there. */
  readonly children: ReactNode;
};

/** A button with three dots that costs nothing until it is pressed. */
export function MenuButton({ label, children }: Props) {
  const [isAsked, ask] = useState(false);
  const button = (
    <button type="button" className={styles.more} aria-label={label} aria-haspopup="menu" onClick={() => ask(true)}>
      <svg
        viewBox="0 0 20 20"
        width="18"
        height="18"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M5 10h.01M10 10h.01M15 10h.01" />
      </svg>
    </button>
  );
  return isAsked ? <Suspense fallback={button}>{children}</Suspense> : button;
}
