/** The selected ids, and the anchor of a range. */
export type Selection = { readonly ids: ReadonlySet<string>; readonly last: string | null };

export const nothingSelected: Selection = { ids: new Set(), last: null };

/** Toggles one id; with `isRange` selects all from the last toggled one to this one, in the order of the list. */
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

/** Returns the selected ids that are still listed: an invisible row is not acted on. */
export const stillListed = ({ ids }: Selection, rows: readonly string[]): readonly string[] =>
  rows.filter((id) => ids.has(id));

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((it) => it !== id));
