import { getRegistrationStatus } from '@parlance/shared/contract/api/registration/registration';
import {
  completeRegistration,
  contactSales,
  getRegistration,
  saveRegistrationNames,
  saveRegistrationPlan,
  searchRegistrationAttempt,
  sendRegistrationCode,
  signUp,
  verifyRegistration,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { getWhoami, signIn } from '@parlance/shared/contract/api/session/session';
import { getProfile } from '@parlance/shared/contract/api/users/profile';
import { legalVersions } from '@parlance/shared/contract/page/legal';
import { sql } from 'kysely';
import { secretInLink } from '../../testing/mail.ts';
import {
  ageCodes,
  atSummaryAs,
  dataOf,
  goodPassword,
  newestCode,
  otherThan,
  registeredAs,
  signUpBody,
  signedUpAs,
  verifiedAs,
} from '../../testing/registering.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { deleteExpiredRegistrations } from './repository.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ WEB_ORIGIN: 'https://chat.example.org' });
});
afterAll(() => server.close());

const codeOf = ({ body }: { body: { success: boolean; code?: string } }) => (body.success ? 'success' : body.code);
const send = { body: { channel: 'EMAIL' } } as const;

test('from the first step to a member who owns a new organisation', async () => {
  const email = 'ada@walk.example';
  const client = server.anonymous();
  expect(
    dataOf(await client.call(signUp, { body: signUpBody(' Ada@Walk.example ', { language: 'de-DE' }) })),
  ).toMatchObject({ email, stage: 2, is_verified: false, code: null, language: 'de-DE' });
  expect(dataOf(await client.call(getWhoami))).toMatchObject({
    is_admin: false,
    is_owner: false,
    organization_name: '',
    workspace_status: 'ACTIVE',
    terms_to_accept: [],
  });
  expect(dataOf(await client.call(getProfile))).toMatchObject({ email, username: null, organization: '', teams: [] });
  const reserved = dataOf(await client.call(getWhoami));

  const sent = dataOf(await client.call(sendRegistrationCode, send));
  expect(sent.code).toEqual({ resend_in: 60, expires_in: 600, tries_left: 5 });
  expect(await server.mailTo(email)).toMatchObject([
    { template: 'registration_code', link: expect.objectContaining({ pathname: '/terms/register/verify' }) },
  ]);
  expect(
    dataOf(await client.call(verifyRegistration, { body: { code: await newestCode(server, email) } })),
  ).toMatchObject({ stage: 3, is_verified: true, code: null });

  const names = { username: 'Ada Winter', organization: 'Winter Works', team: 'Tools', role: 'Engineer' };
  expect(dataOf(await client.call(saveRegistrationNames, { body: names }))).toMatchObject({ ...names, stage: 4 });
  expect(dataOf(await client.call(saveRegistrationPlan, { body: { plan_name: 'Team' } }))).toMatchObject({
    plan_name: 'Team',
    stage: 5,
  });
  expect(dataOf(await client.call(getRegistration))).toMatchObject({ ...names, plan_name: 'Team', email, stage: 5 });

  const done = dataOf(await client.call(completeRegistration, {}));
  expect(done).toEqual({
    member_id: reserved.member_id,
    organization_id: reserved.organization_id,
    plan_to_order: 'Team',
  });
  expect(dataOf(await client.call(getWhoami))).toMatchObject({
    ...reserved,
    is_admin: true,
    is_owner: true,
    organization_name: 'Winter Works',
    primary_active_plan_name: 'Free!',
    plan_options: expect.any(String),
  });
  expect(dataOf(await client.call(getProfile))).toMatchObject({
    username: 'Ada Winter',
    role: 'Engineer',
    organization: 'Winter Works',
    teams: ['Tools'],
    language: 'de-DE',
  });
  expect(dataOf(await client.call(getRegistrationStatus, { query: { email } }))).toEqual({
    is_completed: true,
    stage: 5,
  });
  expect(codeOf(await client.call(getRegistration))).toBe('registration_complete');
  expect((await client.call(searchRegistrationAttempt, { query: { email } })).status).toBe(404);
});

test('what was accepted is kept with its version, language, time and address', async () => {
  await registeredAs(server, 'terms@walk.example');
  const rows = await server.db.asSystem((trx) =>
    trx
      .selectFrom('terms_acceptances')
      .innerJoin('users', 'users.id', 'terms_acceptances.user_id')
      .where('email', '=', 'terms@walk.example')
      .orderBy('document')
      .selectAll('terms_acceptances')
      .execute(),
  );
  expect(
    rows.map(({ document, version, language, accepted_from }) => ({ document, version, language, accepted_from })),
  ).toEqual([
    {
      document: 'privacy-policy',
      version: legalVersions['privacy-policy'],
      language: 'en',
      accepted_from: '127.0.0.1',
    },
    {
      document: 'terms-of-service',
      version: legalVersions['terms-of-service'],
      language: 'en',
      accepted_from: '127.0.0.1',
    },
  ]);
});

