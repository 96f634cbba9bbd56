/// <reference path="../css.d.ts" />
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import entry from './entry.module.css';
import { CloseMark } from './marks.tsx';
import styles from './names-field.module.css';
import quiet from './quiet.module.css';
import { useFound, type Find, type Named } from './use-found.ts';

type NamesFieldProps = {
  readonly label: string;
  /** What the list of those that are chosen is called. */
  readonly chosenLabel: string;
  readonly hint: string;
  /** What is said where nothing is found. */
  readonly nothing: (search: string) => string;
  readonly chosen: readonly Named[];
  readonly change: (chosen: readonly Named[]) => void;
  /** Where only one can be, another takes its place. */
  readonly atMost: number;
  /** Looks them up by what is typed; another question needs another field (`key`). */
  readonly find: Find;
};

/**
 * Things or people with names, found by what is typed. They are offered from the first letter, on a click or by the arrow keys,
 * and not because the field has the focus: a dialog gives it to its first field. Backspace in the empty field takes the last one away.
 */
export function NamesField({ label, chosenLabel, hint, nothing, chosen, change, atMost, find }: NamesFieldProps) {
  const { t } = useTranslation('shared');
  const list = useId();
  const whole = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const found = useFound(search?.trim() ?? null, find);
  const isFull = atMost > 1 && chosen.length >= atMost;
  const offered = isFull ? [] : found.items.filter(({ id }) => !chosen.some((one) => one.id === id));
  const active = Math.min(at, offered.length - 1);
  const isOpen = offered.length > 0;

  // Closed by the click that comes after a press: a list that closed with the press would move what is pressed from under the pointer.
  useEffect(() => {
    if (search !== '') return undefined;
    const closeAtOutside = ({ target }: Event) => {
      if (!(target instanceof Node && whole.current?.contains(target))) setSearch(null);
    };
    document.addEventListener('click', closeAtOutside, { capture: true });
    return () => document.removeEventListener('click', closeAtOutside, { capture: true });
  }, [search]);

  function add(one: Named): void {
    change(atMost === 1 ? [one] : [...chosen, one]);
    setSearch(null);
    setAt(0);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const one = offered[active];
    if (event.key === 'Backspace' && (search ?? '') === '' && chosen.length > 0) change(chosen.slice(0, -1));
    if (event.key === 'Tab' && search === '') setSearch(null);
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && search === null) setSearch('');
    if (one === undefined) return;
    if (event.key === 'ArrowDown') setAt((active + 1) % offered.length);
    else if (event.key === 'ArrowUp') setAt((active - 1 + offered.length) % offered.length);
    else if (event.key === 'Enter') add(one);
    else if (event.key === 'Escape') setSearch(null);
    else return;
    // Neither sends the form nor closes the dialog.
    event.preventDefault();
    event.stopPropagation();
  }
  const isNothing = search !== null && search.trim() !== '' && !found.isSearching && found.failure === null && !isOpen;
  return (
    <div ref={whole} className={styles.names}>
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={chosenLabel}>
          {chosen.map((one) => (
            <li key={one.id}>
              {one.name}
              <button type="button" className={quiet.button} aria-label={t('ui.people.remove', { name: one.name })} onClick={() => change(chosen.filter(({ id }) => id !== one.id))}>
                <CloseMark />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        className={entry.entry}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={list}
        {...(isOpen ? { 'aria-activedescendant': `${list}-${active}` } : {})}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        value={search ?? ''}
        onClick={() => setSearch(search ?? '')}
        onChange={(event) => {
          setSearch(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={list} className={styles.options} role="listbox" aria-label={label} hidden={!isOpen}>
        {offered.map((one, index) => (
          <li
            key={one.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => add(one)}
          >
            {one.name}
          </li>
        ))}
      </ul>
      <p role="status" className={entry.note}>
        {isNothing && nothing(search)}
        {found.failure !== null && t(failureKey(found.failure))}
      </p>
    </div>
  );
}
