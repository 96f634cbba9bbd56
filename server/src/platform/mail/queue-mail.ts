import { randomUUID } from 'node:crypto';
import { emailMaxLength, storedEmail } from '@parlance/shared/contract/values/email';
import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Trx } from '../db/database.ts';
import { requestJobs } from '../jobs/request-job.ts';
import { type MailTemplate, type MailValues, mailTemplates } from './templates.ts';

/** One mail to one person: the template, its language and its values. */
export type Mail = {
  [Template in MailTemplate]: { to: string; language: Language; template: Template; values: MailValues[Template] };
}[MailTemplate];

const recipient = storedEmail.check(z.maxLength(emailMaxLength));

/**
 * Queues a mail in the caller's transaction: rolled back with it, sent after it. Works in a tenant's transaction and in
 * one across organisations. Throws for an address or a value that no mail may have.
 */
export async function queueMail(trx: Trx, mail: Mail): Promise<void> {
  await queueMails(trx, [mail]);
}

/**
 * Queues a mail or a decoy, so that the work left behind does not tell whether there is a recipient: a decoy is
 * processed like any mail, and goes nowhere. Only in a transaction across organisations.
 */
export async function queueMailOrDecoy(trx: Trx, mail: Mail, isDecoy: boolean): Promise<void> {
  const row = rowOf(mail);
  await trx
    .insertInto('outgoing_mail')
    .values({ ...row, is_decoy: isDecoy })
    .execute();
  await requestJobs(trx, 'send_mail', [{ data: { mail: row.id } }]);
}

/** Queues many mails in two statements. */
export async function queueMails(trx: Trx, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(rowOf);
  await trx.insertInto('outgoing_mail').values(rows).execute();
  await requestJobs(
    trx,
    'send_mail',
    rows.map(({ id }) => ({ data: { mail: id } })),
  );
}

const rowOf = ({ to, language, template, values }: Mail) => ({
  id: randomUUID(),
  recipient: z.parse(recipient, to),
  language,
  template,
  content: JSON.stringify(z.parse(mailTemplates[template], values)),
  // `minutes` is the lifetime of the mail's code or link. The statement is the same with and without it.
  valid_until: sql<Date | null>`now() + make_interval(mins => ${'minutes' in values ? values.minutes : null})`,
});
