import { OAuthClientMetadataSchema, SafeUrlSchema } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { CheckedFetch } from './bounded-fetch.ts';
import { clientMetadata, clientMetadataDocument } from './client-metadata.ts';
import { finishSignIn } from './finish.ts';
import type { Grant, PendingSignIn } from './grant.ts';
import { renewGrant, revokeGrant } from './renew.ts';

const issuer = 'https://id.example';
const server = {
  issuer,
  authorizationEndpoint: `${issuer}/authorize`,
  tokenEndpoint: `${issuer}/token`,
  registrationEndpoint: null,
  revocationEndpoint: `${issuer}/revoke`,
  authMethods: [],
  namesItself: false,
  takesMetadataDocuments: false,
};
const client = { issuer, information: { client_id: 'parlance', client_secret: 'THE-CLIENT-SECRET' } };
const pending: PendingSignIn = {
  server,
  client,
  verifier: 'THE-VERIFIER',
  redirectUri: 'https://parlance.example/tool-sign-in',
  resource: 'https://tools.example',
  scope: 'notes',
};
const grant: Grant = {
  ...{ accessToken: 'THE-ACCESS-TOKEN', refreshToken: 'THE-REFRESH-TOKEN', expiresAt: null, scope: 'notes' },
  ...{ issuer, client, resource: 'https://tools.example', authMethods: [] },
  ...{ tokenEndpoint: server.tokenEndpoint, revocationEndpoint: server.revocationEndpoint },
};
const secretsOfSignIn = ['THE-CODE', 'THE-VERIFIER', 'THE-CLIENT-SECRET'];
const secretsOfGrant = ['THE-CLIENT-SECRET', 'THE-ACCESS-TOKEN', 'THE-REFRESH-TOKEN'];

type Request = { address: string; headers: Headers; form: URLSearchParams };
const answering = (answer: () => Response, sent: Request[] = []): CheckedFetch => {
  return async (address, init = {}) => {
    const form = new URLSearchParams(typeof init.body === 'string' ? init.body : '');
    sent.push({ address: String(address), headers: new Headers(init.headers), form });
    return answer();
  };
};
const json =
  (value: object, status = 200): (() => Response) =>
  () =>
    Response.json(value, { status });
const finish = (answer: () => Response, sent?: Request[]) =>
  finishSignIn(pending, { code: 'THE-CODE' }, answering(answer, sent));
const renew = (answer: () => Response, sent?: Request[]) => renewGrant(grant, answering(answer, sent));
const tokens = { access_token: 'new', token_type: 'Bearer' };

test('a code is exchanged as RFC 6749, RFC 7636 and RFC 8707 ask', async () => {
  const sent: Request[] = [];
  expect(await finish(json({ ...tokens, refresh_token: 'r', scope: 'notes more' }), sent)).toEqual({
    ...{ accessToken: 'new', refreshToken: 'r', expiresAt: null, scope: 'notes more' },
    ...{ issuer, client, resource: 'https://tools.example', authMethods: [] },
    ...{ tokenEndpoint: server.tokenEndpoint, revocationEndpoint: server.revocationEndpoint },
  });
  expect(Object.fromEntries(sent[0]?.form ?? [])).toEqual({
    grant_type: 'authorization_code',
    code: 'THE-CODE',
    code_verifier: 'THE-VERIFIER',
    redirect_uri: 'https://parlance.example/tool-sign-in',
    // As the server writes it, without the slash that an address would have.
    resource: 'https://tools.example',
  });
  const basic = Buffer.from('parlance:THE-CLIENT-SECRET').toString('base64');
  expect(sent[0]?.headers.get('authorization')).toBe(`Basic ${basic}`);
});

