export { AgentListMenu } from './list-menu.tsx';
export { Nothing } from './nothing.tsx';
export { Places } from './places.tsx';
export { RowMenu } from './row-menu.tsx';
export { AgentsSelection } from './selection-bar.tsx';
export { changeListed } from './use-agent-changes.ts';
