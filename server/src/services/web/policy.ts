import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

export const createNonce = (): string => randomBytes(16).toString('base64url');

type PolicyOptions = {
  /** The nonce of this response, for style elements. */
  readonly nonce: string;
  /** Other origins whose services the page calls, and shows pictures and plays sounds of. */
  readonly apis: readonly string[];
  /** The hash of the one script that stands in the page. */
  readonly script?: string;
};

/**
 * The content security policy of a page. Scripts come from this origin and nowhere else; the one that stands in the
 * shell's page is named by its content, which the build has made. antd writes style elements, which need the nonce of
 * this answer; its growing text area sets style attributes, hence the one `unsafe-inline`, for attributes only: they
 * cannot load or run anything under this policy.
 */
export function contentPolicy({ nonce, apis, script }: PolicyOptions): string {
  return [
    // Everything a page may fetch has a directive of its own below. Firefox applies this one to prefetches.
    "default-src 'self'",
    ["script-src 'self'", ...(script === undefined ? [] : [script])].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...apis].join(' '),
    "font-src 'self'",
    `connect-src ${["'self'", ...apis].join(' ')}`,
    "manifest-src 'self'",
    // Sounds that tools give.
    ["media-src 'self'", ...apis].join(' '),
    "frame-src 'none'",
    "worker-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Headers of every answer of the web service. */
export function setCommonHeaders(reply: FastifyReply): void {
  reply
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'strict-origin-when-cross-origin')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()');
}

/** The policy of responses that are no page: nothing in them may load, run or be framed. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";
