import { ApiFailure, call } from '@parlance/shared/http';
import { getRegistrationStatus, type RegistrationStatus } from '../contract/api/registration/registration.ts';

/** The last stage of a registration, which a completed one has passed. */
const lastStage = 5;

/**
 * Checks the status of an e-mail's registration; `refused` if the server's response is no success (specification §7). A
 * check that fails on its way or in the server says nothing: it counts as complete, with a warning (specification §8).
 */
export async function checkRegistration(email: string): Promise<RegistrationStatus | 'refused'> {
  try {
    return await call(getRegistrationStatus, { query: { email } }, { timestamp: false });
  } catch (failure) {
    if (isRefusal(failure)) return 'refused';
    console.warn('The registration status could not be read; it is taken as complete (specification §8).', failure);
    return { is_completed: true, stage: lastStage };
  }
}

/** Says whether the server itself refused. */
export const isRefusal = (failure: unknown): boolean => isInEnvelope(failure) && failure.status < 500;

/**
 * Says whether the server itself answered: its envelope carries the id of the request. Anything else failed on its way.
 */
export const isInEnvelope = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure && failure.requestId !== null;
