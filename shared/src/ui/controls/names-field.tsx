/// <reference path="../css.d.ts" />
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { isComposing } from './composing.ts';
import entry from './entry.module.css';
import { CloseMark } from './marks.tsx';
import styles from './names-field.module.css';
import quiet from './quiet.module.css';
import { useFound, type Find, type NamedItem } from './use-found.ts';

type NamesFieldProps = {
  readonly label: string;
  /** The label of the list of chosen names. */
  readonly chosenLabel: string;
  readonly hint: string;
  /** The message if nothing is found. */
  readonly nothing: (search: string) => string;
  readonly chosen: readonly NamedItem[];
  readonly change: (chosen: readonly NamedItem[]) => void;
  /** The maximum; with 1, a new choice replaces the old. */
  readonly atMost: number;
  /** Searches by the typed text; another search function needs another `key`. */
  readonly find: Find;
};

/** The marker of the first entry, which is no id. */
const theFirst = '';

/**
 * Chooses named things or people by a search. The list opens with the first letter, on a click or by the arrow keys,
 * not on focus: a dialog gives it to its first field. Only results of the present search can be chosen: Enter takes the
 * marked one, or waits for the response and takes its first, and never submits the form. Backspace in the empty field
 * removes the last one, once a press.
 */
export function NamesField({ label, chosenLabel, hint, nothing, chosen, change, atMost, find }: NamesFieldProps) {
  const { t } = useTranslation('shared');
  const list = useId();
  const whole = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState<string | null>(null);
  /** The entry marked by an arrow key; the first of a pending response if the list was empty. */
  const [marked, mark] = useState<string | null>(null);
  /** The search for which Enter was pressed before its response. */
  const awaited = useRef<string | null>(null);
  const wanted = search?.trim() ?? null;
  const isFull = atMost > 1 && chosen.length >= atMost;
  const choosable = (items: readonly NamedItem[]) =>
    isFull ? [] : items.filter(({ id }) => !chosen.some((one) => one.id === id));
  const found = useFound(wanted, find, (answered, items) => {
    const [first] = choosable(items);
    if (awaited.current === answered && first !== undefined) add(first);
    awaited.current = null;
  });
  const offered = choosable(found.items);
  const isOpen = offered.length > 0;
  // The first result is marked automatically, once the response is there.
  const first = found.isSearching || (wanted === '' && marked === null) ? -1 : 0;
  const active = isOpen
    ? Math.max(
        first,
        offered.findIndex(({ id }) => id === marked),
      )
    : -1;

  // The list closes on the click that follows the press: closing on the press would move the target from under the
  // pointer.
  useEffect(() => {
    if (search !== '') return undefined;
    const closeAtOutside = ({ target }: Event) => {
      if (!(target instanceof Node && whole.current?.contains(target))) setSearch(null);
    };
    document.addEventListener('click', closeAtOutside, { capture: true });
    return () => document.removeEventListener('click', closeAtOutside, { capture: true });
  }, [search]);

  function type(next: string | null): void {
    awaited.current = null;
    setSearch(next);
    mark(null);
  }

  function add(one: NamedItem): void {
    change(atMost === 1 ? [one] : [...chosen, one]);
    type(null);
  }

  function enter(): void {
    const one = offered[active];
    if (one !== undefined) add(one);
    else if (found.isSearching && wanted !== '') awaited.current = wanted;
  }

  /** Moves the mark, wrapping around the ends of the list. */
  function step(by: 1 | -1): void {
    if (search === null) setSearch('');
    const at = active === -1 && by === -1 ? 0 : active;
    mark(offered[(at + by + offered.length) % offered.length]?.id ?? theFirst);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    const { key } = event;
    if (key === 'Backspace' && (search ?? '') === '' && chosen.length > 0 && !event.repeat) change(chosen.slice(0, -1));
    if (key === 'Tab' && search === '') type(null);
    if (key === 'ArrowDown') step(1);
    else if (key === 'ArrowUp') step(-1);
    else if (key === 'Enter') enter();
    else if (key === 'Escape' && (isOpen || found.isSearching)) type(null);
    else return;
    // Keeps the key from submitting the form and closing the dialog.
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
              <button
                type="button"
                className={quiet.button}
                aria-label={t('ui.people.remove', { name: one.name })}
                onClick={() => change(chosen.filter(({ id }) => id !== one.id))}
              >
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
        {...(active !== -1 ? { 'aria-activedescendant': `${list}-${active}` } : {})}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        value={search ?? ''}
        onClick={() => setSearch(search ?? '')}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
      />
      <ul id={list} className={styles.options} role="listbox" aria-label={label} hidden={!isOpen}>
        {offered.map((one, index) => (
          <li
            key={one.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            // Keeps the focus in the field.
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
