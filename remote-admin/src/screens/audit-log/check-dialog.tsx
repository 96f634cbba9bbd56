import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { Link } from '@parlance/shared/router';
import { Dialog } from '@parlance/shared/ui/dialog';
import { Actions, SubmitFailure, useSending } from '@parlance/shared/ui/fields';
import styles from './audit-log.module.css';
import { type CheckProgress, useCheck } from './use-check.ts';
import type { Query } from './use-log.ts';

type Props = { readonly linkTo: Query['linkTo']; readonly close: () => void };

/** Verifies the entries, and shows the first faulty one. */
export function CheckDialog({ linkTo, close }: Props) {
  const { t } = useTranslation('audit-log');
  const { found, run } = useCheck();
  const { send, isSending, failure } = useSending();
  const isCutOff = failure !== null && found !== null && found.cursor !== null;
  return (
    <Dialog title={t('check.title')} close={close}>
      <div className={styles.entry}>
        <p>{t('check.text')}</p>
        <div role="status">
          {found !== null && (failure === null || isCutOff) && <Result found={found} linkTo={linkTo} close={close} />}
        </div>
        <SubmitFailure failure={failure} />
        <Actions>
          <button
            type="button"
            className="button button-main"
            aria-disabled={isSending}
            onClick={() => send(() => run().then(() => 'again'))}
          >
            {isCutOff ? t('check.goOn') : t('check.begin')}
          </button>
        </Actions>
      </div>
    </Dialog>
  );
}

function Result({
  found: { checked, isDone, fault, through },
  linkTo,
  close,
}: Props & { readonly found: CheckProgress }) {
  const { t } = useTranslation('audit-log');
  const number = (value: number) => formatNumber(currentLanguage(), value);
  if (!isDone) return <p>{t('check.running', { checked: number(checked) })}</p>;
  return (
    <>
      {fault === null ? (
        <p className={styles.sound}>{t('check.sound', { checked: number(checked) })}</p>
      ) : (
        <p className={styles.fault}>
          {t(`check.faults.${fault.kind}`, { number: number(fault.number) })}{' '}
          {fault.kind !== 'removed' && (
            <Link to={linkTo(fault.number)} onClick={close}>
              {t('check.toEntry', { number: number(fault.number) })}
            </Link>
          )}
        </p>
      )}
      {through !== null && (
        <p className={styles.note}>
          {t('check.through', { number: number(through.number) })} <code>{through.hash}</code>
        </p>
      )}
    </>
  );
}
