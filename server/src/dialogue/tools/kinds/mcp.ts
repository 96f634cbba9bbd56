import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { type ToolSettings, toolCallSeconds } from '@parlance/shared/contract/api/tools';
import * as z from 'zod/mini';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { readDescription } from '../described/read-description.ts';
import { unusableReason } from '../unusable.ts';
import { secretsIn, serverFailureOf } from './server-failure.ts';
import { type Reach, type ToolSource, ToolSaysNo } from './tool-source.ts';

type McpSettings = Extract<ToolSettings, { kind: 'mcp' }>;

/** Of everything that one exchange with a server sends. */
const exchangeMaxBytes = 4_000_000;
const pagesAtMost = 20;
const closeWithinMs = 1_000;

/**
 * A server of the Model Context Protocol. Each use opens a connection of its own and closes it: nothing is held
 * between.
 */
export const mcp = (settings: McpSettings, reach: Reach): ToolSource => ({
  async functions(signal) {
    const pages = await connected(settings, reach, signal, (client) => listed(client, signal));
    return readDescription({ kind: 'mcp', pages }, { organizationId: reach.organizationId, signal });
  },
  call: (name, values, signal) =>
    connected(settings, reach, signal, async (client) => {
      const result = await client.request(
        { method: 'tools/call', params: { name, arguments: { ...values } } },
        CallToolResultSchema,
        { signal, timeout: toolCallSeconds * 1_000 },
      );
      const text = textOf(result);
      if (result.isError === true) throw new ToolSaysNo(text);
      return text;
    }),
});

/**
 * What a server lists, as it says it: each function is looked at by itself, so that an odd one takes no other with it.
 */
const toolList = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.optional(z.string()) });

async function listed(client: Client, signal: AbortSignal): Promise<string[]> {
  const pages: string[] = [];
  let cursor: string | undefined;
  let characters = 0;
  for (let page = 0; page < pagesAtMost; page++) {
    const { tools, nextCursor } = await client.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      toolList,
      { signal, timeout: toolCallSeconds * 1_000 },
    );
    const text = textOfList(tools);
    characters += text.length;
    if (characters > exchangeMaxBytes)
      throw unusableReason('too-large', 'settings.server', `It lists more than ${exchangeMaxBytes} characters.`);
    pages.push(text);
    if (nextCursor === undefined || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return pages;
}

function textOfList(tools: readonly unknown[]): string {
  try {
    return JSON.stringify(tools);
  } catch (error) {
    throw error instanceof RangeError
      ? unusableReason('too-large', 'settings.server', 'It lists what is too deep.', error)
      : error;
  }
}

async function connected<T>(
  settings: McpSettings,
  reach: Reach,
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ name: 'parlance', version: '1.0.0' }, { capabilities: {} });
  const ended = new AbortController();
  const transport = transportOf(settings, reach, AbortSignal.any([signal, ended.signal]));
  try {
    // The client's own time limits start with each request; the caller's is for all of it.
    return await withSignal(
      signal,
      client.connect(transport, { signal, timeout: toolCallSeconds * 1_000 }).then(() => work(client)),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw serverFailureOf(error, secretsIn({ ...headersOf(settings), ...reach.secretHeaders }));
  } finally {
    await leave(client, transport);
    ended.abort();
  }
}

/** A server that keeps its connection open ends nothing; one that hangs is left after a moment. */
async function leave(client: Client, transport: Transport): Promise<void> {
  const leaving = (
    transport instanceof StreamableHTTPClientTransport ? transport.terminateSession() : Promise.resolve()
  ).then(() => client.close());
  // That it has ended badly changes nothing for who was there.
  await withSignal(AbortSignal.timeout(closeWithinMs), leaving).catch(() => client.close().catch(() => undefined));
}

function withSignal<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const aborted = () => reject(signal.reason as Error); // whoever aborts gives an error, and so do timeouts
    if (signal.aborted) aborted();
    signal.addEventListener('abort', aborted, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  });
}

const headersOf = ({ server }: McpSettings): Readonly<Record<string, string>> =>
  server.transport === 'http' ? server.headers : {};

function transportOf(
  { server }: McpSettings,
  { outgoing, stdioServers, secretHeaders }: Reach,
  signal: AbortSignal,
): Transport {
  if (server.transport === 'stdio') {
    const [command, ...args] = Object.hasOwn(stdioServers, server.name) ? (stdioServers[server.name] ?? []) : [];
    if (command === undefined)
      throw unusableReason('no-program', 'settings.server.name', 'The operator lists no command of this name.');
    return new StdioClientTransport({ command, args, stderr: 'ignore' });
  }
  const reached = outgoing.fetchFor({
    maxBytes: exchangeMaxBytes,
    secretHeaders: { ...server.headers, ...secretHeaders },
  });
  const fetch = (address: string | URL, init?: RequestInit) =>
    reached(address, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal });
  if (!URL.canParse(server.url)) throw new ApiError('address_refused');
  return new StreamableHTTPClientTransport(new URL(server.url), {
    fetch,
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      reconnectionDelayGrowFactor: 1,
    },
  });
}

function textOf({ content, structuredContent }: CallToolResult): string {
  const parts = content.map((part) => {
    if (part.type === 'text') return part.text;
    if (part.type === 'resource') return 'text' in part.resource ? part.resource.text : `[${part.resource.uri}]`;
    return part.type === 'resource_link' ? `[${part.uri}]` : `[${part.type}]`;
  });
  if (parts.length === 0 && structuredContent !== undefined) return JSON.stringify(structuredContent);
  return parts.join('\n');
}
