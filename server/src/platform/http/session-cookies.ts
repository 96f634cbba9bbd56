import { createHmac } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Caller, HalfSession } from '../principal/caller.ts';
import { areEqual, tokenPattern } from '../secrets/tokens.ts';
import { areCookiesSecure, ownOrigin, webOrigin } from './addresses.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves to the owner of the session cookie, or null. Repairs a lost or planted csrftoken. */
    identify(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null>;
    /**
     * Resolves to the sign-in that waits for its code, or null. Repairs a lost csrftoken too: a tab that finds nobody
     * signed in removes it.
     */
    identifyHalf(request: FastifyRequest, reply: FastifyReply): Promise<HalfSession | null>;
    /** Throws origin_refused for a request of another site or a sibling subdomain. */
    checkOrigin(request: FastifyRequest): void;
    /** Acts as checkOrigin, and throws as well if the request does not state its origin. */
    checkStatedOrigin(request: FastifyRequest): void;
    /** Throws csrf_failed unless X-CSRFToken is the session's own. */
    checkCsrf(request: FastifyRequest): void;
  }
}

const sessionCookie = 'sessionid';
/** The __Host- prefix: browsers accept this cookie from this very host only, so a sibling subdomain cannot plant it. */
const hostSessionCookie = '__Host-sessionid';
const csrfCookie = 'csrftoken';
/** The maximal age of a session in seconds; the cookie has the same. */
export const sessionMaxAgeSeconds = 90 * 24 * 3600;
/** The cookie of a browser in which somebody has signed in before. Browsers keep no cookie longer than 400 days. */
const deviceCookie = 'deviceid';
export const deviceMaxAgeSeconds = 400 * 24 * 3600;

/** Derives the csrftoken of a session: nobody without the session's secret can make it, so a planted one never fits. */
const csrfTokenOf = (sessionToken: string) =>
  createHmac('sha256', sessionToken).update('csrftoken').digest('base64url');

/** True if browsers accept the prefix: for a cookie that is Secure and of a single host. */
const isOfOneHost = (config: Config, request: FastifyRequest) =>
  config.COOKIE_DOMAIN === undefined && areCookiesSecure(config, request);

/**
 * Returns the session cookie. The unprefixed name counts if the prefixed one is missing: the previous release knows no
 * other.
 */
function sessionCookieOf(request: FastifyRequest): string | undefined {
  const { [sessionCookie]: plain, [hostSessionCookie]: ofThisHost } = request.cookies;
  return isOfOneHost(request.server.config, request) ? (ofThisHost ?? plain) : plain;
}

export const hasSessionCookie = (request: FastifyRequest): boolean => sessionCookieOf(request) !== undefined;

export function sessionTokenOf(request: FastifyRequest): string | null {
  const token = sessionCookieOf(request);
  return token !== undefined && tokenPattern.test(token) ? token : null;
}

/** Returns the session secret of an admitted request, with which codes are hashed. */
export function secretOf(request: FastifyRequest): string {
  const token = sessionTokenOf(request);
  if (token === null) throw new Error('A signed-in endpoint was reached without its session.');
  return token;
}

export function deviceTokenOf(request: FastifyRequest): string | null {
  const token = request.cookies[deviceCookie];
  return token !== undefined && tokenPattern.test(token) ? token : null;
}

export function setDeviceCookie(config: Config, request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(deviceCookie, token, {
    ...cookieOptions(config, request),
    maxAge: deviceMaxAgeSeconds,
    httpOnly: true,
  });
}

function cookieOptions(config: Config, request: FastifyRequest) {
  return {
    path: '/',
    sameSite: 'lax' as const,
    secure: areCookiesSecure(config, request),
    ...(config.COOKIE_DOMAIN === undefined ? {} : { domain: config.COOKIE_DOMAIN }),
  };
}

const sessionCookiesFor = (config: Config, request: FastifyRequest) =>
  isOfOneHost(config, request) ? [hostSessionCookie, sessionCookie] : [sessionCookie];

/** Sets the cookies of a session: the secret out of reach of scripts, the csrftoken within. */
export function setSessionCookies(config: Config, request: FastifyRequest, reply: FastifyReply, token: string): void {
  const options = { ...cookieOptions(config, request), maxAge: sessionMaxAgeSeconds };
  // Sets both names, so that a process of the previous release knows the session too.
  for (const name of sessionCookiesFor(config, request)) reply.setCookie(name, token, { ...options, httpOnly: true });
  reply.setCookie(csrfCookie, csrfTokenOf(token), options);
}

/** Restores a lost or planted csrftoken, and the prefixed name of a session cookie that came without it. */
export function completeCookies(config: Config, request: FastifyRequest, reply: FastifyReply, token: string): void {
  const isWhole =
    request.cookies[csrfCookie] === csrfTokenOf(token) &&
    sessionCookiesFor(config, request).every((name) => request.cookies[name] !== undefined);
  if (!isWhole) setSessionCookies(config, request, reply, token);
}

export function clearSessionCookies(config: Config, request: FastifyRequest, reply: FastifyReply): void {
  const options = cookieOptions(config, request);
  for (const name of sessionCookiesFor(config, request)) reply.clearCookie(name, { ...options, httpOnly: true });
  reply.clearCookie(csrfCookie, options);
}

/** Reads cookies, and provides the checks of a request's origin and csrftoken. */
export async function useSessionCookies(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(cookie);
  app.decorate('checkOrigin', (request: FastifyRequest) => {
    if (!comesFromOurs(config, request)) throw new ApiError('origin_refused');
  });
  app.decorate('checkStatedOrigin', (request: FastifyRequest) => {
    const isStated = request.headers.origin !== undefined || request.headers['sec-fetch-site'] === 'same-origin';
    if (!isStated || !comesFromOurs(config, request)) throw new ApiError('origin_refused');
  });
  app.decorate('checkCsrf', (request: FastifyRequest) => {
    const token = sessionTokenOf(request);
    const sent = request.headers['x-csrftoken'];
    if (token === null || typeof sent !== 'string' || !areEqual(Buffer.from(sent), Buffer.from(csrfTokenOf(token))))
      throw new ApiError('csrf_failed');
  });
}

/**
 * True if a request comes from a page of ours. Browsers send Origin or Sec-Fetch-Site with what changes state; a client
 * that sends neither is no browser.
 */
function comesFromOurs(config: Config, request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined) return origin === webOrigin(config, request) || origin === ownOrigin(request);
  // `none` is the person's own doing: an address typed, a bookmark.
  return site === undefined || site === 'same-origin' || site === 'none';
}
