import type { Language } from '@parlance/shared/contract/values/language';
import type { ColumnType, Generated } from 'kysely';
import type { MailTemplate } from './templates.ts';

export type MailTables = {
  /** The outbox. No tenant reads it; a transaction of a tenant may insert a row. */
  outgoing_mail: {
    id: Generated<string>;
    recipient: string;
    language: Language;
    template: MailTemplate;
    /** The values of the template, among them codes; null once the mail is sent or given up. */
    content: ColumnType<unknown, string, null>;
    /** True for a mail that makes work for the worker, and goes to no mailbox. */
    is_decoy: Generated<boolean>;
    created_at: Generated<Date>;
    /** The expiry, after which the mail is worthless. */
    valid_until: Date | null;
    /** The number, increasing from mail to mail, also within a transaction. A bigint, thus a string. */
    number: ColumnType<string, never, never>;
    sent_at: ColumnType<Date | null, never, Date>;
    failed_at: ColumnType<Date | null, never, Date>;
    failure: ColumnType<string | null, never, string>;
  };
};

declare module '../db/tables.ts' {
  interface Tables extends MailTables {}
}
