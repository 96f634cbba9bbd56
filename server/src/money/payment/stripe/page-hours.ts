/**
 * The hours for which a payment page of Stripe’s is open, within the day that they allow. A module without their
 * library.
 */
export const pageHours = 23;
