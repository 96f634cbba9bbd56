import { ApiError } from '../../../platform/errors/api-error.ts';
import { createOutgoing } from '../../../platform/outgoing/outgoing.ts';
import { type SignInService, signInServices, webOf } from '../../../testing/sign-in-services.ts';
import { startSite } from '../../../testing/tools.ts';
import { beginSignIn } from './begin.ts';
import type { CheckedFetch } from './bounded-fetch.ts';

const redirectUri = 'https://parlance.example/tool-sign-in';
type Beginning = Parameters<typeof beginSignIn>[0];
const begin = (service: Pick<SignInService, 'url' | 'challenge' | 'answers'>, more: Partial<Beginning> = {}) =>
  beginSignIn({
    ...{ serverUrl: service.url, redirectUri, fetch: webOf(service), wantedScope: '' },
    ...{ given: null, registered: null, clientMetadataUrl: null, ...more },
  });
const given = { clientId: 'by-hand', clientSecret: 'secret' };
/** Returns what is said of a sign-in that cannot be used. */
async function said(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return 'usable';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.apiCode === 'tool_sign_in_unusable' ? error.details.issues?.[0]?.message : error.apiCode;
  }
}

test.each(signInServices)('$name', async ({ expected, isByHand = false, ...service }) => {
  if (typeof expected === 'string') return expect(await said(begin(service))).toBe(expected);
  if (isByHand) expect(await said(begin(service))).toContain('one has to be set up there by hand');
  const { address, pending, state, isRegisteredAnew } = await begin(service, isByHand ? { given } : {});
  const { origin, pathname, searchParams } = new URL(address);
  expect({
    issuer: pending.server.issuer,
    at: `${origin}${pathname}`,
    scope: searchParams.get('scope'),
    resource: searchParams.get('resource'),
  }).toEqual(expected);
  expect(searchParams.get('client_id')).toBe(isByHand ? 'by-hand' : 'registered');
  expect(isRegisteredAnew).toBe(!isByHand);
  expect(searchParams.get('state')).toBe(state);
  expect([searchParams.get('redirect_uri'), searchParams.get('response_type')]).toEqual([redirectUri, 'code']);
  expect(JSON.parse(JSON.stringify(pending))).toEqual(pending);
});

/** A server that is in order; each test below breaks one thing. */
const url = 'https://tools.example/mcp';
const described = { resource: url, authorization_servers: ['https://id.example/acme'], scopes_supported: ['notes'] };
const metadata = {
  issuer: 'https://id.example/acme',
  authorization_endpoint: 'https://id.example/acme/authorize?tenant=1',
  token_endpoint: 'https://id.example/acme/token',
  registration_endpoint: 'https://id.example/acme/register',
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
};
type Fault = { described?: object; metadata?: object; challenge?: string };
const usual = ({ described: resource = {}, metadata: server = {}, challenge = 'Bearer' }: Fault = {}) => ({
  url,
  challenge,
  answers: {
    'https://tools.example/.well-known/oauth-protected-resource/mcp': { ...described, ...resource },
    'https://id.example/.well-known/oauth-authorization-server/acme': { ...metadata, ...server },
  },
});

test('a server that is in order can be signed in to; what its endpoint has in its query stays', async () => {
  const { address } = await begin(usual());
  expect(address).toMatch(/^https:\/\/id\.example\/acme\/authorize\?tenant=1&response_type=code&/);
});

const issuers: readonly (readonly [issuer: string, isTaken: boolean])[] = [
  ['https://id.example/acme/', true],
  ['https://id.example', true],
  ['https://eu.id.example', true],
  ['https://example', false],
  ['https://elsewhere.example/acme', false],
  ['https://notid.example/acme', false],
  ['https://id.example.evil.example/acme', false],
  ['http://id.example/acme', false],
  ['https://id.example:8443/acme', false],
  ['no address', false],
  ['', false],
];
test.each(issuers)('metadata that calls itself “%s” is taken: %p', async (issuer, isTaken) => {
  const answer = await said(begin(usual({ metadata: { issuer } })));
  expect(answer).toEqual(
    isTaken
      ? 'usable'
      : expect.stringContaining('The metadata of the authorization server “https://id.example/acme” is that of'),
  );
});

