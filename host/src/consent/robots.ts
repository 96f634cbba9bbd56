import { isbot } from 'isbot';

/**
 * Says whether the visitor is a robot, by its user agent and an upstream list: it is never asked for consent
 * (specification §1).
 */
export const isRobot = (userAgent: string): boolean => isbot(userAgent);