test('a personal account is named after its person and takes a plan for one', async () => {
  const client = await verifiedAs(server, 'solo@walk.example', { account_kind: 'personal' });
  expect(
    dataOf(await client.call(saveRegistrationNames, { body: { username: 'Sol Lind', organization: 'Not looked at' } })),
  ).toMatchObject({ organization: null, stage: 4 });
  expect((await client.call(saveRegistrationPlan, { body: { plan_name: 'Team' } })).status).toBe(400);
  dataOf(await client.call(saveRegistrationPlan, { body: { plan_name: 'personal' } }));
  dataOf(await client.call(completeRegistration, {}));
  expect(dataOf(await client.call(getWhoami))).toMatchObject({ organization_name: 'Sol Lind', is_owner: true });
});

describe('the order of the steps (specification §4)', () => {
  test('a step above the stage is refused with the stage, and changes nothing', async () => {
    const client = await signedUpAs(server, 'eager@walk.example');
    const names = { username: 'Eager', organization: 'Eager Ltd' };
    const enquiry = {
      name: 'E',
      organization: 'E',
      seats: 1000,
      message: 'Hello',
      idempotency_key: crypto.randomUUID(),
    };
    const answers = [
      await client.call(saveRegistrationNames, { body: names }),
      await client.call(saveRegistrationPlan, { body: { plan_name: 'Free!' } }),
      await client.call(contactSales, { body: enquiry }),
      await client.call(completeRegistration, {}),
    ];
    for (const { status, body } of answers)
      expect({ status, body }).toMatchObject({
        status: 409,
        body: { code: 'registration_step_ahead', issues: [{ path: 'stage', message: '2' }] },
      });
    expect(dataOf(await client.call(getRegistration))).toMatchObject({ stage: 2, username: null, plan_name: null });
  });

  test('an earlier step may be taken again, and the stage never falls', async () => {
    const { client } = await atSummaryAs(server, 'back@walk.example');
    expect(
      dataOf(await client.call(saveRegistrationNames, { body: { username: 'Another', organization: 'Other Works' } })),
    ).toMatchObject({ stage: 5, username: 'Another', plan_name: 'Free!' });
    expect(dataOf(await client.call(verifyRegistration, { body: { code: '000000' } }))).toMatchObject({
      stage: 5,
      is_verified: true,
    });
    expect(dataOf(await client.call(sendRegistrationCode, send))).toMatchObject({ stage: 5, code: null });
    expect(await server.mailTo('back@walk.example')).toHaveLength(1);
  });

  test('step 1 may be taken again until the address is verified, and then changes no password', async () => {
    const client = await signedUpAs(server, 'again@walk.example');
    const again = (password: string) =>
      client.call(signUp, { body: signUpBody('again@walk.example', { password, language: 'fr-FR' }) });
    expect(dataOf(await again('another good one'))).toMatchObject({ stage: 2, language: 'fr-FR' });
    dataOf(await client.call(sendRegistrationCode, send));
    dataOf(await client.call(verifyRegistration, { body: { code: await newestCode(server, 'again@walk.example') } }));
    expect(codeOf(await again('a third good one'))).toBe('conflict');
    expect(dataOf(await client.call(getRegistration))).toMatchObject({ stage: 3, language: 'fr-FR' });
    const elsewhere = server.anonymous();
    expect(
      (await elsewhere.call(signIn, { body: { email: 'again@walk.example', password: 'a third good one' } })).status,
    ).toBe(401);
    dataOf(await elsewhere.call(signIn, { body: { email: 'again@walk.example', password: 'another good one' } }));
  });

  test('another e-mail in step 1 begins another registration and leaves nothing of the first', async () => {
    const client = await signedUpAs(server, 'tpyo@walk.example');
    const before = client.cookies.get('sessionid');
    expect(dataOf(await client.call(signUp, { body: signUpBody('typo@walk.example') }))).toMatchObject({
      email: 'typo@walk.example',
      stage: 2,
    });
    expect(client.cookies.get('sessionid')).not.toBe(before);
    expect(
      (await server.app.inject({ url: '/auth/v1/whoami', headers: { cookie: `sessionid=${before}` } })).statusCode,
    ).toBe(401);
    expect(
      await server.db.asSystem((trx) =>
        trx.selectFrom('registration_attempts').where('email', '=', 'tpyo@walk.example').selectAll().execute(),
      ),
    ).toEqual([]);
  });

  test('is asked of an organisation that has no name', async () => {
    const client = await verifiedAs(server, 'nameless@walk.example');
    const { status, body } = await client.call(saveRegistrationNames, { body: { username: 'Nameless' } });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', issues: [{ path: 'body.organization' }] },
    });
  });
});

