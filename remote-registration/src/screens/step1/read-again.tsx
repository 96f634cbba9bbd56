import { ApiFailure } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { redirectTo } from '@parlance/shared/redirect';
import { forgetConsents } from '../../consent/consent-records.ts';
import { consentPath } from '../../registration/registration-guard.ts';
import { stepPaths } from '../../registration/steps.ts';

/** A link to a document that has a newer version than this page, with a reload. Earlier acceptances no longer count. */
export function ReadAgain({ failure }: { readonly failure: unknown }) {
  const { t } = useTranslation('registration');
  if (!(failure instanceof ApiFailure) || failure.code !== 'terms_outdated') return null;
  const read = () => {
    redirectTo(`${consentPath}?to=${encodeURIComponent(stepPaths.account)}`);
    forgetConsents();
  };
  return (
    <button type="button" className="button" onClick={read}>
      {t('step1.readAgain')}
    </button>
  );
}
