import { useTranslation } from '@parlance/shared/i18n';
import { Actions, SubmitFailure, useSending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';

type Props = { readonly isAgreed: boolean; readonly agree: (isAgreed: boolean) => Promise<void> };

/**
 * Whether invoices of new periods are charged while nobody is there: never before an owner has agreed, and no longer
 * than they do.
 */
export function AutomaticPayment({ isAgreed, agree }: Props) {
  const { t } = useTranslation('subscription-manager');
  const { send, isSending, failure } = useSending();
  const change = () =>
    send(async () => {
      await agree(!isAgreed);
      snackbar(t(isAgreed ? 'automatic.withdrawn' : 'automatic.agreed'), { tone: 'good' });
      return 'again';
    });
  return (
    <section aria-labelledby="automatic">
      <h2 id="automatic">{t('automatic.title')}</h2>
      <p>{t(isAgreed ? 'automatic.on' : 'automatic.off')}</p>
      <SubmitFailure failure={failure} />
      <Actions>
        <button type="button" className="button" aria-disabled={isSending} onClick={change}>
          {t(isAgreed ? 'automatic.withdraw' : 'automatic.agree')}
        </button>
      </Actions>
    </section>
  );
}
