import { changeEmail, confirmEmail, resendEmailCode } from '@parlance/shared/contract/api/users/account';
import type { Output } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { showSavedProfile } from '../../session/saved-profile.ts';

/** Requests a code for the new address, and one for the present address if the second sign-in step is on. */
export const askForEmail = (email: string, password: string): Promise<Output<typeof changeEmail>> =>
  call(changeEmail, { body: { email, password } });

/** Requests the code once more. The password was right then, and is not kept. */
export const askForEmailAgain = (): Promise<Output<typeof resendEmailCode>> => call(resendEmailCode, {});

/** Confirms the new address with the codes. */
export async function confirmNewEmail(code: string, presentCode?: string): Promise<void> {
  showSavedProfile(
    await call(confirmEmail, { body: { code, ...(presentCode === undefined ? {} : { present_code: presentCode }) } }),
  );
}
