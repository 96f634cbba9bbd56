import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/db/database.ts';
import { type WaitingMail, waitingMails } from '../platform/mail/mailbox.ts';

/** A mail as its recipient has it. */
export type ReceivedMail = WaitingMail;

/** The mails that wait in the outbox for an address, oldest first. */
export async function mailTo(
  { db, config }: { db: Database; config: Config },
  address: string,
): Promise<ReceivedMail[]> {
  return (await waitingMails(db, config, address)).filter(({ to }) => to === address).reverse();
}

/** The secret that the link of a mail carries where no server sees it: behind the #, and nothing else there. */
export function secretInLink(mail: ReceivedMail | undefined, name: 'invitation' | 'token' | 'address'): string {
  const { search, hash } = mail?.link ?? { search: '', hash: '' };
  const secret = new RegExp(`^#${name}=([\\w-]{43})$`).exec(hash)?.[1];
  if (secret === undefined || search !== '')
    throw new Error(
      `The mail has no link with the secret “${name}” behind the #: ${mail?.link?.href ?? 'there is no link'}.`,
    );
  return secret;
}
