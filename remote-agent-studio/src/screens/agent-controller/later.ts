/**
 * What is done with agents of the list: fetched with the first thing that is done, so that looking at the list costs
 * little.
 */
export const actionsLater = () => import('./list-actions.ts');
