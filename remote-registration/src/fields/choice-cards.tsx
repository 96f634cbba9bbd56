import { useId, type ReactNode } from 'react';
import styles from './choice-cards.module.css';

export type Choice<Value extends string> = {
  readonly value: Value;
  readonly title: ReactNode;
  /** Beside the title: a price. */
  readonly aside?: ReactNode;
  readonly text: ReactNode;
};

type Props<Value extends string> = {
  readonly legend: string;
  readonly name: string;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  /** Cards with much in them: two in a row where there is room, under a heading that already says what they are. */
  readonly isBesideOneAnother?: boolean;
};

/** One of several, each a card that can be pressed as a whole: radio buttons for the keyboard and for who listens. */
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
