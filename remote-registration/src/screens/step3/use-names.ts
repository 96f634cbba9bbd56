import {
  saveRegistrationNames,
  type RegistrationAttempt,
} from '@parlance/shared/contract/api/registration/registration-steps';
import type { Input } from '@parlance/shared/contract/endpoint';
import { nameMaxLength } from '@parlance/shared/contract/values/name';
import { call } from '@parlance/shared/http';
import { useNavigate } from '@parlance/shared/router';
import { faultsIn, type FaultKinds } from '../../fields/faults.ts';
import { useForm, type FormState } from '../../fields/use-form.ts';
import { holdAttempt } from '../../registration/attempt-store.ts';
import { keepDraft, readDraft } from '../../registration/draft.ts';
import { stepPaths } from '../../registration/steps.ts';

const nameFields = ['username', 'organization', 'team', 'role'] as const;
type NameField = (typeof nameFields)[number];
const limit = { max: nameMaxLength };
type Values = Readonly<Record<NameField, string>>;

type Options = { readonly attempt: RegistrationAttempt; readonly isFounder: boolean; readonly token: string | null };

/** Manages the names of the person, their organisation and team, and their role. */
export function useNames({ attempt, isFounder, token }: Options): FormState<NameField> {
  const navigate = useNavigate();
  const bodyOf = (values: Values): Input<typeof saveRegistrationNames>['body'] => ({
    username: values.username,
    ...(isFounder ? given('organization', values.organization) : {}),
    ...(isFounder ? given('team', values.team) : {}),
    ...given('role', values.role),
    ...(token === null ? {} : { invitation: token }),
  });

  return useForm<NameField>({
    initial: Object.fromEntries(
      nameFields.map((field) => [field, readDraft(`names.${field}`) ?? attempt[field] ?? '']),
    ) as Values, // each of the fields
    check: (values): FaultKinds<NameField> => ({
      ...faultsIn(saveRegistrationNames.body, bodyOf(values), values),
      // It is optional in the contract, because invited people and personal accounts have none.
      ...(isFounder && values.organization.trim() === '' ? { organization: 'missing' } : {}),
    }),
    details: { username: limit, organization: limit, team: limit, role: limit },
    keep: (field, value) => keepDraft(`names.${field}`, value),
    send: async (values) => {
      const answered = await call(saveRegistrationNames, { body: bodyOf(values) });
      for (const field of nameFields) keepDraft(`names.${field}`, null);
      keepDraft('invitation', null);
      holdAttempt(answered);
      await navigate(answered.invitation === null ? stepPaths.plan : stepPaths.summary);
    },
  });
}

/** Returns an optional field, which is not sent if empty. */
const given = (field: NameField, value: string) => (value.trim() === '' ? {} : { [field]: value });
