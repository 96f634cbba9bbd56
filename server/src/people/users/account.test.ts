import { getWhoami, signIn } from '@parlance/shared/contract/api/session/session';
import {
  changeEmail,
  changeMfa,
  changePassword,
  confirmEmail,
  confirmMfa,
  resendEmailCode,
} from '@parlance/shared/contract/api/users/account';
import { getProfile, updateProfile } from '@parlance/shared/contract/api/users/profile';
import { demoPassword } from '../../demo/organizations.ts';
import { ageCodes, dataOf, goodPassword, newestCode, otherThan, registeredAs } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const codeOf = ({ body }: { body: { success: boolean; code?: string } }) => (body.success ? 'success' : body.code);
const fresh = 'a fresh new password';

describe('name and language', () => {
  test('change one at a time, and are there at once', async () => {
    const client = await server.as('member@pro.example');
    expect(dataOf(await client.call(updateProfile, { body: { username: ' Mei T. ' } }))).toMatchObject({
      username: 'Mei T.',
      language: 'en',
    });
    expect(dataOf(await client.call(updateProfile, { body: { language: 'th-TH' } }))).toMatchObject({
      username: 'Mei T.',
      language: 'th-TH',
    });
    expect(dataOf(await client.call(updateProfile, { body: {} }))).toMatchObject({
      username: 'Mei T.',
      language: 'th-TH',
    });
    expect(dataOf(await client.call(getProfile))).toMatchObject({ username: 'Mei T.', language: 'th-TH' });
  });

  test.each<[string, object]>([
    ['an empty name', { username: ' ' }],
    ['a name that is too long', { username: 'x'.repeat(101) }],
    ['another language', { language: 'xx' }],
  ])('%s is refused', async (_, body) => {
    const client = await server.as('member@pro.example');
    expect((await client.call(updateProfile, { body })).status).toBe(400);
  });

  test('nothing else can be set on the way (TEN-04)', async () => {
    const client = await server.as('member@pro.example');
    const before = dataOf(await client.call(getWhoami));
    const protectedColumns = {
      id: crypto.randomUUID(),
      email: 'me@elsewhere.example',
      is_admin: true,
      is_owner: true,
      role: 'owner',
      organization_id: crypto.randomUUID(),
      mfa_preference: 'EMAIL_OTP',
      password_hash: 'x',
      created_at: '2000-01-01T00:00:00Z',
    };
    let changed = 0;
    for (const [name, value] of Object.entries(protectedColumns)) {
      const { status } = await client.call(updateProfile, { body: { [name]: value } });
      changed += status === 400 ? 0 : 1;
    }
    expect(changed).toBe(0);
    expect(dataOf(await client.call(getWhoami))).toEqual({ ...before, plan_options: expect.any(String) });
    console.info(
      `TEN-04 profile: ${changed} of ${Object.keys(protectedColumns).length} protected columns could be set`,
    );
  });
});

describe('the password', () => {
  test('changes with the current one, ends every other session, gives this one a new id, and is told by mail', async () => {
    const email = 'admin@pro.example';
    const [client, other] = [await server.as(email), await server.as(email)];
    const before = client.cookies.get('sessionid');
    dataOf(await client.call(changePassword, { body: { current_password: demoPassword, new_password: fresh } }));
    expect(client.cookies.get('sessionid')).not.toBe(before);
    expect((await client.call(getWhoami)).status).toBe(200);
    expect((await other.call(getWhoami)).status).toBe(401);
    expect(
      (await server.app.inject({ url: '/auth/v1/whoami', headers: { cookie: `sessionid=${before}` } })).statusCode,
    ).toBe(401);
    expect((await server.mailTo(email)).at(-1)).toMatchObject({ template: 'password_changed' });
    expect((await server.anonymous().call(signIn, { body: { email, password: demoPassword } })).status).toBe(401);
    dataOf(await server.anonymous().call(signIn, { body: { email, password: fresh } }));
  });

  test('stays as it is without the current one, and when the new one is easily guessed', async () => {
    const email = 'owner@free.example';
    const client = await server.as(email);
    expect(
      await client.call(changePassword, { body: { current_password: 'wrong', new_password: fresh } }),
    ).toMatchObject({ status: 403, body: { code: 'password_wrong' } });
    expect(
      await client.call(changePassword, { body: { current_password: demoPassword, new_password: 'qwerty123' } }),
    ).toMatchObject({ status: 400, body: { code: 'password_guessable', issues: [{ path: 'body.new_password' }] } });
    expect(
      (await client.call(changePassword, { body: { current_password: demoPassword, new_password: '7 chars' } })).status,
    ).toBe(400);
    dataOf(await server.anonymous().call(signIn, { body: { email, password: demoPassword } }));
  });

  test('is tried ten times in a quarter of an hour, apart from the sign-ins that others try', async () => {
    const email = 'owner@team.example';
    for (let number = 0; number < 11; number += 1)
      await server.anonymous().call(signIn, { body: { email, password: `guess ${number}` } });
    const client = await server.as(email);
    await client.call(getWhoami);
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, at) =>
        client.call(changePassword, { body: { current_password: `guess ${at}`, new_password: fresh } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(10).fill(403),
      ...Array<number>(4).fill(429),
    ]);
    expect(
      (await client.call(changePassword, { body: { current_password: demoPassword, new_password: fresh } })).status,
    ).toBe(429);
  });

  test('can be changed in an expired workspace', async () => {
    const client = await server.as('member@expired.example');
    dataOf(await client.call(changePassword, { body: { current_password: demoPassword, new_password: fresh } }));
  });
});

