import type { Config } from '../config.ts';
import { type RenderedMail, renderMail, siteOrigin } from '../modules/mail/render.ts';
import type { MailTemplate } from '../modules/mail/templates.ts';
import type { Database } from '../plugins/db/database.ts';

/** A mail as its recipient has it. */
export type ReceivedMail = RenderedMail & {
  template: MailTemplate;
  language: string;
  /** What is typed and what is clicked; null where the mail has none. */
  code: string | null;
  link: URL | null;
};

/** The mails that wait in the outbox for an address, oldest first. */
export async function mailTo({ db, config }: { db: Database; config: Config }, address: string): Promise<ReceivedMail[]> {
  const rows = await db.asSystem((trx) => trx.selectFrom('outgoing_mail').where('recipient', '=', address).orderBy('created_at').selectAll().execute());
  return rows.map(({ template, language, content }) => {
    const { code = null, link } = content as { code?: string; link?: string }; // queueMail checked it by the schema of its template
    return { ...renderMail({ template, language, values: content }, config), template, language, code, link: link === undefined ? null : new URL(link, siteOrigin(config)) };
  });
}
