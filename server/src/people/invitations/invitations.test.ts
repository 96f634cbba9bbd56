import {
  acceptInvitation,
  createInvitation,
  type Invitation,
  listInvitations,
  openInvitation,
  resendInvitation,
  revokeInvitation,
} from '@parlance/shared/contract/api/invitations';
import type { PlanName } from '@parlance/shared/contract/api/plans/plans';
import {
  completeRegistration,
  getRegistration,
  saveRegistrationNames,
  saveRegistrationPlan,
  signUp,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { getWhoami, signIn } from '@parlance/shared/contract/api/session/session';
import { getProfile } from '@parlance/shared/contract/api/users/profile';
import type { Input } from '@parlance/shared/contract/endpoint';
import { demoPassword } from '../../demo/organizations.ts';
import { countAct } from '../../platform/limits/limits.ts';
import { secretInLink } from '../../testing/mail.ts';
import { dataOf, signUpBody, verifiedAs } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { mailsTo } from './invite.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer({ WEB_ORIGIN: 'https://chat.example.org' });
  admin = await server.as('admin@pro.example');
});
afterAll(() => server.close());

type Wish = Input<typeof createInvitation>['body'];
const wish = (email: string, changes: Partial<Wish> = {}): Wish => ({
  email,
  role: 'member',
  language: 'en',
  idempotency_key: crypto.randomUUID(),
  ...changes,
});
const codeOf = ({ body }: { body: { success: boolean; code?: string } }) => (body.success ? 'success' : body.code);
const invite = (email: string, changes: Partial<Wish> = {}, by = admin) =>
  by.call(createInvitation, { body: wish(email, changes) });

/** Returns the token of the newest invitation in a mailbox. */
async function tokenFor(email: string): Promise<string> {
  return secretInLink(
    (await server.mailTo(email)).filter(({ template }) => template === 'invitation').at(-1),
    'invitation',
  );
}

async function invitedToken(
  email: string,
  changes: Partial<Wish> = {},
  by = admin,
): Promise<{ token: string; invitation: Invitation }> {
  const { invitation } = dataOf(await invite(email, changes, by));
  return { invitation, token: await tokenFor(email) };
}

const setPlan = (email: string, plan_name: PlanName) =>
  server.db.asSystem((trx) =>
    trx
      .updateTable('organizations')
      .set({ plan_name })
      .where(
        'id',
        'in',
        trx
          .selectFrom('memberships')
          .innerJoin('users', 'users.id', 'memberships.user_id')
          .where('users.email', '=', email)
          .select('organization_id'),
      )
      .execute(),
  );

test('who is not signed in gets 401, and who is no admin 403', async () => {
  expect((await invite('a@guest.example', {}, server.anonymous())).status).toBe(401);
  const member = await server.as('member@pro.example');
  expect(codeOf(await invite('a@guest.example', {}, member))).toBe('forbidden');
  expect(codeOf(await member.call(listInvitations, {}))).toBe('forbidden');
  expect(await server.mailTo('a@guest.example')).toEqual([]);
});

test('an admin invites by mail, in the language that was chosen, and sees what became of it', async () => {
  const { invitation, seats } = dataOf(
    await invite(' Grete@Guest.example ', { language: 'de-DE', teams: ['Knowledge', 'New team'] }),
  );
  expect(invitation).toMatchObject({
    email: 'grete@guest.example',
    role: 'member',
    teams: ['Knowledge', 'New team'],
    language: 'de-DE',
    status: 'open',
    inviter: 'Adrian Keller',
  });
  expect(Date.parse(invitation.expires_at) - Date.now()).toBeCloseTo(7 * 86_400_000, -5);
  expect(seats).toEqual({ members: 4, invited: 1, limit: null });
  expect(await server.mailTo('grete@guest.example')).toMatchObject([
    {
      template: 'invitation',
      language: 'de-DE',
      link: expect.objectContaining({ pathname: '/terms/register', search: '' }),
    },
  ]);
  expect(dataOf(await admin.call(listInvitations, {})).items).toEqual([invitation]);
});

test.each<[string, Partial<Wish>]>([
  ['an address that is none', { email: 'nobody' }],
  ['an owner', { role: 'owner' as 'admin' }],
  ['a language we do not have', { language: 'xx' as 'en' }],
  ['a team without a name', { teams: [' '] }],
  ['a key that is none', { idempotency_key: '1' }],
])('%s is refused with 400', async (_, changes) => {
  expect((await invite('refused@guest.example', changes)).status).toBe(400);
});

