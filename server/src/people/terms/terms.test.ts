import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { acceptTerms, listTermsAcceptances } from '@parlance/shared/contract/api/terms';
import { legalVersions } from '@parlance/shared/contract/page/legal';
import { dataOf, signedUpAs, verifiedAs } from '../../testing/registering.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const body = { accepted: legalVersions, language: 'fr-FR' } as const;

/** As if this version of the privacy policy had been the current one when the person accepted it. */
const ageAcceptance = (email: string, version: string) =>
  server.db.asSystem((trx) =>
    trx
      .updateTable('terms_acceptances')
      .set({ version })
      .where('document', '=', 'privacy-policy')
      .where('user_id', 'in', trx.selectFrom('users').where('email', '=', email).select('id'))
      .execute(),
  );

test('who is not signed in gets 401', async () => {
  expect((await server.anonymous().call(acceptTerms, { body })).status).toBe(401);
  expect((await server.anonymous().call(listTermsAcceptances)).status).toBe(401);
});

test('whoami asks a member for the document that has changed since, until it is accepted', async () => {
  const email = 'member@pro.example';
  const client = await server.as(email);
  expect(dataOf(await client.call(getWhoami)).terms_to_accept).toEqual([]);
  await ageAcceptance(email, '2025-01-31');
  expect(dataOf(await client.call(getWhoami)).terms_to_accept).toEqual(['privacy-policy']);
  const { items } = dataOf(await client.call(acceptTerms, { body }));
  expect(items).toHaveLength(3);
  expect(items[0]).toMatchObject({
    document: 'privacy-policy',
    version: legalVersions['privacy-policy'],
    language: 'fr-FR',
  });
  expect(dataOf(await client.call(getWhoami)).terms_to_accept).toEqual([]);
});

test('a version is accepted once: the first time and language stay', async () => {
  const client = await server.as('owner@pro.example');
  const before = dataOf(await client.call(listTermsAcceptances));
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.call(acceptTerms, { body })));
  for (const answer of answers) expect(dataOf(answer)).toEqual(before);
});

test('a version that is not the current one is refused, and so is half of the two', async () => {
  const client = await server.as('owner@pro.example');
  const older = { ...legalVersions, 'terms-of-service': '2020-01-01' };
  expect(await client.call(acceptTerms, { body: { accepted: older, language: 'en' } })).toMatchObject({
    status: 409,
    body: { code: 'terms_outdated' },
  });
  for (const accepted of [
    { 'privacy-policy': legalVersions['privacy-policy'] },
    { ...legalVersions, 'privacy-policy': 'today' },
  ]) {
    expect(
      (await client.call(acceptTerms, { body: { accepted: accepted as typeof legalVersions, language: 'en' } })).status,
    ).toBe(400);
  }
});

test('a registration that outlasts a version is asked as well, before its address is verified and after', async () => {
  const early = await signedUpAs(server, 'early@terms.example');
  await server.db.asSystem((trx) =>
    trx
      .updateTable('registration_attempts')
      .set({ accepted_versions: JSON.stringify({ ...legalVersions, 'privacy-policy': '2025-01-31' }) })
      .where('email', '=', 'early@terms.example')
      .execute(),
  );
  expect(dataOf(await early.call(getWhoami)).terms_to_accept).toEqual(['privacy-policy']);
  dataOf(await early.call(acceptTerms, { body }));
  expect(dataOf(await early.call(getWhoami)).terms_to_accept).toEqual([]);
  const verified = await verifiedAs(server, 'verified@terms.example');
  await ageAcceptance('verified@terms.example', '2025-01-31');
  expect(dataOf(await verified.call(getWhoami)).terms_to_accept).toEqual(['privacy-policy']);
  dataOf(await verified.call(acceptTerms, { body }));
  expect(dataOf(await verified.call(getWhoami)).terms_to_accept).toEqual([]);
});

test('in an expired workspace they can be accepted', async () => {
  expect((await (await server.as('member@expired.example')).call(acceptTerms, { body })).status).toBe(200);
});
