import { changePassword } from '@parlance/shared/contract/api/users/account';
import { call } from '@parlance/shared/http';

/** Saves a new password, which signs the person out everywhere else. */
export async function savePassword(current: string, next: string): Promise<void> {
  await call(changePassword, { body: { current_password: current, new_password: next } });
}
