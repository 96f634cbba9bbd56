import type { PlanFeature } from '@parlance/shared/contract/access';
import type { Endpoint } from '@parlance/shared/contract/endpoint';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { halfSignedInAs, signedUpAs } from '../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../testing/test-app.ts';

/**
 * Who may call what: route × role → status. The centre of tenancy and rights. A new endpoint fails here until its row is
 * written, so that nobody's access is an accident. `pass` is any answer of the handler itself (200, 400, 404): the guard
 * let the request through. A number is the guard's refusal.
 */
const roles = ['anonymous', 'halfSignedIn', 'signedUp', 'pending', 'member', 'admin', 'owner', 'freeMember', 'freeOwner', 'expiredMember', 'expiredOwner', 'disabledOwner'] as const;
type Role = (typeof roles)[number];
type Row = Record<Role, number | 'pass'>;

/** Roles that are not a demonstration account whose session is opened: half of a sign-in, and a registration whose address is not verified. */
type Visitor = 'anonymous' | 'halfSignedIn' | 'signedUp';
const emails: Record<Exclude<Role, Visitor>, string> = {
  pending: 'pending@new.example',
  member: 'member@pro.example',
  admin: 'admin@pro.example',
  owner: 'owner@pro.example',
  freeMember: 'member@free.example',
  freeOwner: 'owner@free.example',
  expiredMember: 'member@expired.example',
  expiredOwner: 'owner@expired.example',
  disabledOwner: 'owner@team.example',
};

const row = (columns: Partial<Row>, rest: number | 'pass'): Row => ({ ...(Object.fromEntries(roles.map((role) => [role, rest])) as Row), ...columns }); // every role is there
const anyone = row({}, 'pass');
const nobody = { anonymous: 401, halfSignedIn: 401 };
const anySession = row(nobody, 'pass');
/** Between the two steps of a sign-in. */
const halfSignedIn = row({ halfSignedIn: 'pass' }, 401);
/** Steps of a registration: for nobody who has completed theirs. */
const registering = row({ ...nobody, signedUp: 'pass', pending: 'pass' }, 409);
/** One's own, in a workspace of every status, once there is a member. */
const anyMember = row({ ...nobody, signedUp: 403, pending: 403 }, 'pass');
const activeMembers = row({ ...nobody, signedUp: 403, pending: 403, expiredMember: 403, expiredOwner: 403, disabledOwner: 403 }, 'pass');
/** Administrators of an active workspace whose plan grants the feature; the Free! plan does not have most of them. */
const adminsWithFeature = (free: number | 'pass') => row({ admin: 'pass', owner: 'pass', freeOwner: free, ...nobody }, 403);

const table: Record<string, Row> = {
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'GET /plans/v1/plans': anyone,
  'POST /auth/v1/sign_in': anyone,
  'POST /auth/v1/sign_in/verification': halfSignedIn,
  'POST /auth/v1/sign_in/code': halfSignedIn,
  'GET /auth/v1/sign_out': anyone,
  'POST /auth/v1/password_reset': anyone,
  'POST /auth/v1/password_reset/confirmation': anyone,
  'GET /auth/v1/whoami': anySession,
  'GET /auth/v1/sessions': anyMember,
  'DELETE /auth/v1/sessions': anyMember,
  'DELETE /auth/v1/sessions/:session_id': anyMember,
  'GET /auth/v1/memberships': anyMember,
  'POST /auth/v1/memberships/:member_id/session': anyMember,
  'GET /users/v1/profile': anySession,
  'PATCH /users/v1/profile': anyMember,
  'POST /users/v1/password': anyMember,
  'POST /users/v1/mfa': anyMember,
  'POST /users/v1/mfa/confirmation': anyMember,
  'POST /users/v1/email': anyMember,
  'POST /users/v1/email/confirmation': anyMember,
  'GET /users/v1/data': anyMember,
  'POST /users/v1/deletion': anyMember,
  'POST /auth/v1/sign_up': anyone,
  'GET /user-journey/v1/registration': registering,
  'POST /user-journey/v1/registration/code': registering,
  'POST /user-journey/v1/registration/verification': registering,
  'POST /user-journey/v1/registration/verification-by-link': anyone,
  'PUT /user-journey/v1/registration/names': registering,
  'PUT /user-journey/v1/registration/plan': registering,
  'POST /user-journey/v1/registration/enterprise-contact': registering,
  'POST /user-journey/v1/registration/completion': anySession,
  'GET /user-journey/v1/registration-status': anySession,
  'GET /user-journey/v1/registration-attempt/search': anySession,
  'GET /user-journey/v1/terms-acceptances': anySession,
  'POST /user-journey/v1/terms-acceptances': anySession,
  'POST /invitations/v1/invitations': adminsWithFeature('pass'),
  'GET /invitations/v1/invitations': adminsWithFeature('pass'),
  'DELETE /invitations/v1/invitations/:invitation_id': adminsWithFeature('pass'),
  'POST /invitations/v1/invitations/:invitation_id/mail': adminsWithFeature('pass'),
  'POST /invitations/v1/invitation': anyone,
  'POST /invitations/v1/acceptances': anyMember,
  'GET /bots/v1/bots': activeMembers,
  'GET /bots/v1/bots/:bot_id': activeMembers,
  'GET /dialogues/v1/dialogues': activeMembers,
  'POST /dialogues/v1/dialogues': activeMembers,
  'GET /dialogues/v1/dialogues/:dialogue_id': activeMembers,
  'GET /dialogues/v1/dialogues/:dialogue_id/messages': activeMembers,
  'POST /dialogues/v1/dialogues/:dialogue_id/messages': activeMembers,
  'GET /runs/v1/runs/:run_id/events': activeMembers,
  'POST /runs/v1/runs/:run_id/stop': activeMembers,
  'GET /members/v1/members': adminsWithFeature('pass'),
  'GET /subscription/v1/subscription': row({ ...nobody, signedUp: 403, pending: 403, member: 403, freeMember: 403, expiredMember: 403, disabledOwner: 403 }, 'pass'),
  'POST /charts/v1/session-data': activeMembers,
  'POST /charts/v1/events': activeMembers,
};

