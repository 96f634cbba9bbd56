import { type ToolSettings, toolCallSeconds, toolFunctionsAtMost } from '@parlance/shared/contract/api/tools';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type CallToolResult, CallToolResultSchema, ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { ApiError } from '../../../plugins/api-error.ts';
import { unusable } from '../unusable.ts';
import { checkedSchema } from '../schema.ts';
import { secretsIn, serverFailureOf } from './server-failure.ts';
import { type DescribedFunction, type Reach, type ToolSource, ToolSaysNo } from './tool-source.ts';

type McpSettings = Extract<ToolSettings, { kind: 'mcp' }>;

/** Of everything that one exchange with a server sends. */
const exchangeMaxBytes = 4_000_000;
const descriptionMaxLength = 1_000;
const nameMaxLength = 200;
const pagesAtMost = 20;
const closeWithinMs = 1_000;

/** A server of the Model Context Protocol. Each use opens a connection of its own and closes it: nothing is held between. */
export const mcp = (settings: McpSettings, reach: Reach): ToolSource => ({
  functions: (signal) => connected(settings, reach, signal, (client) => listed(client, signal)),
  call: (name, values, signal) =>
    connected(settings, reach, signal, async (client) => {
      const result = await client.request({ method: 'tools/call', params: { name, arguments: { ...values } } }, CallToolResultSchema, { signal, timeout: toolCallSeconds * 1_000 });
      const text = textOf(result);
      if (result.isError === true) throw new ToolSaysNo(text);
      return text;
    }),
});

async function listed(client: Client, signal: AbortSignal): Promise<DescribedFunction[]> {
  const functions = new Map<string, DescribedFunction>();
  let cursor: string | undefined;
  for (let page = 0; page < pagesAtMost && functions.size < toolFunctionsAtMost; page++) {
    const { tools, nextCursor } = await client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, ListToolsResultSchema, { signal, timeout: toolCallSeconds * 1_000 });
    for (const { name, description = '', inputSchema } of tools) {
      if (name === '' || name.length > nameMaxLength || functions.has(name) || functions.size >= toolFunctionsAtMost) continue;
      // What a server says of its own harmlessness is not relied on: every function may change something.
      functions.set(name, { name, description: description.slice(0, descriptionMaxLength), parameters: checkedSchema(inputSchema), effect: 'changes' });
    }
    if (nextCursor === undefined || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return [...functions.values()];
}

async function connected<T>(settings: McpSettings, reach: Reach, signal: AbortSignal, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'parlance', version: '1.0.0' }, { capabilities: {} });
  const ended = new AbortController();
  const transport = transportOf(settings, reach, AbortSignal.any([signal, ended.signal]));
  try {
    // The client's own time limits start with each request; the caller's is for all of it.
    return await withSignal(signal, client.connect(transport, { signal, timeout: toolCallSeconds * 1_000 }).then(() => work(client)));
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
  const leaving = (transport instanceof StreamableHTTPClientTransport ? transport.terminateSession() : Promise.resolve()).then(() => client.close());
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

const headersOf = ({ server }: McpSettings): Readonly<Record<string, string>> => (server.transport === 'http' ? server.headers : {});

function transportOf({ server }: McpSettings, { outgoing, stdioServers, secretHeaders }: Reach, signal: AbortSignal): Transport {
  if (server.transport === 'stdio') {
    const [command, ...args] = Object.hasOwn(stdioServers, server.name) ? (stdioServers[server.name] ?? []) : [];
    if (command === undefined) throw unusable('no-program', 'settings.server.name', 'The operator lists no command of this name.');
    return new StdioClientTransport({ command, args, stderr: 'ignore' });
  }
  const reached = outgoing.fetchFor({ maxBytes: exchangeMaxBytes, secretHeaders: { ...server.headers, ...secretHeaders } });
  const fetch = (address: string | URL, init?: RequestInit) => reached(address, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal });
  if (!URL.canParse(server.url)) throw new ApiError('address_refused');
  return new StreamableHTTPClientTransport(new URL(server.url), { fetch, reconnectionOptions: { maxRetries: 0, initialReconnectionDelay: 1, maxReconnectionDelay: 1, reconnectionDelayGrowFactor: 1 } });
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
