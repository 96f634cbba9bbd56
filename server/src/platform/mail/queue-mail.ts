import { randomUUID } from 'node:crypto';
import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Trx } from '../db/database.ts';
import { requestJobs } from '../jobs/request-job.ts';
import { type MailTemplate, type MailValues, mailTemplates } from './templates.ts';

/** One mail to one person: which template, in which language, and what it says there. */
export type Mail = {
  [Template in MailTemplate]: { to: string; language: Language; template: Template; values: MailValues[Template] };
}[MailTemplate];

const recipient = z.email().check(z.maxLength(254));

/**
 * Puts a mail into the outbox, in the caller's transaction: rolled back with it, sent after it. Works in a tenant's
 * transaction and in one across organisations. Throws where the address or a value is none that a mail may hold.
 */
export async function queueMail(trx: Trx, mail: Mail): Promise<void> {
  await queueMails(trx, [mail]);
}

/**
 * The same, where nobody may tell by the work it leaves behind whether there is somebody to write to: a decoy is taken
 * up and noted like any other mail, and goes nowhere. Works in a transaction across organisations alone.
 */
export async function queueMailOrDecoy(trx: Trx, mail: Mail, isDecoy: boolean): Promise<void> {
  const row = rowOf(mail);
  await trx
    .insertInto('outgoing_mail')
    .values({ ...row, is_decoy: isDecoy })
    .execute();
  await requestJobs(trx, 'send_mail', [{ data: { mail: row.id } }]);
}

/** Many mails, in two statements. */
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
  // What a mail says of minutes is how long its code or its link can be used. The same statement with it and without.
  valid_until: sql<Date | null>`now() + make_interval(mins => ${'minutes' in values ? values.minutes : null})`,
});
