import { randomUUID } from 'node:crypto';
import { answerToolCall } from '@parlance/shared/contract/api/runs/tool-calls';
import {
  type SavedTool,
  type ToolCall,
  deleteTool,
  getTool,
  listTools,
  refreshTool,
  saveTool,
  tryTool,
} from '@parlance/shared/contract/api/tools';
import {
  type ConnectedAccount,
  beginToolSignIn,
  deleteConnectedAccount,
  finishToolSignIn,
  listConnectedAccounts,
  signInServerName,
  toolSignInPath,
} from '@parlance/shared/contract/api/tools/connected-accounts';
import { type HeardAnswer, botNamed, hear, listen, start } from '../../../testing/asking.ts';
import {
  type AuthorizationServer,
  browsingAs,
  startAuthorizationServer,
} from '../../../testing/authorization-server.ts';
import { type ModelServer, startModelServer } from '../../../testing/model-server.ts';
import { type ProtectedMcpServer, startProtectedMcpServer } from '../../../testing/protected-mcp-server.ts';
import { dataOf } from '../../../testing/registering.ts';
import { runOf } from '../../../testing/start-asking.ts';
import { type Client, type TestServer, startTestServer } from '../../../testing/test-app.ts';
import { forgetCounts, giveTools, makeTool } from '../../../testing/tools.ts';

jest.setTimeout(60_000);

let authorization: AuthorizationServer;
let notes: ProtectedMcpServer;
let model: ModelServer;
let server: TestServer;
let base: string;
let owner: Client;
let member: Client;
let bot: string;
let tool: SavedTool;
/** The function that the model calls. */
let wanted: 'whoami' | 'write_note';

const nameOf = () => signInServerName(notes.url);
const redirectUri = () => `http://localhost:3000${toolSignInPath}/${nameOf()}`;

beforeAll(async () => {
  authorization = await startAuthorizationServer();
  notes = await startProtectedMcpServer(authorization.issuer);
  model = await startModelServer({
    calls: ({ messages, tool_choice: choice }) =>
      choice === 'none' || messages.at(-1)?.role === 'tool' ? [] : [{ name: `Notes_${wanted}`, arguments: '{}' }],
    answer: ({ messages }) => {
      const last = messages.at(-1);
      return last?.role === 'tool' ? ['I was told: ', String(last.content)] : ['Let me see.'];
    },
  });
  server = await startTestServer({
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    OUTGOING_ALLOWED_HOSTS: [authorization.host, notes.host].join(', '),
    TOOL_SECRETS_KEY: 'ab'.repeat(32),
  });
  base = await listen(server.app);
  owner = await server.as('owner@pro.example');
  member = await server.as('member@pro.example');
  bot = await botNamed(member, 'House Guide');
});
afterAll(async () => {
  await server.close();
  await model.close();
  await notes.close();
  await authorization.close();
});
beforeEach(async () => {
  wanted = 'whoami';
  await forgetCounts(server);
  tool = await makeTool(owner, {
    name: 'Notes',
    settings: { kind: 'mcp', server: { transport: 'http', url: notes.url, headers: {}, sign_in: { as: 'person' } } },
  });
});
afterEach(async () => {
  await owner.call(deleteTool, { params: { tool_id: tool.id } });
  await server.app.toolReach.sessions.review();
  expect(server.app.toolReach.sessions.size).toBe(0);
});

const begun = async (client: Client) =>
  dataOf(await client.call(beginToolSignIn, { params: { tool_id: tool.id }, body: {} }));
type AuthorizationResponse = { state: string; code?: string; error?: string; error_description?: string; iss?: string };
/** What the authorization server brings back, when a person has signed in there with this name. */
async function broughtBack(
  client: Client,
  name: string,
  answers: 'allow' | 'cancel' = 'allow',
): Promise<AuthorizationResponse> {
  const { address } = await begun(client);
  const back = await browsingAs(name, { answers })(address, redirectUri());
  return Object.fromEntries(new URL(back).searchParams) as AuthorizationResponse; // as RFC 6749 has it
}
const finish = (client: Client, body: AuthorizationResponse, to = nameOf()) =>
  client.call(finishToolSignIn, { body: { server: to, ...body } });
