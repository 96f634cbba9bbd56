/**
 * Hours for which a page of Stripe’s to pay on is open: within the day that they allow. In a file that loads nothing of
 * theirs.
 */
export const pageHours = 23;
