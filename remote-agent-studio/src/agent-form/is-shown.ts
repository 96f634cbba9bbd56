import { createContext, useContext } from 'react';

/** False in a part of the page hidden behind another tab. */
export const IsShown = createContext(true);

/**
 * Says whether the component is visible. A part hidden behind another tab keeps its state, and does not poll the
 * server.
 */
export const useIsShown = (): boolean => useContext(IsShown);
