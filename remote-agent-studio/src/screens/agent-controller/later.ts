/** Loads the actions on agents of the list with the first one, so that viewing the list costs little. */
export const actionsLater = () => import('./list-actions.ts');
