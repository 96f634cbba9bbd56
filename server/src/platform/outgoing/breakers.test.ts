import { randomUUID } from 'node:crypto';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendMessage } from '../audit/webhook/send.ts';
import { newSecret } from '../audit/webhook/sign.ts';
import { Breakers } from './breakers.ts';
import { createOutgoing } from './outgoing.ts';

test('a receiver that was silent three times is asked once in a growing while, until it answers; others go on', async () => {
  let asked = 0;
  let isSilent = true;
  const answer = (_: unknown, response: ServerResponse) => {
    asked += 1;
    if (!isSilent) response.end();
  };
  const servers = [createServer(answer), createServer((_, response) => response.end())];
  const origins = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // the server listens on a port
    }),
  );
  const outgoing = createOutgoing({ allowedHosts: origins.map((origin) => new URL(origin).host) });
  let now = 0;
  const breakers = new Breakers(() => now);
  const send = (origin = origins[0], organizationId = 'one') =>
    sendMessage(
      outgoing,
      { url: `${origin}/in`, secrets: [newSecret()] },
      { id: randomUUID(), at: new Date(), body: '{}' },
      { organizationId, breakers, timeoutMs: 400 },
    );
  const late = { status: null, error_code: 'address_timeout' };
  // The client is loaded with the first message, which takes a time of its own.
  await outgoing.get(`${origins[1]}/in`);
  for (let times = 0; times < 10; times += 1) expect(await send()).toEqual(late);
  expect(asked).toBe(3);
  expect(await send(origins[1])).toEqual({ status: 200, error_code: null });
  expect(await send(origins[0], 'other')).toEqual(late);
  expect(asked).toBe(4);
  now += 30_000;
  expect(await Promise.all([send(), send(), send()])).toEqual([late, late, late]);
  expect(asked).toBe(5);
  now += 30_000;
  await send();
  expect(asked).toBe(5);
  now += 30_000;
  isSilent = false;
  expect(await send()).toEqual({ status: 200, error_code: null });
  expect(await send()).toEqual({ status: 200, error_code: null });
  expect(asked).toBe(7);
  await outgoing.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

test('an answer of any kind is none of a receiver that is silent, and what ends for another reason changes nothing', async () => {
  const breakers = new Breakers(() => 0);
  const isTimeout = (outcome: string) => outcome === 'late';
  const through = (outcome: string) => breakers.through('receiver', async () => outcome, isTimeout);
  for (const outcome of ['late', 'late', 'refused', 'late', 'late']) expect(await through(outcome)).toBe(outcome);
  await expect(breakers.through('receiver', () => Promise.reject(new Error('stopped')), isTimeout)).rejects.toThrow(
    'stopped',
  );
  expect(await through('late')).toBe('late');
  expect(await through('there')).toBeNull();
});
