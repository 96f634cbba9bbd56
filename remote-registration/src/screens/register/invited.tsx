import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { pathOfStage } from '@parlance/shared/contract/api/registration/registration-stages';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { failureKey } from '@parlance/shared/http';
import { useNavigate } from '@parlance/shared/router';
import { loginAddress, useSession } from '@parlance/shared/session';
import { SubmitFailure } from '@parlance/shared/ui/fields';
import { LoadingState } from '@parlance/shared/ui/page';
import { useInvitation, type Invitation } from '../../invitation/use-invitation.ts';
import { keepDraft } from '../../registration/draft.ts';
import { forgetOpenedLink } from '../../registration/secret-of-link.ts';
import { SignOut } from '../../registration/sign-out.tsx';
import { stepPaths } from '../../registration/steps.ts';
import styles from './register.module.css';
import { useJoining } from './use-joining.ts';
import { Welcome } from './welcome.tsx';

type Props = { readonly token: string; readonly attempt: RegistrationAttempt | null };

/**
 * An invitation with its inviter and organisation, and the ways to join: with a new account, with an existing one, or
 * at once.
 */
export function Invited({ token, attempt }: Props) {
  const { t } = useTranslation('registration');
  const { retry, ...loaded } = useInvitation(token);
  if (loaded.status === 'loading') return <LoadingState />;
  if (loaded.status === 'failed') return <NotOpen failure={loaded.failure} retry={retry} />;
  const invitation = loaded.data;
  const until = formatDate(currentLanguage(), invitation.expires_at, { dateStyle: 'long' });
  const facts = { organization: invitation.organization, email: invitation.email, until };
  const lead =
    invitation.inviter === null
      ? t('invitation.lead', facts)
      : t('invitation.leadBy', { ...facts, inviter: invitation.inviter });
  return (
    <Welcome heading={t('invitation.heading', facts)} lead={lead}>
      <p>{t(`invitation.as.${invitation.role}`)}</p>
      <Ways token={token} invitation={invitation} attempt={attempt} />
    </Welcome>
  );
}

function Ways({ token, invitation, attempt }: Props & { readonly invitation: Invitation }) {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const isSignedIn = useSession(({ status }) => status === 'signed-in');
  const email = useSession(({ profile }) => profile?.email ?? '');
  if (isSignedIn && email !== invitation.email) {
    return (
      <div className={styles.resume}>
        <p>{t('invitation.someoneElse', { email, invited: invitation.email })}</p>
        <SignOut />
      </div>
    );
  }
  if (isSignedIn && attempt === null) return <Join token={token} invitation={invitation} />;

  const resume = () => {
    forgetOpenedLink('invitation');
    keepDraft('invitation', token);
    // An invited person joins an organisation, so the kind is not asked for, and the address is the invited one.
    keepDraft('start.account_kind', 'organization');
    keepDraft('account.email', invitation.email);
    void navigate(attempt === null ? stepPaths.account : pathOfStage(attempt.stage));
  };
  return (
    <div className={styles.ways}>
      <button type="button" className="button button-main" onClick={resume}>
        {t(attempt === null ? 'invitation.register' : 'register.resume')}
      </button>
      {attempt === null && (
        <a className="button" href={loginAddress(stepPaths.start)}>
          {t('invitation.signIn')}
        </a>
      )}
    </div>
  );
}

/** Asks a member of another organisation only for confirmation. */
function Join({ token, invitation }: { readonly token: string; readonly invitation: Invitation }) {
  const { t } = useTranslation('registration');
  const { join, isSending, failure } = useJoining(token);
  return (
    <>
      <p>{t('invitation.signedInAs', { email: invitation.email })}</p>
      <SubmitFailure
        failure={failure}
        instead={{ seats_taken: t('invitation.noSeat', { organization: invitation.organization }) }}
      />
      <div className={styles.ways}>
        <button type="button" className="button button-main" aria-disabled={isSending} onClick={join}>
          {t('invitation.join', { organization: invitation.organization })}
        </button>
        <a className="button" href="/">
          {t('invitation.notNow')}
        </a>
      </div>
    </>
  );
}

function NotOpen({ failure, retry }: { readonly failure: unknown; readonly retry: () => void }) {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const without = () => {
    forgetOpenedLink('invitation');
    keepDraft('invitation', null);
    keepDraft('account.email', null);
    void navigate(stepPaths.start, { replace: true });
  };
  return (
    <div className={styles.ended}>
      <h1 tabIndex={-1}>{t('invitation.notOpen')}</h1>
      <p role="alert">{t(failureKey(failure))}</p>
      <div className={styles.ways}>
        <button type="button" className="button" onClick={retry}>
          {t('shared:ui.retry')}
        </button>
        <button type="button" className="button" onClick={without}>
          {t('invitation.without')}
        </button>
      </div>
    </div>
  );
}
