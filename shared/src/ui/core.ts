/**
 * The tier that every screen needs. Only named pieces: sharing antd as a whole would load all of it with the first
 * page.
 */
export { Alert, Avatar, Button, Skeleton, Spin, Tag, Tooltip } from 'antd';
export { Input, TextArea } from './input.ts';
export { ThemeProvider } from './theme-provider.tsx';
