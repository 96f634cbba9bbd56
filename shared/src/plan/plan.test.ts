import { fakeServer } from '@parlance/shared/testing';
import { base64url, exportJWK, generateKeyPair, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose';
import { planFeatures } from '../contract/access/access.ts';
import { listBots } from '../contract/api/bots.ts';
import { jwksPath, planTokenAudience, planTokenIssuer } from '../contract/api/plans/plan.ts';
import { requestTimeout } from '../http/clients.ts';
import { call } from '../http/http.ts';
import { grantedFeatures, prepareVerification, verifyPlanToken } from './plan.ts';

const server = fakeServer();
const organization = '0198f0aa-0000-7000-8000-000000000002';
const another = '0198f0aa-0000-7000-8000-000000000003';
const features = { ...Object.fromEntries(planFeatures.map((it) => [it, false])), dashboard: true, governance: true };

let keys: CryptoKeyPair;
let foreign: CryptoKeyPair;
let jwk: JWK;
let fetched = 0;
let warn: jest.SpyInstance;

beforeAll(async () => {
  keys = await generateKeyPair('RS256', { modulusLength: 3072, extractable: true });
  foreign = await generateKeyPair('RS256', { extractable: true });
  jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
});
beforeEach(() => {
  server.answerAddress(`http://localhost:3000/api/main${jwksPath}`, () => {
    fetched += 1;
    // The second key leaves the algorithm open, as some issuers do.
    const { alg: _alg, ...open } = jwk;
    return { json: { keys: [{ ...jwk }, { ...open, kid: 'two' }] } };
  });
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

/** The fake timers without Date: only the page's clock differs. */
const allButDate = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

type Changes = { claims?: JWTPayload; issuer?: string; audience?: string; expires?: string | null; key?: CryptoKey };
function token({
  claims = {},
  issuer = planTokenIssuer,
  audience = planTokenAudience,
  expires = '15m',
  key = keys.privateKey,
}: Changes = {}) {
  const made = new SignJWT({ ...features, organization_id: organization, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(issuer)
    .setAudience(audience);
  return (expires === null ? made : made.setExpirationTime(expires)).sign(key);
}

describe('the plan token (specification §5, §8)', () => {
  it('grants the features it holds', async () => {
    const claims = await verifyPlanToken(await token(), organization);
    expect([...grantedFeatures(claims)]).toEqual(['dashboard', 'governance']);
    expect(warn).not.toHaveBeenCalled();
  });

  it('is verified with keys that are fetched once', async () => {
    prepareVerification();
    await verifyPlanToken(await token(), organization);
    await verifyPlanToken(await token(), organization);
    const before = fetched;
    await verifyPlanToken(await token(), organization);
    expect(fetched).toBe(before);
  });

  it('is waited for as long as any other answer: with no keys there is no feature', async () => {
    const waits = jest.spyOn(AbortSignal, 'timeout');
    const { loadKeys } = await import('./verify-plan-token.ts');
    await loadKeys();
    expect(waits).toHaveBeenCalledWith(requestTimeout);
  });

  describe('on a computer whose clock is wrong', () => {
    afterEach(async () => {
      jest.useRealTimers();
      await call(listBots, {}); // lets the page learn the server's time again
    });

    it.each([
      ['an hour ahead, has what is in date', 60, '15m', ['dashboard', 'governance']],
      ['an hour behind, has what is in date', -60, '15m', ['dashboard', 'governance']],
      ['an hour ahead, is refused what is out of date', 60, '-5s', []],
      ['an hour behind, is refused what is out of date', -60, '-5s', []],
    ])('a page %s by the server’s clock', async (_, minutes, expires, granted) => {
      const made = await token({ expires });
      server.answer(listBots, { items: [], next_cursor: null });
      jest.useFakeTimers({ now: Date.now() + minutes * 60_000, doNotFake: [...allButDate] });
      await call(listBots, {});
      expect([...grantedFeatures(await verifyPlanToken(made, organization))]).toEqual(granted);
    });
  });

  const unsigned = (alg: string, payload: object) => {
    const part = (value: object) => base64url.encode(JSON.stringify(value));
    return `${part({ alg, kid: 'one' })}.${part(payload)}.`;
  };
  const inDate = {
    ...features,
    organization_id: organization,
    iss: planTokenIssuer,
    aud: planTokenAudience,
    exp: Math.floor(Date.now() / 1000) + 900,
  };
  const hs256 = async () => {
    // The classic confusion attack: the public key, which anyone has, as the secret of a symmetric signature.
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(keys.publicKey)));
    return new SignJWT({ ...inDate }).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret);
  };
  const refused: [string, () => Promise<string>][] = [
    ['no signature (alg none)', async () => unsigned('none', inDate)],
    ['RS256 in the header and no signature', async () => unsigned('RS256', inDate)],
    ['HS256', hs256],
    [
      'RS512 by the very key',
      async () =>
        new SignJWT({ ...inDate })
          .setProtectedHeader({ alg: 'RS512', kid: 'two' })
          .sign(await importJWK(await exportJWK(keys.privateKey), 'RS512')),
    ],
    ['another key', () => token({ key: foreign.privateKey })],
    ['a date that has passed', () => token({ expires: '-1s' })],
    ['no date', () => token({ expires: null })],
    ['another issuer', () => token({ issuer: 'somebody' })],
    ['another audience', () => token({ audience: 'another-product' })],
    ['another organisation', () => token({ claims: { organization_id: another } })],
    ['a flag that is no boolean', () => token({ claims: { dashboard: 'yes' } })],
    [
      'a changed payload',
      async () => {
        const [header, , signature] = (await token()).split('.');
        return `${header}.${base64url.encode(JSON.stringify({ ...inDate, privilege: true }))}.${signature}`;
      },
    ],
    ['rubbish', async () => 'not a token'],
    ['nothing', async () => ''],
  ];
  it.each(refused)('with %s is logged, gives null, and so no feature', async (_, make) => {
    const claims = await verifyPlanToken(await make(), organization);
    expect(claims).toBeNull();
    expect(grantedFeatures(claims).size).toBe(0);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
