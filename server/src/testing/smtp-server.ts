import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { serverCertificate, serverKey } from './company-certificates.ts';

/** The moment of a fault in the SMTP dialogue. */
type Moment = 'connect' | 'auth' | 'mail' | 'rcpt' | 'data';

/** A fault, of the kinds that mail servers and networks have. */
export type SmtpFault =
  /** An answer of its own: 4xx asks to come again, 5xx refuses for good. */
  | { kind: 'reply'; at: Moment; code: number; text?: string }
  /** Never answers. */
  | { kind: 'hang'; at: 'connect' | 'data' }
  /** Breaks the connection while the mail is being read, or when it has been kept and the sender waits to hear so. */
  | { kind: 'drop'; at: 'data' | 'kept' };

export type SmtpMail = Email & {
  /** The recipients, as given by RCPT TO. */
  recipients: string[];
  /** The raw mail. */
  source: string;
};

export type SmtpTestServer = {
  /** The value of SMTP_URL. */
  url: string;
  /** Every accepted mail, in the order of arrival. */
  received: SmtpMail[];
  /** The number of accepted mails that came over TLS. */
  encrypted(): number;
  /** Connections that are open now. */
  openConnections(): number;
  setFault(fault: SmtpFault | null): void;
  /** Refuses connections and breaks those there are, until `goUp`. */
  goDown(): Promise<void>;
  /** Listens again, on the same port. */
  goUp(): Promise<void>;
  close(): Promise<void>;
};

export type SmtpServerOptions = {
  fault?: SmtpFault | null;
  /** The only user allowed; if absent, everybody is, without signing in. */
  user?: { name: string; password: string };
  /** Encrypts from the first byte, or upon STARTTLS; without it never. The certificate is the company’s by default. */
  tls?: { kind: 'implicit' | 'starttls'; certificate?: string };
  /** Hears of each mail that was kept, before its sender does. */
  kept?: (mail: SmtpMail) => void | Promise<void>;
};

/** A mail server on loopback that keeps what it is sent, with faults on demand. */
export async function startSmtpServer(options: SmtpServerOptions = {}): Promise<SmtpTestServer> {
  let fault = options.fault ?? null;
  let port = 0;
  const received: SmtpMail[] = [];
  let encrypted = 0;
  const sockets = new Map<number | undefined, Socket>();

  /** Answers with the fault of this moment, or goes on. */
  const at = (moment: Moment, goOn: (error?: Error | null) => void) => {
    if (fault?.kind === 'hang' && fault.at === moment) return;
    if (fault?.kind === 'reply' && fault.at === moment)
      return goOn(
        Object.assign(new Error(fault.text ?? `The stand-in answers ${fault.code}.`), { responseCode: fault.code }),
      );
    goOn();
  };
  const drop = (session: SMTPServerSession) => sockets.get(session.remotePort)?.destroy();

  async function take(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    answer: (error?: Error | null) => void,
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer); // chunks are buffers, because no encoding is set
      if (fault?.kind === 'drop' && fault.at === 'data') return void drop(session);
    }
    const source = Buffer.concat(chunks);
    at('data', (refusal) => void (refusal ? answer(refusal) : keep(source, session).then(() => answer(), answer)));
  }

  async function keep(source: Buffer, session: SMTPServerSession): Promise<void> {
    const mail = {
      ...(await PostalMime.parse(source)),
      recipients: session.envelope.rcptTo.map(({ address }) => address),
      source: source.toString(),
    };
    received.push(mail);
    if (session.secure) encrypted += 1;
    await options.kept?.(mail);
    if (fault?.kind === 'drop' && fault.at === 'kept') drop(session);
  }

  const open = async () => {
    const server = new SMTPServer({
      logger: false,
      disabledCommands: [
        ...(options.tls?.kind === 'starttls' ? [] : ['STARTTLS']),
        ...(options.user === undefined ? ['AUTH'] : []),
      ],
      secure: options.tls?.kind === 'implicit',
      ...(options.tls === undefined ? {} : { key: serverKey, cert: options.tls.certificate ?? serverCertificate }),
      disableReverseLookup: true,
      closeTimeout: 1,
      onConnect: (_, goOn) => at('connect', goOn),
      onMailFrom: (_, __, goOn) => at('mail', goOn),
      onRcptTo: (_, __, goOn) => at('rcpt', goOn),
      onAuth: ({ username, password }, _, answer) =>
        at('auth', (error) => {
          const isRight = username === options.user?.name && password === options.user?.password;
          if (error) answer(error);
          else answer(null, isRight ? { user: username } : {});
        }),
      onData: (stream, session, answer) => void take(stream, session, answer).catch(answer),
    });
    // A sender that goes away in the middle is what some tests are about.
    server.on('error', () => {});
    server.server.on('connection', (socket) => {
      const { remotePort } = socket;
      sockets.set(remotePort, socket);
      socket.on('close', () => sockets.delete(remotePort));
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    ({ port } = server.server.address() as AddressInfo); // the server listens on a port
    return server;
  };

  let server: SMTPServer | null = await open();
  const shut = async () => {
    const closing = server;
    server = null;
    // Node does not survive it if a socket is destroyed below TLS; the server closes those itself, at once.
    if (options.tls === undefined) for (const socket of sockets.values()) socket.destroy();
    if (closing !== null) await new Promise<void>((resolve) => closing.close(resolve));
  };
  return {
    url: `${options.tls?.kind === 'implicit' ? 'smtps' : 'smtp'}://${options.user === undefined ? '' : `${encodeURIComponent(options.user.name)}:${encodeURIComponent(options.user.password)}@`}127.0.0.1:${port}`,
    received,
    encrypted: () => encrypted,
    openConnections: () => sockets.size,
    setFault: (next) => (fault = next),
    goDown: shut,
    async goUp() {
      server ??= await open();
    },
    close: shut,
  };
}
