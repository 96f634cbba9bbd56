import { useState } from 'react';

type KeyedRows = { readonly rows: readonly object[]; readonly keys: readonly number[]; readonly next: number };

/**
 * Keys of rows that have no ids of their own, for a form that adds, moves, changes and removes them: a row that moves
 * takes its key along, and with it what its fields hold and are asked. Rows are told apart as objects, so that two
 * blank ones must not be the same.
 */
export function useRowKeys(rows: readonly object[]): readonly number[] {
  const [keyed, setKeyed] = useState(() => keysAfter({ rows: [], keys: [], next: 0 }, rows));
  if (keyed.rows.length === rows.length && rows.every((row, at) => row === keyed.rows[at])) return keyed.keys;
  const now = keysAfter(keyed, rows);
  setKeyed(now);
  return now.keys;
}

/**
 * What is still there keeps its key. Where none was added or removed, a row that is new is the one that was changed in
 * that place.
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
