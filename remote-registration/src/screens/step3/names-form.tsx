import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { useTranslation } from '@parlance/shared/i18n';
import { FormEnd, TextField } from '@parlance/shared/ui/fields';
import { stepBefore } from '../../registration/steps.ts';
import { useNames } from './use-names.ts';

type Props = {
  readonly attempt: RegistrationAttempt;
  readonly isInvited: boolean;
  /** The token of an invitation that the server does not know yet. */
  readonly token: string | null;
};

/** The questions for this person only: an organisation and a team are named by their founder. */
export function NamesForm({ attempt, isInvited, token }: Props) {
  const { t } = useTranslation('registration');
  const isFounder = attempt.account_kind === 'organization' && !isInvited;
  const { values, type, faults, form, isSending, failure } = useNames({ attempt, isFounder, token });
  return (
    <form {...form}>
      <TextField
        name="username"
        autoComplete="name"
        label={t('step3.username')}
        hint={t('step3.usernameHint')}
        fault={faults.username}
        value={values.username}
        onType={(value) => type('username', value)}
      />
      {isFounder && (
        <>
          <TextField
            name="organization"
            autoComplete="organization"
            label={t('step3.organization')}
            hint={t('step3.organizationHint')}
            fault={faults.organization}
            value={values.organization}
            onType={(value) => type('organization', value)}
          />
          <TextField
            name="team"
            autoComplete="off"
            label={t('step3.team')}
            hint={t('step3.teamHint')}
            fault={faults.team}
            isOptional
            value={values.team}
            onType={(value) => type('team', value)}
          />
        </>
      )}
      <TextField
        name="role"
        autoComplete="organization-title"
        label={t('step3.role')}
        hint={t('step3.roleHint')}
        fault={faults.role}
        isOptional
        value={values.role}
        onType={(value) => type('role', value)}
      />
      <FormEnd label={t('field.next')} isSending={isSending} failure={failure} back={stepBefore.names} />
    </form>
  );
}
