/** The first instant of the calendar month of a moment, or of a later one, in UTC. */
export const monthOf = (moment: Date, later: number) =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + later, 1));
