import { useEffect, useRef, type ReactNode } from 'react';
import styles from './file-manager.module.css';

type Props = {
  readonly opened: string | null;
  readonly close: () => void;
  readonly detail: (id: string) => ReactNode;
  readonly children: ReactNode;
};

/** A list, with a detail panel at its right. Without room for both, the panel replaces the list. */
export function BesideList({ opened, close, detail, children }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(opened);
  useEffect(() => {
    const closed = opened === null ? before.current : null;
    before.current = opened;
    // Returns the focus to the link that opened it, if it is still listed.
    if (closed !== null) list.current?.querySelector<HTMLElement>(`a[href*="file=${closed}"]`)?.focus();
  }, [opened]);
  return (
    <div
      className={styles.beside}
      data-open={opened !== null}
      onKeyDown={(event) => {
        // An open dialog or menu closes first.
        if (
          event.key === 'Escape' &&
          opened !== null &&
          !event.defaultPrevented &&
          !(event.target instanceof Element && event.target.closest('dialog') !== null)
        )
          close();
      }}
    >
      <div ref={list} className={styles.listed}>
        {children}
      </div>
      {opened !== null && detail(opened)}
    </div>
  );
}
