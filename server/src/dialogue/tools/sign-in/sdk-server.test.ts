import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DemoInMemoryAuthProvider } from '@modelcontextprotocol/sdk/examples/server/demoInMemoryOAuthProvider.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import { mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { type Outgoing, createOutgoing } from '../../../platform/outgoing/outgoing.ts';
import { type McpTool, mcpTool } from '../../../testing/mcp-tool.ts';
import { type SignedInPerson, followingRedirects, signedInPerson } from '../../../testing/signed-in-person.ts';
import { endJudges } from '../schema/wrong-arguments.ts';

let server: Server;
let outgoing: Outgoing;
let tool: McpTool;
let person: SignedInPerson;
let origin: string;

beforeAll(async () => {
  const app = createMcpExpressApp();
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  origin = `http://127.0.0.1:${port}`;
  const resource = new URL(`${origin}/mcp`);
  const provider = new DemoInMemoryAuthProvider((asked) => asked?.href === resource.href);
  const router = { provider, issuerUrl: new URL(origin), resourceServerUrl: resource, scopesSupported: ['mcp:tools'] };
  app.use(mcpAuthRouter(router));
  const resourceMetadataUrl = `${origin}/.well-known/oauth-protected-resource/mcp`;
  app.use('/mcp', requireBearerAuth({ verifier: provider, requiredScopes: ['mcp:tools'], resourceMetadataUrl }));
  app.post('/mcp', async (request, response) => {
    const mcp = new McpServer({ name: 'demo', version: '1.0.0' });
    mcp.registerTool('greet', {}, () => ({ content: [{ type: 'text', text: 'Hello' }] }));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    await mcp.connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  outgoing = createOutgoing({ allowedHosts: [`127.0.0.1:${port}`] });
  person = signedInPerson({
    serverUrl: resource.href,
    redirectUri: 'http://127.0.0.1/tool-sign-in',
    fetch: outgoing.fetchFor({ organizationId: 'o', maxBytes: 1_000_000 }),
    browse: followingRedirects,
  });
  tool = mcpTool(resource.href, { accessTokens: person.tokens });
});
afterAll(async () => {
  await tool.close();
  await Promise.all([outgoing.close(), endJudges()]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('an MCP server that is its own authorization server, as the SDK makes one, can be signed in to', async () => {
  const { functions } = await person.signedIn(() => tool.functions());
  expect(functions.map(({ name }) => name)).toEqual(['greet']);
  expect(await tool.call('greet')).toMatchObject({ state: 'done', result: 'Hello' });
  expect(person.grant).toMatchObject({ scope: 'mcp:tools', refreshToken: null, issuer: `${origin}/` });
});

test('a client is registered there still, though it renews nothing and fails when it is asked to', async () => {
  await person.signIn();
  const first = person.client;
  await person.signIn();
  expect(person.client).toEqual(first);
});
