import { useTranslation } from '@parlance/shared/i18n';
import { Navigate } from '@parlance/shared/router';
import { useSession } from '@parlance/shared/session';
import { SignOut } from './sign-out.tsx';
import { Words } from '../../legal/document-text.tsx';
import styles from './register.module.css';
import { stages, stateOf } from './registration-steps.ts';

/** Where somebody's registration stands, and who helps to complete it. A completed one leads home (specification §4). */
export default function Register() {
  const { t } = useTranslation('registration');
  const registration = useSession((session) => session.registration);
  const email = useSession((session) => session.profile?.email ?? '');
  if (registration === null) return null; // the guard lets nobody in whose registration is not known
  if (registration.is_completed) return <Navigate to="/" replace />;

  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{t('register.heading')}</h1>
      <p className={styles.who}>{t('register.signedInAs', { email })}</p>
      <ol className={styles.steps} aria-label={t('register.steps')}>
        {stages.map((step) => <Step key={step} step={step} stage={registration.stage} />)}
      </ol>
      <p className={styles.explain}><Words text={t('register.explain', { email: '{email}' })} /></p>
      <SignOut />
    </div>
  );
}

function Step({ step, stage }: { readonly step: number; readonly stage: number }) {
  const { t } = useTranslation('registration');
  const state = stateOf(step, stage);
  return (
    <li className={styles[state]} aria-current={state === 'current' ? 'step' : undefined}>
      <span className={styles.sign} aria-hidden="true">{state === 'done' ? '✓' : step}</span>
      <span>{t(`register.step.${step}`)}</span>
      <span className={styles.state}>{t(`register.state.${state}`)}</span>
    </li>
  );
}
