import argon2 from '@node-rs/argon2';
import { ApiError } from '../../platform/errors/api-error.ts';
import { networkOf } from '../../platform/limits/network.ts';

/** The cost parameters of argon2id, OWASP's first choice: 19 MiB, two passes, one lane; about 15 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** The concurrency: hashing fills libuv's four threads, and more than two at a time would hold up every file read. */
const atATime = 2;
/** The queue limit: at 15 ms each, two at a time, the last of a full queue waits about two seconds. */
const queueLimit = 256;
/** The share of the queue that one address may take, so that it cannot keep everybody else out. */
const queueLimitOfNetwork = 64;

let running = 0;
const waiting: { network: string; start: () => void }[] = [];

/** Waits for one of the two places. Throws rate_limited if the queue, or the address's share of it, is full. */
async function withPlace<T>(address: string, work: () => Promise<T>): Promise<T> {
  if (running >= atATime) await queueUp(networkOf(address));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place is handed over rather than freed: nobody can slip in between.
    if (next === undefined) running -= 1;
    else next.start();
  }
}

function queueUp(network: string): Promise<void> {
  const ofNetwork = waiting.reduce((count, entry) => count + (entry.network === network ? 1 : 0), 0);
  if (waiting.length >= queueLimit || ofNetwork >= queueLimitOfNetwork)
    throw new ApiError('rate_limited', { retryAfterSeconds: 2 });
  return new Promise((resolve) => waiting.push({ network, start: resolve }));
}

/** Normalises Unicode: one keyboard writes é as one character, another as two, and both are the same password. */
const normalized = (password: string) => password.normalize('NFC');

/** Hashes a new password. `address` determines the share of the queue it takes. */
export const hashPassword = (password: string, address: string): Promise<string> =>
  withPlace(address, () => argon2.hash(normalized(password), cost));

/** A hash that no password has, for checking unknown e-mail addresses at the same cost. */
let dummyHash: Promise<string> | undefined;

/**
 * Prepares the dummy hash before the first sign-in, which would otherwise take longer for an unknown e-mail address.
 */
export function preparePasswords(): Promise<string> {
  dummyHash ??= argon2.hash('no account has this hash', cost);
  return dummyHash;
}

/** Resolves to true if the password is the account's; without an account it costs the same and resolves to false. */
export async function verifyPassword(passwordHash: string | null, password: string, address: string): Promise<boolean> {
  return withPlace(address, async () => {
    const matches = await argon2.verify(passwordHash ?? (await preparePasswords()), normalized(password));
    return passwordHash !== null && matches;
  });
}
