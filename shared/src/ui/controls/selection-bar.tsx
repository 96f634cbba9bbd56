/// <reference path="../css.d.ts" />
import type { ReactNode } from 'react';
import styles from './selection-bar.module.css';

type Props = {
  readonly label: string;
  /** The label of the box that selects or clears all of them. */
  readonly allLabel: string;
  /** The ids that can be selected together. */
  readonly all: readonly string[];
  readonly selected: readonly string[];
  readonly select: (ids: readonly string[]) => void;
  /** Says how many are selected. */
  readonly countText: string;
  /** What can be done with those that are selected. */
  readonly children: ReactNode;
};

/** Above the rows of a list: selects all of them, says how many are, and does something with those together. */
export function SelectionBar({ label, allLabel, all, selected, select, countText, children }: Props) {
  const hasSome = selected.length > 0;
  const isAll = hasSome && selected.length === all.length;
  return (
    <div className={styles.bar} role="group" aria-label={label}>
      <label>
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = hasSome && !isAll;
          }}
          onChange={() => select(isAll ? [] : all)}
        />
        {allLabel}
      </label>
      <span role="status">{hasSome && countText}</span>
      {hasSome && children}
    </div>
  );
}
