import { decide, type Denial } from '@parlance/shared/contract/access/access';
import type { Endpoint } from '@parlance/shared/contract/endpoint';
import { errorCodes, type ErrorCode } from '@parlance/shared/contract/errors';
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { type Acting, stranger } from '../principal/acting.ts';
import { languageOf } from './error-texts.ts';
import { sessionTokenOf } from './session-cookies.ts';

export type RouteOptions = {
  /** A GET that changes state has its origin checked as an unsafe method has. */
  changesState?: boolean;
  /**
   * `origin`: for what a beacon sends, which cannot carry X-CSRFToken. Its browser must then say where it comes from;
   * who says nothing is refused. So it is for the whole payment service; everything else proves itself by the header.
   */
  proof?: 'origin';
  /** Bytes of a body, where the service's own limit is not the right one. */
  bodyLimit?: number;
};

/** Whether the guard would let the same request in now. */
export async function passes(
  app: FastifyInstance,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  try {
    await guard(app, endpoint, {}, request, reply);
    return true;
  } catch (error) {
    if (
      error instanceof ApiError &&
      (error.statusCode === errorCodes.unauthenticated || error.statusCode === errorCodes.forbidden)
    )
      return false;
    throw error;
  }
}

/** Who acts in a request, as the guard found it: what is recorded in the audit log has it from here. */
export function actingOf({ caller, ip, id }: FastifyRequest): Acting {
  const from = { address: ip, requestId: id };
  // Whoever registers is in no organisation yet.
  if (caller === null || caller.registrationId !== null) return { organizationId: null, actor: stranger, ...from };
  return {
    organizationId: caller.organizationId,
    actor: { kind: 'person', id: caller.memberId, name: caller.email },
    ...from,
  };
}

/**
 * Who may call: asked before the body is read, in the order 401 → origin and CSRF → registration, status, role, plan.
 */
export async function guard(
  app: FastifyInstance,
  endpoint: Endpoint,
  options: RouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const unsafe = endpoint.method !== 'GET' || options.changesState === true;
  if (endpoint.requires === 'public') {
    if (unsafe) app.checkOrigin(request);
    if (options.changesState === true && isFollowed(request)) throw new ApiError('origin_refused');
    // Any link makes a browser send a GET with its cookies: one too old to say where it comes from proves itself by the
    // header.
    if (options.changesState === true && !isStated(request) && sessionTokenOf(request) !== null) app.checkCsrf(request);
    return;
  }
  if (endpoint.requires === 'second-factor') {
    request.half = await app.identifyHalf(request, reply);
    if (request.half === null) throw new ApiError('unauthenticated');
    app.checkOrigin(request);
    app.checkCsrf(request);
    return;
  }
  const session = sessionTokenOf(request);
  app.shares.refuseAgain(session);
  const caller = await app.identify(request, reply);
  if (caller === null || session === null) throw new ApiError('unauthenticated');
  app.shares.take(caller.organizationId, session);
  if (unsafe) {
    // Specification §7: the payment client adds no X-CSRFToken.
    if (options.proof === 'origin' || endpoint.service === 'payment') app.checkStatedOrigin(request);
    else {
      app.checkOrigin(request);
      app.checkCsrf(request);
    }
  }
  const decision = decide(endpoint.requires, caller);
  if (!decision.allowed) throw new ApiError(codeOf[decision.because]);
  request.caller = { ...caller, language: languageOf(request, caller.language) };
}

/**
 * By a link on a page of ours, whose words may be somebody else's: of a model, of whoever wrote a file. Our scripts
 * fetch.
 */
const isFollowed = ({ headers: { 'sec-fetch-site': site, 'sec-fetch-dest': destination } }: FastifyRequest) =>
  site === 'same-origin' && destination !== undefined && destination !== 'empty';

const isStated = ({ headers }: FastifyRequest) =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

const codeOf: Record<Denial, ErrorCode> = {
  'not-signed-in': 'unauthenticated',
  'registration-incomplete': 'registration_incomplete',
  'registration-complete': 'registration_complete',
  'workspace-expired': 'workspace_expired',
  'workspace-disabled': 'workspace_disabled',
  'role-missing': 'forbidden',
  'feature-missing': 'feature_missing',
  'privilege-missing': 'privilege_missing',
};
