/** A half-open interval: the end is the first moment of the next one. */
export type Period = { readonly begin: Date; readonly end: Date };

/** The prefix of the cause of an invoice for a new period, as opposed to an order. */
export const periodCause = 'period:';

/** Adds months to a time (UTC), keeping the day, or taking the last day of a shorter month. */
export function addMonths(moment: Date, months: number): Date {
  const month = moment.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(moment.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const moved = new Date(moment);
  moved.setUTCFullYear(moment.getUTCFullYear(), month, Math.min(moment.getUTCDate(), lastDay));
  return moved;
}

/**
 * Returns the period that contains a moment, counted from the anchor: 31 January, 28 February, 31 March. Counting from
 * the previous one would stay with the 28th.
 */
export function periodAt(anchor: Date, moment: Date): Period {
  let months = (moment.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + moment.getUTCMonth() - anchor.getUTCMonth();
  if (addMonths(anchor, months) > moment) months -= 1;
  return { begin: addMonths(anchor, months), end: addMonths(anchor, months + 1) };
}
