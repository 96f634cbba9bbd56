import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CryptoKey, type JWK, exportJWK, generateKeyPair, importJWK } from 'jose';
import { type Config, ConfigError } from '../../platform/config/config.ts';

const algorithm = 'RS256';
/** NIST SP 800-57: 128 bits of security beyond 2030. */
const modulusBits = 3072;
/** The name of the key file in the data folder. */
export const planKeyFile = 'plan-signing-keys.json';
const ownerOnly = 0o600;

/** Signing keys. The first private key signs; the public halves of all of them verify, so that keys can be rotated. */
export type PlanKeys = { kid: string; signingKey: CryptoKey; publicSet: { keys: JWK[] } };

/** Loads the keys from PLAN_SIGNING_KEYS, or else from the data folder, where the first start creates them. */
export async function loadPlanKeys(config: Config): Promise<PlanKeys> {
  if (config.PLAN_SIGNING_KEYS !== undefined)
    return readKeys(config.PLAN_SIGNING_KEYS, 'The setting PLAN_SIGNING_KEYS');
  const file = join(config.DATA_DIR, planKeyFile);
  if (!existsSync(file)) await makeKeys(file);
  return readKeys(readFileSync(file, 'utf8'), `The file ${file}`);
}

async function makeKeys(file: string): Promise<void> {
  const { privateKey } = await generateKeyPair(algorithm, { modulusLength: modulusBits, extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: algorithm, use: 'sig' };
  const part = `${file}.${randomUUID()}.part`;
  writeFileSync(part, JSON.stringify({ keys: [key] }), { mode: ownerOnly, flag: 'wx' });
  try {
    // Links into place: a killed process leaves no half a key, and of two processes that start at once one wins.
    linkSync(part, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(part, { force: true });
  }
}

async function readKeys(text: string, source: string): Promise<PlanKeys> {
  const keys = parseKeys(text, source);
  const [first] = keys;
  if (first?.kid === undefined) throw new ConfigError(`${source} holds no key with a kid. ${right}`);
  try {
    // an RSA key is never the bytes of a symmetric one
    const signingKey = (await importJWK(first, algorithm)) as CryptoKey;
    return { kid: first.kid, signingKey, publicSet: { keys: keys.map(publicHalf) } };
  } catch (error) {
    throw new ConfigError(`${source} holds a first key that cannot sign. ${right}`, { cause: error });
  }
}

const right = `It must be a JSON Web Key Set {"keys":[…]} of RSA private keys of at least ${modulusBits} bits, each with a kid.`;

function parseKeys(text: string, source: string): JWK[] {
  let set: unknown;
  try {
    set = JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${source} is not JSON. ${right}`, { cause: error });
  }
  const keys =
    // each is looked at next
    typeof set === 'object' && set !== null && 'keys' in set && Array.isArray(set.keys) ? (set.keys as JWK[]) : [];
  if (keys.length === 0 || !keys.every(isStrongRsa))
    throw new ConfigError(`${source} holds a key that cannot be used, or none. ${right}`);
  return keys;
}

function isStrongRsa(key: JWK): boolean {
  const bits = typeof key.n === 'string' ? Buffer.from(key.n, 'base64url').length * 8 : 0;
  return key.kty === 'RSA' && typeof key.kid === 'string' && typeof key.d === 'string' && bits >= modulusBits;
}

/** Copies only the members needed for verifying, named one by one, so that no private part slips through. */
const publicHalf = ({ kid, n, e }: JWK): JWK => ({
  kty: 'RSA',
  use: 'sig',
  alg: algorithm,
  ...(kid === undefined ? {} : { kid }),
  ...(n === undefined ? {} : { n }),
  ...(e === undefined ? {} : { e }),
});
