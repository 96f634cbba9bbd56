import { randomUUID } from 'node:crypto';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

export type AskingMcpServer = {
  readonly url: string;
  readonly host: string;
  /** The answers to its questions that it has got, in order; an error by its message. */
  readonly answers: unknown[];
  /** Says that people are done on the page of an id. */
  finish(pageId: string): Promise<void>;
  /** Asks whether to go on on the stream that stands open between calls. */
  askBetweenCalls(): Promise<unknown>;
  /** Called when a question was withdrawn; its call ends when this resolves. */
  withdrawn: () => Promise<void>;
  /** True if the next calls of `sign_up` find that the person has visited its page. */
  hasVisited: boolean;
  close(): Promise<void>;
};

/**
 * An MCP server made with the official SDK that asks people. `confirm` asks whether to go on, and takes any arguments;
 * `ask` sends a question with whatever parameters it is
 * given, and answers with what it was answered; `withdraw` takes it back soon; `sign_up` demands a page before.
 */
export async function startAskingMcpServer(): Promise<AskingMcpServer> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const servers = new Set<McpServer>();
  const answers: unknown[] = [];

  const made: AskingMcpServer = {
    url: '',
    host: '',
    answers,
    hasVisited: false,
    async askBetweenCalls() {
      const [server] = servers;
      const params = { message: 'Go on?', requestedSchema: { type: 'object', properties: {} } };
      if (server === undefined) throw new Error('Nobody has connected.');
      return server.server.request({ method: 'elicitation/create', params }, z.looseObject({}));
    },
    withdrawn: async () => {},
    async finish(elicitationId) {
      for (const { server } of servers)
        await server.notification({ method: 'notifications/elicitation/complete', params: { elicitationId } });
    },
    async close() {
      await Promise.all([...servers].map((server) => server.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function newServer(): McpServer {
    const server = new McpServer({ name: 'asking', version: '1.0.0' });
    const input = { params: z.record(z.string(), z.unknown()).default({}) };
    const heard = (answer: unknown) => {
      answers.push(answer);
      return { content: [{ type: 'text' as const, text: JSON.stringify(answer) }] };
    };
    server.registerTool('confirm', { inputSchema: z.looseObject({}) }, async (_, { sendRequest }) => {
      const params = { message: 'Go on?', requestedSchema: { type: 'object', properties: {} } };
      return heard(await sendRequest({ method: 'elicitation/create', params } as never, z.looseObject({})));
    });
    server.registerTool('ask', { inputSchema: input }, async ({ params }, { sendRequest }) =>
      heard(
        await sendRequest({ method: 'elicitation/create', params } as never, z.looseObject({})).catch(
          (error: unknown) => String(error),
        ),
      ),
    );
    server.registerTool('withdraw', { inputSchema: input }, async ({ params }, { sendRequest }) => {
      const question = { method: 'elicitation/create', params } as never; // whatever it is given
      await sendRequest(question, z.looseObject({}), { timeout: 200 }).catch(() => undefined);
      await made.withdrawn();
      return heard('withdrawn');
    });
    server.registerTool('sign_up', { inputSchema: { page: z.string() } }, ({ page }) => {
      if (made.hasVisited) return heard('signed up');
      throw new UrlElicitationRequiredError([
        { mode: 'url', message: 'Sign up first.', url: 'https://shop.example/sign-up', elicitationId: page },
      ]);
    });
    servers.add(server);
    return server;
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  async function answer(
    request: IncomingMessage,
    response: Parameters<StreamableHTTPServerTransport['handleRequest']>[1],
  ) {
    const body = request.method === 'POST' ? await json(request) : undefined;
    const known = transports.get(request.headers['mcp-session-id']?.toString() ?? '');
    if (known !== undefined) return known.handleRequest(request, response, body);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    await newServer().connect(transport);
    await transport.handleRequest(request, response, body);
  }
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return Object.assign(made, { url: `http://127.0.0.1:${port}/mcp`, host: `127.0.0.1:${port}` });
}
