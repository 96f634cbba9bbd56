import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { useTranslation } from '@parlance/shared/i18n';
import { FormEnd, TextField } from '@parlance/shared/ui/fields';
import { stepBefore } from '../../registration/steps.ts';
import { useEnquiry } from './use-enquiry.ts';

type Props = { readonly attempt: RegistrationAttempt; readonly onSent: () => void };

/** The enquiry form: sender, seats, and message. */
export function EnquiryForm({ attempt, onSent }: Props) {
  const { t } = useTranslation('registration');
  const { values, type, faults, form, isSending, failure } = useEnquiry(attempt, onSent);
  return (
    <form {...form}>
      <TextField
        name="name"
        autoComplete="name"
        label={t('enterprise.name')}
        fault={faults.name}
        value={values.name}
        onType={(value) => type('name', value)}
      />
      <TextField
        name="organization"
        autoComplete="organization"
        label={t('step3.organization')}
        fault={faults.organization}
        value={values.organization}
        onType={(value) => type('organization', value)}
      />
      <TextField
        name="seats"
        autoComplete="off"
        inputMode="numeric"
        label={t('enterprise.seats')}
        hint={t('enterprise.seatsHint')}
        fault={faults.seats}
        value={values.seats}
        onType={(value) => type('seats', value)}
      />
      <TextField
        name="message"
        autoComplete="off"
        isLong
        label={t('enterprise.message')}
        fault={faults.message}
        value={values.message}
        onType={(value) => type('message', value)}
      />
      <FormEnd label={t('enterprise.send')} isSending={isSending} failure={failure} back={stepBefore.enterprise} />
    </form>
  );
}
