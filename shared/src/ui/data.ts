/** The tier of screens that list and page. */
export { Pagination, Table } from 'antd';
export type { TableProps } from 'antd';
