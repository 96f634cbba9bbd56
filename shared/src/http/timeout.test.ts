import { createServer, type AddressInfo, type Socket } from 'node:net';
import { listBots } from '../contract/api/bots.ts';
import { pageBlocks, type PageConfig } from '../contract/page/page.ts';
import { clients, requestTimeout, retryPause } from './clients.ts';
import { call } from './http.ts';

/** Starts a real server that accepts a connection and stays silent: a faked network knows no timeout. */
async function listenSilently() {
  const open = new Set<Socket>();
  const silent = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined); // the client hangs up, as intended
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const close = () => {
    for (const socket of open) socket.destroy();
    return new Promise((resolve) => silent.close(resolve));
  };
  const { port } = silent.address() as AddressInfo; // it listens on a port, not on a pipe
  return { base: `http://127.0.0.1:${port}`, close };
}

function showConfig(apiBase: string): void {
  const config: PageConfig = {
    apiBase,
    chartsBase: '',
    paymentBase: '',
    supportEmail: '',
    language: 'en',
    release: '',
  };
  const block = document.createElement('script');
  block.id = pageBlocks.config;
  block.type = 'application/json';
  block.textContent = JSON.stringify(config);
  document.head.append(block);
}

it('what timed out (ECONNABORTED) is “timeout” and is not sent again (specification §8)', async () => {
  const silent = await listenSilently();
  showConfig(silent.base);
  clients.main.defaults.timeout = 100;
  const retryPauses = jest.spyOn(globalThis, 'setTimeout');
  // It fails once nothing is retried any more.
  const failure = await call(listBots, {}).catch((error: unknown) => error);
  const pauses = retryPauses.mock.calls.filter(([, after]) => after === retryPause);
  retryPauses.mockRestore();
  clients.main.defaults.timeout = requestTimeout;
  await silent.close();
  expect(failure).toMatchObject({ status: 0, code: 'timeout', cause: { code: 'ECONNABORTED' } });
  expect(pauses).toEqual([]);
});
