import { changeEmail, confirmEmail, resendEmailCode } from '@parlance/shared/contract/api/users/account';
import type { Output } from '@parlance/shared/contract/endpoint';
import { call, failureKey } from '@parlance/shared/http';
import { i18n } from '@parlance/shared/i18n';
import { sessionStore } from '@parlance/shared/session';
import { snackbar } from '@parlance/shared/ui/toasts';
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

/** Confirms the new address with the code of a mail’s link, and says what came of it. */
export async function confirmByLink(code: string): Promise<void> {
  try {
    await confirmNewEmail(code);
    const { profile } = sessionStore.getState();
    snackbar(i18n.t('host:profile.emailChange.done', { email: profile?.email }), { tone: 'good' });
  } catch (error) {
    snackbar(i18n.t(failureKey(error)), { tone: 'bad' });
  }
}
