import styles from './tick-field.module.css';

type Props = { readonly label: string; readonly isChosen: boolean; readonly choose: (isChosen: boolean) => void };

/** A checkbox for an additional effect. */
export function TickField({ label, isChosen, choose }: Props) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={isChosen} onChange={({ target }) => choose(target.checked)} />
      {label}
    </label>
  );
}
