import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { freePorts } from './free-ports.ts';

const packaged = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

/** The programs of official servers of MCP. */
export const referenceProgram = packaged('@modelcontextprotocol/server-everything/dist/index.js');
export const filesystemProgram = packaged('@modelcontextprotocol/server-filesystem/dist/index.js');
export const memoryProgram = packaged('@modelcontextprotocol/server-memory/dist/index.js');

export type ReferenceServer = {
  readonly url: string;
  readonly host: string;
  /** Ends it, and starts it again on its port: it knows no session any more. */
  restart(): Promise<void>;
  end(): void;
};

/** The official reference server over HTTP, on a free port. */
export async function startReferenceServer(
  transport: 'streamableHttp' | 'sse' = 'streamableHttp',
): Promise<ReferenceServer> {
  const [port] = await freePorts(1);
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [referenceProgram, transport], {
      env: { ...process.env, PORT: String(port), NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Both transports say first that they start, and then where they listen.
    let said = '';
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        said += chunk.toString();
        if (/(?:listening|running) on port/i.test(said)) resolve();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => reject(new Error(`The reference server ended: ${said}`)));
    });
    return child;
  };
  let child = await start();
  return {
    url: `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`,
    host: `127.0.0.1:${port}`,
    async restart() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = await start();
    },
    end: () => void child.kill('SIGKILL'),
  };
}

/** A message on its way to a server. */
export type RelayedMessage = {
  /** The method of HTTP, and that of the message; undefined without one. */
  readonly http: string;
  readonly method: string | undefined;
  readonly params: Record<string, unknown>;
  readonly session: string | undefined;
};

export type McpRelay = {
  /** The address of the server, over the relay. */
  readonly url: string;
  readonly host: string;
  readonly messages: RelayedMessage[];
  /** Returns how many of the messages had this method. */
  count(method: string): number;
  /** Answers instead of the server, if it returns true. */
  interfere: (message: RelayedMessage, response: ServerResponse) => boolean;
  close(): Promise<void>;
};

/** A relay in front of a server of MCP, which remembers what passes. */
export async function startMcpRelay(target: { readonly url: string }): Promise<McpRelay> {
  const messages: RelayedMessage[] = [];
  const relay: Server = createServer((request, response) => void pass(request, response));

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
    const body = Buffer.concat(chunks);
    const { method, params = {} } = JSON.parse(body.length === 0 ? '{}' : body.toString()) as {
      method?: string;
      params?: Record<string, unknown>;
    }; // the SDK's own message
    const session = request.headers['mcp-session-id'];
    const message = { http: request.method ?? '', method, params, session: session?.toString() };
    messages.push(message);
    if (made.interfere(message, response)) return;
    const to = new URL(request.url ?? '/', target.url);
    const passed = send(to, { method: request.method ?? 'GET', headers: { ...request.headers, host: to.host } });
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    passed.end(body);
  }

  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const { port } = relay.address() as AddressInfo; // it listens on a port
  const made: McpRelay = {
    url: `http://127.0.0.1:${port}${new URL(target.url).pathname}`,
    host: `127.0.0.1:${port}`,
    messages,
    count: (method) => messages.filter((message) => message.method === method).length,
    interfere: () => false,
    close: () =>
      new Promise((resolve) => {
        relay.close(() => resolve());
        relay.closeAllConnections();
      }),
  };
  return made;
}
