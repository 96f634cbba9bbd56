import type { ReactNode } from 'react';
import styles from './filter-fields.module.css';

/** The filters of a list, side by side as long as there is room. */
export function FilterFields({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.filters} role="group" aria-label={label}>
      {children}
    </div>
  );
}

type Choice = { readonly id: string; readonly name: string; readonly lang?: string };
type SelectProps = {
  readonly label: string;
  readonly any: string;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
  readonly choose: (id: string | undefined) => void;
};

export function Select({ label, any, choices, chosen, choose }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={chosen ?? ''}
      onChange={({ target }) => choose(target.value === '' ? undefined : target.value)}
    >
      <option value="">{any}</option>
      {choices.map(({ id, name, lang }) => (
        <option key={id} value={id} lang={lang}>
          {name}
        </option>
      ))}
    </select>
  );
}

export function Day({
  label,
  day,
  choose,
}: {
  readonly label: string;
  readonly day: string | undefined;
  readonly choose: (day: string | undefined) => void;
}) {
  return (
    <label>
      {label}
      <input
        type="date"
        value={day ?? ''}
        onChange={({ target }) => choose(target.value === '' ? undefined : target.value)}
      />
    </label>
  );
}