describe('on another device', () => {
  test('one goes on by signing in, from the names on', async () => {
    const email = 'devices@walk.example';
    const first = await verifiedAs(server, email);
    const second = server.anonymous();
    const { member_id } = dataOf(await second.call(signIn, { body: { email, password: goodPassword } }));
    expect(member_id).toBe(dataOf(await first.call(getWhoami)).member_id);
    dataOf(await second.call(saveRegistrationNames, { body: { username: 'Dee', organization: 'Devices' } }));
    expect(dataOf(await first.call(getRegistration))).toMatchObject({ stage: 4, username: 'Dee' });
    dataOf(await first.call(saveRegistrationPlan, { body: { plan_name: 'Free!' } }));
    dataOf(await second.call(completeRegistration, {}));
    expect(dataOf(await first.call(getWhoami))).toMatchObject({ is_owner: true, organization_name: 'Devices' });
  });

  test('before the address is verified there is nothing to sign in to, and the password opens nothing', async () => {
    await signedUpAs(server, 'early@walk.example');
    const answer = await server
      .anonymous()
      .call(signIn, { body: { email: 'early@walk.example', password: goodPassword } });
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 401, code: 'credentials_wrong' });
  });
});

describe('the completion', () => {
  test('asked for twenty times at once founds one organisation, and every answer is the same', async () => {
    const { client } = await atSummaryAs(server, 'twenty@walk.example', { organization: 'Twenty at Once' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.call(completeRegistration, {})));
    expect(new Set(answers.map((answer) => JSON.stringify(dataOf(answer)))).size).toBe(1);
    const founded = await server.db.asSystem((trx) =>
      trx.selectFrom('organizations').where('name', '=', 'Twenty at Once').selectAll().execute(),
    );
    expect(founded).toHaveLength(1);
    expect(dataOf(await client.call(completeRegistration, {}))).toEqual(answers.map((answer) => dataOf(answer))[0]);
    console.info('DUR-07 completion: 0 of 20 requests at once founded a second organisation');
  });

  test('that fails half-way leaves nothing behind, and can be tried again', async () => {
    const { client } = await atSummaryAs(server, 'half@walk.example', { organization: 'Half Done' });
    // The member that would be made is there already: the last of the inserts fails.
    const { member_id } = dataOf(await client.call(getWhoami));
    const [{ id: organization_id }, { id: user_id }] = await server.db.asSystem(async (trx) => [
      await trx.selectFrom('organizations').where('plan_name', '=', 'Pro').select('id').executeTakeFirstOrThrow(),
      await trx.selectFrom('users').where('email', '=', 'owner@free.example').select('id').executeTakeFirstOrThrow(),
    ]);
    await server.db.asSystem((trx) =>
      trx
        .insertInto('memberships')
        .values({ id: member_id, organization_id, user_id, role_title: '', is_admin: false, is_owner: false })
        .execute(),
    );
    expect((await client.call(completeRegistration, {})).status).toBe(500);
    expect(
      await server.db.asSystem((trx) =>
        trx.selectFrom('organizations').where('name', '=', 'Half Done').selectAll().execute(),
      ),
    ).toEqual([]);
    await server.db.asSystem((trx) => trx.deleteFrom('memberships').where('id', '=', member_id).execute());
    expect((await client.call(completeRegistration, {})).status).toBe(200);
  });
});

