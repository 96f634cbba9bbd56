/** The lifetimes of a share. */
export const lengths = ['none', 'day', 'week', 'month'] as const;
export type Length = (typeof lengths)[number];

const days: Readonly<Record<Exclude<Length, 'none'>, number>> = { day: 1, week: 7, month: 30 };
const millisecondsOfDay = 86_400_000;

/** Returns the expiry, null if it is ended by hand. `now` in milliseconds. */
export const expiryOf = (length: Length, now: number = Date.now()): string | null =>
  length === 'none' ? null : new Date(now + days[length] * millisecondsOfDay).toISOString();
