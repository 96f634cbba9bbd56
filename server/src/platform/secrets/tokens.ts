import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const tokenBytes = 32;
/** A token: 32 bytes in base64url. */
export const tokenPattern = /^[\w-]{43}$/;

/** Returns a fresh secret of a session, a link or a browser. Only its hash is stored. */
export const newToken = () => randomBytes(tokenBytes).toString('base64url');
export const hashToken = (token: string) => createHash('sha256').update(token).digest();
/** Returns a hash that no token and no code has. */
export const hashOfNothing = () => randomBytes(tokenBytes);

/** Compares in constant time. */
export const areEqual = (left: Buffer, right: Buffer) => left.length === right.length && timingSafeEqual(left, right);
