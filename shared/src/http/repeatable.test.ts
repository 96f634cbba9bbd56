import { readdirSync } from 'node:fs';
import type { Endpoint } from '../contract/endpoint.ts';

/** A POST or PATCH without a key that does no harm when it is sent twice, and why. */
const harmless: Readonly<Record<string, string>> = {
  'POST /auth/v1/sign_in': 'a second sign-in opens a session of its own, and the first, whose cookie never arrived, expires unused',
  'POST /auth/v1/sign_in/verification': 'the code is used once; where the first answer was lost, the person signs in again',
  'POST /auth/v1/sign_in/code': 'a second code is refused within a minute of the first',
  'POST /auth/v1/sign_up': 'a second registration is one of its own, and the first, whose cookie never arrived, expires unused',
  'POST /auth/v1/password_reset': 'a second mail leads to the same place; its link alone is valid',
  'POST /auth/v1/password_reset/confirmation': 'the link is used once; the second time says so, and the new password is set',
  'POST /auth/v1/memberships/:member_id/session': 'the session is where it was moved to; where the first answer was lost, the person signs in again',
  'POST /user-journey/v1/terms-acceptances': 'a version is accepted once',
  'POST /user-journey/v1/registration/code': 'a second code is refused within a minute of the first',
  'POST /user-journey/v1/registration/verification': 'an address that is verified stays verified',
  'POST /user-journey/v1/registration/verification-by-link': 'an address that is verified stays verified',
  'POST /user-journey/v1/registration/completion': 'a registration is completed once, and the second time answers the same',
  'PATCH /users/v1/profile': 'it sets what is given to what is given',
  'POST /users/v1/password': 'the second time the current password is no longer the one that was sent, and says so',
  'POST /users/v1/mfa': 'a second code is refused within a minute of the first',
  'POST /users/v1/mfa/confirmation': 'the code is used once; the second time says so, and the preference is set',
  'POST /users/v1/email': 'a second code is refused within a minute of the first',
  'POST /users/v1/email/confirmation': 'the code is used once; the second time says so, and the address is changed',
  'POST /users/v1/deletion': 'an account is deleted once; the second time nobody is signed in',
  'POST /invitations/v1/invitations/:invitation_id/mail': 'a second mail is refused within a minute of the first',
  'POST /invitations/v1/invitation': 'it only reads; the token is kept out of the path, which is logged',
  'POST /invitations/v1/acceptances': 'an invitation is accepted once; where the first answer was lost, the person signs in again, into the organisation joined',
  'POST /runs/v1/runs/:run_id/stop': 'a run that is stopped stays stopped',
};

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'method' in value && 'requires' in value;

async function allEndpoints(): Promise<Endpoint[]> {
  const folder = new URL('../contract/api/', import.meta.url);
  const files = readdirSync(folder).filter((it) => it.endsWith('.ts') && !it.endsWith('.test.ts'));
  const found: unknown[] = [];
  // One after the other: Jest cannot link modules that need the same one at once.
  for (const file of files) found.push(...Object.values((await import(new URL(file, folder).href)) as Record<string, unknown>)); // a module is a record of its exports
  return found.filter(isEndpoint);
}

const mayActTwice = ({ service, method }: Endpoint) => service === 'main' && (method === 'POST' || method === 'PATCH');
const hasKey = ({ body }: Endpoint) => body !== undefined && 'shape' in body && typeof body.shape === 'object' && body.shape !== null && 'idempotency_key' in body.shape;

describe('a 5xx of the main service is sent again, a POST too (specification §8)', () => {
  it('so each that would act twice carries an idempotency_key', async () => {
    const endpoints = await allEndpoints();
    const unsafe = endpoints.filter(mayActTwice).filter((it) => !hasKey(it)).map((it) => `${it.method} ${it.path}`);
    expect(endpoints.length).toBeGreaterThan(10);
    expect(unsafe.filter((it) => harmless[it] === undefined)).toEqual([]);
    expect(endpoints.filter(hasKey).length).toBeGreaterThan(0);
  });
});
