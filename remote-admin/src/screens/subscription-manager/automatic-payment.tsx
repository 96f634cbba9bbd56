import { useTranslation } from '@parlance/shared/i18n';
import { Actions, SubmitFailure, useSending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';

type Props = { readonly isAgreed: boolean; readonly agree: (isAgreed: boolean) => Promise<void> };

/**
 * Switches the automatic charging of invoices for new periods: only with an owner's consent, and only as long as it
 * lasts.
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
