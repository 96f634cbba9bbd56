import type { SharedDialogue } from '@parlance/shared/contract/api/shares';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatRelative } from '@parlance/shared/i18n/format';
import { Link } from '@parlance/shared/router';
import { EmptyState } from '@parlance/shared/ui/page';
import { Avatar } from '../../controls/avatar.tsx';
import { Failed } from '../../loading/failed.tsx';
import { More } from '../../loading/more.tsx';
import { LoadingRows } from './loading-rows.tsx';
import { TwoMarks } from './nothing-listed.tsx';
import rows from './rows.module.css';
import { useSharedWithMe } from './use-listed.ts';

/** The dialogues that colleagues have shared by name or with everybody. */
export function SharedList() {
  const { t } = useTranslation('chat');
  const pages = useSharedWithMe();
  if (pages.rows.status === 'loading') return <LoadingRows />;
  if (pages.rows.status === 'failed') return <Failed failure={pages.rows.failure} retry={pages.reload} />;
  if (pages.rows.data.length === 0)
    return <EmptyState drawing={<TwoMarks />} title={t('dialogues.noneShared')} text={t('dialogues.noneSharedWhy')} />;
  return (
    <>
      <ul className={rows.list} aria-label={t('dialogues.sharedWithMe')}>
        {pages.rows.data.map((shared) => (
          <SharedRow key={shared.id} shared={shared} />
        ))}
      </ul>
      <More more={pages.more} />
    </>
  );
}

function SharedRow({ shared }: { readonly shared: SharedDialogue }) {
  const { t } = useTranslation('chat');
  const language = currentLanguage();
  return (
    <li className={`${rows.row} ${rows.plain}`}>
      <Avatar emoji={shared.bot.avatar} size="small" />
      <div className={rows.about}>
        <Link className={rows.title} to={`/shared/${shared.id}`} title={shared.title}>
          {shared.title}
        </Link>
        <span className={rows.notes}>
          <span className={rows.bot}>{t('dialogues.sharedBy', { name: shared.shared_by.name })}</span>
          {shared.expires_at !== null && (
            <span className={rows.bot}>
              {t('dialogues.sharedUntil', { date: formatDate(language, shared.expires_at) })}
            </span>
          )}
        </span>
      </div>
      <time
        className={rows.time}
        dateTime={shared.shared_at}
        title={formatDate(language, shared.shared_at, { dateStyle: 'full', timeStyle: 'short' })}
      >
        {formatRelative(language, shared.shared_at)}
      </time>
    </li>
  );
}
