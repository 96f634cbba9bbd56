import { randomUUID } from 'node:crypto';
import { createOutgoing } from '../../../platform/outgoing/outgoing.ts';
import { loadSecrets } from '../../../platform/secrets/secrets.ts';
import { type Client, type TestServer, startTestServer } from '../../../testing/test-app.ts';
import { type HttpSite, makeTool, startSite } from '../../../testing/tools.ts';
import { SignInNeeded } from './access-tokens.ts';
import { findAccount, insertAccount, openGrant, sealJson } from './accounts.ts';
import type { Grant } from './grant.ts';
import { StoredTokens } from './stored-tokens.ts';

jest.setTimeout(60_000);

const serverUrl = 'https://tracker.example/mcp';
const never = new AbortController().signal;
const secrets = loadSecrets({ TOOL_SECRETS_KEY: Buffer.alloc(32, 7), DATA_DIR: '' });

/** The answer of the token endpoint; each request waits for it. */
let answer: () => Promise<{ status: number; body: object }>;
let site: HttpSite;
let server: TestServer;
let owner: Client;
let of: { organizationId: string; memberId: string; toolId: string };

beforeAll(async () => {
  site = await startSite((_, response) => {
    answer().then(
      ({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      () => response.destroy(),
    );
  });
  server = await startTestServer();
  owner = await server.as('owner@pro.example');
  const tool = await makeTool(owner, {
    name: 'Tracker',
    settings: { kind: 'http', method: 'GET', url: 'https://tracker.example/', parameters: { type: 'object' } },
  });
  const membership = await server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', 'owner@pro.example')
      .select(['memberships.id', 'organization_id'])
      .executeTakeFirstOrThrow(),
  );
  of = { organizationId: membership.organization_id, memberId: membership.id, toolId: tool.id };
});
afterAll(async () => {
  await server.close();
  await site.close();
});
beforeEach(() => {
  site.requests.length = 0;
  answer = () => Promise.resolve({ status: 200, body: renewedTo('second') });
});

const renewedTo = (name: string) => ({
  access_token: name,
  token_type: 'Bearer',
  expires_in: 3_600,
  refresh_token: `of ${name}`,
});

const tokensOf = (accountId: string, at = serverUrl) =>
  new StoredTokens(
    { db: server.db, outgoing: createOutgoing({ allowedHosts: [site.host] }), secrets: () => secrets },
    { id: accountId, organizationId: of.organizationId, serverUrl: at },
  );

/** Stores an account; returns its id. */
async function account(grant: Partial<Grant> = {}): Promise<string> {
  const id = randomUUID();
  const whole: Grant = {
    accessToken: 'first',
    refreshToken: 'of first',
    expiresAt: null,
    scope: 'read',
    issuer: site.origin,
    client: { issuer: site.origin, information: { client_id: 'parlance' } },
    resource: null,
    tokenEndpoint: `${site.origin}/token`,
    revocationEndpoint: null,
    authMethods: ['none'],
    ...grant,
  };
  await server.db.asTenant(of.organizationId, (trx) =>
    insertAccount(trx, { id, ...of, serverUrl }, { sealed: sealJson(secrets, whole, id), expiresAt: whole.expiresAt }),
  );
  return id;
}
const stored = (id: string) =>
  server.db.asTenant(of.organizationId, async (trx) => {
    const row = await findAccount(trx, id);
    return row === undefined ? null : { ...row, grant: openGrant(secrets, row) };
  });
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

test('a token is sent as it is while it holds', async () => {
  const tokens = tokensOf(await account({ expiresAt: inMs(300_000) }));
  expect(await tokens.current(never)).toBe('first');
  expect(site.requests).toEqual([]);
});

test('one that is about to expire is renewed before, and the new one kept with its refresh token', async () => {
  const id = await account({ expiresAt: inMs(30_000) });
  expect(await tokensOf(id).current(never)).toBe('second');
  expect(site.requests).toHaveLength(1);
  expect(await stored(id)).toMatchObject({
    revision: 2,
    is_renewing: false,
    grant: { accessToken: 'second', refreshToken: 'of second' },
  });
  expect(await tokensOf(id).current(never)).toBe('second');
  expect(site.requests).toHaveLength(1);
});

test('one that cannot be renewed is sent until its server refuses it', async () => {
  const id = await account({ expiresAt: inMs(-1_000), refreshToken: null });
  expect(await tokensOf(id).current(never)).toBe('first');
  await expect(tokensOf(id).renewed('first', never)).rejects.toThrow(SignInNeeded);
  expect(await stored(id)).toMatchObject({ is_lapsed: true });
  await expect(tokensOf(id).current(never)).rejects.toThrow(SignInNeeded);
});

test('many calls of several processes renew it once', async () => {
  const id = await account();
  const asked = Promise.withResolvers<undefined>();
  const goOn = Promise.withResolvers<undefined>();
  answer = async () => {
    asked.resolve(undefined);
    await goOn.promise;
    return { status: 200, body: renewedTo('second') };
  };
  // Each object is one of another process.
  const first = tokensOf(id).renewed('first', never);
  await asked.promise;
  const others = Array.from({ length: 5 }, () => tokensOf(id).renewed('first', never));
  goOn.resolve(undefined);
  expect(await Promise.all([first, ...others])).toEqual(Array.from({ length: 6 }, () => 'second'));
  expect(site.requests).toHaveLength(1);
});

test('a token that another process has renewed is not renewed again', async () => {
  const id = await account();
  await tokensOf(id).renewed('first', never);
  expect(await tokensOf(id).renewed('first', never)).toBe('second');
  expect(site.requests).toHaveLength(1);
});

test('whoever gives up does not lose the new tokens', async () => {
  const id = await account();
  const caller = new AbortController();
  answer = async () => {
    caller.abort(new Error('stopped'));
    return { status: 200, body: renewedTo('second') };
  };
  expect(await tokensOf(id).renewed('first', caller.signal)).toBe('second');
  expect(await stored(id)).toMatchObject({ grant: { accessToken: 'second' } });
});

test('a grant that is over lapses the account; a server that is down does not', async () => {
  const id = await account();
  answer = () => Promise.resolve({ status: 503, body: {} });
  await expect(tokensOf(id).renewed('first', never)).rejects.toMatchObject({ apiCode: 'address_unreachable' });
  expect(await stored(id)).toMatchObject({ is_lapsed: false, is_renewing: false, revision: 1 });
  answer = () => Promise.resolve({ status: 400, body: { error: 'invalid_grant' } });
  await expect(tokensOf(id).renewed('first', never)).rejects.toThrow(SignInNeeded);
  expect(await stored(id)).toMatchObject({ is_lapsed: true, is_renewing: false });
});

test('a process that died while it renewed is waited for no longer than it had time', async () => {
  const id = await account();
  await server.db.asSystem((trx) =>
    trx
      .updateTable('connected_accounts')
      .set({ renewing_until: new Date(Date.now() - 1_000) })
      .where('id', '=', id)
      .execute(),
  );
  expect(await tokensOf(id).renewed('first', never)).toBe('second');
});

test('no token is given for another server, nor after the account is gone', async () => {
  const id = await account();
  await expect(tokensOf(id, 'https://other.example/mcp').current(never)).rejects.toThrow(SignInNeeded);
  await expect(tokensOf(id, 'https://other.example/mcp').renewed('first', never)).rejects.toThrow(SignInNeeded);
  const tokens = tokensOf(id);
  await server.db.asSystem((trx) => trx.deleteFrom('connected_accounts').where('id', '=', id).execute());
  await expect(tokens.current(never)).rejects.toThrow(SignInNeeded);
  await expect(tokens.renewed('first', never)).rejects.toThrow(SignInNeeded);
});

test('what a server wants beyond the token is noted for the next sign-in', async () => {
  const id = await account();
  await tokensOf(id).noteChallenge({ scope: 'write admin' });
  expect(await stored(id)).toMatchObject({ is_lapsed: true, wanted_scope: 'write admin' });
});

test('the table holds no token that could be read', async () => {
  const id = await account({ accessToken: 'readable-token' });
  const row = await server.db.asSystem((trx) =>
    trx.selectFrom('connected_accounts').where('id', '=', id).selectAll().executeTakeFirstOrThrow(),
  );
  expect(JSON.stringify(row)).not.toContain('readable');
  const moved = { id: randomUUID(), sealed: row.sealed };
  expect(() => openGrant(secrets, moved)).toThrow();
});
