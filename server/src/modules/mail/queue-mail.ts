import { randomUUID } from 'node:crypto';
import type { Language } from '@parlance/shared/contract/language';
import * as z from 'zod/mini';
import { requestJobs } from '../../jobs/request-job.ts';
import type { Trx } from '../../plugins/db/database.ts';
import { type MailTemplate, type MailValues, mailTemplates } from './templates.ts';

/** One mail to one person: which template, in which language, and what it says there. */
export type Mail = { [Template in MailTemplate]: { to: string; language: Language; template: Template; values: MailValues[Template] } }[MailTemplate];

const recipient = z.email().check(z.maxLength(254));

/**
 * Puts a mail into the outbox, in the caller's transaction: rolled back with it, sent after it. Works in a tenant's
 * transaction and in one across organisations. Throws where the address or a value is none that a mail may hold.
 */
export async function queueMail(trx: Trx, mail: Mail): Promise<void> {
  await queueMails(trx, [mail]);
}

/** The same for many, in two statements. */
export async function queueMails(trx: Trx, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ to, language, template, values }) => ({ id: randomUUID(), recipient: z.parse(recipient, to), language, template, content: JSON.stringify(z.parse(mailTemplates[template], values)) }));
  await trx.insertInto('outgoing_mail').values(rows).execute();
  await requestJobs(trx, 'send_mail', rows.map(({ id }) => ({ mail: id })));
}