test('a member, and somebody who has been invited, cannot be invited again', async () => {
  expect(codeOf(await invite('member@pro.example'))).toBe('already_member');
  dataOf(await invite('twice@guest.example'));
  expect(codeOf(await invite('twice@guest.example'))).toBe('already_invited');
});

test('an address gets thirty mails a day, from however many organisations', async () => {
  const other = await server.as('owner@team.example');
  const again = async (by: Client) => {
    const answer = await invite('filled@guest.example', {}, by);
    if (answer.body.success)
      dataOf(await by.call(revokeInvitation, { params: { invitation_id: answer.body.data.invitation.id } }));
    return answer.status;
  };
  const statuses: number[] = [];
  for (let round = 0; round < 31; round += 1) statuses.push(await again(round % 2 === 0 ? admin : other));
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  expect(await server.mailTo('filled@guest.example')).toHaveLength(30);
  expect(await again(other)).toBe(429);
  // Resending a link counts as a mail.
  const { invitation } = dataOf(await invite('almost@guest.example', {}, other));
  await server.db.asSystem(async (trx) => {
    for (let mail = 1; mail < 30; mail += 1) await countAct(trx, mailsTo, 'almost@guest.example');
  });
  const refused = await other.call(resendInvitation, { params: { invitation_id: invitation.id } });
  // The wait is that of the daily limit, not the minute between two mails.
  expect([refused.status, Number(refused.headers['retry-after']) > 3_600]).toEqual([429, true]);
  dataOf(await other.call(revokeInvitation, { params: { invitation_id: invitation.id } }));
});

test('the same key twenty times at once is one invitation, and one mail (DUR-07)', async () => {
  const body = wish('once@guest.example');
  const answers = await Promise.all(Array.from({ length: 20 }, () => admin.call(createInvitation, { body })));
  expect(new Set(answers.map((answer) => dataOf(answer).invitation.id)).size).toBe(1);
  expect(await server.mailTo('once@guest.example')).toHaveLength(1);
  console.info('DUR-07 invitations: 0 of 20 requests with one key made a second one');
});

test.each<[string, Partial<Wish>]>([
  ['address', { email: 'else@guest.example' }],
  ['role', { role: 'admin' }],
  ['teams', { teams: ['Others'] }],
  ['language', { language: 'de-DE' }],
  ['days', { days: 3 }],
])('the same key for another invitation (its %s is) is refused, and no mail', async (name, changes) => {
  const body = wish(`${name}@guest.example`, { teams: ['Knowledge', 'Knowledge'] });
  const { invitation } = dataOf(await admin.call(createInvitation, { body }));
  expect(codeOf(await admin.call(createInvitation, { body: { ...body, ...changes } }))).toBe('idempotency_key_reused');
  expect(await server.mailTo('else@guest.example')).toEqual([]);
  expect(dataOf(await admin.call(createInvitation, { body })).invitation.id).toBe(invitation.id);
  expect(await server.mailTo(`${name}@guest.example`)).toHaveLength(1);
});

describe('the link', () => {
  test('says to whoever holds it what it is about', async () => {
    const { token } = await invitedToken('opens@guest.example', { role: 'admin' });
    const opened = await server.anonymous().call(openInvitation, { body: { token } });
    expect(dataOf(opened)).toMatchObject({
      organization: 'Northwind Research',
      inviter: 'Adrian Keller',
      email: 'opens@guest.example',
      role: 'admin',
    });
  });

  test('that is unknown is not found, and stands in no line of the log nor in the database', async () => {
    expect((await server.anonymous().call(openInvitation, { body: { token: 'x'.repeat(43) } })).status).toBe(404);
    const { token } = await invitedToken('secret@guest.example');
    dataOf(await server.anonymous().call(openInvitation, { body: { token } }));
    expect(server.log.join('')).not.toContain(token);
    const rows = await server.db.asSystem((trx) => trx.selectFrom('invitations').selectAll().execute());
    expect(rows.map(({ token_hash }) => token_hash.toString('latin1')).join()).not.toContain(token);
  });

  test('ends when it is taken back, and when seven days are over', async () => {
    const revoked = await invitedToken('revoked@guest.example');
    expect(
      dataOf(await admin.call(revokeInvitation, { params: { invitation_id: revoked.invitation.id } })).invitation
        .status,
    ).toBe('revoked');
    expect(
      dataOf(await admin.call(revokeInvitation, { params: { invitation_id: revoked.invitation.id } })).invitation
        .status,
    ).toBe('revoked');
    const expired = await invitedToken('expired@guest.example');
    await expire(expired.invitation.id);
    for (const { token, invitation } of [revoked, expired]) {
      expect(codeOf(await server.anonymous().call(openInvitation, { body: { token } }))).toBe('invitation_ended');
      expect(
        codeOf(await server.anonymous().call(signUp, { body: signUpBody(invitation.email, { invitation: token }) })),
      ).toBe('invitation_ended');
    }
    // An expired invitation makes room: the address can be invited anew.
    dataOf(await invite('expired@guest.example'));
  });

  test('is sent again with a new token after a minute, and opens an expired one once more', async () => {
    const { token, invitation } = await invitedToken('again@guest.example');
    const params = { invitation_id: invitation.id };
    expect((await admin.call(resendInvitation, { params })).status).toBe(429);
    await expire(invitation.id);
    await server.db.asSystem((trx) =>
      trx
        .updateTable('invitations')
        .set({ sent_at: new Date(0) })
        .where('id', '=', invitation.id)
        .execute(),
    );
    expect(dataOf(await admin.call(resendInvitation, { params })).invitation.status).toBe('open');
    const newer = await tokenFor('again@guest.example');
    expect((await server.anonymous().call(openInvitation, { body: { token } })).status).toBe(404);
    dataOf(await server.anonymous().call(openInvitation, { body: { token: newer } }));
    dataOf(await admin.call(revokeInvitation, { params }));
    expect(codeOf(await admin.call(resendInvitation, { params }))).toBe('invitation_ended');
  });
});

