import { changeMfa, confirmMfa } from '@parlance/shared/contract/api/users/account';
import type { Profile } from '@parlance/shared/contract/api/users/profile';
import type { SentCode } from '@parlance/shared/contract/values/code';
import { call } from '@parlance/shared/http';
import { showSavedProfile } from '../../session/saved-profile.ts';

/** Requests a code that switches the second step on, or off with the password. */
export const askForSecondStep = (preference: Profile['mfa_preference'], password?: string): Promise<SentCode> =>
  call(changeMfa, { body: { mfa_preference: preference, ...(password === undefined ? {} : { password }) } });

export async function confirmSecondStep(code: string): Promise<void> {
  showSavedProfile(await call(confirmMfa, { body: { code } }));
}
