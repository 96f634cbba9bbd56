/// <reference path="./css.d.ts" />
import { useTranslation } from '@parlance/shared/i18n';
import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export type Column<Row> = {
  readonly id: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** A person may order the list by it. */
  readonly isSortable?: boolean;
  /** What the row is called: its header, in the first place also where the table is narrow. */
  readonly isName?: boolean;
  /** Speaks for itself: where each row is a card it stands without its label. */
  readonly isPlain?: boolean;
  /** Its head is told and not shown: a column of controls that have names of their own. */
  readonly hidesHead?: boolean;
};
export type Order = { readonly by: string; readonly isDescending: boolean };

type DataTableProps<Row> = {
  /** Says what the rows are, for those who do not see the heading above. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly order?: Order;
  /** The order a person asks for by the head of a column. */
  readonly onOrder?: (order: Order) => void;
  /** The rows are those of the question before. */
  readonly isStale?: boolean;
};

/**
 * Rows and columns as a plain table, a row 44 px high; where there is no room for columns every row becomes a card with
 * its labels. The roles are written out because a card's `display` would take them away.
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

/** The shape of a table that is on its way; it shows itself after 150 ms. */
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
