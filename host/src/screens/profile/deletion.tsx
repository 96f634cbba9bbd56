import { useTranslation } from '@parlance/shared/i18n';
import { type Fault, type Faults, FormEnd, PasswordField, useForm } from '@parlance/shared/ui/fields';
import { useId, useState } from 'react';
import fields from '../../fields/fields.module.css';
import { Disclosure } from './disclosure.tsx';
import styles from './profile.module.css';
import { Section } from './section.tsx';
import { deleteForGood } from './use-deletion.ts';

/** The deletion of the account, with its consequences. */
export function Deletion() {
  const { t } = useTranslation('host');
  return (
    <Section title={t('profile.deletion.title')} note={t('profile.deletion.note')}>
      <Disclosure label={t('profile.deletion.open')}>{(close) => <DeletionForm onCancel={close} />}</Disclosure>
    </Section>
  );
}

function DeletionForm({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation('host');
  /**
   * True once the server has said that an organisation would be left without anybody. Then that has to be confirmed
   * too.
   */
  const [isLast, setLast] = useState(false);
  const { values, type, faults, form, isSending, failure } = useForm({
    initial: { password: '', organization: '' },
    check: ({ password, organization }): Faults<'password' | 'organization'> => ({
      ...(password === '' ? { password: { key: 'host:login.passwordMissing' } } : {}),
      ...(isLast && organization === '' ? { organization: { key: 'shared:errors.organization_would_end' } } : {}),
    }),
    send: ({ password, organization }) => deleteForGood(password, organization !== ''),
    beside({ code }): Faults<'password' | 'organization'> {
      if (code === 'password_wrong') return { password: { key: 'shared:errors.password_wrong' } };
      if (code !== 'organization_would_end') return {};
      setLast(true);
      return { organization: { key: 'shared:errors.organization_would_end' } };
    },
  });
  return (
    <form {...form} className={fields.form}>
      <ul className={styles.consequences}>
        <li>{t('profile.deletion.goes')}</li>
        <li>{t('profile.deletion.stays')}</li>
        <li>{t('profile.deletion.final')}</li>
      </ul>
      <PasswordField
        name="password"
        label={t('profile.ownPassword')}
        value={values.password}
        fault={faults.password}
        autoComplete="current-password"
        onType={(typed) => type('password', typed)}
      />
      {isLast && (
        <OrganizationToo
          isChosen={values.organization !== ''}
          fault={faults.organization}
          onChoose={(isChosen) => type('organization', isChosen ? 'yes' : '')}
        />
      )}
      <FormEnd
        label={t('profile.deletion.submit')}
        isSending={isSending}
        failure={failure}
        onCancel={onCancel}
        isDangerous
      />
    </form>
  );
}

type TooProps = {
  readonly isChosen: boolean;
  readonly fault: Fault | undefined;
  readonly onChoose: (isChosen: boolean) => void;
};

/** Asks the only member of an organisation to confirm that it is deleted too, since nobody could reach it any more. */
function OrganizationToo({ isChosen, fault, onChoose }: TooProps) {
  const { t } = useTranslation('host');
  const id = useId();
  return (
    <div className={styles.too}>
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          aria-invalid={fault !== undefined}
          aria-describedby={id}
          onChange={(event) => onChoose(event.target.checked)}
        />
        {t('profile.deletion.organization')}
      </label>
      <p id={id} className="field-fault" role="alert">
        {fault !== undefined && t('shared:errors.organization_would_end')}
      </p>
    </div>
  );
}
