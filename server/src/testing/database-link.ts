import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** A line between a program and its database that a test can hold still or cut. */
export type DatabaseLink = {
  /** The database’s address through the line. */
  readonly url: string;
  /** Connections that have been made through it. */
  readonly connections: () => number;
  /** Holds all traffic in both directions without closing anything: as if a cable were out or a machine stood still. */
  hold(): void;
  goOn(): void;
  /** Ends every connection. */
  cut(): void;
  close(): Promise<void>;
};

export async function openDatabaseLink(to: string): Promise<DatabaseLink> {
  const target = new URL(to);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isHeld = false;
  let made = 0;
  const server = createServer((near) => {
    made += 1;
    const far = connect(Number(target.port), target.hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    near.pipe(far);
    far.pipe(near);
    for (const end of pair) {
      end.on('error', () => undefined); // a connection that breaks is what the test is about
      end.on('close', () => {
        pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
      if (isHeld) end.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port); // the server listens on a port
  const each = (act: (end: Socket) => void) => {
    for (const pair of [...pairs]) for (const end of pair) act(end);
  };
  return {
    url: url.href,
    connections: () => made,
    hold() {
      isHeld = true;
      each((end) => end.pause());
    },
    goOn() {
      isHeld = false;
      each((end) => end.resume());
    },
    cut: () => each((end) => end.destroy()),
    async close() {
      each((end) => end.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
