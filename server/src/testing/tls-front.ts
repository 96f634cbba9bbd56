import { type AddressInfo, type Socket, connect } from 'node:net';
import { createServer } from 'node:tls';
import { serverCertificate, serverKey } from './company-certificates.ts';

export type TlsFront = { port: number; close(): Promise<void> };

/** Speaks TLS on loopback in front of a port that does not, with a certificate of the company’s authority. */
export async function startTlsFront(behind: number, certificate = serverCertificate): Promise<TlsFront> {
  const sockets = new Set<Socket>();
  const server = createServer({ key: serverKey, cert: certificate }, (socket) => {
    const to = connect(behind, '127.0.0.1');
    for (const one of [socket, to]) {
      sockets.add(one);
      one.on('error', () => one.destroy()).on('close', () => sockets.delete(one));
    }
    socket.pipe(to).pipe(socket);
  });
  server.on('tlsClientError', () => undefined); // a client that trusts nobody is what some tests are about
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port, // the server listens on a port
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
