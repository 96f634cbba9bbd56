/// <reference path="../css.d.ts" />
import type { ReactNode } from 'react';
import styles from './selection-bar.module.css';

type Props = {
  readonly label: string;
  /** The label of the checkbox that selects or clears all of them. */
  readonly allLabel: string;
  /** The ids that can be selected together. */
  readonly all: readonly string[];
  readonly selected: readonly string[];
  readonly select: (ids: readonly string[]) => void;
  /** The text with the number of selected rows. */
  readonly countText: string;
  /** The actions on the selected rows. */
  readonly children: ReactNode;
};

/** The bar above the rows of a list: selects all of them, shows how many are selected, and acts on those together. */
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