const fields = ['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint'] as const;
const addresses = [
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://id.example/x',
  'file:///etc/passwd',
  'https://name:password@id.example/x',
  'https://name@id.example/x',
  'http://id.example/x',
  'https://id.example/x#fragment',
  '/authorize',
  `https://id.example/${'x'.repeat(2_000)}`,
];
test.each(fields.flatMap((field) => addresses.map((address) => [field, address] as const)))(
  'metadata whose %s is %s cannot be used',
  async (field, address) => {
    expect(await said(begin(usual({ metadata: { [field]: address } })))).toMatch(
      /is no address that can be used|metadata of the authorization server cannot be used/,
    );
  },
);

test.each<[string, Fault, RegExp]>([
  ['offers no codes', { metadata: { response_types_supported: ['token'] } }, /response_types_supported/],
  ['grants no codes', { metadata: { grant_types_supported: ['client_credentials'] } }, /grant_types_supported/],
  ['offers PKCE without S256', { metadata: { code_challenge_methods_supported: ['plain'] } }, /no PKCE with S256/],
  ['announces no PKCE', { metadata: { code_challenge_methods_supported: undefined } }, /no PKCE with S256/],
  [
    'takes clients with keys alone',
    { metadata: { token_endpoint_auth_methods_supported: ['private_key_jwt', 'tls_client_auth'] } },
    /no client without a key/,
  ],
  [
    'names no token endpoint',
    { metadata: { token_endpoint: undefined } },
    /metadata .* cannot be used: token_endpoint/,
  ],
  ['is no authorization server', { metadata: { issuer: 7 } }, /cannot be used: issuer/],
  ['is nowhere', { described: { authorization_servers: ['https://nowhere.example'] } }, /There is no metadata of/],
  ['is named by another scheme', { described: { authorization_servers: ['javascript:x'] } }, /cannot be used/],
  ['describes another server', { described: { resource: 'https://evil.example/mcp' } }, /another server/],
  ['describes another path', { described: { resource: 'https://tools.example/mcp2' } }, /another server/],
  ['describes no server', { described: { resource: 'none' } }, /cannot be used: resource/],
  ['names metadata that is not there', { challenge: 'Bearer resource_metadata=https://tools.example/x' }, /at “https:/],
  ['names metadata at no address', { challenge: 'Bearer resource_metadata="/mcp"' }, /which is no address/],
])('a server that %s cannot be used, and it is said why', async (_, broken, why) => {
  expect(await said(begin(usual(broken)))).toMatch(why);
});

test('a server without metadata and without a challenge asks for no sign-in', async () => {
  const open: CheckedFetch = async (address) =>
    String(address) === url ? Response.json({}) : new Response(null, { status: 404 });
  expect(await said(begin({ url, challenge: null, answers: {} }, { fetch: open }))).toMatch(/asks for no sign-in/);
});

test('a server of the older transport, which takes no POST, is asked for its stream', async () => {
  const web = webOf(usual({ challenge: 'Bearer scope="of-the-stream"' }));
  const older: CheckedFetch = async (address, init) =>
    String(address) === url && init?.method === 'POST' ? new Response(null, { status: 405 }) : web(address, init);
  const { pending } = await begin(usual(), { fetch: older });
  expect(pending.scope).toBe('of-the-stream');
});

test('what a server says of itself is quoted on one line, without what would change its order', async () => {
  const resource = 'https://evil.example/\u202ecod\u0000\nx';
  expect(await said(begin(usual({ described: { resource } })))).toBe(
    'The protected resource metadata is of “https://evil.example/ cod x”, another server.',
  );
});

