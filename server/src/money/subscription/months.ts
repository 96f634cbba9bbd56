/** Returns the first instant of a moment's calendar month, or of a later one, in UTC. */
export const monthOf = (moment: Date, later: number) =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + later, 1));