describe('the code of step 2', () => {
  test('gives the browser a new session: whoever knew the one before has no part in the account', async () => {
    const email = 'planted@walk.example';
    const client = await signedUpAs(server, email);
    const before = client.headers();
    dataOf(await client.call(sendRegistrationCode, send));
    dataOf(await client.call(verifyRegistration, { body: { code: await newestCode(server, email) } }));
    expect((await server.app.inject({ url: '/auth/v1/whoami', headers: before })).statusCode).toBe(401);
    expect(dataOf(await client.call(getRegistration)).is_verified).toBe(true);
  });

  test('wrong says how many tries are left, five times, and then no code helps but a new one', async () => {
    const email = 'wrong@walk.example';
    const client = await signedUpAs(server, email);
    expect(codeOf(await client.call(verifyRegistration, { body: { code: '123456' } }))).toBe('code_expired');
    dataOf(await client.call(sendRegistrationCode, send));
    const right = await newestCode(server, email);
    const left: (string | undefined)[] = [];
    for (let round = 0; round < 5; round += 1) {
      const { status, body } = await client.call(verifyRegistration, { body: { code: otherThan(right) } });
      expect({ status, code: body.success || body.code }).toEqual({ status: 400, code: 'code_wrong' });
      left.push(body.success ? '' : body.issues?.[0]?.message);
    }
    expect(left).toEqual(['4', '3', '2', '1', '0']);
    expect(codeOf(await client.call(verifyRegistration, { body: { code: right } }))).toBe('code_expired');
    expect(dataOf(await client.call(getRegistration)).code).toMatchObject({ tries_left: 0, expires_in: 0 });
    await ageCodes(server, 61);
    dataOf(await client.call(sendRegistrationCode, send));
    expect(
      dataOf(await client.call(verifyRegistration, { body: { code: await newestCode(server, email) } })),
    ).toMatchObject({ is_verified: true });
  });

  test('is sent again after a minute only, and the one before is dead then', async () => {
    const email = 'resend@walk.example';
    const client = await signedUpAs(server, email);
    dataOf(await client.call(sendRegistrationCode, send));
    const early = await client.call(sendRegistrationCode, send);
    expect(early.status).toBe(429);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(50);
    expect(await server.mailTo(email)).toHaveLength(1);
    const first = await newestCode(server, email);
    await ageCodes(server, 61);
    dataOf(await client.call(sendRegistrationCode, send));
    if ((await newestCode(server, email)) !== first)
      expect(codeOf(await client.call(verifyRegistration, { body: { code: first } }))).toBe('code_wrong');
    expect(await server.mailTo(email)).toHaveLength(2);
  });

  test('is dead after ten minutes', async () => {
    const client = await signedUpAs(server, 'late@walk.example');
    dataOf(await client.call(sendRegistrationCode, send));
    await ageCodes(server, 601);
    expect(
      codeOf(await client.call(verifyRegistration, { body: { code: await newestCode(server, 'late@walk.example') } })),
    ).toBe('code_expired');
  });

  test('works in its own registration only, with the same address in another browser too', async () => {
    const email = 'two@walk.example';
    const [victim, stranger] = [
      await signedUpAs(server, email),
      await signedUpAs(server, email, { password: 'a stranger chose it' }),
    ];
    dataOf(await stranger.call(sendRegistrationCode, send));
    dataOf(await victim.call(sendRegistrationCode, send));
    const [ofStranger, ofVictim] = (await server.mailTo(email)).map(({ code }) => code ?? '');
    if (ofStranger !== ofVictim) {
      expect(codeOf(await victim.call(verifyRegistration, { body: { code: ofStranger ?? '' } }))).toBe('code_wrong');
      expect(codeOf(await stranger.call(verifyRegistration, { body: { code: ofVictim ?? '' } }))).toBe('code_wrong');
    }
    dataOf(await victim.call(verifyRegistration, { body: { code: ofVictim ?? '' } }));
    // The address is an account now, and the stranger's own code makes no second one of it.
    expect(codeOf(await stranger.call(verifyRegistration, { body: { code: ofStranger ?? '' } }))).toBe('code_expired');
    expect((await server.anonymous().call(signIn, { body: { email, password: 'a stranger chose it' } })).status).toBe(
      401,
    );
  });
});

