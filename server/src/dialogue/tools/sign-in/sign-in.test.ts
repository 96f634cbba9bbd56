import { type Outgoing, createOutgoing } from '../../../platform/outgoing/outgoing.ts';
import {
  type AuthorizationServer,
  browsingAs,
  clientByHand,
  startAuthorizationServer,
} from '../../../testing/authorization-server.ts';
import { type McpTool, mcpTool } from '../../../testing/mcp-tool.ts';
import { type ProtectedMcpServer, startProtectedMcpServer } from '../../../testing/protected-mcp-server.ts';
import { type SignedInPerson, signedInPerson } from '../../../testing/signed-in-person.ts';
import { endJudges } from '../schema/wrong-arguments.ts';
import { SignInNeeded } from './access-tokens.ts';
import { beginSignIn } from './begin.ts';
import { finishSignIn } from './finish.ts';
import { GrantRefused } from './grant.ts';
import { renewGrant, revokeGrant } from './renew.ts';

jest.setTimeout(60_000);

const redirectUri = 'http://127.0.0.1/tool-sign-in';
let issuing: AuthorizationServer;
let notes: ProtectedMcpServer;
let outgoing: Outgoing;
let person: SignedInPerson;
let tool: McpTool;

beforeAll(async () => {
  issuing = await startAuthorizationServer({ redirectUri });
  notes = await startProtectedMcpServer(issuing.issuer);
  outgoing = createOutgoing({ allowedHosts: [issuing.host, notes.host] });
});
afterAll(async () => {
  await Promise.all([outgoing.close(), notes.close(), issuing.close(), endJudges()]);
});
const fetchChecked = () => outgoing.fetchFor({ organizationId: 'o', maxBytes: 1_000_000 });
type PersonOptions = Parameters<typeof signedInPerson>[0];
const someone = (login: string, more: Partial<PersonOptions> = {}) =>
  signedInPerson({ serverUrl: notes.url, redirectUri, fetch: fetchChecked(), browse: browsingAs(login), ...more });
const signedInTool = (who: SignedInPerson) => mcpTool(notes.url, { accessTokens: who.tokens });
beforeEach(() => {
  issuing.requests.length = 0;
  notes.calls.length = 0;
  notes.tokens.length = 0;
  person = someone('ada');
  tool = signedInTool(person);
});
afterEach(() => tool.close());

describe('a person who signs in at a real authorization server', () => {
  test('calls a tool of an MCP server with an account of their own', async () => {
    const { functions } = await person.signedIn(() => tool.functions());
    expect(functions.map(({ name }) => name)).toEqual(['whoami', 'write_note']);
    const another = someone('grace');
    await another.signIn();
    const others = signedInTool(another);
    expect(await tool.call('whoami')).toMatchObject({ state: 'done', result: 'The account of ada' });
    expect(await others.call('whoami')).toMatchObject({ state: 'done', result: 'The account of grace' });
    expect(notes.calls).toEqual([
      { name: 'whoami', account: 'ada' },
      { name: 'whoami', account: 'grace' },
    ]);
    await others.close();
  });

  test('is asked for nothing beyond what the server names, for this server alone', async () => {
    const { address, pending } = await beginSignIn({
      ...{ serverUrl: notes.url, redirectUri, fetch: fetchChecked(), wantedScope: '' },
      ...{ given: null, registered: null, clientMetadataUrl: null },
    });
    const asked = new URL(address).searchParams;
    // This authorization server offers offline_access, so that it gives a refresh token.
    expect(asked.get('scope')).toBe('offline_access notes:read');
    expect(asked.get('resource')).toBe(notes.url);
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(pending.server).toMatchObject({ issuer: issuing.issuer, namesItself: true });
  });

  test('keeps the grant when its access token has ended: it is renewed, and the call made', async () => {
    const { accessToken, refreshToken } = await person.signIn();
    expect(await tool.call('whoami')).toMatchObject({ state: 'done' });
    issuing.endAccessTokens();
    expect(await tool.call('whoami')).toMatchObject({ state: 'done', result: 'The account of ada' });
    expect(person.grant?.accessToken).not.toBe(accessToken);
    // It rotates.
    expect(person.grant?.refreshToken).not.toBe(refreshToken);
    expect(notes.calls).toHaveLength(2);
  });

  test('has to sign in again when the grant is over', async () => {
    const grant = await person.signIn();
    issuing.endTokens();
    await expect(renewGrant(grant, fetchChecked())).rejects.toMatchObject({
      name: 'GrantRefused',
      code: 'invalid_grant',
      isClientUnknown: false,
    });
    await expect(tool.functions()).rejects.toBeInstanceOf(SignInNeeded);
    await person.signIn();
    expect(await tool.call('whoami')).toMatchObject({ state: 'done' });
  });

  test('signs out: both tokens are revoked', async () => {
    const grant = await person.signIn();
    issuing.requests.length = 0;
    await revokeGrant(grant, fetchChecked());
    expect(issuing.requests).toEqual(['POST /token/revocation', 'POST /token/revocation']);
    await expect(renewGrant(grant, fetchChecked())).rejects.toBeInstanceOf(GrantRefused);
    notes.tokens.length = 0;
    await expect(tool.functions()).rejects.toBeInstanceOf(SignInNeeded);
    expect(notes.tokens).toEqual([grant.accessToken]);
  });

  test('is asked for more when a call needs it, and keeps what was granted', async () => {
    await person.signIn();
    const write = () => person.signedIn(async () => (await tool.call('write_note')).state);
    // The call tells the model that it failed; whoever keeps the tokens was told of the scope.
    expect(await write()).toBe('failed');
    await person.signIn();
    expect(person.grant?.scope.split(' ').sort()).toEqual(['notes:read', 'notes:write']);
    expect(await write()).toBe('done');
    expect(notes.calls).toEqual([{ name: 'write_note', account: 'ada' }]);
  });

  test('declines', async () => {
    const declining = someone('ada', { browse: browsingAs('ada', { answers: 'cancel' }) });
    await expect(declining.signIn()).rejects.toMatchObject({
      apiCode: 'tool_sign_in_declined',
      details: { issues: [{ path: 'said', message: 'access_denied: The person has cancelled.' }] },
    });
  });

  test('is sent back with a code that is good for once', async () => {
    const begun = await beginSignIn({
      ...{ serverUrl: notes.url, redirectUri, fetch: fetchChecked(), wantedScope: '' },
      ...{ given: null, registered: null, clientMetadataUrl: null },
    });
    const back = Object.fromEntries(new URL(await browsingAs('ada')(begun.address, redirectUri)).searchParams);
    expect(back).toMatchObject({ iss: issuing.issuer, state: begun.state });
    await expect(
      finishSignIn(begun.pending, { ...back, iss: 'https://elsewhere.example' }, fetchChecked()),
    ).rejects.toMatchObject({ apiCode: 'tool_sign_in_unusable' });
    await expect(finishSignIn(begun.pending, { ...back, iss: undefined }, fetchChecked())).rejects.toMatchObject({
      apiCode: 'tool_sign_in_unusable',
    });
    // Nothing was sent to the token endpoint: the code is good still.
    await finishSignIn(begun.pending, back, fetchChecked());
    const refused = await finishSignIn(begun.pending, back, fetchChecked()).catch((error: unknown) => error);
    expect(refused).toMatchObject({ apiCode: 'tool_sign_in_declined' });
    for (const secret of [back['code'], begun.pending.verifier]) expect(JSON.stringify(refused)).not.toContain(secret);
  });
});

