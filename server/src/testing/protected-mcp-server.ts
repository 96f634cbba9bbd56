import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { resourceServerClient } from './authorization-server.ts';

/** A call that was made, and the account at the authorization server whose token it was made with. */
export type ProtectedCall = { readonly name: string; readonly account: string };

export type ProtectedMcpServer = {
  readonly url: string;
  readonly host: string;
  readonly calls: ProtectedCall[];
  /** The methods and access tokens of its requests; null for one without. */
  readonly tokens: (string | null)[];
  close(): Promise<void>;
};

/**
 * An MCP server made with the official SDK, which only people with an account at the authorization server can use. It
 * has two functions: `whoami`, and `write_note`, which a token without the scope `notes:write` is not enough for.
 */
export async function startProtectedMcpServer(issuer: string): Promise<ProtectedMcpServer> {
  const calls: ProtectedCall[] = [];
  const tokens: (string | null)[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // the server listens on a port
  const origin = `http://127.0.0.1:${port}`;
  const url = `${origin}/mcp`;
  const metadataPath = '/.well-known/oauth-protected-resource/mcp';

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === metadataPath) return describe(response);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
    tokens.push(token);
    const bearer = token === null ? null : await holderOf(issuer, token, url);
    if (bearer === null) {
      const error = token === null ? '' : 'error="invalid_token", ';
      return refuse(response, 401, `${error}scope="notes:read", resource_metadata="${origin}${metadataPath}"`);
    }
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const body = await bodyOf(request);
    if (callIn(body) === 'write_note' && !bearer.scopes.includes('notes:write'))
      return refuse(response, 403, 'error="insufficient_scope", scope="notes:write"');
    const name = callIn(body);
    if (name !== null) calls.push({ name, account: bearer.account });
    await answerSignedIn(request, response, body, bearer.account);
  }

  function describe(response: ServerResponse): void {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ resource: url, authorization_servers: [issuer], scopes_supported: ['notes:read'] }));
  }

  return {
    url,
    host: `127.0.0.1:${port}`,
    calls,
    tokens,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const refuse = (response: ServerResponse, status: number, challenge: string): void =>
  void response.writeHead(status, { 'www-authenticate': `Bearer ${challenge}` }).end();

/** RFC 7662 §2.2; a client that acts for itself has no subject. */
type Introspection = { active: boolean; aud?: string; sub?: string; client_id?: string; scope?: string };
type Bearer = { readonly account: string; readonly scopes: readonly string[] };

/**
 * Asks the authorization server whose a token is (RFC 7662); null for one that is over, or meant for another server.
 */
async function holderOf(issuer: string, token: string, resource: string): Promise<Bearer | null> {
  const { clientId, clientSecret } = resourceServerClient;
  const answer = await fetch(`${issuer}/token/introspection`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ token }),
  });
  const { active, aud, sub, client_id, scope } = (await answer.json()) as Introspection;
  return active && aud === resource ? { account: sub ?? client_id ?? '', scopes: (scope ?? '').split(' ') } : null;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** Returns the name of the function that a message calls; null for another message. */
function callIn(message: unknown): string | null {
  const { method, params } = message as { method?: string; params?: { name?: string } }; // the SDK's own message
  return method === 'tools/call' ? (params?.name ?? '') : null;
}

async function answerSignedIn(
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  account: string,
): Promise<void> {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  const saying = (text: string) => () => ({ content: [{ type: 'text' as const, text }] });
  server.registerTool(
    'whoami',
    { description: 'Tells the account.', annotations: { readOnlyHint: true } },
    saying(`The account of ${account}`),
  );
  server.registerTool('write_note', { description: 'Writes a note.' }, saying(`A note of ${account}`));
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  response.on('close', () => void server.close());
  await transport.handleRequest(request, response, body);
}
