import type { Share } from '@parlance/shared/contract/api/shares';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import entry from '@parlance/shared/ui/entry.module.css';
import { useCopy } from '@parlance/shared/ui/use-copy';
import controls from '../controls/controls.module.css';
import { LinkIcon } from '../controls/icons.tsx';
import { useDoing } from '../message-actions/use-doing.ts';
import styles from './sharing.module.css';

type Props = { readonly shares: readonly Share[]; readonly end: (share: Share) => Promise<void> };

/** The shares that have not ended, newest first. */
export function ShareList({ shares, end }: Props) {
  const { t } = useTranslation('chat');
  if (shares.length === 0) return <p className={entry.note}>{t('sharing.none')}</p>;
  return (
    <section className={styles.shares} aria-label={t('sharing.list')}>
      <h3>{t('sharing.list')}</h3>
      <ul>
        {shares.map((share) => (
          <Row key={share.id} share={share} end={end} />
        ))}
      </ul>
    </section>
  );
}

/** Returns the URL of a share: its screen on this site. */
const addressOf = ({ id }: Share): string => new URL(`/shared/${id}`, window.location.origin).href;

function Row({ share, end }: { readonly share: Share; readonly end: Props['end'] }) {
  const { t } = useTranslation('chat');
  const { copy, said } = useCopy();
  const { isDoing, attempt } = useDoing();
  const language = currentLanguage();
  const named = [...share.teams, ...share.people].map((it) => it.name).join(', ');
  // This includes a share whose people are all gone.
  const name = named === '' ? t(`sharing.scopes.${share.scope}`) : named;
  const since = t('sharing.since', { date: formatDate(language, share.created_at) });
  const until =
    share.expires_at === null
      ? t('sharing.untilEnded')
      : t('sharing.untilDate', { date: formatDate(language, share.expires_at) });
  return (
    <li className={styles.share}>
      <div>
        <p>{name}</p>
        <p className={entry.note}>
          {since} · {until}
        </p>
      </div>
      <button
        type="button"
        className={controls.button}
        aria-label={t('sharing.copyLinkOf', { name })}
        onClick={() => copy(addressOf(share))}
      >
        <LinkIcon />
        {said === '' ? t('sharing.copyLink') : said}
      </button>
      <button
        type="button"
        className={controls.button}
        aria-label={t('sharing.endOf', { name })}
        disabled={isDoing}
        onClick={() => attempt(() => end(share))}
      >
        {t('sharing.endIt')}
      </button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </li>
  );
}