/** The page's own origin, which a browser states with every request that changes something. */
const web = 'http://localhost:3000';

/** Refusals of the guard; the handler's own are about the object or the input. */
const guardCodes = ['unauthenticated', 'registration_incomplete', 'registration_complete', 'workspace_expired', 'workspace_disabled', 'forbidden', 'feature_missing', 'csrf_failed', 'origin_refused'];

let server: TestServer;
const clients = {} as Record<Role, Client>; // filled in beforeAll for every role
beforeAll(async () => {
  server = await startTestServer();
  await server.db.asSystem((trx) =>
    trx
      .updateTable('organizations')
      .set({ workspace_status: 'DISABLED' })
      .where('id', 'in', trx.selectFrom('memberships').innerJoin('users', 'users.id', 'memberships.user_id').where('users.email', '=', emails.disabledOwner).select('memberships.organization_id'))
      .execute(),
  );
  for (const role of roles) clients[role] = await clientOf(role);
});
afterAll(() => server.close());

async function clientOf(role: Role): Promise<Client> {
  if (role === 'halfSignedIn') return halfSignedInAs(server, 'otp@pro.example');
  if (role === 'signedUp') return signedUpAs(server, 'nobody@registers.example');
  return role === 'anonymous' ? server.anonymous() : server.as(emails[role]);
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const services = () => [server.app, server.charts, server.payment];
const registered = () => services().flatMap((app) => app.endpoints.map((endpoint) => ({ app, endpoint })));

test('every registered endpoint has its row, and every row its endpoint', () => {
  const names = [...new Set(registered().map(({ endpoint }) => nameOf(endpoint)))].sort();
  expect(Object.keys(table).sort()).toEqual(names);
});

test.each(roles)('%s reaches exactly what the table says', async (role) => {
  const wrong: string[] = [];
  for (const { app, endpoint } of registered()) {
    const name = nameOf(endpoint);
    const client = clients[role];
    if (role !== 'anonymous' && !client.cookies.has('csrftoken')) client.cookies.set('csrftoken', await csrfTokenOf(client));
    const ids = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, id = '']) => [id, crypto.randomUUID()]));
    const answer = await app.inject({ method: endpoint.method, url: fillPath(endpoint.path, ids), headers: name === 'GET /auth/v1/sign_out' ? {} : { ...client.headers(), origin: web } });
    const code = answer.statusCode < 400 ? '' : String(answer.json().code);
    const actual = guardCodes.includes(code) ? answer.statusCode : 'pass';
    if (actual !== table[name]?.[role]) wrong.push(`${name}: expected ${table[name]?.[role]}, was ${actual} (${answer.statusCode} ${code})`);
    expect(answer.statusCode).toBeLessThan(500);
  }
  expect(wrong).toEqual([]);
});

