import { useTranslation } from '@parlance/shared/i18n';
import { FormEnd, PasswordField } from '@parlance/shared/ui/fields';
import { useEffect, useRef, useState } from 'react';
import styles from './step-page.module.css';
import { useDeletion } from './use-deletion.ts';

/** Deletes a registration under way. Before the address is verified there is no account to delete with it. */
export function DeleteRegistration({ isVerified }: { readonly isVerified: boolean }) {
  const { t } = useTranslation('registration');
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isOpen && wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div className={styles.leave}>
      {isOpen ? (
        <DeletionForm lead={t(isVerified ? 'deletion.account' : 'deletion.entered')} onCancel={() => setOpen(false)} />
      ) : (
        <button ref={button} type="button" className="button-link" onClick={() => setOpen(true)}>
          {t('deletion.open')}
        </button>
      )}
    </div>
  );
}

function DeletionForm({ lead, onCancel }: { readonly lead: string; readonly onCancel: () => void }) {
  const { t } = useTranslation('registration');
  const { values, type, faults, form, isSending, failure } = useDeletion();
  useEffect(() => {
    form.ref.current?.querySelector('input')?.focus();
  }, [form.ref]);
  return (
    <form {...form}>
      <p>{lead}</p>
      <PasswordField
        name="currentPassword"
        label={t('deletion.password')}
        autoComplete="current-password"
        fault={faults.currentPassword}
        value={values.currentPassword}
        onType={(value) => type('currentPassword', value)}
      />
      <FormEnd label={t('deletion.submit')} isSending={isSending} failure={failure} onCancel={onCancel} isDangerous />
    </form>
  );
}
