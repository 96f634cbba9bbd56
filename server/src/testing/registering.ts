import {
  type RegistrationAttempt,
  completeRegistration,
  saveRegistrationNames,
  saveRegistrationPlan,
  sendRegistrationCode,
  signUp,
  verifyRegistration,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { signIn } from '@parlance/shared/contract/api/session/session';
import type { Input } from '@parlance/shared/contract/endpoint';
import { legalVersions } from '@parlance/shared/contract/page/legal';
import { sql } from 'kysely';
import { demoPassword } from '../demo/organizations.ts';
import type { Client, TestServer } from './test-app.ts';

/** A password that every rule accepts. */
export const goodPassword = 'correct horse battery';

type SignUp = Input<typeof signUp>['body'];

/** Returns the body of step 1, unless told otherwise. */
export const signUpBody = (email: string, changes: Partial<SignUp> = {}): SignUp => ({
  email,
  password: goodPassword,
  language: 'en',
  account_kind: 'organization',
  accepted: legalVersions,
  ...changes,
});

/** The `data` of a success; throws with the answer otherwise. */
export function dataOf<T>(answer: {
  status: number;
  body: { success: true; data: T } | { success: false; code: string };
}): T {
  if (!answer.body.success) throw new Error(`Refused: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** A browser that has taken step 1. */
export async function signedUpAs(
  server: TestServer,
  email: string,
  changes: Partial<SignUp> = {},
  client = server.anonymous(),
): Promise<Client> {
  dataOf(await client.call(signUp, { body: signUpBody(email, changes) }));
  return client;
}

/** The newest code that the mailbox of an address has. */
export async function newestCode(server: TestServer, email: string): Promise<string> {
  const code = (await server.mailTo(email)).at(-1)?.code;
  if (code === undefined || code === null) throw new Error(`No code was sent to ${email}.`);
  return code;
}

/** A code that is not this one. */
export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** A browser whose registration has its address verified. */
export async function verifiedAs(server: TestServer, email: string, changes: Partial<SignUp> = {}): Promise<Client> {
  const client = await signedUpAs(server, email, changes);
  dataOf(await client.call(sendRegistrationCode, { body: { channel: 'EMAIL' } }));
  dataOf(await client.call(verifyRegistration, { body: { code: await newestCode(server, email) } }));
  return client;
}

/** A browser at the summary: everything is entered and nothing is founded. */
export async function atSummaryAs(
  server: TestServer,
  email: string,
  names: Partial<Input<typeof saveRegistrationNames>['body']> = {},
): Promise<{ client: Client; registration: RegistrationAttempt }> {
  const client = await verifiedAs(server, email);
  dataOf(
    await client.call(saveRegistrationNames, {
      body: { username: 'Ada Winter', organization: 'Winter Works', ...names },
    }),
  );
  const registration = dataOf(await client.call(saveRegistrationPlan, { body: { plan_name: 'Free!' } }));
  return { client, registration };
}

/** Returns the browser of somebody who has just founded an organisation. */
export async function registeredAs(
  server: TestServer,
  email: string,
  names: Partial<Input<typeof saveRegistrationNames>['body']> = {},
): Promise<Client> {
  const { client } = await atSummaryAs(server, email, names);
  dataOf(await client.call(completeRegistration, {}));
  return client;
}

/** A browser between the two steps of a sign-in. */
export async function halfSignedInAs(server: TestServer, email: string, password = demoPassword): Promise<Client> {
  const client = server.anonymous();
  const { second_factor } = dataOf(await client.call(signIn, { body: { email, password } }));
  if (second_factor === null) throw new Error(`${email} signs in without a code.`);
  return client;
}

/** Makes the codes look this many seconds older. */
export async function ageCodes(server: TestServer, seconds: number): Promise<void> {
  const earlier = (column: 'sent_at' | 'expires_at') =>
    sql<Date>`${sql.ref(column)} - make_interval(secs => ${seconds})`;
  await server.db.asSystem((trx) =>
    trx
      .updateTable('codes')
      .set({ sent_at: earlier('sent_at'), expires_at: earlier('expires_at') })
      .execute(),
  );
}
