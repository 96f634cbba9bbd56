/** The ids of what is selected, and where a range goes on from. */
export type Selection = { readonly ids: ReadonlySet<string>; readonly last: string | null };

export const nothingSelected: Selection = { ids: new Set(), last: null };

/**
 * Selects one more or one less; with `isRange` all from the last one touched to this one, as they stand in the list.
 */
export function toggleSelection(
  { ids, last }: Selection,
  id: string,
  rows: readonly string[],
  isRange: boolean,
): Selection {
  const from = last === null ? -1 : rows.indexOf(last);
  const to = rows.indexOf(id);
  if (isRange && from !== -1 && to !== -1) {
    return { ids: new Set([...ids, ...rows.slice(Math.min(from, to), Math.max(from, to) + 1)]), last: id };
  }
  return { ids: ids.has(id) ? without(ids, id) : new Set([...ids, id]), last: id };
}

/** What is selected and still in the list: one does nothing to what one does not see. */
export const stillListed = ({ ids }: Selection, rows: readonly string[]): readonly string[] =>
  rows.filter((id) => ids.has(id));

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((it) => it !== id));
