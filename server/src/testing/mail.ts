import type { Config } from '../config.ts';
import { type WaitingMail, waitingMails } from '../modules/mail/mailbox.ts';
import type { Database } from '../plugins/db/database.ts';

/** A mail as its recipient has it. */
export type ReceivedMail = WaitingMail;

/** The mails that wait in the outbox for an address, oldest first. */
export async function mailTo({ db, config }: { db: Database; config: Config }, address: string): Promise<ReceivedMail[]> {
  return (await waitingMails(db, config, address)).filter(({ to }) => to === address).reverse();
}