test('an authorization server inside of our network is not asked', async () => {
  const canary = await startSite((_, response) => response.end('{}'));
  const site = await startSite(({ path }, response) => {
    if (path === '/mcp') return void response.writeHead(401).end();
    const inside = [`http://127.0.0.1:${new URL(canary.origin).port}/acme`];
    response.end(JSON.stringify({ resource: site.origin, authorization_servers: inside }));
  });
  const outgoing = createOutgoing({ allowedHosts: [site.host] });
  const fetch = outgoing.fetchFor({ organizationId: 'o', maxBytes: 1_000_000 });
  expect(await said(begin({ url: `${site.origin}/mcp`, challenge: null, answers: {} }, { fetch }))).toBe(
    'address_refused',
  );
  expect(canary.requests).toEqual([]);
  await Promise.all([outgoing.close(), site.close(), canary.close()]);
});

test('a server that is down is not said to be unusable', async () => {
  const web = webOf(usual());
  for (const down of ['oauth-protected-resource', 'oauth-authorization-server', '/register']) {
    const failing: CheckedFetch = async (address, init) =>
      String(address).includes(down) ? new Response('Bad gateway', { status: 502 }) : web(address, init);
    expect(await said(begin(usual(), { fetch: failing }))).toBe('address_unreachable');
  }
});

describe('the scopes that are asked for', () => {
  const asked = async (broken: Fault, wantedScope = '') => (await begin(usual(broken), { wantedScope })).pending.scope;
  test('are those of the challenge, otherwise those that the server supports, otherwise none', async () => {
    expect(await asked({ challenge: 'Bearer scope="a b a"' })).toBe('a b');
    expect(await asked({})).toBe('notes');
    expect(await asked({ described: { scopes_supported: [] } })).toBe('');
    expect((await begin(usual({ described: { scopes_supported: [] } }))).address).not.toContain('scope');
  });

  test('are those that were wanted as well', async () => {
    expect(await asked({ challenge: 'Bearer scope="a"' }, 'b  a c')).toBe('a b c');
    expect(await asked({ described: { scopes_supported: undefined } }, 'b')).toBe('b');
  });

  test('have offline_access where the authorization server offers it, and anything is asked for', async () => {
    const offering = { metadata: { scopes_supported: ['offline_access'] } };
    expect(await asked(offering)).toBe('offline_access notes');
    expect(await asked({ ...offering, described: { scopes_supported: [] } })).toBe('');
  });

  test('are no more than a hundred, and nothing that is no scope', async () => {
    const many = Array.from({ length: 5_000 }, (_, count) => `s${count}`);
    expect((await asked({ described: { scopes_supported: many } })).split(' ')).toHaveLength(100);
    expect(await asked({ described: { scopes_supported: ['a"b', 'c\\d', 'ü', 'x'.repeat(400), 'fine'] } })).toBe(
      'fine',
    );
  });
});

