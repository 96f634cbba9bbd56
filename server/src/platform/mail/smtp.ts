import { createTransport } from 'nodemailer';
import type { NodemailerError, SMTPPoolOptions } from 'nodemailer';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { JobRefused } from '../jobs/handlers.ts';
import { jobKinds } from '../jobs/kinds.ts';
import { certificateWords, certificateWordsIn } from '../outgoing/certificate-failure.ts';
import type { RenderedMail } from './render.ts';

export type Delivery = RenderedMail & {
  /** The id, the same with every try, so that a receiver recognises a duplicate. */
  id: string;
  to: string;
  language: string;
  createdAt: Date;
};

export type MailServer = {
  /**
   * Resolves when the server has accepted the mail. A JobRefused says that it never will; any other error, that it may
   * later.
   */
  send(delivery: Delivery, signal: AbortSignal): Promise<void>;
  close(): void;
};

/** The send timeout: no server holds a worker longer, whatever it does or fails to do. */
const sendTimeoutMs = 30_000;
const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 20_000;
/** The idle timeout: below that of common servers. */
const idleTimeoutMs = 30_000;
/** The maximal length of a server's reason: replies can be long, and the beginning suffices. */
const reasonLength = 500;

type Settings = Required<Pick<{ [Name in keyof Config]: NonNullable<Config[Name]> }, 'SMTP_URL' | 'MAIL_FROM'>> &
  Partial<Pick<Config, 'SMTP_TLS'>>;
type Encryption = NonNullable<Config['SMTP_TLS']>;

/** Opens the server of SMTP_URL with a pool of connections. */
export function openMailServer({ SMTP_URL, SMTP_TLS, MAIL_FROM }: Settings, timeoutMs = sendTimeoutMs): MailServer {
  const encryption = SMTP_TLS ?? usualEncryption(SMTP_URL);
  const transport = createTransport({ ...connectionOf(SMTP_URL, encryption), pool: true });
  const domain = MAIL_FROM.address.slice(MAIL_FROM.address.lastIndexOf('@') + 1);
  return {
    async send({ id, to, language, createdAt, subject, text, html, replyTo }, signal) {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        await transport.sendMail({
          from: MAIL_FROM,
          // Passed as an object, an address stays a single address, whatever it contains.
          to: { name: '', address: to },
          replyTo: { name: '', address: replyTo },
          messageId: `<${id}@${domain}>`,
          date: createdAt,
          subject,
          text,
          html,
          headers: {
            'Content-Language': language,
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
          },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: inTime,
        });
      } catch (error) {
        throw explain(error as NodemailerError, encryption); // the type that sendMail rejects with
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/** A password is sent over TLS only, or stays on this machine. */
function usualEncryption(address: string): Encryption {
  const { protocol, hostname, username } = new URL(address);
  if (protocol === 'smtps:') return 'implicit';
  return username !== '' && !isLoopback(hostname) ? 'required' : 'offered';
}

/** Returns the connection settings of a server URL. */
export function connectionOf(address: string, encryption: Encryption = usualEncryption(address)): SMTPPoolOptions {
  const { hostname, port, username, password } = new URL(address);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port === '' ? {} : { port: Number(port) }),
    secure: encryption === 'implicit',
    requireTLS: encryption === 'required',
    ignoreTLS: encryption === 'none',
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    maxConnections: jobKinds.send_mail.atOnce,
    // Retries once on a fresh connection if the pooled one was closed; every further try is the job's.
    maxRequeues: 1,
    idleTimeout: idleTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
  };
}

/** Matches the commands about this mail. An earlier refusal (a password, a greeting) is for the operator to fix. */
const aboutTheMail = /^(MAIL FROM|RCPT TO|DATA)/;

function explain(error: NodemailerError, encryption: Encryption): Error {
  const { command = '', responseCode, permanent = false, code = '' } = error;
  const reason = (error.response ?? error.message).slice(0, reasonLength);
  if (permanent && aboutTheMail.test(command)) return new JobRefused(reason, { cause: error });
  const setting = settingWords(error, encryption);
  const said = responseCode === undefined && code !== '' ? `${code}: ${reason}` : reason;
  return new Error(setting === null ? said : `${setting} (${said})`, { cause: error });
}

/** Returns what the operator may have to set otherwise; null if the error does not show it. */
function settingWords(error: NodemailerError, encryption: Encryption): string | null {
  const { code = '', command = '', message, responseCode } = error;
  const certificate = certificateWords(error.cause) ?? certificateWordsIn(message);
  if (certificate !== null) return certificate;
  if (code === 'EAUTH') return 'The mail server refuses the name and password of SMTP_URL.';
  if (code === 'ETLS' && command === 'STARTTLS' && responseCode !== undefined)
    return 'The mail server has no STARTTLS, without which nothing is sent there: SMTP_TLS says so, or the password in SMTP_URL.';
  if (encryption === 'implicit' && /wrong version number|packet length too long|record layer/i.test(message))
    return 'The mail server does not speak TLS from the first byte: with smtp: in SMTP_URL it is asked for STARTTLS.';
  if (encryption !== 'implicit' && /greeting never received/i.test(message))
    return 'The mail server says nothing: its port may want TLS from the first byte, which is smtps: in SMTP_URL.';
  return null;
}
