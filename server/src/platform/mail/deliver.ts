import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { JobHandlers } from '../jobs/handlers.ts';
import type { Log } from '../telemetry/log.ts';
import { renderMail } from './render.ts';
import type { MailServer } from './smtp.ts';

type Dependencies = { config: Config; db: Database; log: Log; server: MailServer | null };

/** Compares by the database clock that wrote it; that of this process may differ. */
const isOver = sql<boolean>`coalesce(valid_until <= now(), false)`;

/** Sends the mails of the outbox, one per job. Without a server they stay there, for the mailbox page. */
export function mailDelivery({ config, db, log, server }: Dependencies): JobHandlers['send_mail'] {
  const giveUp = async (id: string, failure: string) => {
    await db.asSystem((trx) =>
      trx
        .updateTable('outgoing_mail')
        .where('id', '=', id)
        .where('content', 'is not', null)
        .set({ content: null, failed_at: sql`now()`, failure })
        .execute(),
    );
  };
  return {
    async run({ mail: id }, signal) {
      if (server === null) return;
      const mail = await db.asSystem((trx) =>
        trx
          .selectFrom('outgoing_mail')
          .where('id', '=', id)
          .selectAll()
          .select(isOver.as('is_over'))
          .executeTakeFirst(),
      );
      // An earlier try has sent it without recording that, or it was given up or deleted.
      if (mail === undefined || mail.content === null) return;
      if (mail.is_over) return giveUp(id, 'What it says could not be used any more.');
      const { recipient: to, language, template, content: values, created_at: createdAt } = mail;
      if (!mail.is_decoy)
        await server.send(
          { ...renderMail({ template, language, values }, config), id, to, language, createdAt },
          signal,
        );
      await db.asSystem((trx) =>
        trx
          .updateTable('outgoing_mail')
          .where('id', '=', id)
          .set({ content: null, sent_at: sql`now()` })
          .execute(),
      );
      if (!mail.is_decoy) log.info({ mail: id, template }, 'a mail was sent');
    },
    giveUp: ({ mail: id }, failure) => giveUp(id, failure),
  };
}
