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

/** What somebody is called, where they belong, and what they do there. */
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
      // It is optional in the contract, because invited people and people on their own have none.
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

/** A field that may stay empty, and is then not sent. */
const given = (field: NameField, value: string) => (value.trim() === '' ? {} : { [field]: value });
