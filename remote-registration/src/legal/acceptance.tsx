import type { LegalDocument } from '@parlance/shared/contract/page/legal';
import { ApiFailure } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { redirectTo } from '@parlance/shared/redirect';
import { Link, useLocation } from '@parlance/shared/router';
import { Actions, SubmitFailure } from '@parlance/shared/ui/fields';
import { forgetConsents, readConsent } from '../consent/consent-records.ts';
import { useConsents } from '../consent/use-consents.ts';
import { SignOut } from '../registration/sign-out.tsx';
import styles from './document-page.module.css';
import type { Acceptance } from './use-acceptance.ts';

/** The id of the section to which the contents link. */
export const acceptanceId = 'acceptance';

type Props = { readonly kind: LegalDocument; readonly acceptance: Acceptance };

/**
 * The end of a document for a person who registers or has to accept a newer version: the control, and the next step.
 */
export function AcceptanceSection({ kind, acceptance }: Props) {
  const { t } = useTranslation('registration');
  const { endWithPage } = useConsents();
  if (acceptance.reader === 'reading') return null;
  return (
    <section className={styles.acceptance} aria-labelledby={acceptanceId}>
      <h2 id={acceptanceId} tabIndex={-1}>
        {t('acceptance.heading')}
      </h2>
      <Asked kind={kind} acceptance={acceptance} />
      {/* A person who does not accept gets no further, and must be able to leave. */}
      {acceptance.reader === 'member' && <SignOut />}
      {endWithPage && <p role="note">{t('acceptance.notKept')}</p>}
    </section>
  );
}

function Asked({ kind, acceptance: { reader, isWanted, isAccepted, next, accept, isSending, failure } }: Props) {
  const { t } = useTranslation('registration');
  const goOn = (
    <Link className="button button-main" to={next}>
      {t('acceptance.goOn')}
    </Link>
  );
  if (!isWanted)
    return (
      <>
        <p>{t('acceptance.notNew')}</p>
        <Actions>{goOn}</Actions>
      </>
    );
  if (isAccepted)
    return (
      <>
        <p>{t('acceptance.accepted', { time: timeOf(kind) })}</p>
        <Actions>{goOn}</Actions>
      </>
    );
  return (
    <>
      <p>{t(reader === 'member' ? 'acceptance.newer' : `acceptance.toRegister.${kind}`)}</p>
      <SubmitFailure failure={failure} />
      <Actions>
        <button type="button" className="button button-main" aria-disabled={isSending} onClick={accept}>
          {t(isSending ? 'shared:fields.sending' : `acceptance.accept.${kind}`)}
        </button>
        <LoadAnew failure={failure} />
      </Actions>
    </>
  );
}

const timeOf = (kind: LegalDocument): string =>
  formatDate(currentLanguage(), readConsent(kind)?.timestamp ?? 0, { timeStyle: 'short' });

/** The notice that this page is older than the document. Only a reload shows the current version. */
function LoadAnew({ failure }: { readonly failure: unknown }) {
  const { t } = useTranslation('registration');
  const { pathname, search } = useLocation();
  if (!(failure instanceof ApiFailure) || failure.code !== 'terms_outdated') return null;
  const load = () => {
    forgetConsents();
    redirectTo(`${pathname}${search}`);
  };
  return (
    <button type="button" className="button" onClick={load}>
      {t('acceptance.loadAnew')}
    </button>
  );
}
