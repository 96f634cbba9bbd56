import type { ConnectedAccount } from '@parlance/shared/contract/api/tools/connected-accounts';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatRelative } from '@parlance/shared/i18n/format';
import { ToolSignInSteps, useToolSignIn } from '@parlance/shared/tool-sign-in';
import { usePress } from '@parlance/shared/ui/fields';
import { ErrorState } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useRef } from 'react';
import styles from './profile.module.css';
import { Section } from './section.tsx';
import { useAccounts } from './use-accounts.ts';

/** The accounts that the person uses tools with, with buttons to sign out of them. */
export function Accounts() {
  const { t } = useTranslation('host');
  const { list, signOut } = useAccounts();
  const place = useRef<HTMLDivElement>(null);
  const end = async ({ id, tool: { name } }: ConnectedAccount) => {
    // The focused button is gone with its row.
    place.current?.focus();
    await signOut(id);
    snackbar(t('profile.accounts.ended', { tool: name }), { tone: 'good' });
    return 'again' as const;
  };
  return (
    <Section title={t('profile.accounts.title')} note={t('profile.accounts.note')}>
      {list.status === 'failed' && <ErrorState error={list.failure} onRetry={list.retry} />}
      {list.status === 'loading' && <p role="status">{t('shared:ui.loading')}</p>}
      {list.status === 'ready' && (
        <div ref={place} tabIndex={-1}>
          {list.data.length === 0 ? (
            <p className={styles.aside}>{t('profile.accounts.none')}</p>
          ) : (
            <ul className={styles.rows}>
              {list.data.map((account) => (
                <li key={account.id}>
                  <Account account={account} onEnd={() => end(account)} />
                  {account.is_lapsed && <SignInAgain toolId={account.tool.id} finished={list.retry} />}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Section>
  );
}

type Props = { readonly account: ConnectedAccount; readonly onEnd: () => Promise<'again'> };

function Account({ account: { tool, server, signed_in_at: since, last_used_at: lastUsed }, onEnd }: Props) {
  const { t } = useTranslation('host');
  const { press } = usePress();
  const language = currentLanguage();
  return (
    <div className={styles.row}>
      <span className={styles.what}>
        <strong>{tool.name}</strong>
        <bdi className={styles.aside}>{server}</bdi>
        {lastUsed === null ? (
          <span className={styles.aside}>{t('profile.accounts.unused')}</span>
        ) : (
          <time
            className={styles.aside}
            dateTime={lastUsed}
            title={formatDate(language, lastUsed, { dateStyle: 'full', timeStyle: 'short' })}
          >
            {t('profile.accounts.lastUsed', { when: formatRelative(language, lastUsed) })}
          </time>
        )}
        <span className={styles.aside}>{t('profile.sessions.since', { date: formatDate(language, since) })}</span>
      </span>
      <button
        type="button"
        className="button"
        aria-label={t('profile.accounts.endOf', { tool: tool.name })}
        onClick={() => press(onEnd)}
      >
        {t('person.signOut')}
      </button>
    </div>
  );
}

/** The way back for an account that the server no longer accepts. */
function SignInAgain({ toolId, finished }: { readonly toolId: string; readonly finished: () => void }) {
  const { t } = useTranslation('host');
  const signIn = useToolSignIn(toolId, finished);
  return (
    <div className={styles.lapsed}>
      <p>{t('profile.accounts.lapsed')}</p>
      <ToolSignInSteps signIn={signIn} label={t('profile.accounts.again')} isMain={false} />
    </div>
  );
}
