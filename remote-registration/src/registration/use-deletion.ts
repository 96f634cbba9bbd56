import { deleteRegistration } from '@parlance/shared/contract/api/registration/registration-steps';
import { call } from '@parlance/shared/http';
import { redirectTo } from '@parlance/shared/redirect';
import { endSession, loginAddress, setNavigator, signOut } from '@parlance/shared/session';
import { useForm, type FormState } from '../fields/use-form.ts';

/** Deletes the registration by its password. Nothing of it stays in this browser. */
export function useDeletion(): FormState<'currentPassword'> {
  return useForm<'currentPassword'>({
    initial: { currentPassword: '' },
    check: ({ currentPassword }) => (currentPassword === '' ? { currentPassword: 'missing' } : {}),
    fieldOf: { password_wrong: 'currentPassword' },
    async send({ currentPassword }) {
      const { account_deleted: isAccountDeleted } = await call(deleteRegistration, {
        body: { password: currentPassword },
      });
      // Any redirect to the login page from here does not lead back into the registration; that page confirms the
      // deletion.
      setNavigator({ toLogin: () => redirectTo(`${loginAddress(null)}${isAccountDeleted ? '?farewell' : ''}`) });
      // The session has ended on the server already; if that cannot be confirmed, the page just leaves.
      await signOut().catch(endSession);
    },
  });
}
