import { nameMaxLength } from '@parlance/shared/contract/values/name';
import { useTranslation } from '@parlance/shared/i18n';
import { type Faults, FormEnd, TextField, useForm } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import styles from '../../fields/fields.module.css';
import { Disclosure } from './disclosure.tsx';
import { saveName, useProfile } from './use-profile.ts';

/** Changes the person's display name. */
export function NameChange() {
  const { t } = useTranslation('host');
  return <Disclosure label={t('profile.nameChange.open')}>{(close) => <NameForm onDone={close} />}</Disclosure>;
}

function NameForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('host');
  const known = useProfile()?.username ?? '';
  const { values, type, faults, form, isSending, failure } = useForm({
    initial: { name: known },
    check: ({ name }): Faults<'name'> =>
      name.trim() === '' ? { name: { key: 'host:profile.nameChange.missing' } } : {},
    async send({ name }) {
      await saveName(name.trim());
      snackbar(t('profile.nameChange.done'), { tone: 'good' });
      onDone();
    },
  });
  return (
    <form {...form} className={styles.form}>
      <TextField
        name="name"
        label={t('profile.name')}
        hint={t('profile.nameChange.hint')}
        value={values.name}
        fault={faults.name}
        autoComplete="name"
        maxLength={nameMaxLength}
        onType={(typed) => type('name', typed)}
      />
      <FormEnd label={t('fields.save')} isSending={isSending} failure={failure} onCancel={onDone} />
    </form>
  );
}
