import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type Endpoint, type Failure, fillPath } from '@parlance/shared/contract/endpoint';
import type { Client, TestServer } from './test-app.ts';

/**
 * Sends a request to the main service whose body is on its way until `meanwhile` is done: the guard has let it in
 * before, and its handler begins after. The client has its csrftoken already. Returns “success” or the code of the
 * refusal.
 */
export async function sendWhile(
  server: TestServer,
  client: Client,
  endpoint: Endpoint,
  input: { readonly params?: Record<string, string>; readonly body: object },
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const { app } = server;
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo; // the app listens on a port, not on a pipe
  // A request whose body is being read has passed the guard.
  const letIn = new Promise<void>((resolve) => {
    app.server.once('request', (incoming: IncomingMessage) =>
      incoming.on('newListener', (event) => event === 'data' && resolve()),
    );
  });
  const sending = request({
    port,
    host: '127.0.0.1',
    method: endpoint.method,
    path: fillPath(endpoint.path, input.params),
    headers: { ...client.headers(), 'content-type': 'application/json' },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    sending.on('response', resolve).on('error', reject),
  );
  sending.flushHeaders();
  await Promise.race([letIn, answered]);
  await meanwhile();
  sending.end(JSON.stringify(input.body));
  const body = (await json(await answered)) as { success: true } | Failure; // the envelope
  return body.success ? 'success' : body.code;
}
