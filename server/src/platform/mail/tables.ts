import type { Language } from '@parlance/shared/contract/values/language';
import type { ColumnType, Generated } from 'kysely';
import type { MailTemplate } from './templates.ts';

export type MailTables = {
  /** No tenant reads it; a tenant's transaction may put a row in. */
  outgoing_mail: {
    id: Generated<string>;
    recipient: string;
    language: Language;
    template: MailTemplate;
    /** The values of the template, among them codes; null from the moment the mail is sent or given up. */
    content: ColumnType<unknown, string, null>;
    /** Work for the worker, and nothing for anybody's mailbox. */
    is_decoy: Generated<boolean>;
    created_at: Generated<Date>;
    /** After it what the mail says is worth nothing. */
    valid_until: Date | null;
    /** Rises from one mail to the next, also among those of one transaction. bigint, so a string. */
    number: ColumnType<string, never, never>;
    sent_at: ColumnType<Date | null, never, Date>;
    failed_at: ColumnType<Date | null, never, Date>;
    failure: ColumnType<string | null, never, string>;
  };
};

declare module '../db/tables.ts' {
  interface Tables extends MailTables {}
}
