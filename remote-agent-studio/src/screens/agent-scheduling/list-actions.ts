export { RowMenu } from './row-menu.tsx';
export { runNow, switchTo } from './use-schedule-changes.ts';
