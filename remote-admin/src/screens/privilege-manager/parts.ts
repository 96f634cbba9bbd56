// Fetched with the first action, so that viewing the list costs little.
export { GrantsTab } from './grants-tab.tsx';
export { SetEditor } from './set-editor.tsx';
export { WhyTab } from './why-tab.tsx';
