import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ToolSettings } from '@parlance/shared/contract/api/tools';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Reach } from '../kinds/tool-source.ts';
import { SignInNeeded } from '../sign-in/access-tokens.ts';
import { unusableReason } from '../unusable.ts';
import { type Way, McpConnection } from './connection.ts';
import { connectionFetch, exchangeMaxBytes } from './exchange.ts';
import { OlderTransport } from './older-transport.ts';
import { ProgramTransport } from './programs.ts';
import { refusesPost, refusesSignIn, secretsIn, serverFailureOf } from './server-failure.ts';
import { remembering } from './with-access-token.ts';

export type McpSettings = Extract<ToolSettings, { kind: 'mcp' }>;
/** `asksPeople`: the server may ask the people for whom calls are made on the connection. */
export type ConnectionReach = Reach & { readonly asksPeople: boolean };
type HttpServer = Extract<McpSettings['server'], { transport: 'http' }>;

/** The time for a server of the older transport to open its stream and name its endpoint. */
const endpointWithinMs = 10_000;

/** A stream that breaks, or is closed to be polled, is opened again: after as long as the server says, or so. */
const reconnectionOptions = {
  maxRetries: 3,
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 5_000,
  reconnectionDelayGrowFactor: 2,
};

/**
 * Connects to a server: a program, or an address that speaks Streamable HTTP. If it does not take a POST, it is tried
 * once with the transport before that, HTTP+SSE (specification of 2024-11-05). Throws an ApiError, a SignInNeeded, or
 * the signal's reason.
 */
export async function openConnection(
  { server }: McpSettings,
  reach: ConnectionReach,
  signal: AbortSignal,
): Promise<McpConnection> {
  const secrets = secretsIn({ ...(server.transport === 'http' ? server.headers : {}), ...reach.secretHeaders });
  try {
    if (server.transport === 'stdio') return await openProgram(server.name, reach, signal);
    try {
      return await McpConnection.open(wayOver('streamable', server, reach, secrets), signal);
    } catch (error) {
      if (!refusesPost(error)) throw error;
      return await openOlder(server, reach, signal, { secrets, refusal: error });
    }
  } catch (error) {
    signal.throwIfAborted();
    throw serverFailureOf(error, secrets);
  }
}

/** Opens the older transport. If that fails as well, what was said to the newer one counts. */
async function openOlder(
  server: HttpServer,
  reach: ConnectionReach,
  signal: AbortSignal,
  { secrets, refusal }: { secrets: string[]; refusal: unknown },
): Promise<McpConnection> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(endpointWithinMs)]);
  try {
    return await McpConnection.open(wayOver('sse', server, reach, secrets), within);
  } catch (error) {
    throw error instanceof SignInNeeded || refusesSignIn(error) ? error : refusal;
  }
}

function wayOver(
  transport: 'streamable' | 'sse',
  { url, headers }: HttpServer,
  reach: ConnectionReach,
  secrets: string[],
): Way {
  if (!URL.canParse(url)) throw new ApiError('address_refused');
  const ended = new AbortController();
  const fetch = connectionFetch(reach, { url, headers, until: ended.signal, sending: remembering(secrets) });
  const made =
    transport === 'sse'
      ? new OlderTransport(new URL(url), { fetch: fetch.fetch })
      : new StreamableHTTPClientTransport(new URL(url), { fetch: fetch.fetch, reconnectionOptions });
  return { transport: made, ended, fetch, secrets, asksPeople: reach.asksPeople };
}

function openProgram(
  name: string,
  { stdioServers, asksPeople }: ConnectionReach,
  signal: AbortSignal,
): Promise<McpConnection> {
  const [command, ...args] = Object.hasOwn(stdioServers, name) ? (stdioServers[name] ?? []) : [];
  if (command === undefined)
    throw unusableReason('no-program', 'settings.server.name', 'The operator lists no command of this name.');
  const transport = new ProgramTransport({ command, args, stderr: 'ignore', maxBufferSize: exchangeMaxBytes });
  return McpConnection.open({ transport, ended: new AbortController(), fetch: null, secrets: [], asksPeople }, signal);
}
