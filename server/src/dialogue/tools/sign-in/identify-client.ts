import { type KeyObject, createPrivateKey, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { AuthorizationServer } from './grant.ts';
import { signInUnusable } from './sign-in-failure.ts';
import { identifying } from './token-requests.ts';

/** The validity of an assertion, which is sent at once. */
const assertionSeconds = 60;

type TokenRequest = { readonly headers: Headers; readonly form: URLSearchParams };

/**
 * Adds to a token request who the client is: by its secret (RFC 6749 §2.3.1), or by an assertion that its private key
 * has signed (RFC 7523 §2.2). Throws tool_sign_in_unusable if the authorization server does not take what it has.
 */
export async function identifyClient(
  { clientId, secret }: { readonly clientId: string; readonly secret: string },
  server: AuthorizationServer,
  { headers, form }: TokenRequest,
): Promise<void> {
  const { issuer, authMethods, tokenEndpoint } = server;
  const takes = (isTaken: (method: string) => boolean) => authMethods.length === 0 || authMethods.some(isTaken);
  if (!/^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(secret)) {
    if (!takes((method) => method.startsWith('client_secret_')))
      throw signInUnusable('The authorization server wants a private key, and no secret.');
    const client = { issuer, information: { client_id: clientId, client_secret: secret } };
    return void (await identifying(client, authMethods)(headers, form, tokenEndpoint));
  }
  if (!takes((method) => method === 'private_key_jwt'))
    throw signInUnusable('The authorization server wants a secret, and no private key.');
  const key = keyIn(secret);
  const assertion = await new SignJWT()
    .setProtectedHeader({ alg: algorithmOf(key), typ: 'JWT' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime(`${assertionSeconds} seconds`)
    .setJti(randomUUID())
    .sign(key);
  form.set('client_id', clientId);
  form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
  form.set('client_assertion', assertion);
}

/** Reads a key in PEM, also one whose lines have been joined, as in a field of a form. */
function keyIn(text: string): KeyObject {
  const [, kind, content = ''] = /^-----BEGIN ([A-Z ]+)-----([\w+/=\s]+)-----END \1-----\s*$/.exec(text) ?? [];
  const lines = content.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? [];
  try {
    return createPrivateKey(`-----BEGIN ${kind}-----\n${lines.join('\n')}\n-----END ${kind}-----\n`);
  } catch {
    throw signInUnusable('The private key cannot be read.');
  }
}

const ofCurve: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };

/** Returns the algorithm of a key (RFC 7518 §3.1, RFC 8037 §3.1). */
function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): string {
  const algorithm =
    type === 'rsa' ? 'RS256' : type === 'ed25519' ? 'EdDSA' : ofCurve[type === 'ec' ? (details?.namedCurve ?? '') : ''];
  if (algorithm === undefined) throw signInUnusable('The private key is of a kind that no token is signed with.');
  return algorithm;
}
