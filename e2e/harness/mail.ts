import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from './product.ts';

/** What a person finds in their mail. */
export type Mail = { readonly subject: string; readonly text: string; readonly html: string; readonly code: string | null; readonly link: string | null };

const deadlineMs = 10_000;

/** The mails to an address, newest first. */
export async function mailsTo({ mailboxOrigin }: Pick<Product, 'mailboxOrigin'>, address: string): Promise<Mail[]> {
  const answer = await fetch(`${mailboxOrigin}/api/messages?to=${encodeURIComponent(address)}`);
  const { data } = (await answer.json()) as { data: { items: Mail[] } }; // what the mailbox promises, see server/src/services/mailbox.ts
  return data.items;
}

/** Waits for a mail to an address whose subject is this, as the person does who looks for it. */
export async function mailTo(product: Pick<Product, 'mailboxOrigin'>, address: string, subject: string | RegExp): Promise<Mail> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const mails = await mailsTo(product, address);
    const found = mails.find((mail) => (typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject)));
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`No mail to ${address} about ${subject}. There are: ${mails.map((mail) => `“${mail.subject}”`).join(', ') || 'none'}.`);
    await wait(50);
  }
}
