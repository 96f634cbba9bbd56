import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';

/** The maximal size of an answer of an authorization server. */
const answerMaxBytes = 256_000;

export type SignInFetch = ReturnType<Outgoing['fetchFor']>;

/** Returns the fetch for what a sign-in asks of strangers' servers. */
export const signInFetch = (outgoing: Outgoing, organizationId: string): SignInFetch =>
  outgoing.fetchFor({ organizationId, maxBytes: answerMaxBytes });
