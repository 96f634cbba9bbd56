import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const tokenBytes = 32;
/** 32 bytes in base64url. */
export const tokenPattern = /^[\w-]{43}$/;

/** The secret of a session, a link, a browser. Only its hash is stored. */
export const newToken = () => randomBytes(tokenBytes).toString('base64url');
export const hashToken = (token: string) => createHash('sha256').update(token).digest();
/** What no token and no code has for a hash. */
export const hashOfNothing = () => randomBytes(tokenBytes);

/** In a time that does not tell how much of it was right. */
export const areEqual = (left: Buffer, right: Buffer) => left.length === right.length && timingSafeEqual(left, right);
