import type { Subscription } from '@parlance/shared/contract/api/subscription/subscription';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import { momentText } from './amounts.ts';
import styles from './subscription-manager.module.css';

type Props = { readonly subscription: Subscription; readonly cancel: () => Promise<void>; readonly close: () => void };

/** Cancels the subscription at the end of its period, after explaining the time until then and afterwards. */
export function CancelDialog({ subscription: { plan_name: plan, period }, cancel, close }: Props) {
  const { t } = useTranslation('subscription-manager');
  const { send, isSending, failure } = useSending();
  const at = momentText(period?.end ?? '');
  return (
    <Dialog title={t('cancel.title', { plan })} close={close}>
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          send(async () => {
            await cancel();
            snackbar(t('cancel.done'), { tone: 'good' });
            close();
            return undefined;
          });
        }}
      >
        <ul className={styles.points}>
          <li>{t('cancel.until', { at })}</li>
          <li>{t('cancel.then')}</li>
          <li>{t('cancel.kept')}</li>
          <li>{t('cancel.takenBack')}</li>
        </ul>
        <FormEnd label={t('cancel.confirm')} isDangerous isSending={isSending} failure={failure}>
          <button type="button" className="button" onClick={close}>
            {t('cancel.stay')}
          </button>
        </FormEnd>
      </form>
    </Dialog>
  );
}
