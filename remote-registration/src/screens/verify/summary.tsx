import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { endonyms, useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { Actions, SubmitFailure } from '@parlance/shared/ui/fields';
import type { ReactNode } from 'react';
import { StepPage } from '../../registration/step-page.tsx';
import { stepPaths } from '../../registration/steps.ts';
import styles from './verify.module.css';
import { useCompletion } from './use-completion.ts';

/** The plan that every organisation begins with, and that nobody has to order. */
const freePlan = 'Free!';

/** All entries, with links to change them, and the confirmation. */
export function Summary({ attempt }: { readonly attempt: RegistrationAttempt }) {
  const { t } = useTranslation('registration');
  const { complete, isSending, failure } = useCompletion();
  const { invitation, plan_name: plan } = attempt;
  const submit =
    invitation === null ? t('verify.submit') : t('invitation.join', { organization: invitation.organization });
  return (
    <StepPage step="summary" heading={t('verify.heading')} attempt={attempt}>
      <Part heading={t('verify.account')}>
        <Facts
          facts={[
            [t('field.email'), attempt.email],
            [t('step1.language'), endonyms[attempt.language]],
            [t('verify.kind'), t(`register.kind.${attempt.account_kind}`)],
          ]}
        />
      </Part>
      <Part heading={t('verify.names')} change={stepPaths.names}>
        <Facts facts={namesOf(attempt)} />
      </Part>
      {invitation === null && (
        <Part heading={t('verify.plan')} change={stepPaths.plan}>
          {plan !== null && <p>{plan}</p>}
          {plan !== null && plan !== freePlan && <p className={styles.note}>{t('verify.order', { plan })}</p>}
        </Part>
      )}
      <SubmitFailure
        failure={failure}
        instead={
          invitation === null ? {} : { seats_taken: t('invitation.noSeat', { organization: invitation.organization }) }
        }
      />
      <Actions>
        <button type="button" className="button button-main" aria-disabled={isSending} onClick={complete}>
          {isSending ? t('shared:fields.sending') : submit}
        </button>
        <Link className="button" to={invitation === null ? stepPaths.plan : stepPaths.names}>
          {t('shared:fields.back')}
        </Link>
      </Actions>
    </StepPage>
  );

  function namesOf({ username, organization, team, role }: RegistrationAttempt): readonly Fact[] {
    return [
      [t('step3.username'), username],
      [t('step3.organization'), invitation?.organization ?? organization],
      [t('step3.team'), team],
      [t('step3.role'), role],
    ];
  }
}

/** The entries of one step, with a link to it. */
function Part({
  heading,
  change,
  children,
}: {
  readonly heading: string;
  readonly change?: string;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('registration');
  return (
    <section className={styles.part}>
      <h2>{heading}</h2>
      {change !== undefined && (
        <Link to={change}>
          {t('verify.change')}
          <span className="visually-hidden"> {heading}</span>
        </Link>
      )}
      <div className={styles.content}>{children}</div>
    </section>
  );
}

type Fact = readonly [label: string, value: string | null];

/** Leaves out empty fields. */
function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl>
      {facts.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