test.each<[string, () => Response]>([
  ['with a type in other letters', json({ ...tokens, token_type: 'bEARER' })],
  ['without a type', json({ access_token: 'new' })],
  [
    'as a form',
    () =>
      new Response('access_token=new&token_type=bearer&scope=', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
  ],
  ['as JSON of another name', () => new Response(JSON.stringify(tokens), { headers: { 'content-type': 'text/html' } })],
  [
    'with what nobody needs',
    json({ ...tokens, id_token: { odd: true }, refresh_token: null, scope: null, __proto__: 1 }),
  ],
])('tokens that come %s are taken', async (_, answer) => {
  expect(await finish(answer)).toMatchObject({ accessToken: 'new', refreshToken: null, scope: 'notes' });
});

test.each<[unknown, number | null]>([
  [3_600, 3_600],
  ['3600', 3_600],
  [1.5, 1.5],
  [0, null],
  [-5, null],
  ['soon', null],
  [1e30, null],
  ['Infinity', null],
  [null, null],
  [{}, null],
])('a token that lives for %p seconds ends in %p', async (expiresIn, seconds) => {
  const begun = Date.now();
  const { expiresAt } = await finish(json({ ...tokens, expires_in: expiresIn }));
  if (seconds === null) return expect(expiresAt).toBeNull();
  const ends = new Date(expiresAt ?? '').getTime();
  expect(ends).toBeGreaterThanOrEqual(begun + seconds * 1_000);
  expect(ends).toBeLessThanOrEqual(Date.now() + seconds * 1_000);
});

/** Returns the error of some work, having looked for secrets in all of it. */
async function failureOf(
  work: Promise<unknown>,
): Promise<{ apiCode?: string; name: string; message: string; said: string }> {
  const error = (await work.then(
    () => new Error('It was taken.'),
    (it: unknown) => it,
  )) as Error & {
    apiCode?: string;
    details?: { issues?: { message: string }[] };
  }; // whatever was thrown
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    for (const secret of [...secretsOfSignIn, ...secretsOfGrant])
      expect(`${at.stack} ${at.message} ${JSON.stringify(at)}`).not.toContain(secret);
  const { apiCode, name, message, details } = error;
  return { ...(apiCode === undefined ? {} : { apiCode }), name, message, said: details?.issues?.[0]?.message ?? '' };
}
const echo = secretsOfSignIn.join(' ');
const echoOfGrant = secretsOfGrant.join(' ');

test.each<[string, () => Response, string, RegExp]>([
  [
    'a used code',
    json({ error: 'invalid_grant', error_description: echo }, 400),
    'tool_sign_in_declined',
    /^invalid_grant: /,
  ],
  ['a used code, as GitHub says it', json({ error: 'bad_verification_code' }), 'tool_sign_in_declined', /^bad_verif/],
  [
    'an unknown client',
    json({ error: 'invalid_client', error_description: echo }, 401),
    'tool_sign_in_unusable',
    /^invalid_client/,
  ],
  ['an error of another name', json({ error: 'x'.repeat(9_000) }, 400), 'tool_sign_in_unusable', /^x{400,}…$/],
  ['no access token', json({ token_type: 'Bearer', note: echo }), 'tool_sign_in_unusable', /no access_token/],
  [
    'an access token that is no text',
    json({ ...tokens, access_token: { a: 1 } }),
    'tool_sign_in_unusable',
    /no access_token/,
  ],
  [
    'an access token with a line break',
    json({ ...tokens, access_token: 'a\r\nx: y' }),
    'tool_sign_in_unusable',
    /can be sent/,
  ],
  [
    'an endless access token',
    json({ ...tokens, access_token: 'x'.repeat(20_000) }),
    'tool_sign_in_unusable',
    /can be sent/,
  ],
  ['a token of another type', json({ ...tokens, token_type: 'DPoP' }), 'tool_sign_in_unusable', /token_type/],
  ['a page', () => new Response(`<p>${echo}</p>`), 'tool_sign_in_unusable', /200 without JSON/],
  ['half of JSON', () => new Response(`{"access_token": "${echo}`), 'tool_sign_in_unusable', /200 without JSON/],
  ['a list', json([tokens]), 'tool_sign_in_unusable', /200 without JSON/],
  ['deep JSON', () => new Response('['.repeat(200_000)), 'tool_sign_in_unusable', /200 without JSON/],
  ['nothing', () => new Response(null, { status: 204 }), 'tool_sign_in_unusable', /204 without JSON/],
  ['a page with an error', () => new Response(echo, { status: 403 }), 'tool_sign_in_unusable', /403 without JSON/],
  ['tokens with an error', json(tokens, 400), 'tool_sign_in_unusable', /400 without JSON/],
  [
    'another address',
    () => new Response(null, { status: 302, headers: { location: `https://evil.example/?${echo}` } }),
    'tool_sign_in_unusable',
    /leads on/,
  ],
  [
    'another address of its own',
    () => new Response(null, { status: 302, headers: { location: '/x' } }),
    'tool_sign_in_unusable',
    /leads on/,
  ],
  ['a failure', () => new Response(echo, { status: 503 }), 'address_unreachable', /^$/],
  ['too many requests', () => new Response(echo, { status: 429 }), 'address_unreachable', /^$/],
])('a token endpoint that answers %s fails the sign-in, without anything secret', async (_, answer, code, said) => {
  const failure = await failureOf(finish(answer));
  expect(failure.apiCode).toBe(code);
  expect(failure.said).toMatch(said);
});

test('only a client that is unknown is told apart, to be registered anew', async () => {
  expect((await failureOf(finish(json({ error: 'invalid_client' }, 401)))).name).toBe('ClientUnknown');
  expect((await failureOf(finish(json({ error: 'unauthorized_client' }, 400)))).name).toBe('ApiError');
});

describe('what the browser brings back', () => {
  const sent: Request[] = [];
  const brought = (back: Parameters<typeof finishSignIn>[1], namesItself = false) =>
    failureOf(finishSignIn({ ...pending, server: { ...server, namesItself } }, back, answering(json(tokens), sent)));
  afterEach(() => expect(sent).toEqual([]));

  test.each(['https://id.example/', 'https://ID.example', 'https://evil.example', '', 'id.example'])(
    'is not taken from “%s”, whether the server names itself or not',
    async (iss) => {
      for (const namesItself of [true, false])
        for (const back of [{ code: 'THE-CODE' }, { error: 'access_denied' }])
          expect(await brought({ ...back, iss }, namesItself)).toMatchObject({
            apiCode: 'tool_sign_in_unusable',
            said: `The browser was sent back by “${iss}”, and not by “${issuer}”.`,
          });
    },
  );
  test('has to say where it comes from, if the server announces that', async () => {
    expect(await brought({ code: 'THE-CODE' }, true)).toMatchObject({
      said: expect.stringContaining('(iss)') as string,
    });
  });
  test('has to be a code', async () => {
    for (const back of [{}, { code: '' }, { code: undefined }])
      expect(await brought(back)).toMatchObject({ said: 'The browser was sent back without a code.' });
  });
  test.each([
    ['access_denied', 'tool_sign_in_declined'],
    ['consent_required', 'tool_sign_in_declined'],
    ['invalid_scope', 'tool_sign_in_unusable'],
    ['server_error', 'tool_sign_in_unusable'],
    ['constructor', 'tool_sign_in_unusable'],
  ])('may be the error %s, which is %s', async (error, code) => {
    const answer = await brought({ error, error_description: 'Why\u0000\nso' });
    expect(answer).toMatchObject({ apiCode: code, said: `${error}: Why so` });
    // An error counts, even beside a code.
    expect(await brought({ error, code: 'THE-CODE' })).toMatchObject({ apiCode: code });
  });
});

describe('a grant', () => {
  test('is renewed with its refresh token, which stays if it is not replaced', async () => {
    const sent: Request[] = [];
    expect(await renew(json({ ...tokens, expires_in: 60 }), sent)).toMatchObject({
      ...{ accessToken: 'new', refreshToken: 'THE-REFRESH-TOKEN', scope: 'notes' },
      expiresAt: expect.stringMatching(/Z$/) as string,
    });
    expect(await renew(json({ ...tokens, refresh_token: 'next', scope: 'less' }))).toMatchObject({
      ...{ refreshToken: 'next', scope: 'less', client, resource: 'https://tools.example' },
    });
    expect(Object.fromEntries(sent[0]?.form ?? [])).toEqual({
      ...{ grant_type: 'refresh_token', refresh_token: 'THE-REFRESH-TOKEN', resource: 'https://tools.example' },
    });
  });

  test.each(['invalid_grant', 'invalid_client', 'unauthorized_client', 'invalid_request', 'bad_refresh_token'])(
    'is over with %s',
    async (code) => {
      for (const status of [200, 400, 401])
        expect(await failureOf(renew(json({ error: code, error_description: echoOfGrant }, status)))).toMatchObject({
          name: 'GrantRefused',
        });
      await expect(renew(json({ error: code }, 400))).rejects.toMatchObject({
        ...{ code, isClientUnknown: code === 'invalid_client' },
      });
    },
  );

  test.each<[string, () => Response, string]>([
    ['is down', () => new Response(echoOfGrant, { status: 502 }), 'address_unreachable'],
    ['is busy', json({ error: 'temporarily_unavailable' }, 400), 'address_unreachable'],
    ['fails', json({ error: 'server_error' }, 500), 'address_unreachable'],
    ['asks to wait', json({ error: 'slow_down' }, 400), 'address_unreachable'],
    ['answers a page', () => new Response(echoOfGrant), 'tool_sign_in_unusable'],
    ['is not there', () => new Response('', { status: 404 }), 'tool_sign_in_unusable'],
    [
      'leads on',
      () => new Response(null, { status: 307, headers: { location: 'https://evil.example' } }),
      'tool_sign_in_unusable',
    ],
  ])('stays if its server %s', async (_, answer, code) => {
    const sent: Request[] = [];
    expect(await failureOf(renew(answer, sent))).toMatchObject({ apiCode: code });
    expect(sent.every(({ address }) => address === server.tokenEndpoint)).toBe(true);
  });

  test('does not have its secrets in the error, even if the server says them as its code', async () => {
    for (const secret of secretsOfGrant)
      expect(await failureOf(renew(json({ error: secret }, 400)))).toMatchObject({ name: 'GrantRefused' });
  });

  test('without a refresh token is over, and nobody is asked', async () => {
    const sent: Request[] = [];
    const without = { ...grant, refreshToken: null };
    await expect(renewGrant(without, answering(json(tokens), sent))).rejects.toMatchObject({ code: null });
    expect(sent).toEqual([]);
  });

  test('is revoked, both tokens, though the server fails', async () => {
    const sent: Request[] = [];
    await revokeGrant(
      grant,
      answering(() => new Response('', { status: 500 }), sent),
    );
    await revokeGrant(grant, async () => Promise.reject(new Error('down')));
    await revokeGrant({ ...grant, revocationEndpoint: null }, answering(json({}), sent));
    await revokeGrant({ ...grant, refreshToken: null }, answering(json({}), sent));
    expect(sent.map(({ address, form }) => [address, form.get('token_type_hint'), form.get('token')])).toEqual([
      [server.revocationEndpoint, 'refresh_token', 'THE-REFRESH-TOKEN'],
      [server.revocationEndpoint, 'access_token', 'THE-ACCESS-TOKEN'],
      [server.revocationEndpoint, 'access_token', 'THE-ACCESS-TOKEN'],
    ]);
    expect(sent[0]?.headers.get('authorization')).toMatch(/^Basic /);
  });
});

test.each<[string, object, Grant['authMethods'], { basic: string | null; form: object }]>([
  ['nothing named', { client_secret: 'a b+%' }, [], { basic: 'id:a+b%2B%25', form: {} }],
  ['basic', { client_secret: 's' }, ['client_secret_basic'], { basic: 'id:s', form: {} }],
  [
    'post',
    { client_secret: 's' },
    ['client_secret_post'],
    { basic: null, form: { client_id: 'id', client_secret: 's' } },
  ],
  ['none, without a secret', {}, ['none'], { basic: null, form: { client_id: 'id' } }],
  ['nothing named, without a secret', {}, [], { basic: null, form: { client_id: 'id' } }],
  [
    'what was registered',
    { client_secret: 's', token_endpoint_auth_method: 'none' },
    [],
    { basic: null, form: { client_id: 'id' } },
  ],
])('a client identifies itself by what the server takes: %s', async (_, information, authMethods, expected) => {
  const sent: Request[] = [];
  const known = { ...grant, authMethods, client: { issuer, information: { client_id: 'id', ...information } } };
  await renewGrant(known, answering(json(tokens), sent));
  await revokeGrant(known, answering(json({}), sent));
  for (const { headers, form } of sent) {
    const basic = /^Basic (.+)$/.exec(headers.get('authorization') ?? '')?.[1];
    expect(basic === undefined ? null : Buffer.from(basic, 'base64').toString()).toBe(expected.basic);
    const identity = [...form].filter(([name]) => name.startsWith('client_'));
    expect(Object.fromEntries(identity)).toEqual(expected.form);
  }
});

test('what this installation says of itself is metadata of a client', () => {
  const installation = { origin: 'https://parlance.example', redirectUri: 'https://parlance.example/tool-sign-in' };
  const metadata = clientMetadata(installation);
  expect(OAuthClientMetadataSchema.parse(metadata)).toMatchObject({
    client_name: 'Parlance',
    response_types: ['code'],
  });
  expect(SafeUrlSchema.safeParse(metadata.client_uri).success).toBe(true);
  expect(clientMetadataDocument('https://parlance.example/client.json', installation)).toEqual({
    client_id: 'https://parlance.example/client.json',
    ...metadata,
  });
  const typeOf = (redirectUri: string) => clientMetadata({ origin: 'x', redirectUri }).application_type;
  expect(['http://localhost:1/x', 'http://127.0.0.1/x', 'http://[::1]:3/x'].map(typeOf)).toEqual(
    Array(3).fill('native'),
  );
  expect(['https://localhost/x', 'http://127.0.0.1.example/x', 'http://in.example/x'].map(typeOf)).toEqual(
    Array(3).fill('web'),
  );
});
