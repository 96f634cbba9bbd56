/** The tier of screens that list. Own and light: docs/adr/0004-tables.md says why it is not antd's table. */
export { DataTable, TableSkeleton } from './data-table.tsx';
export type { Column, Order } from './data-table.tsx';
export { MoreRows } from './more-rows.tsx';
export { SearchField } from './search-field.tsx';
