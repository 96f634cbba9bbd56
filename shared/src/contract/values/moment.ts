import * as z from '@parlance/shared/contract/schema';

/**
 * Years 1000 to 8999. ISO 8601 has a year 0000, which PostgreSQL refuses, and days computed from an end of the scale
 * (the day after, the month before) are written with a sign or five digits, which it refuses too.
 */
const isReckonable = z.regex(/^[1-8]/);

/** A moment in a request: ISO 8601 in UTC, of the years 1000 to 8999. */
export const moment = z.iso.datetime().check(isReckonable);

/** A day in a request: ISO 8601, of the years 1000 to 8999. */
export const day = z.iso.date().check(isReckonable);