const expire = (id: string) =>
  server.db.asSystem((trx) =>
    trx.updateTable('invitations').set({ expires_at: new Date() }).where('id', '=', id).execute(),
  );

describe('somebody who registers by an invitation', () => {
  test('joins the organisation with role, teams and no plan to choose', async () => {
    const email = 'joins@guest.example';
    const { token } = await invitedToken(email, { role: 'admin', teams: ['Support', 'Field'] });
    const client = await verifiedAs(server, email, { invitation: token });
    expect(dataOf(await client.call(getRegistration)).invitation).toEqual({
      organization: 'Northwind Research',
      inviter: 'Adrian Keller',
    });
    expect(
      dataOf(
        await client.call(saveRegistrationNames, {
          body: { username: 'Jo', role: 'Guest', organization: 'Not looked at' },
        }),
      ),
    ).toMatchObject({ stage: 5, organization: null });
    expect(codeOf(await client.call(saveRegistrationPlan, { body: { plan_name: 'Pro' } }))).toBe(
      'registration_step_skipped',
    );
    const done = dataOf(await client.call(completeRegistration, {}));
    expect(dataOf(await client.call(getWhoami))).toMatchObject({
      member_id: done.member_id,
      is_admin: true,
      is_owner: false,
      organization_name: 'Northwind Research',
    });
    expect(dataOf(await client.call(getProfile))).toMatchObject({
      username: 'Jo',
      role: 'Guest',
      teams: ['Field', 'Support'],
    });
    const { items } = dataOf(await admin.call(listInvitations, { query: { status: 'accepted' } }));
    expect(items).toMatchObject([{ email, status: 'accepted' }]);
    expect(codeOf(await server.anonymous().call(signUp, { body: signUpBody(email, { invitation: token }) }))).toBe(
      'invitation_ended',
    );
    expect(codeOf(await admin.call(revokeInvitation, { params: { invitation_id: items[0]?.id ?? '' } }))).toBe(
      'invitation_ended',
    );
  });

  test('registers with the invited address and no other', async () => {
    const { token } = await invitedToken('meant@guest.example');
    const answer = await server
      .anonymous()
      .call(signUp, { body: signUpBody('other@guest.example', { invitation: token }) });
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({
      status: 403,
      code: 'invitation_for_someone_else',
    });
  });

  test('may open the link with a registration under way', async () => {
    const email = 'underway@guest.example';
    const client = await verifiedAs(server, email);
    const { token } = await invitedToken(email);
    expect(
      dataOf(await client.call(saveRegistrationNames, { body: { username: 'Una', invitation: token } })),
    ).toMatchObject({ stage: 5, invitation: { organization: 'Northwind Research' } });
    dataOf(await client.call(completeRegistration, {}));
    expect(dataOf(await client.call(getWhoami))).toMatchObject({
      organization_name: 'Northwind Research',
      is_admin: false,
    });
  });

  test('whose invitation ends before the last step founds an organisation after all', async () => {
    const email = 'late@guest.example';
    const { token, invitation } = await invitedToken(email);
    const client = await verifiedAs(server, email, { invitation: token });
    dataOf(await client.call(saveRegistrationNames, { body: { username: 'Lo' } }));
    await admin.call(revokeInvitation, { params: { invitation_id: invitation.id } });
    expect(codeOf(await client.call(completeRegistration, {}))).toBe('invitation_ended');
    expect((await client.call(saveRegistrationNames, { body: { username: 'Lo' } })).status).toBe(400);
    expect(
      dataOf(await client.call(saveRegistrationNames, { body: { username: 'Lo', organization: 'Lo & Co' } })),
    ).toMatchObject({ invitation: null, stage: 5 });
    expect(await client.call(completeRegistration, {})).toMatchObject({
      status: 409,
      body: { code: 'registration_step_ahead', issues: [{ message: '4' }] },
    });
    dataOf(await client.call(saveRegistrationPlan, { body: { plan_name: 'Free!' } }));
    dataOf(await client.call(completeRegistration, {}));
    expect(dataOf(await client.call(getWhoami))).toMatchObject({ organization_name: 'Lo & Co', is_owner: true });
  });
});

