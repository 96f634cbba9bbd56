import { sql } from 'kysely';
import type { Trx } from '../../plugins/db/database.ts';

/** What was sent or given up is kept so long, without what it said, for somebody who asks where a mail went. */
const traceDays = 30;
/** A mail that nobody sends (there is no server) is worth nothing after this: its codes and links have run out. */
const waitingDays = 7;

const olderThan = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;

export async function deleteOldMail(trx: Trx): Promise<void> {
  await trx
    .deleteFrom('outgoing_mail')
    .where(({ and, eb, or }) => or([eb('created_at', '<', olderThan(traceDays)), and([eb('content', 'is not', null), eb('created_at', '<', olderThan(waitingDays))])]))
    .execute();
}
