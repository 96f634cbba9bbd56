// Fetched with the first thing that is done, so that looking at the list costs little.
export { GrantsTab } from './grants-tab.tsx';
export { SetEditor } from './set-editor.tsx';
export { WhyTab } from './why-tab.tsx';
