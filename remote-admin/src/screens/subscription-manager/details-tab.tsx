import { type BillingDetails, billingLengths } from '@parlance/shared/contract/api/billing/invoices';
import { useTranslation } from '@parlance/shared/i18n';
import { type Faults, FormEnd, TextField, useForm } from '@parlance/shared/ui/fields';
import { useLeavingAsks } from '@parlance/shared/ui/leaving';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useUnsaved, useUnsavedWaits } from '@parlance/shared/ui/unsaved';
import styles from './subscription-manager.module.css';
import { saveDetails, useDetails } from './use-details.ts';

/** The billing details on invoices. */
export function DetailsTab() {
  const { t } = useTranslation('subscription-manager');
  const details = useDetails();
  return (
    <div className={styles.details}>
      <p className={styles.lead}>{t('details.lead')}</p>
      {details.status === 'loading' && <LoadingState />}
      {details.status === 'failed' && <ErrorState error={details.failure} onRetry={details.retry} />}
      {details.status === 'ready' && <DetailsForm details={details.data} keep={details.keep} />}
    </div>
  );
}

const named = ['name', 'address', 'vat_id', 'email'] as const;
type RequiredField = (typeof named)[number];
/** The place of the unsaved draft. */
const place = 'billing details';

function check({ name, address, email }: Readonly<Record<RequiredField, string>>): Faults<RequiredField> {
  return {
    ...(name.trim() === '' ? { name: { key: 'subscription-manager:details.missing' } } : {}),
    ...(address.trim() === '' ? { address: { key: 'subscription-manager:details.missing' } } : {}),
    ...(email.trim() === '' || /^[^@\s]+@[^@\s]+$/.test(email.trim())
      ? {}
      : { email: { key: 'subscription-manager:details.emailWrong' } }),
  };
}

const valuesOf = (details: BillingDetails): Readonly<Record<RequiredField, string>> => ({
  ...details,
  email: details.email ?? '',
});

function DetailsForm({
  details,
  keep,
}: {
  readonly details: BillingDetails;
  readonly keep: (details: BillingDetails) => void;
}) {
  const { t } = useTranslation('subscription-manager');
  const begun = valuesOf(details);
  const left = useUnsaved(place, begun);
  const { values, type, faults, isSending, failure, form } = useForm<RequiredField>({
    initial: left?.typed ?? begun,
    check,
    send: async ({ email, ...others }) => {
      const saved = await saveDetails({ ...others, email: email.trim() === '' ? null : email.trim() });
      keep(saved);
      snackbar(t('details.saved'), { tone: 'good' });
      return valuesOf(saved);
    },
    beside: (refusal) =>
      refusal.issues.some(({ path }) => path === 'body.email')
        ? { email: { key: 'subscription-manager:details.emailWrong' } }
        : {},
  });
  const isUnsaved = !isSending && named.some((name) => values[name] !== begun[name]);
  useLeavingAsks(isUnsaved, { of: 'address' });
  useUnsavedWaits(place, isUnsaved ? { typed: values, revision: 0 } : null);
  return (
    <form {...form}>
      <TextField
        name="name"
        label={t('details.name')}
        hint={t('details.nameHint')}
        value={values.name}
        fault={faults.name}
        autoComplete="organization"
        onType={(text) => type('name', text)}
      />
      <TextField
        name="address"
        isLong
        label={t('details.address')}
        hint={t('details.addressHint')}
        value={values.address}
        fault={faults.address}
        maxLength={billingLengths.address}
        autoComplete="street-address"
        onType={(text) => type('address', text)}
      />
      <TextField
        name="vat_id"
        isOptional
        label={t('details.vatId')}
        value={values.vat_id}
        fault={faults.vat_id}
        maxLength={billingLengths.vatId}
        onType={(text) => type('vat_id', text)}
      />
      <TextField
        name="email"
        isOptional
        type="email"
        label={t('details.email')}
        hint={t('details.emailHint')}
        value={values.email}
        fault={faults.email}
        autoComplete="email"
        onType={(text) => type('email', text)}
      />
      <FormEnd label={t('details.save')} isSending={isSending} failure={failure} />
    </form>
  );
}
