import { periodCause } from './periods.ts';
import { daysAfter } from './terms.ts';

/** Days after its due day on which an invoice is charged, until one of them succeeds. */
const days = [0, 1, 3, 5, 7] as const;
export const lastAttempt = days.length - 1;

/** Returns the day of an attempt; null if there is none of this number. */
export function dayOfAttempt(dueAt: Date, attempt: number): Date | null {
  const day = days[attempt];
  return day === undefined ? null : daysAfter(dueAt, day);
}

/**
 * The newest attempt whose day has come: those whose day went by while nothing ran are left out. Null before the due
 * day.
 */
export function attemptAt(dueAt: Date, now: Date): number | null {
  const attempt = days.findLastIndex((day) => daysAfter(dueAt, day) <= now);
  return attempt === -1 ? null : attempt;
}

/** The facts that decide whether an invoice is charged automatically. */
export type Chargeable = {
  readonly status: string;
  readonly cause: string;
  readonly dueAt: Date;
  /** Null where nobody agreed. */
  readonly agreedAt: Date | null;
  /** The last attempt, and why it came to nothing. */
  readonly attempt: number | null;
  readonly failure: string | null;
};

/**
 * The next attempt and its day; null where there is none. What was ordered is paid by who ordered it. A bank that wants
 * somebody to confirm is not asked again without them.
 */
export function nextAttempt(
  { status, cause, dueAt, agreedAt, attempt, failure }: Chargeable,
  now: Date,
): { readonly attempt: number; readonly at: Date } | null {
  if (
    status !== 'open' ||
    agreedAt === null ||
    dueAt <= agreedAt ||
    !cause.startsWith(periodCause) ||
    failure === 'unconfirmed'
  )
    return null;
  const next = Math.max(attempt === null ? 0 : attempt + 1, attemptAt(dueAt, now) ?? 0);
  const at = dayOfAttempt(dueAt, next);
  return at === null ? null : { attempt: next, at };
}
