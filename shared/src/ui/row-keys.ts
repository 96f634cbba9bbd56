import { useState } from 'react';

type KeyedRows = { readonly rows: readonly object[]; readonly keys: readonly number[]; readonly next: number };

/**
 * Returns keys of rows without ids, for a form that adds, moves, changes and removes them: a row that moves takes its
 * key along, and with it the state of its fields. Rows are compared by identity, so two blank ones must be different
 * objects.
 */
export function useRowKeys(rows: readonly object[]): readonly number[] {
  const [keyed, setKeyed] = useState(() => keysAfter({ rows: [], keys: [], next: 0 }, rows));
  if (keyed.rows.length === rows.length && rows.every((row, at) => row === keyed.rows[at])) return keyed.keys;
  const now = keysAfter(keyed, rows);
  setKeyed(now);
  return now.keys;
}

/**
 * Returns the keys after a change. Rows still there keep their keys. If none was added or removed, a new row is the one
 * that was changed in that place.
 */
export function keysAfter({ rows: before, keys: given, next }: KeyedRows, rows: readonly object[]): KeyedRows {
  let free = next;
  const keys = rows.map((row, at) => {
    const known = given[before.indexOf(row)];
    const instead = before[at];
    if (known !== undefined) return known;
    if (before.length === rows.length && instead !== undefined && !rows.includes(instead)) return given[at] ?? free;
    free += 1;
    return free - 1;
  });
  return { rows, keys, next: free };
}
