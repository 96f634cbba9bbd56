import type { ErrorCode } from '@parlance/shared/contract/errors';
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts';
import type { Outgoing } from '../../platform/outgoing/outgoing.ts';
import type { DocumentFormat } from '../extraction/file-kinds.ts';

const pageTimeoutMs = 30_000;
/** The maximal size of the content after decompression: that of a book. */
const pageMaxBytes = 10_000_000;

/** The format of a page, by the content type of its server. */
const formats: Readonly<Record<string, { format: DocumentFormat; mediaType: string }>> = {
  'text/html': { format: 'page', mediaType: 'text/html' },
  'application/xhtml+xml': { format: 'page', mediaType: 'text/html' },
  'text/plain': { format: 'text', mediaType: 'text/plain' },
  'text/markdown': { format: 'markdown', mediaType: 'text/markdown' },
  'text/tab-separated-values': { format: 'csv', mediaType: 'text/tab-separated-values' },
  'text/csv': { format: 'csv', mediaType: 'text/csv' },
  'application/json': { format: 'json', mediaType: 'application/json' },
  'application/pdf': { format: 'pdf', mediaType: 'application/pdf' },
};

/** Why there is nothing of a web page. The code is for people, the message for the log. */
export class PageFailure extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PageFailure';
    this.code = code;
  }
}

/** The validators of known content: a server need not send the same again. */
export type CacheValidators = { readonly etag: string | null; readonly lastModified: string | null };
export type FetchedPage = CacheValidators & {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  readonly mediaType: string;
};

/** Fetches a page; null if it has not changed. Throws a PageFailure, or the signal's reason. */
export async function fetchPage(
  outgoing: Outgoing,
  { url, organizationId }: { url: string; organizationId: string },
  known: CacheValidators | null,
  signal: AbortSignal,
): Promise<FetchedPage | null> {
  const late = AbortSignal.timeout(pageTimeoutMs);
  try {
    const headers = {
      accept: Object.keys(formats).join(', '),
      ...(known?.etag ? { 'if-none-match': known.etag } : {}),
      ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
    };
    const answer = await outgoing.fetchFor({ maxBytes: pageMaxBytes, organizationId })(url, {
      headers,
      signal: AbortSignal.any([signal, late]),
    });
    return await readAnswer(answer, url, known !== null);
  } catch (error) {
    signal.throwIfAborted();
    throw late.aborted
      ? new PageFailure('address_timeout', `“${url}” took more than ${pageTimeoutMs} ms.`, error)
      : failureOf(error, url);
  }
}

async function readAnswer(answer: Response, url: string, isKnown: boolean): Promise<FetchedPage | null> {
  if (answer.status === 304 && isKnown) return null;
  const found = formats[/^[^;\s]*/.exec(answer.headers.get('content-type') ?? '')?.[0].toLowerCase() ?? ''];
  if (!answer.ok || found === undefined) {
    await answer.body?.cancel();
    if (answer.ok)
      throw new PageFailure('page_unreadable', `“${url}” is ${answer.headers.get('content-type') ?? 'of no type'}.`);
    throw new PageFailure(
      answer.status < 500 ? 'page_refused' : 'address_unreachable',
      `“${url}” answers ${answer.status}.`,
    );
  }
  return {
    ...found,
    bytes: new Uint8Array(await answer.arrayBuffer()),
    etag: answer.headers.get('etag'),
    lastModified: answer.headers.get('last-modified'),
  };
}

/** A body that is too large ends while it is read, behind what fetch made of the reason. */
function failureOf(error: unknown, url: string): PageFailure {
  if (error instanceof PageFailure) return error;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof OutgoingFailure) return new PageFailure(at.apiCode, at.message, error);
  }
  return new PageFailure('address_unreachable', `“${url}” could not be read.`, error);
}