const signIn = async (client: Client, name: string) => dataOf(await finish(client, await broughtBack(client, name)));
const accountsOf = async (client: Client): Promise<ConnectedAccount[]> =>
  dataOf(await client.call(listConnectedAccounts, {})).items;
const codeOf = ({ body }: { body: { success: true } | { success: false; code: string } }) =>
  body.success ? undefined : body.code;

/** Reads the functions with the account of the owner, and gives them to the bot. */
async function ready(permission: 'always' | 'ask' = 'always'): Promise<void> {
  await signIn(owner, 'olga');
  dataOf(await owner.call(refreshTool, { params: { tool_id: tool.id } }));
  await giveTools(server, bot, [{ tool_id: tool.id, permission, functions: {} }]);
  notes.calls.length = 0;
}
const callsHeard = ({ events }: HeardAnswer) => events.flatMap(({ data }) => (data.type === 'tool' ? [data.call] : []));

/** Asks, and waits until the answer waits for its person. */
async function waiting(client: Client): Promise<{ run: string; call: ToolCall }> {
  const run = runOf(await start(client, bot, 'Who am I?'));
  return { run, call: await waitingIn(client, run) };
}
async function waitingIn(client: Client, run: string): Promise<ToolCall> {
  const isWaiting = (heard: HeardAnswer) => callsHeard(heard).at(-1)?.state === 'waiting';
  const call = callsHeard(await hear(base, client, run, { until: isWaiting })).at(-1);
  if (call === undefined) throw new Error('Nothing waits.');
  return call;
}
const allow = (client: Client, call: ToolCall) =>
  client.call(answerToolCall, { params: { call_id: call.id }, body: { allow: true, arguments: call.arguments } });

describe('a tool that people sign in to', () => {
  test('is saved without functions, which its maker reads after signing in', async () => {
    expect(tool).toMatchObject({ functions: [], error_code: 'tool_sign_in_needed', is_signed_in: false, left_out: [] });
    expect(codeOf(await owner.call(refreshTool, { params: { tool_id: tool.id } }))).toBe('tool_sign_in_needed');
    expect(await signIn(owner, 'olga')).toEqual({ tool: { id: tool.id, name: 'Notes' } });
    const { tool: read, changes } = dataOf(await owner.call(refreshTool, { params: { tool_id: tool.id } }));
    expect(read).toMatchObject({ error_code: null, is_signed_in: true });
    expect(changes.added).toContain('whoami');
    expect(await accountsOf(owner)).toEqual([
      {
        id: expect.any(String),
        tool: { id: tool.id, name: 'Notes' },
        server: new URL(notes.url).origin,
        signed_in_at: expect.any(String),
        last_used_at: expect.any(String),
        is_lapsed: false,
      },
    ]);
    // Another one has not signed in.
    expect(await accountsOf(member)).toEqual([]);
    const seen = dataOf(await member.call(listTools, {})).items.find(({ id }) => id === tool.id);
    expect(seen).toMatchObject({ is_signed_in: false });
  });

  test('is tried with the account of whoever tries it', async () => {
    await ready();
    const body = () => ({ idempotency_key: randomUUID(), function: 'whoami', arguments: {} });
    const tried = dataOf(await owner.call(tryTool, { params: { tool_id: tool.id }, body: body() }));
    expect(tried).toMatchObject({ state: 'done', result: expect.stringContaining('olga') });
    const admin = await server.as('admin@pro.example');
    expect(codeOf(await admin.call(tryTool, { params: { tool_id: tool.id }, body: body() }))).toBe(
      'tool_sign_in_needed',
    );
  });

  test('is renamed without asking its server, and keeps its accounts', async () => {
    await ready();
    const { settings, revision } = dataOf(await owner.call(getTool, { params: { tool_id: tool.id } }));
    if (settings === null) throw new Error('It has settings.');
    const renamed = dataOf(
      await owner.call(saveTool, {
        params: { tool_id: tool.id },
        body: { name: 'Notebook', settings, revision, client_secret: null },
      }),
    );
    expect(renamed).toMatchObject({ name: 'Notebook', is_signed_in: true, error_code: null });
    expect(renamed.functions.map(({ name }) => name)).toContain('whoami');
  });

  test.each([
    ['another address', (url: string) => ({ url: `${url}?other`, sign_in: { as: 'person' as const } })],
    ['another client', (url: string) => ({ url, sign_in: { as: 'person' as const, client_id: 'by-hand' } })],
    ['no sign-in', (url: string) => ({ url })],
  ])('forgets its accounts with %s', async (_, serverOf) => {
    await ready();
    const saved = await owner.call(saveTool, {
      params: { tool_id: tool.id },
      body: {
        name: 'Notes',
        settings: { kind: 'mcp', server: { transport: 'http', headers: {}, ...serverOf(notes.url) } },
        revision: tool.revision,
      },
    });
    const isSaved = saved.body.success;
    expect(await accountsOf(owner)).toHaveLength(isSaved ? 0 : 1);
    // Without a sign-in its functions cannot be read, and nothing is saved.
    expect(codeOf(saved)).toBe(isSaved ? undefined : 'tool_sign_in_refused');
  });

  test('keeps the secret of its client for the same client alone', async () => {
    const draft = (clientId: string) => ({
      name: 'Notes',
      settings: {
        kind: 'mcp' as const,
        server: {
          transport: 'http' as const,
          url: notes.url,
          headers: {},
          sign_in: { as: 'person' as const, client_id: clientId },
        },
      },
    });
    const params = { tool_id: tool.id };
    const saved = dataOf(
      await owner.call(saveTool, {
        params,
        body: { ...draft('one'), client_secret: 'top-secret', revision: tool.revision },
      }),
    );
    expect(saved.has_client_secret).toBe(true);
    expect(JSON.stringify(saved)).not.toContain('top-secret');
    const keep = { client_secret: null, revision: saved.revision };
    expect(codeOf(await owner.call(saveTool, { params, body: { ...draft('other'), ...keep } }))).toBe(
      'validation_failed',
    );
    const kept = dataOf(await owner.call(saveTool, { params, body: { ...draft('one'), ...keep } }));
    expect(kept.has_client_secret).toBe(true);
    const none = dataOf(
      await owner.call(saveTool, { params, body: { ...draft('one'), client_secret: '', revision: kept.revision } }),
    );
    expect(none.has_client_secret).toBe(false);
  });
});

