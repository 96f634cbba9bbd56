import type { Language } from '@parlance/shared/contract/language';
import type { ColumnType, Generated } from 'kysely';
import type { MailTemplate } from './templates.ts';

export type MailTables = {
  /** No tenant reads it; a tenant's transaction may put a row in. */
  outgoing_mail: {
    id: Generated<string>;
    recipient: string;
    language: Language;
    template: MailTemplate;
    /** The values of the template, among them codes. Null once nobody needs them any more. */
    content: ColumnType<unknown, string, null>;
    created_at: Generated<Date>;
  };
};
