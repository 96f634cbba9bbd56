import { useTranslation } from '@parlance/shared/i18n';
import { readPageConfig } from '@parlance/shared/http';
import { Link, useSearchParams } from '@parlance/shared/router';
import { signOut, useSession } from '@parlance/shared/session';
import { EmptyState } from '@parlance/shared/ui/page';
import { useState } from 'react';
import { useOwnName } from '../../frame/page-title.tsx';
import { AskOwner } from './ask-owner.tsx';
import { readErrorCode } from './error-code.ts';

/** Codes for which the way back to the start would lead here again. */
const endsHere = new Set<string>(['workspace-expired', 'workspace-disabled', 'registration-failed']);

export function ErrorScreen() {
  const { t } = useTranslation('host');
  const [search] = useSearchParams();
  const code = readErrorCode(search.get('code'));
  const isSignedIn = useSession((session) => session.status === 'signed-in');
  const isOwner = useSession((session) => session.subject?.isOwner === true);
  const title = t(`error.codes.${code}.title`);
  useOwnName(title);
  const { supportEmail } = readPageConfig();
  if (code === 'workspace-expired' && isSignedIn && !isOwner)
    return <AskOwner title={title} action={<SignOutButton />} />;
  const text =
    code === 'workspace-expired' && isOwner
      ? t('error.expiredOwner', { email: supportEmail })
      : t(`error.codes.${code}.text`, { email: supportEmail });
  return (
    <EmptyState
      level={1}
      title={title}
      text={text}
      action={
        isSignedIn && endsHere.has(code) ? (
          <SignOutButton />
        ) : (
          <Link className="button button-main" to="/">
            {t('error.home')}
          </Link>
        )
      }
    />
  );
}

function SignOutButton() {
  const { t } = useTranslation('host');
  const [hasFailed, setFailed] = useState(false);
  return (
    <>
      <button type="button" className="button button-main" onClick={() => void signOut().catch(() => setFailed(true))}>
        {t('person.signOut')}
      </button>
      {hasFailed && <p role="alert">{t('person.signOutFailed')}</p>}
    </>
  );
}
