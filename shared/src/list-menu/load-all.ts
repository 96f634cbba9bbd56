import { everyRow, type Page } from '@parlance/shared/loading';

/** The most rows that a page may have. */
export const longestPage = 100;

/** Loads all rows of a list, page after page; `loaded` is called with the count so far. */
export function loadAll<Row>(
  load: (cursor: string | undefined) => Promise<Page<Row>>,
  loaded: (rows: number) => void,
): Promise<readonly Row[]> {
  let rows = 0;
  return everyRow(async (cursor) => {
    const page = await load(cursor);
    rows += page.items.length;
    loaded(rows);
    return page;
  });
}