async function csrfTokenOf(client: Client): Promise<string> {
  const answer = await server.app.inject({ url: '/auth/v1/whoami', headers: client.headers() });
  return answer.cookies.find(({ name }) => name === 'csrftoken')?.value ?? 'missing';
}

const foreignSenders: Record<string, Record<string, string>> = {
  'another site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'a sibling subdomain': { origin: 'http://evil.localhost:3000', 'sec-fetch-site': 'same-site' },
  'a sandboxed frame': { origin: 'null' },
  'a browser that hides its origin': { 'sec-fetch-site': 'cross-site' },
};

test('from another origin nobody changes anything, whoever is signed in (AUT-06)', async () => {
  let asked = 0;
  const reached: string[] = [];
  for (const { app, endpoint } of registered()) {
    if (endpoint.method === 'GET' && endpoint.path !== '/auth/v1/sign_out') continue;
    for (const [sender, headers] of Object.entries(foreignSenders)) {
      for (const role of ['anonymous', 'halfSignedIn', 'signedUp', 'pending', 'owner'] as const) {
        const ids = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, id = '']) => [id, crypto.randomUUID()]));
        const answer = await app.inject({ method: endpoint.method, url: fillPath(endpoint.path, ids), headers: { host: 'localhost:8000', ...clients[role].headers(), ...headers } });
        const { code } = answer.json<{ code?: string }>();
        asked += 1;
        if (code !== 'origin_refused' && code !== 'unauthenticated') reached.push(`${nameOf(endpoint)} as ${role} from ${sender}: ${answer.statusCode} ${code}`);
      }
    }
  }
  expect(reached).toEqual([]);
  console.info(`AUT-06: ${reached.length} of ${asked} requests from another origin reached a handler`);
});

test('the plan table decides, with the next request and whatever a plan token says', async () => {
  const setFeatures = (features: PlanFeature[]) => server.db.asSystem((trx) => trx.updateTable('plans').set({ features }).where('name', '=', 'Pro').execute());
  const before = await server.db.asSystem((trx) => trx.selectFrom('plans').where('name', '=', 'Pro').select('features').executeTakeFirstOrThrow());
  await setFeatures(before.features.filter((feature) => feature !== 'user_management'));
  const without = await server.app.inject({ url: '/members/v1/members', headers: clients.owner.headers() });
  await setFeatures(before.features);
  expect(without.statusCode).toBe(403);
  expect(without.json()).toMatchObject({ code: 'feature_missing' });
  expect((await server.app.inject({ url: '/members/v1/members', headers: clients.owner.headers() })).statusCode).toBe(200);
});

test('another organisation’s ids are answered exactly as ids of nothing', async () => {
  const foreign = await idsOf('owner@free.example');
  const differing: string[] = [];
  for (const { app, endpoint } of registered()) {
    if (!endpoint.path.includes(':') || table[nameOf(endpoint)]?.member !== 'pass') continue;
    for (const id of foreign) {
      const [theirs, none] = await Promise.all([id, crypto.randomUUID()].map((value) => ask(app, endpoint, value)));
      if (theirs !== none) differing.push(`${nameOf(endpoint)}: ${theirs} instead of ${none}`);
    }
  }
  expect(differing).toEqual([]);
});

async function ask(app: TestServer['app'], endpoint: Endpoint, id: string): Promise<string> {
  const ids = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, id]));
  const payload = endpoint.body === undefined ? {} : { payload: { prompt: 'hello', idempotency_key: crypto.randomUUID() } };
  const answer = await app.inject({ method: endpoint.method, url: fillPath(endpoint.path, ids), headers: clients.member.headers(), ...payload });
  return `${answer.statusCode} ${JSON.stringify({ ...answer.json(), request_id: '' })}`;
}

/** Every id that a row of this person's organisation has. */
async function idsOf(email: string): Promise<string[]> {
  const { organizationId, memberId } = await server.db.asSystem(async (trx) =>
    trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', email)
      .select(['organization_id as organizationId', 'memberships.id as memberId'])
      .executeTakeFirstOrThrow(),
  );
  const rows = await server.db.asSystem(async (trx) => [
    ...(await trx.selectFrom('bots').where('organization_id', '=', organizationId).select('id').execute()),
    ...(await trx.selectFrom('sessions').where('member_id', '=', memberId).select('id').execute()),
  ]);
  return [organizationId, memberId, ...rows.map(({ id }) => id)];
}
