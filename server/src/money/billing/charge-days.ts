import { periodCause } from './periods.ts';
import { daysAfter } from './terms.ts';

/** The days after its due date on which an invoice is charged, until one attempt succeeds. */
const days = [0, 1, 3, 5, 7] as const;
export const lastAttempt = days.length - 1;

/** Returns the day of an attempt; null if there is none of this number. */
export function dayOfAttempt(dueAt: Date, attempt: number): Date | null {
  const day = days[attempt];
  return day === undefined ? null : daysAfter(dueAt, day);
}

/** Returns the newest attempt that is due: those missed while nothing ran are skipped. Null before the due date. */
export function attemptAt(dueAt: Date, now: Date): number | null {
  const attempt = days.findLastIndex((day) => daysAfter(dueAt, day) <= now);
  return attempt === -1 ? null : attempt;
}

/** The facts that decide whether an invoice is charged automatically. */
export type Chargeable = {
  readonly status: string;
  readonly cause: string;
  readonly dueAt: Date;
  /** The time of the agreement; null if there is none. */
  readonly agreedAt: Date | null;
  /** The last attempt, and the reason of its failure. */
  readonly attempt: number | null;
  readonly failure: string | null;
};

/**
 * Returns the next attempt and its day; null if there is none. Orders are paid by the person who ordered. If a bank
 * wants a person's confirmation, the charge is not repeated without them.
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
