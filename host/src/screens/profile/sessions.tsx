import type { OwnSession } from '@parlance/shared/contract/api/session/own-sessions';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatRelative } from '@parlance/shared/i18n/format';
import { usePress } from '@parlance/shared/ui/fields';
import { ErrorState } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useRef } from 'react';
import styles from './profile.module.css';
import { Section } from './section.tsx';
import type { Sessions as OwnSessions } from './use-sessions.ts';

/** The sessions of the person, with buttons to end them. */
export function Sessions({ list, reload, end, endOthers }: OwnSessions) {
  const { t } = useTranslation('host');
  const first = useRef<HTMLLIElement>(null);
  const others = list.status === 'ready' ? list.data.filter((it) => !it.is_current) : [];
  const { press } = usePress();
  const finish = async (work: Promise<void>, done: string) => {
    // The focused button is gone with its row.
    first.current?.focus();
    await work;
    snackbar(done, { tone: 'good' });
    return 'again' as const;
  };
  return (
    <Section title={t('profile.sessions.title')} note={t('profile.sessions.note')}>
      {list.status === 'failed' && <ErrorState error={list.failure} onRetry={reload} />}
      {list.status === 'loading' && <p role="status">{t('shared:ui.loading')}</p>}
      {list.status === 'ready' && (
        <div>
          <ul className={styles.rows}>
            {list.data.map((session, place) => (
              <li key={session.id} ref={place === 0 ? first : null} tabIndex={place === 0 ? -1 : undefined}>
                <Device
                  session={session}
                  onEnd={(name) => finish(end(session.id), t('profile.sessions.ended', { device: name }))}
                />
              </li>
            ))}
          </ul>
          {others.length > 1 && (
            <button
              type="button"
              className="button"
              onClick={() => press(() => finish(endOthers(), t('profile.sessions.endedOthers')))}
            >
              {t('profile.sessions.endOthers')}
            </button>
          )}
        </div>
      )}
    </Section>
  );
}

function Device({
  session,
  onEnd,
}: {
  readonly session: OwnSession;
  readonly onEnd: (name: string) => Promise<'again'>;
}) {
  const { t } = useTranslation('host');
  const { press } = usePress();
  const { browser, system, is_current: isCurrent, last_seen_at: lastSeen } = session;
  const known = browser ?? t('profile.sessions.unknown');
  const name = system === null ? known : t('profile.sessions.browserOn', { browser: known, system });
  const language = currentLanguage();
  return (
    <div className={styles.row}>
      <span className={styles.what}>
        <strong>{name}</strong>
        {isCurrent ? (
          <span className={styles.here}>{t('profile.sessions.current')}</span>
        ) : (
          <time
            className={styles.aside}
            dateTime={lastSeen}
            title={formatDate(language, lastSeen, { dateStyle: 'full', timeStyle: 'short' })}
          >
            {t('profile.sessions.lastSeen', { when: formatRelative(language, lastSeen) })}
          </time>
        )}
        <span className={styles.aside}>
          {t('profile.sessions.since', { date: formatDate(language, session.created_at) })}
        </span>
      </span>
      {!isCurrent && (
        <button
          type="button"
          className="button"
          aria-label={t('profile.sessions.endOf', { device: name })}
          onClick={() => press(() => onEnd(name))}
        >
          {t('person.signOut')}
        </button>
      )}
    </div>
  );
}
