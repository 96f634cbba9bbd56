/**
 * The tier that every screen needs. Named pieces only: a share of antd whole would bring all of it to the first page.
 */
export { Alert, Avatar, Button, Skeleton, Spin, Tag, Tooltip } from 'antd';
export { Input, TextArea } from './input.ts';
export { ThemeProvider } from './theme-provider.tsx';
