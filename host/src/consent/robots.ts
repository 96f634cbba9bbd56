import { isbot } from 'isbot';

/**
 * Says whether a program reads the page, by its user agent and an upstream list: it is never asked for consent
 * (specification §1).
 */
export const isRobot = (userAgent: string): boolean => isbot(userAgent);
