import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber, formatRelative } from '@parlance/shared/i18n/format';
import { Link } from '@parlance/shared/router';
import { EmptyState } from '@parlance/shared/ui/page';
import { Avatar } from '../../controls/avatar.tsx';
import controls from '../../controls/controls.module.css';
import { Failed } from '../../loading/failed.tsx';
import { More } from '../../loading/more.tsx';
import hits from './hits.module.css';
import { LoadingRows } from './loading-rows.tsx';
import { TwoMarks } from './nothing-listed.tsx';
import { useHits, type Hit } from './use-listed.ts';

type Props = { readonly q: string; readonly clear: () => void };

/** The hits of a search, newest first: each links to the message in its dialogue. */
export function Hits({ q, clear }: Props) {
  const { t } = useTranslation('chat');
  const { rows, isStale, reload, more } = useHits(q);
  if (rows.status === 'loading') return <LoadingRows />;
  if (rows.status === 'failed') return <Failed failure={rows.failure} retry={reload} />;
  const number = formatNumber(currentLanguage(), rows.data.length);
  return (
    <>
      <p className={hits.said} role="status">
        {!isStale &&
          rows.data.length > 0 &&
          (more === null ? t('dialogues.found', { number }) : t('dialogues.foundMore', { number }))}
      </p>
      {rows.data.length === 0 && !isStale ? (
        <EmptyState
          drawing={<TwoMarks />}
          title={t('dialogues.notFound', { q })}
          text={t('dialogues.notFoundWhy')}
          action={
            <button type="button" className={controls.button} onClick={clear}>
              {t('dialogues.clearSearch')}
            </button>
          }
        />
      ) : (
        <ul className={hits.list} aria-label={t('dialogues.hits')} aria-busy={isStale}>
          {rows.data.map((hit) => (
            <HitRow key={hit.id} hit={hit} />
          ))}
        </ul>
      )}
      <More more={more} />
    </>
  );
}

function HitRow({ hit }: { readonly hit: Hit }) {
  const { t } = useTranslation('chat');
  const language = currentLanguage();
  const { dialogue, message_id: messageId, snippet, created_at: at } = hit;
  const to = messageId === null ? `/dialogue/${dialogue.id}` : `/dialogue/${dialogue.id}?message=${messageId}`;
  // A title shown in full is marked itself rather than repeated.
  const isTitle = messageId === null && snippet.map(({ text }) => text).join('') === dialogue.title;
  return (
    <li className={hits.hit}>
      <Avatar emoji={dialogue.bot.avatar} size="small" />
      <div className={hits.about}>
        <p className={hits.head}>
          <Link className={hits.title} to={to}>
            {isTitle ? <Marked snippet={snippet} /> : dialogue.title}
          </Link>
          {dialogue.is_archived && <span className={hits.note}>{t('dialogues.isArchived')}</span>}
          <span className={hits.note}>{dialogue.bot.name}</span>
        </p>
        {!isTitle && (
          <p className={hits.snippet}>
            <Marked snippet={snippet} />
          </p>
        )}
      </div>
      <time
        className={hits.time}
        dateTime={at}
        title={formatDate(language, at, { dateStyle: 'full', timeStyle: 'short' })}
      >
        {formatRelative(language, at)}
      </time>
    </li>
  );
}

function Marked({ snippet }: Pick<Hit, 'snippet'>) {
  return snippet.map(({ text, is_hit: isHit }, index) => (isHit ? <mark key={index}>{text}</mark> : text));
}
