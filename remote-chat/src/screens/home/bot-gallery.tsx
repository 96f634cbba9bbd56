import { useState } from 'react';
import type { BotSummary } from '@parlance/shared/contract/api/bots';
import { useTranslation } from '@parlance/shared/i18n';
import type { Pages } from '@parlance/shared/loading';
import { Link } from '@parlance/shared/router';
import { EmptyState } from '@parlance/shared/ui/page';
import { Avatar } from '../../controls/avatar.tsx';
import controls from '../../controls/controls.module.css';
import { SearchIcon } from '../../controls/icons.tsx';
import { Failed } from '../../loading/failed.tsx';
import { More } from '../../loading/more.tsx';
import { Bone, Skeleton } from '../../loading/skeleton.tsx';
import home from './home.module.css';
import { matchingBots } from './matching-bots.ts';

/** With more bots than this one searches rather than looks. */
const mostWithoutSearch = 6;

export function BotGallery({ bots }: { readonly bots: Pages<BotSummary> }) {
  const { t } = useTranslation('chat');
  const [search, setSearch] = useState('');
  const { rows } = bots;
  const hasSearch = rows.status === 'ready' && (rows.data.length > mostWithoutSearch || bots.more !== null);
  return (
    <section aria-labelledby="chat-bots">
      <div className={home.heading}>
        <h2 id="chat-bots">{t('home.bots')}</h2>
        {hasSearch && <SearchField search={search} onSearch={setSearch} />}
      </div>
      <Cards bots={bots} search={hasSearch ? search : ''} clearSearch={() => setSearch('')} />
    </section>
  );
}

function SearchField({ search, onSearch }: { readonly search: string; readonly onSearch: (search: string) => void }) {
  const { t } = useTranslation('chat');
  return (
    <label className={home.search}>
      <SearchIcon />
      <input type="search" aria-label={t('home.search')} placeholder={t('home.search')} value={search} onChange={(event) => onSearch(event.target.value)} />
    </label>
  );
}

type Searched = { readonly bots: Pages<BotSummary>; readonly search: string; readonly clearSearch: () => void };

function Cards({ bots, search, clearSearch }: Searched) {
  const { t } = useTranslation('chat');
  const { rows } = bots;
  if (rows.status === 'loading') return <LoadingCards />;
  if (rows.status === 'failed') return <Failed failure={rows.failure} retry={bots.reload} />;
  if (rows.data.length === 0) {
    return (
      <EmptyState
        title={t('home.noBots')}
        text={t('home.noBotsWhy')}
        action={
          <button type="button" className={controls.button} onClick={bots.reload}>
            {t('home.lookAgain')}
          </button>
        }
      />
    );
  }
  const found = matchingBots(rows.data, search);
  return (
    <>
      <p className="visually-hidden" role="status">
        {search.trim() === '' ? '' : t('home.found', { number: found.length })}
      </p>
      {found.length === 0 ? (
        <EmptyState
          title={t('home.noMatch', { search })}
          action={
            <button type="button" className={controls.button} onClick={clearSearch}>
              {t('home.clearSearch')}
            </button>
          }
        />
      ) : (
        <ul className={home.cards}>
          {found.map((bot) => (
            <li key={bot.id}>
              <Card bot={bot} />
            </li>
          ))}
        </ul>
      )}
      <More more={bots.more} />
    </>
  );
}

/** The name is the link, and its area is the whole card. */
function Card({ bot }: { readonly bot: BotSummary }) {
  return (
    <div className={home.card}>
      <Avatar emoji={bot.avatar} />
      <div>
        <Link className={home.name} to={`/bots/${bot.id}`}>
          {bot.name}
        </Link>
        <p className={home.description}>{bot.description}</p>
      </div>
    </div>
  );
}

function LoadingCards() {
  return (
    <Skeleton>
      <div className={home.cards}>
        <Bone height={96} />
        <Bone height={96} />
        <Bone height={96} />
      </div>
    </Skeleton>
  );
}
