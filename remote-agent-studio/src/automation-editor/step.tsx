import type { ReactNode } from 'react';
import type { Fault } from '@parlance/shared/ui/fields';
import styles from './automation-editor.module.css';
import type { DraftFaults } from './draft.ts';

/** Returns the fault at a place of the definition, for its field. */
export type FaultAt = (place: string) => Fault | undefined;

export const faultTexts =
  (faults: DraftFaults): FaultAt =>
  (place) => {
    const found = faults[place];
    return found === undefined ? undefined : { key: `agent-automation:faults.${found}` };
  };

type Props = { readonly title: string; readonly about: string; readonly children: ReactNode };

/** One step of the flow from trigger to actions; a line leads to the next. */
export function Step({ title, about, children }: Props) {
  return (
    <li className={styles.step}>
      <div>
        <h2>{title}</h2>
        <p className={styles.about}>{about}</p>
      </div>
      <div className={styles.card}>{children}</div>
    </li>
  );
}
