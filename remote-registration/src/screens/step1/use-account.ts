import { accountKind } from '@parlance/shared/contract/api/plans/plans';
import { signUp, type RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import type { Input } from '@parlance/shared/contract/endpoint';
import { legalVersions } from '@parlance/shared/contract/page/legal';
import { passwordMinLength } from '@parlance/shared/contract/values/password';
import * as z from '@parlance/shared/contract/schema';
import { call } from '@parlance/shared/http';
import { currentLanguage } from '@parlance/shared/i18n';
import { useNavigate } from '@parlance/shared/router';
import { faultsIn } from '../../fields/faults.ts';
import { useForm, type FormState } from '../../fields/use-form.ts';
import { tokenTakenUp } from '../../invitation/invitation-token.ts';
import { keepDraft, readDraft, carryDraftsOver } from '../../registration/draft.ts';
import { adoptAttempt } from '../../registration/adopt-attempt.ts';
import { stepPaths } from '../../registration/steps.ts';

type AccountField = 'email' | 'password';
type Body = Input<typeof signUp>['body'];

/** Starts the registration, or changes its entries while its address is not verified. */
export function useAccount(attempt: RegistrationAttempt | null): FormState<AccountField> {
  const navigate = useNavigate();
  const bodyOf = ({ email, password }: Readonly<Record<AccountField, string>>): Body => {
    const kind = z.safeParse(accountKind, readDraft('start.account_kind'));
    const invitation = tokenTakenUp();
    return {
      email,
      password,
      language: currentLanguage(),
      account_kind: kind.success ? kind.data : (attempt?.account_kind ?? 'organization'),
      accepted: legalVersions,
      ...(invitation === null ? {} : { invitation }),
    };
  };

  return useForm<AccountField>({
    initial: { email: readDraft('account.email') ?? attempt?.email ?? '', password: '' },
    check: (values) => faultsIn(signUp.body, bodyOf(values), values),
    details: { password: { min: passwordMinLength } },
    keep: (field, value) => field === 'email' && keepDraft('account.email', value),
    fieldOf: { invitation_for_someone_else: 'email', password_guessable: 'password' },
    send: async (values) => {
      const begun = await call(signUp, { body: bodyOf(values) });
      carryDraftsOver();
      await adoptAttempt(begun);
      keepDraft('account.email', null);
      await navigate(stepPaths.verification);
    },
  });
}
