import { isbot } from 'isbot';

/**
 * Whether a program reads the page, by the name that its browser gives itself and a list that others keep: it is never
 * asked for a consent (specification §1).
 */
export const isRobot = (userAgent: string): boolean => isbot(userAgent);