describe('step 1 refuses', () => {
  test.each<[string, Partial<ReturnType<typeof signUpBody>>, number, string]>([
    ['seven characters', { password: '1aB$xyz' }, 400, 'validation_failed'],
    ['more than 1,024 bytes', { password: 'ä'.repeat(513) }, 400, 'validation_failed'],
    ['one of the most common passwords, in any letter case', { password: 'PassWord123' }, 400, 'password_guessable'],
    ['a row of few characters', { password: 'ababababab' }, 400, 'password_guessable'],
    ['the e-mail itself', { password: 'refused@walk.example' }, 400, 'password_guessable'],
    ['an e-mail that is none', { email: 'nobody' }, 400, 'validation_failed'],
    [
      'a version that is not the current one',
      { accepted: { ...legalVersions, 'privacy-policy': '2020-01-01' } },
      409,
      'terms_outdated',
    ],
    ['a language we do not have', { language: 'xx' as 'en' }, 400, 'validation_failed'],
    ['an invitation that does not exist', { invitation: 'x'.repeat(43) }, 404, 'not_found'],
  ])('%s', async (_, changes, status, code) => {
    const client = server.anonymous();
    const answer = await client.call(signUp, { body: signUpBody('refused@walk.example', changes) });
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status, code });
    expect(client.cookies.size).toBe(0);
  });

  test.each([
    ['emoji', '🐙🦑🐚🪼🐡🐠🐟🦈'],
    ['64 characters', 'wrp '.repeat(16)],
    ['Thai', 'รหัสผ่านยาวๆ'],
    ['1,024 bytes', `${'ab3'.repeat(341)}x`],
  ])('not a password of %s', async (name, password) => {
    const email = `${name.replace(/[^a-z0-9]/gi, '').toLowerCase()}@password.example`;
    await verifiedAs(server, email, { password });
    dataOf(await server.anonymous().call(signIn, { body: { email, password } }));
  });

  test('not a letter typed on another keyboard: é is é', async () => {
    const [composed, decomposed] = ['une clé à molette', 'une clé à molette'].map((text, at) =>
      text.normalize(at === 0 ? 'NFC' : 'NFD'),
    );
    expect(composed).not.toBe(decomposed);
    await verifiedAs(server, 'nfc@password.example', { password: decomposed ?? '' });
    dataOf(
      await server.anonymous().call(signIn, { body: { email: 'nfc@password.example', password: composed ?? '' } }),
    );
  });
});

test('a hundred registrations an hour from one network address, whatever its headers say', async () => {
  const statuses: number[] = [];
  for (let number = 0; number < 102; number += 1) {
    const payload = signUpBody(`flood${number}@walk.example`);
    const answer = await server.app.inject({
      method: 'POST',
      url: signUp.path,
      remoteAddress: '192.0.2.8',
      headers: { 'x-forwarded-for': `10.0.0.${number}` },
      payload,
    });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([...Array<number>(100).fill(200), 429, 429]);
});

test('no line of the log holds what was entered or mailed', async () => {
  const email = 'secrets@walk.example';
  const client = await registeredAs(server, email);
  const [mail] = await server.mailTo(email);
  for (const secret of [goodPassword, secretInLink(mail, 'token'), ...client.cookies.values(), email])
    expect(server.log.join('')).not.toContain(secret);
});

test('a verified registration is kept for ninety days, each time from when somebody goes on with it', async () => {
  const email = 'returns@walk.example';
  const daysLeft = () =>
    server.db.asSystem(async (trx) => {
      const left = sql<number>`round(extract(epoch from expires_at - now()) / 86400)::int`.as('left');
      return (await trx.selectFrom('registration_attempts').where('email', '=', email).select(left).execute()).map(
        (row) => row.left,
      );
    });
  await verifiedAs(server, email);
  expect(await daysLeft()).toEqual([90]);
  await server.db.asSystem((trx) =>
    trx
      .updateTable('registration_attempts')
      .set({ expires_at: sql<Date>`now() + interval '1 day'` })
      .where('email', '=', email)
      .execute(),
  );
  expect((await server.anonymous().call(signIn, { body: { email, password: goodPassword } })).status).toBe(200);
  expect(await daysLeft()).toEqual([90]);
});

test('of a registration that nobody goes on with nothing is kept, and members keep what is theirs', async () => {
  await signedUpAs(server, 'gone@walk.example');
  const verified = await verifiedAs(server, 'forgotten@walk.example');
  const member = await registeredAs(server, 'stays@walk.example');
  const kept = await verifiedAs(server, 'kept@walk.example');
  await server.db.asSystem((trx) =>
    trx
      .updateTable('registration_attempts')
      .set({ expires_at: new Date(0) })
      .where('email', 'in', ['gone@walk.example', 'forgotten@walk.example'])
      .execute(),
  );
  expect((await verified.call(getWhoami)).status).toBe(401);
  await server.db.asSystem(deleteExpiredRegistrations);
  const left = await server.db.asSystem((trx) =>
    trx
      .selectFrom('users')
      .where('email', 'in', ['gone@walk.example', 'forgotten@walk.example', 'stays@walk.example', 'kept@walk.example'])
      .select('email')
      .orderBy('email')
      .execute(),
  );
  expect(left.map(({ email }) => email)).toEqual(['kept@walk.example', 'stays@walk.example']);
  expect((await member.call(getWhoami)).status).toBe(200);
  expect((await kept.call(getWhoami)).status).toBe(200);
});
