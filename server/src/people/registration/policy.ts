import { ApiError } from '../../platform/errors/api-error.ts';
import type { Registering } from '../../platform/principal/is-verified.ts';

/**
 * Throws registration_step_ahead, with the stage reached, if a step is above it (specification §4). Earlier steps may
 * be repeated.
 */
export function requireStage({ registration }: Registering, step: number): void {
  if (step > registration.stage)
    throw new ApiError('registration_step_ahead', { issues: [{ path: 'stage', message: String(registration.stage) }] });
}

/** Returns the registration of a caller whom the guard admitted to a step. */
export function registrationOf({ registrationId }: Registering): string {
  if (registrationId === null) throw new Error('A step of a registration was reached by somebody who has none.');
  return registrationId;
}
