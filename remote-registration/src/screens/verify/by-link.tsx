import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { pathOfStage } from '@parlance/shared/contract/api/registration/registration-stages';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { Link, useNavigate } from '@parlance/shared/router';
import { loginAddress } from '@parlance/shared/session';
import { Actions, FormEnd, PasswordField } from '@parlance/shared/ui/fields';
import { LoadingState } from '@parlance/shared/ui/page';
import { useEffect } from 'react';
import { forgetOpenedLink } from '../../registration/secret-of-link.ts';
import { StepPage } from '../../registration/step-page.tsx';
import { useLink, usePasswordForLink } from './use-link.ts';

type Props = { readonly token: string; readonly attempt: RegistrationAttempt | null };

/** The link of the mail: in the browser of the registration it is enough, in another one it takes the password. */
export function ByLink({ token, attempt }: Props) {
  if (attempt === null) return <InOtherBrowser token={token} />;
  return attempt.is_verified ? <Used attempt={attempt} /> : <InThisBrowser token={token} attempt={attempt} />;
}

/** Continues the registration after a used link; its stage may be at this very address. */
function Used({ attempt: { stage } }: { readonly attempt: RegistrationAttempt }) {
  const navigate = useNavigate();
  useEffect(() => {
    forgetOpenedLink('token');
    // Replaces this address, because Back must not lead to it.
    void navigate(pathOfStage(stage), { replace: true });
  }, [navigate, stage]);
  return <LoadingState />;
}

function InThisBrowser({ token, attempt }: { readonly token: string; readonly attempt: RegistrationAttempt }) {
  const { t } = useTranslation('registration');
  const { failure, isForAnother, retry } = useLink(token);
  // The link belongs to another registration than this browser's.
  if (isForAnother) return <InOtherBrowser token={token} />;
  if (failure === null) return <LoadingState />;
  return (
    <StepPage step="verification" heading={t('verify.linkFailed')} attempt={attempt}>
      <p role="alert">{t(failureKey(failure))}</p>
      <Actions>
        <Link className="button button-main" to={pathOfStage(attempt.stage)}>
          {t('register.resume')}
        </Link>
        <button type="button" className="button" onClick={retry}>
          {t('shared:ui.retry')}
        </button>
      </Actions>
    </StepPage>
  );
}

function InOtherBrowser({ token }: { readonly token: string }) {
  const { t } = useTranslation('registration');
  const { values, type, faults, form, isSending, failure } = usePasswordForLink(token);
  return (
    <StepPage step="verification" heading={t('step2.heading')} lead={t('verify.otherBrowser')} attempt={null}>
      <form {...form}>
        <PasswordField
          name="currentPassword"
          label={t('field.password')}
          autoComplete="current-password"
          fault={faults.currentPassword}
          value={values.currentPassword}
          onType={(value) => type('currentPassword', value)}
        />
        <FormEnd label={t('token.submit')} isSending={isSending} failure={failure}>
          <a href={loginAddress(null)}>{t('progress.signIn')}</a>
        </FormEnd>
      </form>
    </StepPage>
  );
}