describe('a sign-in', () => {
  test('is finished once, by whoever began it', async () => {
    const brought = await broughtBack(owner, 'olga');
    expect(codeOf(await finish(member, brought))).toBe('tool_sign_in_over');
    dataOf(await finish(owner, brought));
    expect(codeOf(await finish(owner, brought))).toBe('tool_sign_in_over');
    expect(codeOf(await finish(owner, { ...brought, state: 'unknown' }))).toBe('tool_sign_in_over');
    expect(await accountsOf(member)).toEqual([]);
  });

  test('that takes too long is over', async () => {
    const brought = await broughtBack(owner, 'olga');
    await server.db.asSystem((trx) =>
      trx
        .updateTable('tool_sign_ins')
        .set({ expires_at: new Date(Date.now() - 1) })
        .execute(),
    );
    expect(codeOf(await finish(owner, brought))).toBe('tool_sign_in_over');
  });

  test('that the person declines leaves the account of before', async () => {
    await signIn(owner, 'olga');
    const [before] = await accountsOf(owner);
    const brought = await broughtBack(owner, 'olga', 'cancel');
    expect(brought).toMatchObject({ error: 'access_denied' });
    expect(codeOf(await finish(owner, brought))).toBe('tool_sign_in_declined');
    expect(await accountsOf(owner)).toEqual([before]);
  });

  test('that an authorization server other than the one that was asked answers is not taken', async () => {
    const brought = await broughtBack(owner, 'olga');
    expect(codeOf(await finish(owner, { ...brought, iss: 'https://evil.example' }))).toBe('tool_sign_in_unusable');
    expect(await accountsOf(owner)).toEqual([]);
  });

  test('that comes back to the address of another server is over, whatever it brings', async () => {
    const brought = await broughtBack(owner, 'olga');
    expect(codeOf(await finish(owner, brought, 'other_example'))).toBe('tool_sign_in_over');
    expect(codeOf(await finish(owner, brought))).toBe('tool_sign_in_over');
    expect(await accountsOf(owner)).toEqual([]);
  });

  test('is refused for a tool that nobody signs in to, and for one that is not there', async () => {
    const plain = await makeTool(owner, {
      name: 'Plain',
      settings: { kind: 'http', method: 'GET', url: notes.url, parameters: { type: 'object' } },
    });
    for (const id of [plain.id, randomUUID()])
      expect(codeOf(await owner.call(beginToolSignIn, { params: { tool_id: id }, body: {} }))).toBe('not_found');
    await owner.call(deleteTool, { params: { tool_id: plain.id } });
  });

  test('registers this installation once for all people of a tool', async () => {
    const registrations = () => authorization.requests.filter((it) => it === 'POST /reg').length;
    await signIn(owner, 'olga');
    const before = registrations();
    await signIn(member, 'mia');
    expect(registrations()).toBe(before);
    authorization.forgetClients();
    await signIn(member, 'mia');
    expect(registrations()).toBeGreaterThan(before);
  });

  test('makes room for itself: the oldest of a person is over', async () => {
    const first = await broughtBack(owner, 'olga');
    for (let more = 0; more < 10; more++) await begun(owner);
    const { count } = await server.db.asSystem((trx) =>
      trx
        .selectFrom('tool_sign_ins')
        .select((of) => of.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    expect(Number(count)).toBe(10);
    expect(codeOf(await finish(owner, first))).toBe('tool_sign_in_over');
  });

  test('is begun thirty times a minute at most', async () => {
    for (let at = 0; at < 30; at++) await begun(owner);
    expect(codeOf(await owner.call(beginToolSignIn, { params: { tool_id: tool.id }, body: {} }))).toBe('rate_limited');
  });

  test('and its end are in the audit log, without anything secret', async () => {
    await signIn(owner, 'olga');
    const [account] = await accountsOf(owner);
    await owner.call(deleteConnectedAccount, { params: { account_id: account?.id ?? '' } });
    const rows = await server.db.asSystem((trx) =>
      trx
        .selectFrom('audit_log')
        .where('action', 'in', ['tool.signed_in', 'tool.signed_out'])
        .where('target_id', '=', tool.id)
        .selectAll()
        .orderBy('seq')
        .execute(),
    );
    expect(rows.map(({ action }) => action)).toEqual(['tool.signed_in', 'tool.signed_out']);
    expect(rows[0]?.changes).toEqual({ leads_to: [null, new URL(notes.url).origin] });
  });
});

describe('a call in the name of a person', () => {
  test('waits until they have signed in, and is made with their account', async () => {
    await ready();
    const { run, call } = await waiting(member);
    expect(call).toMatchObject({ state: 'waiting', asks_because: 'sign-in', function: 'whoami', arguments: '{}' });
    expect(codeOf(await allow(member, call))).toBe('tool_sign_in_needed');
    expect(notes.calls).toEqual([]);
    await signIn(member, 'mia');
    dataOf(await allow(member, call));
    const heard = await hear(base, member, run);
    expect(heard).toMatchObject({ ended: { status: 'complete' }, text: expect.stringContaining('mia') });
    expect(notes.calls).toEqual([{ account: 'mia', name: 'whoami' }]);
  });

  test('can be refused instead', async () => {
    await ready();
    const { run, call } = await waiting(member);
    dataOf(
      await member.call(answerToolCall, {
        params: { call_id: call.id },
        body: { allow: false, arguments: call.arguments },
      }),
    );
    expect((await hear(base, member, run)).text).toContain('The person refused this call.');
    expect(notes.calls).toEqual([]);
  });

  test('is made at once for whoever has signed in; each with their own account', async () => {
    await ready();
    await signIn(member, 'mia');
    for (const [client, name] of [
      [member, 'mia'],
      [owner, 'olga'],
    ] as const)
      expect((await hear(base, client, runOf(await start(client, bot, 'Who am I?')))).text).toContain(name);
    expect(notes.calls.map(({ account }) => account)).toEqual(['mia', 'olga']);
  });

  test('still asks where its function does', async () => {
    await ready('ask');
    await signIn(member, 'mia');
    const { run, call } = await waiting(member);
    expect(call.asks_because).toBeUndefined();
    dataOf(await allow(member, call));
    expect((await hear(base, member, run)).text).toContain('mia');
  });

  test('renews a token that its server takes no longer, without asking anybody', async () => {
    await ready();
    await signIn(member, 'mia');
    authorization.endAccessTokens();
    expect((await hear(base, member, runOf(await start(member, bot, 'Who am I?')))).text).toContain('mia');
    expect(notes.calls.map(({ account }) => account)).toEqual(['mia']);
  });

  test('waits again if the grant is over; the call is made once, after the next sign-in', async () => {
    await ready();
    await signIn(member, 'mia');
    authorization.endTokens();
    const { run, call } = await waiting(member);
    expect(call).toMatchObject({ state: 'waiting', asks_because: 'sign-in' });
    expect(await accountsOf(member)).toMatchObject([{ is_lapsed: true }]);
    expect(codeOf(await allow(member, call))).toBe('tool_sign_in_needed');
    await signIn(member, 'mia');
    dataOf(await allow(member, call));
    expect((await hear(base, member, run)).text).toContain('mia');
    expect(notes.calls.map(({ account }) => account)).toEqual(['mia']);
  });

  test('that needs a wider scope waits for a sign-in that asks for it', async () => {
    wanted = 'write_note';
    await ready();
    await signIn(member, 'mia');
    const { run, call } = await waiting(member);
    expect(call).toMatchObject({ function: 'write_note', asks_because: 'sign-in' });
    const { address } = await begun(member);
    expect(new URL(address).searchParams.get('scope')?.split(' ')).toEqual(
      expect.arrayContaining(['notes:read', 'notes:write']),
    );
    await signIn(member, 'mia');
    dataOf(await allow(member, call));
    expect((await hear(base, member, run)).text).toContain('A note of mia');
  });

  test('that was allowed waits again if the account is gone by then', async () => {
    await ready('ask');
    await signIn(member, 'mia');
    const { run, call } = await waiting(member);
    authorization.endTokens();
    dataOf(await allow(member, call));
    const again = await waitingIn(member, run);
    expect(again).toMatchObject({ id: call.id, asks_because: 'sign-in' });
    await signIn(member, 'mia');
    dataOf(await allow(member, again));
    expect((await hear(base, member, run)).text).toContain('mia');
    expect(notes.calls).toHaveLength(1);
  });
});

describe('signing out', () => {
  test('deletes the account, revokes its tokens and ends its sessions', async () => {
    await ready();
    await signIn(member, 'mia');
    await hear(base, member, runOf(await start(member, bot, 'Who am I?')));
    const { sessions } = server.app.toolReach;
    expect(sessions.size).toBe(1);
    const [account] = await accountsOf(member);
    const params = { account_id: account?.id ?? '' };
    expect(codeOf(await owner.call(deleteConnectedAccount, { params }))).toBe('not_found');
    const before = authorization.requests.length;
    dataOf(await member.call(deleteConnectedAccount, { params }));
    expect(authorization.requests.slice(before)).toContain('POST /token/revocation');
    expect(await accountsOf(member)).toEqual([]);
    await sessions.review();
    expect(sessions.size).toBe(0);
    const { call } = await waiting(member);
    expect(call.asks_because).toBe('sign-in');
  });

  test('works while the authorization server is away', async () => {
    const passing = await startAuthorizationServer();
    const guarded = await startProtectedMcpServer(passing.issuer);
    const elsewhere = await startTestServer({
      OUTGOING_ALLOWED_HOSTS: [passing.host, guarded.host].join(', '),
      TOOL_SECRETS_KEY: 'ab'.repeat(32),
    });
    const client = await elsewhere.as('owner@pro.example');
    const made = await makeTool(client, {
      name: 'Passing',
      settings: { kind: 'mcp', server: { transport: 'http', url: guarded.url, sign_in: { as: 'person' } } },
    });
    const { address } = dataOf(await client.call(beginToolSignIn, { params: { tool_id: made.id }, body: {} }));
    const to = signInServerName(guarded.url);
    const back = await browsingAs('olga')(address, `http://localhost:3000${toolSignInPath}/${to}`);
    const brought = Object.fromEntries(new URL(back).searchParams) as AuthorizationResponse; // as RFC 6749 has it
    dataOf(await finish(client, brought, to));
    await passing.close();
    const [account] = await accountsOf(client);
    dataOf(await client.call(deleteConnectedAccount, { params: { account_id: account?.id ?? '' } }));
    expect(await accountsOf(client)).toEqual([]);
    await elsewhere.close();
    await guarded.close();
  });
});
