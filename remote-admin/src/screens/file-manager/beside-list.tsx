import { useEffect, useRef, type ReactNode } from 'react';
import styles from './file-manager.module.css';

type Props = {
  readonly opened: string | null;
  readonly close: () => void;
  readonly detail: (id: string) => ReactNode;
  readonly children: ReactNode;
};

/**
 * A list, and at its right what is open of it. Where there is no room for both, what is open stands in the place of the
 * list.
 */
export function BesideList({ opened, close, detail, children }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(opened);
  useEffect(() => {
    const closed = opened === null ? before.current : null;
    before.current = opened;
    // Back to the link that opened it, where it is still listed.
    if (closed !== null) list.current?.querySelector<HTMLElement>(`a[href*="file=${closed}"]`)?.focus();
  }, [opened]);
  return (
    <div
      className={styles.beside}
      data-open={opened !== null}
      onKeyDown={(event) => {
        // A dialog or a menu that is open closes by itself first.
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
