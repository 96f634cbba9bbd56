import { changePassword } from '@parlance/shared/contract/api/account';
import { call } from '@parlance/shared/http';

/** Everywhere else the person is signed out by it. */
export async function savePassword(current: string, next: string): Promise<void> {
  await call(changePassword, { body: { current_password: current, new_password: next } });
}
