import { changeEmail, confirmEmail } from '@parlance/shared/contract/api/account';
import type { SentCode } from '@parlance/shared/contract/code';
import { call } from '@parlance/shared/http';
import { showProfile } from './use-profile.ts';

/** Has a code sent to the new address. */
export const askForEmail = (email: string, password: string): Promise<SentCode> => call(changeEmail, { body: { email, password } });

/** The code came back from there: the address is the new one. */
export async function takeEmail(code: string): Promise<void> {
  showProfile(await call(confirmEmail, { body: { code } }));
}