describe('the second factor', () => {
  test('is switched on and off by the code from the mail', async () => {
    const email = 'member@pro.example';
    const client = await server.as(email);
    for (const mfa_preference of ['EMAIL_OTP', 'NONE'] as const) {
      expect(
        dataOf(
          await client.call(changeMfa, {
            body: { mfa_preference, ...(mfa_preference === 'NONE' ? { password: demoPassword } : {}) },
          }),
        ),
      ).toEqual({ resend_in: 60, expires_in: 600, tries_left: 5 });
      const code = await newestCode(server, email);
      expect(codeOf(await client.call(confirmMfa, { body: { code: otherThan(code) } }))).toBe('code_wrong');
      expect(dataOf(await client.call(confirmMfa, { body: { code } }))).toMatchObject({ mfa_preference });
      expect(codeOf(await client.call(confirmMfa, { body: { code } }))).toBe('code_expired');
      const { second_factor } = dataOf(
        await server.anonymous().call(signIn, { body: { email, password: demoPassword } }),
      );
      expect(second_factor === null).toBe(mfa_preference === 'NONE');
      await ageCodes(server, 61);
    }
  });

  test('is not switched off without the password, nor with another one: no code is sent, and what is on stays on', async () => {
    const email = 'off@walk.example';
    const client = await registeredAs(server, email);
    dataOf(await client.call(changeMfa, { body: { mfa_preference: 'EMAIL_OTP' } }));
    dataOf(await client.call(confirmMfa, { body: { code: await newestCode(server, email) } }));
    await ageCodes(server, 61);
    const before = await server.mailTo(email);
    for (const password of [undefined, 'wrong'])
      expect(await client.call(changeMfa, { body: { mfa_preference: 'NONE', password } })).toMatchObject({
        status: 403,
        body: { code: 'password_wrong' },
      });
    expect(await server.mailTo(email)).toEqual(before);
    expect(dataOf(await client.call(getProfile))).toMatchObject({ mfa_preference: 'EMAIL_OTP' });
    // Asked for while it is off, the code would switch it off after it was switched on elsewhere.
    const other = await server.as('member@free.example');
    expect(codeOf(await other.call(changeMfa, { body: { mfa_preference: 'NONE' } }))).toBe('password_wrong');
  });

  test('has its password tried ten times in a quarter of an hour, those tried for anything else counted', async () => {
    const client = await registeredAs(server, 'tried@walk.example');
    const off = (password: string) => client.call(changeMfa, { body: { mfa_preference: 'NONE', password } });
    for (let at = 0; at < 5; at += 1)
      expect(
        (await client.call(changePassword, { body: { current_password: `guess ${at}`, new_password: fresh } })).status,
      ).toBe(403);
    for (let at = 0; at < 5; at += 1) expect((await off(`guess ${at}`)).status).toBe(403);
    expect(await off(goodPassword)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    // Switching it on tries no password.
    dataOf(await client.call(changeMfa, { body: { mfa_preference: 'EMAIL_OTP' } }));
  });

  test('is not switched by a code of another purpose, nor in another session', async () => {
    const email = 'owner@pro.example';
    const [client, other] = [await server.as(email), await server.as(email)];
    dataOf(await client.call(changeMfa, { body: { mfa_preference: 'EMAIL_OTP' } }));
    const code = await newestCode(server, email);
    expect(codeOf(await other.call(confirmMfa, { body: { code } }))).toBe('code_wrong');
    expect(codeOf(await client.call(confirmEmail, { body: { code } }))).toBe('code_expired');
    expect(dataOf(await client.call(getProfile))).toMatchObject({ mfa_preference: 'NONE', email });
  });
});

describe('the e-mail address', () => {
  test('changes by the code that the new address got; the old one hears of it, and the next sign-in needs the new one', async () => {
    const [before, after] = ['moves@walk.example', 'moved@walk.example'];
    const client = await registeredAs(server, before);
    const password = 'correct horse battery';
    dataOf(await client.call(changeEmail, { body: { email: ' Moved@Walk.example ', password } }));
    expect(dataOf(await client.call(getProfile)).email).toBe(before);
    const mails = await server.mailTo(after);
    expect(mails).toMatchObject([
      { template: 'email_change_confirm', link: { pathname: '/profile', search: '', hash: `#code=${mails[0]?.code}` } },
    ]);
    expect(dataOf(await client.call(confirmEmail, { body: { code: await newestCode(server, after) } }))).toMatchObject({
      email: after,
    });
    expect((await server.mailTo(before)).at(-1)).toMatchObject({ template: 'email_change_notice' });
    expect((await server.anonymous().call(signIn, { body: { email: before, password } })).status).toBe(401);
    dataOf(await server.anonymous().call(signIn, { body: { email: after, password } }));
  });

  describe('is sent another code without the password', () => {
    const password = 'correct horse battery';
    test('to the address that was asked for, which alone is the right one then', async () => {
      const client = await registeredAs(server, 'again@walk.example');
      const first = dataOf(await client.call(changeEmail, { body: { email: 'once-more@walk.example', password } }));
      const before = await newestCode(server, 'once-more@walk.example');
      expect(codeOf(await client.call(resendEmailCode))).toBe('rate_limited');
      await ageCodes(server, 61);
      expect(dataOf(await client.call(resendEmailCode))).toEqual(first);
      const code = await newestCode(server, 'once-more@walk.example');
      if (code !== before)
        expect(codeOf(await client.call(confirmEmail, { body: { code: before } }))).toBe('code_wrong');
      expect(dataOf(await client.call(confirmEmail, { body: { code } }))).toMatchObject({
        email: 'once-more@walk.example',
      });
      // It is done.
      await ageCodes(server, 61);
      expect(codeOf(await client.call(resendEmailCode))).toBe('code_expired');
    });

    test('and to the present address too, where the second sign-in step is on', async () => {
      const client = await registeredAs(server, 'both@walk.example');
      await server.db.asSystem((trx) =>
        trx
          .updateTable('users')
          .set({ mfa_preference: 'EMAIL_OTP' })
          .where('email', '=', 'both@walk.example')
          .execute(),
      );
      dataOf(await client.call(changeEmail, { body: { email: 'both-new@walk.example', password } }));
      await ageCodes(server, 61);
      expect(dataOf(await client.call(resendEmailCode))).toMatchObject({ needs_present_code: true });
      const codes = {
        code: await newestCode(server, 'both-new@walk.example'),
        present_code: await newestCode(server, 'both@walk.example'),
      };
      expect(dataOf(await client.call(confirmEmail, { body: codes }))).toMatchObject({
        email: 'both-new@walk.example',
      });
    });

    test('and not where nobody gave it within the hour', async () => {
      const client = await registeredAs(server, 'late@walk.example');
      expect(codeOf(await client.call(resendEmailCode))).toBe('code_expired');
      dataOf(await client.call(changeEmail, { body: { email: 'later@walk.example', password } }));
      await server.db.asSystem((trx) =>
        trx
          .updateTable('codes')
          .set({ sent_at: new Date(Date.now() - 3_601_000) })
          .where('wanted', '=', 'later@walk.example')
          .execute(),
      );
      expect(codeOf(await client.call(resendEmailCode))).toBe('code_expired');
      expect(await server.mailTo('later@walk.example')).toHaveLength(1);
    });
  });

  test('ends every other session, and this browser goes on with a new one', async () => {
    const client = await registeredAs(server, 'ends@walk.example');
    const elsewhere = server.anonymous();
    const password = 'correct horse battery';
    dataOf(await elsewhere.call(signIn, { body: { email: 'ends@walk.example', password } }));
    const before = client.cookies.get('sessionid');
    dataOf(await client.call(changeEmail, { body: { email: 'ended@walk.example', password } }));
    dataOf(await client.call(confirmEmail, { body: { code: await newestCode(server, 'ended@walk.example') } }));
    expect((await elsewhere.call(getProfile)).status).toBe(401);
    expect(client.cookies.get('sessionid')).not.toBe(before);
    expect(dataOf(await client.call(getProfile)).email).toBe('ended@walk.example');
    const devices = await server.db.asSystem((trx) =>
      trx
        .selectFrom('known_devices')
        .innerJoin('users', 'users.id', 'known_devices.user_id')
        .where('email', '=', 'ended@walk.example')
        .select('token_hash')
        .execute(),
    );
    expect(devices).toHaveLength(1);
  });

  describe('of somebody with the second sign-in step', () => {
    const [before, after] = ['two@walk.example', 'one@walk.example'];
    const password = 'correct horse battery';
    let client: Client;
    beforeAll(async () => {
      client = await registeredAs(server, before);
      await server.db.asSystem((trx) =>
        trx.updateTable('users').set({ mfa_preference: 'EMAIL_OTP' }).where('email', '=', before).execute(),
      );
      expect(dataOf(await client.call(changeEmail, { body: { email: after, password } }))).toMatchObject({
        needs_present_code: true,
      });
    });
    const confirm = async (codes: { code?: string; present_code?: string }) =>
      client.call(confirmEmail, { body: { code: await newestCode(server, after), ...codes } });

    test('is not changed from the new address alone', async () => {
      expect((await server.mailTo(before)).at(-1)).toMatchObject({
        template: 'email_change_permit',
        code: expect.any(String),
      });
      expect((await server.mailTo(after)).at(-1)).toMatchObject({ link: { pathname: '/profile', hash: '' } });
      const code = await newestCode(server, after);
      expect(codeOf(await confirm({}))).toBe('validation_failed');
      // That of the new address is none of the present one, and a wrong one says of which it is.
      expect((await confirm({ present_code: otherThan(await newestCode(server, before)) })).body).toMatchObject({
        code: 'code_wrong',
        issues: [
          { path: 'tries_left', message: '4' },
          { path: 'field', message: 'present_code' },
        ],
      });
      expect(
        (await confirm({ code: otherThan(code), present_code: await newestCode(server, before) })).body,
      ).toMatchObject({ code: 'code_wrong', issues: [{ path: 'tries_left', message: '3' }] });
      expect(dataOf(await client.call(getProfile)).email).toBe(before);
    });

    test('is changed by both codes, once', async () => {
      const codes = { code: await newestCode(server, after), present_code: await newestCode(server, before) };
      expect(dataOf(await confirm(codes))).toMatchObject({ email: after, mfa_preference: 'EMAIL_OTP' });
      expect(codeOf(await confirm(codes))).toBe('code_expired');
      const unspent = await server.db.asSystem((trx) =>
        trx
          .selectFrom('codes')
          .innerJoin('users', 'users.id', 'codes.attempt_id')
          .where('email', '=', after)
          .where('used_at', 'is', null)
          .select('purpose')
          .execute(),
      );
      expect(unspent).toEqual([]);
    });
  });

  test('does not change without the password', async () => {
    const client = await server.as('member@pro.example');
    expect(codeOf(await client.call(changeEmail, { body: { email: 'thief@walk.example', password: 'wrong' } }))).toBe(
      'password_wrong',
    );
    expect(await server.mailTo('thief@walk.example')).toEqual([]);
  });

  test('is asked about ten times a day, by however many people', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 11; round += 1) {
      const client = await server.as(round % 2 === 0 ? 'owner@free.example' : 'member@free.example');
      await server.db.asSystem((trx) => trx.deleteFrom('codes').where('purpose', '=', 'email_change').execute());
      statuses.push(
        (await client.call(changeEmail, { body: { email: 'filled@walk.example', password: demoPassword } })).status,
      );
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(await server.mailTo('filled@walk.example')).toHaveLength(10);
  });

  test('of somebody who has an account cannot be taken: they hear of it, and no code is sent', async () => {
    const client = await server.as('member@free.example');
    dataOf(await client.call(changeEmail, { body: { email: 'owner@pro.example', password: demoPassword } }));
    expect((await server.mailTo('owner@pro.example')).at(-1)).toMatchObject({ template: 'account_exists', code: null });
    expect(codeOf(await client.call(confirmEmail, { body: { code: '123456' } }))).toBe('code_wrong');
  });

  test('that becomes an account between the code and its entry is not taken either', async () => {
    const client = await server.as('owner@expired.example');
    dataOf(await client.call(changeEmail, { body: { email: 'race@walk.example', password: demoPassword } }));
    const code = await newestCode(server, 'race@walk.example');
    await server.db.asSystem((trx) =>
      trx.insertInto('users').values({ email: 'race@walk.example', username: null, password_hash: 'x' }).execute(),
    );
    expect(codeOf(await client.call(confirmEmail, { body: { code } }))).toBe('code_expired');
    expect(dataOf(await client.call(getProfile)).email).toBe('owner@expired.example');
  });
});
