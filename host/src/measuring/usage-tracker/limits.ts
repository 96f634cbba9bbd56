const second = 1000;
const minute = 60 * second;

/** The limits of specification §9, in milliseconds. */
export const idleAfter = 5 * minute;
export const sessionTimeout = 30 * minute;
export const checkEvery = 10 * second;

/**
 * The gap of a jump, six missed checks: the machine slept or the page was frozen, and nobody can have used it
 * meanwhile.
 */
export const jumpAfter = 60 * second;

/** The thresholds of recommendations (specification §9): milliseconds, and a number of segments. */
export const recommendAt = {
  typing: 300 * second,
  reading: 30 * second,
  typingWithoutReading: 60 * second,
  segments: 20,
} as const;