describe('somebody who has an account', () => {
  test('joins by signing in, is there from now on, and signs in there later', async () => {
    const email = 'owner@free.example';
    const { token } = await invitedToken(email);
    const client = await server.as(email);
    const before = client.cookies.get('sessionid');
    const joined = dataOf(await client.call(acceptInvitation, { body: { token } }));
    expect(client.cookies.get('sessionid')).not.toBe(before);
    expect(dataOf(await client.call(getWhoami))).toMatchObject({
      ...joined,
      organization_name: 'Northwind Research',
      is_owner: false,
    });
    expect(dataOf(await client.call(acceptInvitation, { body: { token } }))).toEqual(joined);
    const later = server.anonymous();
    dataOf(await later.call(signIn, { body: { email, password: demoPassword } }));
    expect(dataOf(await later.call(getWhoami))).toMatchObject({ organization_name: 'Northwind Research' });
  });

  test('cannot join by a link that has expired', async () => {
    const { token, invitation } = await invitedToken('pending@new.example');
    await expire(invitation.id);
    const client = await server.as('pending@new.example');
    expect(codeOf(await client.call(saveRegistrationNames, { body: { username: 'P', invitation: token } }))).toBe(
      'invitation_ended',
    );
    const member = await invitedToken('owner@expired.example');
    await expire(member.invitation.id);
    expect(
      codeOf(
        await (await server.as('owner@expired.example')).call(acceptInvitation, { body: { token: member.token } }),
      ),
    ).toBe('invitation_ended');
  });

  test('joins once, in twenty parallel requests too', async () => {
    const { token } = await invitedToken('member@free.example');
    const client = await server.as('member@free.example');
    await client.call(getWhoami);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.app.inject({
          method: 'POST',
          url: acceptInvitation.path,
          headers: client.headers(),
          payload: { token },
        }),
      ),
    );
    const ids = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json().data.member_id);
    expect(new Set(ids).size).toBe(1);
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  });

  test('and is not the one invited gets 403, with nothing said of the invitation’s state', async () => {
    const { token, invitation } = await invitedToken('private@guest.example');
    const other = await server.as('owner@team.example');
    expect(codeOf(await other.call(acceptInvitation, { body: { token } }))).toBe('invitation_for_someone_else');
    await admin.call(revokeInvitation, { params: { invitation_id: invitation.id } });
    expect(codeOf(await other.call(acceptInvitation, { body: { token } }))).toBe('invitation_for_someone_else');
  });
});

