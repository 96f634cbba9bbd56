/// <reference path="./css.d.ts" />
import { useTranslation } from '@parlance/shared/i18n';
import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export type Column<Row> = {
  readonly id: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** True if the list can be sorted by it. */
  readonly isSortable?: boolean;
  /** True for the name of the row: its header, which comes first even in a narrow table. */
  readonly isName?: boolean;
  /** True for a self-explanatory cell, which a card shows without its label. */
  readonly isPlain?: boolean;
  /** True if its header is visually hidden: a column of controls that have names of their own. */
  readonly hidesHead?: boolean;
};
export type Order = { readonly by: string; readonly isDescending: boolean };

type DataTableProps<Row> = {
  /** The caption of the rows, for those who do not see the heading above. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly order?: Order;
  /** Called with the order that a person chooses in the head of a column. */
  readonly onOrder?: (order: Order) => void;
  /** True if the rows belong to the previous query. */
  readonly isStale?: boolean;
};

/**
 * A plain table with rows 44 px high; if there is no room for columns every row becomes a card with its labels. The
 * roles are explicit because a card's `display` would remove them.
 */
export function DataTable<Row extends { readonly id: string }>({
  caption,
  columns,
  rows,
  order,
  onOrder,
  isStale = false,
}: DataTableProps<Row>) {
  return (
    <div className={styles.frame}>
      <table role="table" className={styles.table} aria-busy={isStale}>
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Head key={column.id} column={column} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.id} role="row">
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadProps<Row> = {
  readonly column: Column<Row>;
  readonly order: Order | undefined;
  readonly onOrder: DataTableProps<Row>['onOrder'];
};

function Head<Row>({ column: { id, head, isSortable = false, hidesHead = false }, order, onOrder }: HeadProps<Row>) {
  if (!isSortable || onOrder === undefined)
    return (
      <th role="columnheader" scope="col">
        {hidesHead ? <span className="visually-hidden">{head}</span> : head}
      </th>
    );
  const isOrdered = order?.by === id;
  const isDescending = isOrdered && order.isDescending;
  const direction = isDescending ? 'descending' : 'ascending';
  return (
    <th role="columnheader" scope="col" className={styles.sortable} aria-sort={isOrdered ? direction : 'none'}>
      <button type="button" onClick={() => onOrder({ by: id, isDescending: isOrdered && !isDescending })}>
        {head}
        <svg
          viewBox="0 0 12 12"
          width="12"
          height="12"
          className={isOrdered ? styles.mark : styles.hint}
          aria-hidden="true"
        >
          <path
            d={isDescending ? 'M6 2v8M2.5 6.5 6 10l3.5-3.5' : 'M6 10V2M2.5 5.5 6 2l3.5 3.5'}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </button>
    </th>
  );
}

function Cell<Row>({
  column: { head, cell, isName = false, isPlain = false, hidesHead = false },
  row,
}: {
  readonly column: Column<Row>;
  readonly row: Row;
}) {
  if (isName)
    return (
      <th role="rowheader" scope="row">
        {cell(row)}
      </th>
    );
  return (
    <td role="cell" data-label={isPlain || hidesHead ? undefined : head} data-control={hidesHead || undefined}>
      {cell(row)}
    </td>
  );
}

/** The skeleton of a loading table; it appears after 150 ms. */
export function TableSkeleton({ rows = 6 }: { readonly rows?: number }) {
  const { t } = useTranslation('shared');
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('ui.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.bars} aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
