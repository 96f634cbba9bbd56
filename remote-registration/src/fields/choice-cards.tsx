import { useId, type ReactNode } from 'react';
import styles from './choice-cards.module.css';

export type Choice<Value extends string> = {
  readonly value: Value;
  readonly title: ReactNode;
  /** Content beside the title: a price. */
  readonly aside?: ReactNode;
  readonly text: ReactNode;
};

type Props<Value extends string> = {
  readonly legend: string;
  readonly name: string;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  /** True for large cards: two in a row if there is room, under a heading that labels them already. */
  readonly isBesideOneAnother?: boolean;
};

/**
 * A single choice, each option a card that can be pressed as a whole: radio buttons for the keyboard and for screen
 * readers.
 */
export function ChoiceCards<Value extends string>({
  legend,
  name,
  choices,
  chosen,
  onChoose,
  isBesideOneAnother = false,
}: Props<Value>) {
  const id = useId();
  return (
    <fieldset className={isBesideOneAnother ? styles.pairs : styles.cards}>
      <legend className={isBesideOneAnother ? 'visually-hidden' : undefined}>{legend}</legend>
      {choices.map(({ value, title, aside, text }, place) => (
        <label key={value} className={styles.card}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            aria-labelledby={`${id}-${place}-title`}
            aria-describedby={`${id}-${place}-text`}
            onChange={() => onChoose(value)}
          />
          <span id={`${id}-${place}-title`} className={styles.title}>
            {title} {aside !== undefined && <span className={styles.aside}>{aside}</span>}
          </span>
          <span id={`${id}-${place}-text`} className={styles.text}>
            {text}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