describe('the seats of the plan', () => {
  const owner = 'owner@team.example';

  test('are counted with the open invitations, and the last one is given once', async () => {
    await setPlan(owner, 'Free!');
    const client = await server.as(owner);
    await client.call(getWhoami);
    expect(dataOf(await client.call(listInvitations, {})).seats).toEqual({ members: 1, invited: 0, limit: 3 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => invite(`seat${at}@guest.example`, {}, client)),
    );
    expect(answers.map(codeOf).sort()).toEqual([...Array<string>(8).fill('seats_taken'), 'success', 'success']);
    expect(dataOf(await client.call(listInvitations, {})).seats).toEqual({ members: 1, invited: 2, limit: 3 });
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      issues: [{ path: 'seats', message: '3' }],
    });
  });

  test('are free again when an invitation is taken back or expires, and an expired one needs one to be sent again', async () => {
    const client = await server.as(owner);
    const { items } = dataOf(await client.call(listInvitations, { query: { status: 'open' } }));
    const [first, second] = items.map(({ id }) => id);
    expect(dataOf(await client.call(revokeInvitation, { params: { invitation_id: first ?? '' } })).seats).toEqual({
      members: 1,
      invited: 1,
      limit: 3,
    });
    await expire(second ?? '');
    dataOf(await invite('free1@guest.example', {}, client));
    dataOf(await invite('free2@guest.example', {}, client));
    await server.db.asSystem((trx) =>
      trx
        .updateTable('invitations')
        .set({ sent_at: new Date(0) })
        .where('id', '=', second ?? '')
        .execute(),
    );
    expect(codeOf(await client.call(resendInvitation, { params: { invitation_id: second ?? '' } }))).toBe(
      'seats_taken',
    );
  });

  test('that a smaller plan no longer has keep the invited out', async () => {
    const client = await server.as(owner);
    const token = await tokenFor('free1@guest.example');
    const guest = await verifiedAs(server, 'free1@guest.example', { invitation: token });
    dataOf(await guest.call(saveRegistrationNames, { body: { username: 'F' } }));
    await server.db.asSystem((trx) => trx.updateTable('plans').set({ seats: 1 }).where('name', '=', 'Free!').execute());
    expect(codeOf(await guest.call(completeRegistration, {}))).toBe('seats_taken');
    await server.db.asSystem((trx) => trx.updateTable('plans').set({ seats: 3 }).where('name', '=', 'Free!').execute());
    dataOf(await guest.call(completeRegistration, {}));
    expect(dataOf(await client.call(listInvitations, {})).seats).toEqual({ members: 2, invited: 1, limit: 3 });
  });
});

describe('the list', () => {
  test('comes newest first in pages that show each invitation once', async () => {
    const whole = dataOf(await admin.call(listInvitations, { query: { limit: 100 } })).items.map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = dataOf(await admin.call(listInvitations, { query: { limit: 2, cursor } }));
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined && seen.length < 100);
    expect(seen).toEqual(whole);
    expect(whole.length).toBeGreaterThan(5);
  });

  test('refuses a cursor that is none', async () => {
    expect((await admin.call(listInvitations, { query: { cursor: 'nothing' } })).status).toBe(400);
  });

  test('is that of the own organisation: another’s are as if they were not there (TEN-01)', async () => {
    const { invitation } = await invitedToken('foreign@guest.example');
    const foreign = await server.as('owner@team.example');
    for (const endpoint of [revokeInvitation, resendInvitation]) {
      const [theirs, none] = await Promise.all(
        [invitation.id, crypto.randomUUID()].map((invitation_id) =>
          foreign.call(endpoint, { params: { invitation_id } }),
        ),
      );
      expect(theirs?.status).toBe(404);
      expect({ ...theirs?.body, request_id: '' }).toEqual({ ...none?.body, request_id: '' });
    }
  });

  test('is closed to a tenant’s own query, and the hash of a link to every tenant', async () => {
    const ids = await server.db.asSystem((trx) => trx.selectFrom('organizations').select(['id', 'name']).execute());
    const own = ids.find(({ name }) => name === 'Old Mill Press')?.id ?? '';
    const pro = ids.find(({ name }) => name === 'Northwind Research')?.id ?? '';
    expect(
      await server.db.asTenant(own, (trx) =>
        trx.selectFrom('invitations').where('organization_id', '=', pro).select('id').execute(),
      ),
    ).toEqual([]);
    await expect(
      server.db.asTenant(pro, (trx) => trx.selectFrom('invitations').select('token_hash').execute()),
    ).rejects.toThrow(/permission denied/);
    await expect(
      server.db.asTenant(pro, (trx) => trx.updateTable('invitations').set({ role: 'admin' }).execute()),
    ).rejects.toThrow(/permission denied/);
  });
});

test('an address is one, in whichever script its domain is written', async () => {
  const typed = ` O'Neil+x@B\u00DCCHER.example `;
  const kept = "o'neil+x@xn--bcher-kva.example";
  expect(dataOf(await invite(typed)).invitation.email).toBe(kept);
  expect((await server.mailTo(kept)).map(({ template }) => template)).toEqual(['invitation']);
  expect(codeOf(await invite(kept))).toBe('already_invited');
  expect(codeOf(await invite("o'neil+x@bu\u0308cher.example"))).toBe('already_invited');
  expect(codeOf(await invite('m\u00FCller@b\u00FCcher.example'))).toBe('validation_failed');
  expect(codeOf(await invite('ada@\u043F\u0440\u0438\u043C\u0435\u0440.\u0440\u0444'))).toBe('success');
});
