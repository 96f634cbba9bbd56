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
  /** What the list of those that are chosen is called. */
  readonly chosenLabel: string;
  readonly hint: string;
  /** What is said where nothing is found. */
  readonly nothing: (search: string) => string;
  readonly chosen: readonly NamedItem[];
  readonly change: (chosen: readonly NamedItem[]) => void;
  /** Where only one can be, another takes its place. */
  readonly atMost: number;
  /** Looks them up by what is typed; another question needs another field (`key`). */
  readonly find: Find;
};

/** The id of nobody. */
const theFirst = '';

/**
 * Things or people with names, found by what is typed. They are offered from the first letter, on a click or by the
 * arrow keys, and not because the field has the focus: a dialog gives it to its first field. Only what answers what is
 * typed can be chosen: Enter takes the one that is marked, or waits for the answer and takes its first, and never sends
 * the form. Backspace in the empty field takes the last one away, once a press.
 */
export function NamesField({ label, chosenLabel, hint, nothing, chosen, change, atMost, find }: NamesFieldProps) {
  const { t } = useTranslation('shared');
  const list = useId();
  const whole = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState<string | null>(null);
  /** The one that an arrow key led to; the first of what is yet to come where the list was empty. */
  const [marked, mark] = useState<string | null>(null);
  /** For which search Enter was pressed before its answer was there. */
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
  // The first of what was typed is marked by itself, once its answer is there.
  const first = found.isSearching || (wanted === '' && marked === null) ? -1 : 0;
  const active = isOpen
    ? Math.max(
        first,
        offered.findIndex(({ id }) => id === marked),
      )
    : -1;

  // Closed by the click that comes after a press: a list that closed with the press would move what is pressed from
  // under the pointer.
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

  /** Around the ends of the list. */
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
