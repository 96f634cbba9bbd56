import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { type MailSite, type RenderedMail, renderMail, siteOrigin } from './render.ts';
import type { MailTemplate } from './templates.ts';

/** A mail that waits in the outbox, as its recipient would have it. */
export type WaitingMail = RenderedMail & {
  id: string;
  to: string;
  language: Language;
  template: MailTemplate;
  createdAt: Date;
  /** What is typed and what is clicked; null where the mail has none. */
  code: string | null;
  link: URL | null;
};

const shownAtMost = 200;

/** Whether mails are shown instead of sent. */
export const hasMailbox = ({ SMTP_URL, NODE_ENV }: Pick<Config, 'SMTP_URL' | 'NODE_ENV'>) =>
  SMTP_URL === undefined && NODE_ENV !== 'production';

/** The mails that nobody has sent, newest first; only those whose address has this in it. */
export async function waitingMails(db: Database, site: MailSite, part = ''): Promise<WaitingMail[]> {
  const rows = await db.asSystem((trx) =>
    trx
      .selectFrom('outgoing_mail')
      .where('content', 'is not', null)
      .where('is_decoy', '=', false)
      .where(sql<boolean>`strpos(recipient, ${part.trim().toLowerCase()}) > 0`)
      .orderBy('number', 'desc')
      .limit(shownAtMost)
      .selectAll()
      .execute(),
  );
  return rows.map(({ id, recipient: to, language, template, content: values, created_at: createdAt }) => {
    // queueMail checked it by the schema of its template
    const { code = null, link } = values as { code?: string; link?: string };
    return {
      ...renderMail({ template, language, values }, site),
      id,
      to,
      language,
      template,
      createdAt,
      code,
      link: link === undefined ? null : new URL(link, siteOrigin(site)),
    };
  });
}

export async function deleteWaitingMails(db: Database): Promise<void> {
  await db.asSystem((trx) => trx.deleteFrom('outgoing_mail').where('content', 'is not', null).execute());
}
