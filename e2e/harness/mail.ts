import { setTimeout as wait } from 'node:timers/promises';
import { patienceMs } from './eventually.ts';

/** A mail as a person sees it. */
export type Mail = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly code: string | null;
  readonly link: string | null;
};

/** The place where a product's mails arrive: its own mailbox page, or a mail server. */
export type Mailbox = {
  /** The mails to an address, newest first. */
  mailsTo(address: string): Promise<readonly Mail[]>;
};

/** Waits for a mail to an address with this subject, as a person looks for it. */
export async function mailTo(
  mailbox: Mailbox,
  address: string,
  subject: string | RegExp,
  deadlineMs = patienceMs,
): Promise<Mail> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const mails = await mailbox.mailsTo(address);
    const found = mails.find((mail) =>
      typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject),
    );
    if (found !== undefined) return found;
    if (Date.now() > deadline)
      throw new Error(
        `No mail to ${address} about ${subject}. There are: ${mails.map((mail) => `“${mail.subject}”`).join(', ') || 'none'}.`,
      );
    await wait(50);
  }
}

/** The secret of a mail’s link: behind the #. */
export function secretOf(link: string | null): string {
  const secret = /#(?:invitation|token)=([\w-]{43})$/.exec(link ?? '')?.[1];
  if (secret === undefined) throw new Error(`The link carries no secret behind its #: ${link}`);
  return secret;
}

/** The addresses with a secret in them that were sent. What a browser sends of an address ends before the #. */
export const sentWith = (secret: string, requested: readonly string[]): string[] =>
  requested.map((address) => address.replace(/#.*/, '')).filter((sent) => sent.includes(secret));
