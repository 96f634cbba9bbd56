import { useState } from 'react';
import { namesShownMinutes, reasonLength } from '@parlance/shared/contract/api/dialogue-log';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { Dialog } from '@parlance/shared/ui/dialog';
import dialogForm from '@parlance/shared/ui/dialog-form.module.css';
import { FormEnd, TextField, useSending } from '@parlance/shared/ui/fields';
import styles from './dialogue-log.module.css';
import type { Names } from './use-names.ts';

/** The state of shown names: to whom, until when and why; with the button that changes it. */
export function NamesBar({ names }: { readonly names: Names }) {
  const { t } = useTranslation('admin');
  const [isAsking, ask] = useState(false);
  const { send, isSending } = useSending();
  if (names.shown === null) return <div className={styles.names} />;
  const { until, reason } = names.shown;
  return (
    <div className={styles.names} data-shown={until !== null}>
      <p role="status">
        {until === null
          ? t('dialogueLog.names.hidden')
          : t('dialogueLog.names.shown', {
              until: formatDate(currentLanguage(), until, { timeStyle: 'short' }),
              reason,
            })}
      </p>
      {until === null ? (
        <button type="button" className="button-link" onClick={() => ask(true)}>
          {t('dialogueLog.names.show')}
        </button>
      ) : (
        <button
          type="button"
          className="button-link"
          disabled={isSending}
          onClick={() => send(() => names.hide().then(() => 'again'))}
        >
          {t('dialogueLog.names.hide')}
        </button>
      )}
      {isAsking && <ReasonDialog names={names} close={() => ask(false)} />}
    </div>
  );
}

function ReasonDialog({ names, close }: { readonly names: Names; readonly close: () => void }) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState('');
  const [isShort, setShort] = useState(false);
  const { send, isSending, failure } = useSending();
  return (
    <Dialog title={t('dialogueLog.names.title')} close={close}>
      <form
        className={dialogForm.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const tooShort = reason.trim().length < reasonLength.least;
          setShort(tooShort);
          if (tooShort) return;
          send(async () => {
            await names.show(reason.trim());
            close();
            return undefined;
          });
        }}
      >
        <p>{t('dialogueLog.names.text', { minutes: namesShownMinutes })}</p>
        <TextField
          label={t('dialogueLog.names.reason')}
          value={reason}
          maxLength={reasonLength.most}
          onType={setReason}
          fault={
            isShort ? { key: 'admin:dialogueLog.names.tooShort', values: { least: reasonLength.least } } : undefined
          }
        />
        <FormEnd label={t('dialogueLog.names.show')} isSending={isSending} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}