describe('the client', () => {
  test('is registered once, and once more when the server has forgotten it', async () => {
    await person.signIn();
    const first = person.client;
    await person.signIn();
    expect(person.client).toEqual(first);
    issuing.forgetClients();
    expect(person.grant).not.toBeNull();
    await expect(renewGrant(person.grant!, fetchChecked())).rejects.toMatchObject({ isClientUnknown: true });
    await person.signIn();
    expect(person.client?.information.client_id).not.toBe(first?.information.client_id);
    expect(await tool.call('whoami')).toMatchObject({ state: 'done' });
  });

  test('that was set up by hand identifies itself by its secret, whatever is in it', async () => {
    const byHand = someone('ada', { given: clientByHand });
    await byHand.signIn();
    expect(issuing.requests).not.toContain('POST /reg');
    await byHand.tokens.renewed('', AbortSignal.timeout(10_000));
    expect(byHand.grant?.client.information).toEqual({
      client_id: clientByHand.clientId,
      client_secret: clientByHand.clientSecret,
    });
    await revokeGrant(byHand.grant!, fetchChecked());
    await expect(renewGrant(byHand.grant!, fetchChecked())).rejects.toMatchObject({ code: 'invalid_grant' });
  });

  test('whose secret is wrong is told so, without the secret', async () => {
    const wrong = someone('ada', { given: { ...clientByHand, clientSecret: 'not-this-one-surely' } });
    const error = await wrong.signIn().catch((it: unknown) => it);
    expect(error).toMatchObject({ name: 'ClientUnknown', apiCode: 'tool_sign_in_unusable' });
    expect(JSON.stringify(error)).not.toContain('not-this-one-surely');
  });

  test('cannot be had where none is registered', async () => {
    const closed = await startAuthorizationServer({ redirectUri, registers: false });
    const guarded = await startProtectedMcpServer(closed.issuer);
    const reaching = createOutgoing({ allowedHosts: [closed.host, guarded.host] });
    const fetchThere = reaching.fetchFor({ organizationId: 'o', maxBytes: 1_000_000 });
    const there = (given: PersonOptions['given'] = null) =>
      someone('ada', { serverUrl: guarded.url, fetch: fetchThere, given: given ?? null });
    await expect(there().signIn()).rejects.toMatchObject({
      details: { issues: [{ message: expect.stringContaining('has to be set up there by hand') as string }] },
    });
    await there(clientByHand).signIn();
    await Promise.all([reaching.close(), guarded.close(), closed.close()]);
  });
});
