import { useEffect, useRef, type ReactNode } from 'react';
import styles from './frame.module.css';

type Props = { readonly isOpen: boolean; readonly onClose: () => void; readonly children: ReactNode };

/** A modal drawer: the browser traps the focus in it, closes it with Escape and restores the focus. */
export function Drawer({ isOpen, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className={styles.drawer}
      onClose={onClose}
      onClick={(event) => {
        // A click whose target is the dialog itself is on the backdrop.
        if (event.target === dialog.current) onClose();
      }}
    >
      {isOpen && children}
    </dialog>
  );
}
