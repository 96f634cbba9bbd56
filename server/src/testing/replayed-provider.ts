import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** One response of a provider, byte for byte. */
export type Replay = {
  readonly bytes: string | Buffer;
  /** The fate of the connection afterwards: `keep` leaves it open, `reset` breaks it. */
  readonly then?: 'keep' | 'end' | 'reset';
  /** Each byte leaves by itself. */
  readonly byteByByte?: boolean;
};

/** A request as it came. */
export type ReceivedRequest = {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** The headers, their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type ReplayedProvider = {
  /** The value of MODEL_BASE_URL. */
  readonly baseUrl: string;
  /** The requests, in order. */
  readonly requests: ReceivedRequest[];
  /** The bodies of requests, in order. */
  readonly bodies: Record<string, unknown>[];
  /** Connections that were made to it so far. */
  connections(): number;
  /** Sets the responses: each request gets the next one, and the last one is repeated. */
  answer(...replays: Replay[]): void;
  /** Resolves once all connections are closed. */
  allClosed(): Promise<void>;
  close(): Promise<void>;
};

/** A provider on loopback below HTTP: whatever it is given is what it writes. */
export async function startReplayedProvider(): Promise<ReplayedProvider> {
  let replays: readonly Replay[] = [];
  let answered = 0;
  let connections = 0;
  const bodies: Record<string, unknown>[] = [];
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    connections += 1;
    let received = '';
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      received += bytes.toString('utf8');
      const [head = '', body] = received.split('\r\n\r\n', 2);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (body === undefined || Buffer.byteLength(body) < length) return;
      received = '';
      requests.push(requestOf(head, body));
      bodies.push(JSON.parse(body) as Record<string, unknown>); // the asker is under test; a wrong shape fails the test
      void write(socket, replays[Math.min(answered++, replays.length - 1)]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // the server listens on a port
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    bodies,
    connections: () => connections,
    answer(...next) {
      [replays, answered] = [next, 0];
      bodies.length = 0;
      requests.length = 0;
    },
    async allClosed() {
      await Promise.all([...sockets].map((socket) => once(socket, 'close')));
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function requestOf(head: string, body: string): ReceivedRequest {
  const [first = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return { method, path, headers: Object.fromEntries(headers) as Record<string, string>, body }; // pairs of texts
}

async function write(socket: Socket, replay: Replay | undefined): Promise<void> {
  if (replay === undefined) return void socket.destroy();
  const { bytes, then = 'keep', byteByByte = false } = replay;
  const all = Buffer.from(bytes as string);
  for (const piece of byteByByte ? [...all].map((byte) => Buffer.of(byte)) : [all]) {
    if (piece.length > 0) await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
  }
  if (then === 'end') socket.end();
  if (then === 'reset') socket.resetAndDestroy();
}

/** The head and body of an answer; the body in chunks, so that its end is seen. */
export const answerOf = (
  body: string,
  {
    status = 200,
    type = 'text/event-stream',
    headers = {},
  }: { status?: number; type?: string; headers?: Record<string, string> } = {},
): string => `${headOf(status, type, headers)}transfer-encoding: chunked\r\n\r\n${chunk(body)}0\r\n\r\n`;

/** The same for a body of bytes; without its end if it `isUnended`. */
export function binaryAnswerOf(
  body: string | Uint8Array,
  {
    status = 200,
    type = 'text/event-stream',
    headers = {},
    isUnended = false,
  }: { status?: number; type?: string; headers?: Readonly<Record<string, string>>; isUnended?: boolean } = {},
): Buffer {
  const bytes = Buffer.from(body as string); // a text or bytes: Buffer.from takes both
  return Buffer.concat([
    Buffer.from(`${headOf(status, type, headers)}transfer-encoding: chunked\r\n\r\n`),
    ...(bytes.length === 0 ? [] : [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]),
    Buffer.from(isUnended ? '' : '0\r\n\r\n'),
  ]);
}

/** The same without the end of the body. */
export const unendedAnswerOf = (body: string, type = 'text/event-stream'): string =>
  `${headOf(200, type, {})}transfer-encoding: chunked\r\n\r\n${chunk(body)}`;

const chunk = (body: string) => (body === '' ? '' : `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`);
const headOf = (status: number, type: string, headers: Readonly<Record<string, string>>) =>
  [
    `HTTP/1.1 ${status} Replayed`,
    `content-type: ${type}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
  ].join('\r\n');
