import type { SmtpMail } from '../../server/src/testing/smtp-server.ts';
import { startSmtpServer } from '../../server/src/testing/smtp-server.ts';
import { prepareStage, type Stage } from './journey.ts';
import type { Mail, Mailbox } from './mail.ts';

/** A mail server on a free port of this machine, and the mailboxes behind it. */
export type PostOffice = Mailbox & {
  /** Refuses and breaks every connection, until `goUp`. */
  goDown(): Promise<void>;
  goUp(): Promise<void>;
};

/** The lines of the code and the link in the product's mails: each stands on a line of its own. */
const codeLine = /^\d{6}$/m;
const linkLine = /^https?:\/\/\S+$/m;

const mailOf = ({ subject = '', text = '', html = '' }: SmtpMail): Mail => ({
  subject,
  text,
  html,
  code: codeLine.exec(text)?.[0] ?? null,
  link: linkLine.exec(text)?.[0] ?? null,
});

/** Prepares a stage whose product sends its mails by SMTP, as in production; they are read where they arrive. */
export function prepareStageWithPost(): Stage & { readonly post: PostOffice } {
  let smtp: Awaited<ReturnType<typeof startSmtpServer>> | undefined;
  const stage = prepareStage(async () => {
    smtp = await startSmtpServer();
    return { SMTP_URL: smtp.url, MAIL_FROM: 'Parlance <no-reply@parlance.example>' };
  });
  // Runs after the product has stopped: the stage was prepared first.
  afterAll(() => smtp?.close());

  const started = () => {
    if (smtp === undefined) throw new Error('The mail server did not start; see the failure of beforeAll.');
    return smtp;
  };
  const post: PostOffice = {
    mailsTo: async (address) =>
      started()
        .received.filter(({ recipients }) => recipients.includes(address))
        .map(mailOf)
        .reverse(),
    goDown: () => started().goDown(),
    goUp: () => started().goUp(),
  };
  return {
    get product() {
      return stage.product;
    },
    visit: stage.visit,
    post,
  };
}
