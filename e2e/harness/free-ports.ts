import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** `count` different ports that nobody listens on now. All are held until all are known, so none is given twice. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, holdPort));
  const ports = servers.map((server) => (server.address() as AddressInfo).port); // a TCP server has an address object
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function holdPort() {
  return new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
