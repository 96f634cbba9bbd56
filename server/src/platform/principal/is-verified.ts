import { registrationStages } from '@parlance/shared/contract/api/registration/registration-stages';
import type { Caller } from './caller.ts';

export type Registering = Pick<Caller, 'registrationId' | 'registration'>;

/** Whether the person has an account: from the moment the address is verified. */
export const isVerified = ({ registrationId, registration }: Registering) =>
  registrationId === null || registration.stage >= registrationStages.names;
