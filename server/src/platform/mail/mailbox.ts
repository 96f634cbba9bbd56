import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { type MailSite, type RenderedMail, renderMail, siteOrigin } from './render.ts';
import type { MailTemplate } from './templates.ts';

/** A mail in the outbox, as its recipient would get it. */
export type WaitingMail = RenderedMail & {
  id: string;
  to: string;
  language: Language;
  template: MailTemplate;
  createdAt: Date;
  /** The code to type and the link to click; null if the mail has none. */
  code: string | null;
  link: URL | null;
};

const shownAtMost = 200;

/** True if mails are shown instead of sent. */
export const hasMailbox = ({ SMTP_URL, NODE_ENV }: Pick<Config, 'SMTP_URL' | 'NODE_ENV'>) =>
  SMTP_URL === undefined && NODE_ENV !== 'production';

/** Returns unsent mails, newest first; only those whose address contains `part`. */
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