describe('the client', () => {
  const documents = { metadata: { client_id_metadata_document_supported: true } };
  const clientMetadataUrl = 'https://parlance.example/client.json';
  const idOf = async (broken: Fault, more: Partial<Beginning>) =>
    (await begin(usual(broken), more)).client.information.client_id;

  test('is the one set up by hand, otherwise our document, otherwise a registered one', async () => {
    expect(await idOf(documents, { given, clientMetadataUrl })).toBe('by-hand');
    expect(await idOf(documents, { clientMetadataUrl })).toBe(clientMetadataUrl);
    expect(await idOf({}, { clientMetadataUrl })).toBe('registered');
    expect(await idOf(documents, { clientMetadataUrl: 'http://parlance.example/client.json' })).toBe('registered');
    expect(await idOf(documents, {})).toBe('registered');
  });

  const registered = (issuer = metadata.issuer, more: object = {}) => ({
    issuer,
    information: { client_id: 'before', redirect_uris: [redirectUri], scope: 'notes', ...more },
  });
  test.each<[string, ReturnType<typeof registered>, string]>([
    ['as it was', registered(), 'before'],
    ['with another authorization server', registered('https://other.example'), 'registered'],
    ['for another address of ours', registered(undefined, { redirect_uris: ['https://old.example/x'] }), 'registered'],
    ['for fewer scopes', registered(undefined, { scope: 'other' }), 'registered'],
    ['for scopes of its choice', registered(undefined, { scope: undefined }), 'before'],
    ['with a secret that has expired', registered(undefined, { client_secret_expires_at: 1 }), 'registered'],
    ['with a secret that does not expire', registered(undefined, { client_secret_expires_at: 0 }), 'before'],
  ])('that is registered %s', async (_, client, id) => {
    expect(await idOf({}, { registered: client })).toBe(id);
  });

  const registering =
    (answer: () => Response): CheckedFetch =>
    async (address, init) =>
      String(address) === metadata.registration_endpoint ? answer() : webOf(usual())(address, init);
  const fine = { client_id: 'registered', redirect_uris: [redirectUri] };
  test.each<[string, () => Response, RegExp]>([
    [
      'another address',
      () => Response.json({ ...fine, redirect_uris: ['https://evil.example/x'] }),
      /another redirect_uri/,
    ],
    ['no id', () => Response.json({ redirect_uris: [redirectUri] }), /not that of RFC 7591/],
    ['an id with a line break', () => Response.json({ ...fine, client_id: 'a\nb' }), /cannot be used/],
    ['an endless id', () => Response.json({ ...fine, client_id: 'x'.repeat(3_000) }), /cannot be used/],
    ['an odd secret', () => Response.json({ ...fine, client_secret: 'ü' }), /cannot be used/],
    ['a method that we do not know', () => Response.json({ ...fine, token_endpoint_auth_method: 'tls' }), /by “tls”/],
    [
      'a secret without the secret',
      () => Response.json({ ...fine, token_endpoint_auth_method: 'client_secret_post' }),
      /has given none/,
    ],
    ['a page', () => new Response('<p>Welcome</p>', { headers: { 'content-type': 'text/html' } }), /client: 200$/],
    ['an error', () => Response.json({ error: 'invalid_redirect_uri' }, { status: 400 }), /invalid_redirect_uri$/],
    ['an error as a success', () => Response.json({ error: 'nope', error_description: 'No' }), /client: nope: No$/],
  ])('whose registration is answered with %s is not used', async (_, answer, why) => {
    expect(await said(begin(usual(), { fetch: registering(answer) }))).toMatch(why);
  });

  test('is registered as a public one where that is possible, and keeps nothing that is not needed', async () => {
    const bodies: Record<string, unknown>[] = [];
    const methodsAsked = async (methods: string[] | undefined) => {
      const service = usual({ metadata: { token_endpoint_auth_methods_supported: methods } });
      const web = webOf(service);
      const { client } = await begin(service, {
        fetch: async (address, init) => {
          if (String(address) === metadata.registration_endpoint)
            bodies.push(JSON.parse(String(init?.body)) as Record<string, unknown>);
          const answer = await web(address, init);
          return String(address) === metadata.registration_endpoint
            ? Response.json({ ...((await answer.json()) as object), client_secret: 's', jwks: { deep: [] } })
            : answer;
        },
      });
      expect(Object.keys(client.information)).not.toContain('jwks');
      return bodies.at(-1)?.['token_endpoint_auth_method'];
    };
    expect(await methodsAsked(undefined)).toBe('none');
    expect(await methodsAsked(['client_secret_post', 'none'])).toBe('none');
    expect(await methodsAsked(['client_secret_post', 'client_secret_basic'])).toBe('client_secret_basic');
    expect(await methodsAsked(['private_key_jwt', 'client_secret_post'])).toBe('client_secret_post');
    expect(bodies[0]).toEqual({
      client_name: 'Parlance',
      client_uri: 'https://parlance.example',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'web',
      scope: 'notes',
    });
  });
});
