import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentTool } from '@parlance/shared/contract/agents/agent-definition';
import { builtInToolIds, createTool, type SavedTool, type ToolDraft } from '@parlance/shared/contract/api/tools';
import type { Client, TestServer } from './test-app.ts';

/** Gives a published bot tools, as its builder would. */
export async function giveTools(
  server: TestServer,
  botId: string,
  tools: readonly AgentTool[],
  steps = 10,
): Promise<void> {
  await server.db.asSystem((trx) =>
    trx
      .updateTable('bots')
      .set({ tools: JSON.stringify(tools), tool_steps: steps })
      .where('id', '=', botId)
      .execute(),
  );
}

/** Takes back what was counted in the minute before: a test does the work of many people. */
export async function forgetCounts(server: TestServer): Promise<void> {
  await server.db.asSystem((trx) => trx.deleteFrom('limited_acts').execute());
}

export const builtIn = (
  kind: keyof typeof builtInToolIds,
  permission: AgentTool['permission'] = 'always',
): AgentTool => ({ tool_id: builtInToolIds[kind], permission, functions: {} });

/** Creates a tool; throws with the response if that fails. */
export async function makeTool(client: Client, draft: ToolDraft): Promise<SavedTool> {
  const { body } = await client.call(createTool, {
    body: { ...draft, name: draft.name === '' ? randomUUID() : draft.name },
  });
  if (!body.success) throw new Error(`No tool was made: ${JSON.stringify(body)}`);
  return body.data;
}

export type ReceivedRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string };
export type HttpSite = { origin: string; host: string; requests: ReceivedRequest[]; close(): Promise<void> };

/** A server on loopback that remembers what it was asked. */
export async function startSite(
  answer: (request: ReceivedRequest, response: ServerResponse) => void,
): Promise<HttpSite> {
  const requests: ReceivedRequest[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const requested = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      requests.push(requested);
      answer(requested, response);
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // the server listens on a port
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
