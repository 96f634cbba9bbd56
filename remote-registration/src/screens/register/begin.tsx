import { accountKind, type AccountKind } from '@parlance/shared/contract/api/plans/plans';
import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import * as z from '@parlance/shared/contract/schema';
import { useTranslation } from '@parlance/shared/i18n';
import { useNavigate } from '@parlance/shared/router';
import { loginAddress } from '@parlance/shared/session';
import { FormEnd } from '@parlance/shared/ui/fields';
import { useState, type SyntheticEvent } from 'react';
import { ChoiceCards } from '../../fields/choice-cards.tsx';
import { DeleteRegistration } from '../../registration/delete-registration.tsx';
import { keepDraft, readDraft } from '../../registration/draft.ts';
import { stepPaths } from '../../registration/steps.ts';
import styles from './register.module.css';
import { Resume } from './resume.tsx';
import { Welcome } from './welcome.tsx';

const draftOfKind = 'start.account_kind';

/** The introduction of the product, and the choice of the kind of account. */
export function Begin({ attempt }: { readonly attempt: RegistrationAttempt | null }) {
  const { t } = useTranslation('registration');
  return (
    <Welcome heading={t('register.heading')} lead={t('register.lead')}>
      {attempt !== null && <Resume attempt={attempt} />}
      {/* A verified address has an account, whose kind cannot change. */}
      {attempt?.is_verified !== true && <Kind attempt={attempt} />}
      {attempt !== null && <DeleteRegistration isVerified={attempt.is_verified} />}
      {attempt === null && (
        <p className={styles.signIn}>
          {t('progress.haveAccount')} <a href={loginAddress(null)}>{t('progress.signIn')}</a>
        </p>
      )}
    </Welcome>
  );
}

function Kind({ attempt }: { readonly attempt: RegistrationAttempt | null }) {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const [kind, setKind] = useState<AccountKind>(() => keptKind() ?? attempt?.account_kind ?? 'organization');
  const begin = (event: SyntheticEvent) => {
    event.preventDefault();
    keepDraft(draftOfKind, kind);
    void navigate(stepPaths.account);
  };
  return (
    <form onSubmit={begin}>
      <ChoiceCards
        legend={t('register.kind.legend')}
        name="account_kind"
        chosen={kind}
        onChoose={setKind}
        choices={[
          { value: 'organization', title: t('register.kind.organization'), text: t('register.kind.organizationText') },
          { value: 'personal', title: t('register.kind.personal'), text: t('register.kind.personalText') },
        ]}
      />
      <p className={styles.aside}>{t('register.duration')}</p>
      <FormEnd label={t('register.start')} isSending={false} failure={null} />
    </form>
  );
}

function keptKind(): AccountKind | null {
  const read = z.safeParse(accountKind, readDraft(draftOfKind));
  return read.success ? read.data : null;
}
