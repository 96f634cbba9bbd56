import { sql } from 'kysely';
import { type Due, days } from '../upkeep/due.ts';

/** The retention of sent and abandoned mails, without their content, for somebody who asks where a mail went. */
const traceDays = 30;
/** The time after which an unsent mail (without a server) is worthless: its codes and links have expired. */
const waitingDays = 7;

export const oldMail: Due = { table: 'outgoing_mail', by: 'created_at', keptFor: days(traceDays) };
export const unsentMail: Due = {
  table: 'outgoing_mail',
  by: 'created_at',
  keptFor: days(waitingDays),
  where: sql<boolean>`content is not null`,
};
