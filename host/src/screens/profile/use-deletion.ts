import { deleteAccount } from '@parlance/shared/contract/api/account-deletion';
import { call } from '@parlance/shared/http';
import { endSession, signOut } from '@parlance/shared/session';
import { redirectAfterDeletion } from '../../session/session-redirects.ts';

/** Deletes the account for good. Nothing of the person stays in this browser, and the login page confirms it. */
export async function deleteForGood(password: string, withOrganization: boolean): Promise<void> {
  await call(deleteAccount, { body: { password, delete_organization: withOrganization } });
  redirectAfterDeletion();
  // The server has ended the session already, so the page leaves even if it cannot confirm that.
  await signOut().catch(endSession);
}
