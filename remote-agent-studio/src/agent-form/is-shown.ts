import { createContext, useContext } from 'react';

/** False in a part of the page that waits behind another tab. */
export const IsShown = createContext(true);

/**
 * Whether anybody sees it. What waits behind another tab keeps what it has, and does not ask the server how things
 * stand.
 */
export const useIsShown = (): boolean => useContext(IsShown);
