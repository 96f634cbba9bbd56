import { ApiError } from '../../platform/errors/api-error.ts';
import type { Registering } from '../../platform/principal/is-verified.ts';

/**
 * Throws registration_step_ahead, with the stage reached, where a step is above it (specification §4). Earlier ones may
 * be taken again.
 */
export function requireStage({ registration }: Registering, step: number): void {
  if (step > registration.stage)
    throw new ApiError('registration_step_ahead', { issues: [{ path: 'stage', message: String(registration.stage) }] });
}

/** The registration of a caller whom the guard let through to a step. */
export function registrationOf({ registrationId }: Registering): string {
  if (registrationId === null) throw new Error('A step of a registration was reached by somebody who has none.');
  return registrationId;
}
