/** Half open: the end is the first moment of the next one. */
export type Period = { readonly begin: Date; readonly end: Date };

/** The prefix of the cause of an invoice for a new period, as opposed to an order. */
export const periodCause = 'period:';

/** The same day and time some months later (UTC), or the last day of a month that has no such day. */
export function addMonths(moment: Date, months: number): Date {
  const month = moment.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(moment.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const moved = new Date(moment);
  moved.setUTCFullYear(moment.getUTCFullYear(), month, Math.min(moment.getUTCDate(), lastDay));
  return moved;
}

/**
 * The period that a moment lies in, counted from the first one: 31 January, 28 February, 31 March. Counting from the
 * one before would stay with the 28th.
 */
export function periodAt(anchor: Date, moment: Date): Period {
  let months = (moment.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + moment.getUTCMonth() - anchor.getUTCMonth();
  if (addMonths(anchor, months) > moment) months -= 1;
  return { begin: addMonths(anchor, months), end: addMonths(anchor, months + 1) };
}
