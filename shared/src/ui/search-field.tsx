/// <reference path="./css.d.ts" />
import { useEffect, useEffectEvent, useState } from 'react';
import { isComposing } from './controls/composing.ts';
import styles from './search-field.module.css';

/** The debounce time of the search in milliseconds. */
const pauseBeforeSearch = 250;

type SearchFieldProps = {
  readonly label: string;
  readonly hint: string;
  /** The present search, from the address. */
  readonly value: string;
  readonly maxLength: number;
  /** Called after the debounce time, at once on Enter and when the field is cleared. Trimmed. */
  readonly onSearch: (text: string) => void;
};

/** A field that searches while one types, and follows the address when it changes by Back or a link. */
export function SearchField({ label, hint, value, maxLength, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // A search of this field itself may return late, after further typing; that stays.
    if (value !== sent) setText(value);
  }

  function search(wanted: string): void {
    setSent(wanted);
    if (wanted !== value) onSearch(wanted);
  }
  const searchLater = useEffectEvent(search);
  const wanted = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => searchLater(wanted), pauseBeforeSearch);
    return () => clearTimeout(timer);
  }, [wanted]);

  return (
    <div className={styles.field}>
      <Glass />
      <input
        type="search"
        aria-label={label}
        placeholder={hint}
        value={text}
        maxLength={maxLength}
        onChange={({ target }) => {
          setText(target.value);
          if (target.value === '') search('');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return;
          // Keeps Enter from submitting the form around it.
          event.preventDefault();
          search(wanted);
        }}
      />
    </div>
  );
}

function Glass() {
  return (
    <svg
      viewBox="0 0 16 16"
      width="14"
      height="14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3 3" />
    </svg>
  );
}
